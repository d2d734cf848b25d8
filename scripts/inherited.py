"""What a process inherits and no test may depend on: signals that are ignored, streams that are closed, settings.

A job in the background of a script ignores Ctrl+C, and so does everything that it starts; a service has no standard
input; somebody's shell speaks another language, or takes the asserts out of Python.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys

if sys.platform != "win32":
    import resource

IGNORED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGCHLD", "SIGALRM", "SIGUSR1", "SIGUSR2")
"""Signals that are as they are in a terminal when the tests begin."""
FOREIGN = (
    *("PYTHON", "PYTEST_", "NUMBA_", "HYPOTHESIS_", "LC_", "LANG", "PIP_", "NODE_OPTIONS", "MYPY", "RUFF_"),
    *("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM", "TZ", "POSIXLY_CORRECT", "BROWSER", "DISPLAY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "NOTIFY_SOCKET", "LISTEN_"),
)
"""Beginnings of names that belong to whoever started us."""


FILES = 4_096
"""That may be open at once, where the system allows so many."""


def calm() -> None:
    """Begin as in a terminal of one's own, in English, whatever was inherited; the processes started from here too."""
    streams()
    signals()
    limits()
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        del os.environ[name]
    os.environ["LC_ALL"] = "C.UTF-8"
    os.umask(0o022)


def signals() -> None:
    """Nothing is ignored or held back. Only the main thread can say so."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for name in IGNORED:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.SIG_IGN, None):
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


def streams() -> None:
    """Where a standard stream is closed, the next file would take its place and be written to."""
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
