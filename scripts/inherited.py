"""Inherited state on which no test may depend: ignored signals, closed streams, settings.

A background job of a script ignores Ctrl+C, and so does everything that it starts. A service has no standard input. A
shell may use another language, or disable Python's asserts.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

if sys.platform != "win32":
    import resource

IGNORED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGCHLD", "SIGALRM", "SIGUSR1", "SIGUSR2")
"""Signals that are reset to their state in a terminal before the tests begin."""
FOREIGN = (
    *("PYTHON", "PYTEST_", "NUMBA_", "HYPOTHESIS_", "LC_", "LANG", "PIP_", "NODE_OPTIONS", "MYPY", "RUFF_"),
    *("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM", "TZ", "POSIXLY_CORRECT", "BROWSER", "DISPLAY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "NOTIFY_SOCKET", "LISTEN_"),
)
"""Prefixes of environment variables that belong to the environment from which the tests were started."""


FILES = 4_096
"""The number of files that may be open at once, if the system allows that many."""


def calm() -> None:
    """Begin as in a fresh terminal, in English, whatever was inherited. This applies to child processes too."""
    streams()
    signals()
    limits()
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        del os.environ[name]
    os.environ["LC_ALL"] = "C.UTF-8"
    os.umask(0o022)


def signals() -> None:
    """Stop ignoring and blocking signals. Only the main thread can do this."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for name in IGNORED:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_IGN, None):
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


def streams() -> None:
    """Open each closed standard stream. Otherwise the next file would take its place and be written to."""
    for number, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        with contextlib.suppress(OSError):
            os.fstat(number)
            continue
        os.open(os.devnull, mode)


def limits() -> None:
    if sys.platform != "win32":
        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if least != resource.RLIM_INFINITY and least < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
