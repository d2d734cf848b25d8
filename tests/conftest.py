"""What all tests share: the same hypothesis examples in each run, one Chromium, and that nothing is left behind."""

from __future__ import annotations

import os
import shutil
import signal
from asyncio import events
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from scripts import inherited
from tests import dice, leftover, postgresql
from tests.cluster import network
from tests.processes import PATIENCE
from tests.ways import FOLDERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

settings.register_profile("same", derandomize=True, deadline=None)  # compiled and plain runs see the same examples
settings.register_profile("wide", max_examples=2_000, deadline=None)
settings.load_profile("same")

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no window of its own to draw and opens a page with a quarter of the processor time."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # widths of letters are the same in each of them
]
NEEDS = {
    "browser": (bool(CHROMIUM), "browser tests, no Chromium found (apt-get install chromium-headless-shell)"),
    "postgres": (
        postgresql.FOUND,
        "tests with PostgreSQL, which was not found (apt-get install postgresql, and the extra cluster)",
    ),
    "cluster": (
        network.FOUND and postgresql.FOUND,
        "tests of several servers in a network of their own, which want root, PostgreSQL and more (apt-get install "
        "iproute2 nftables haproxy postgresql)",
    ),
    "ray": (find_spec("ray") is not None, "tests on a Ray cluster, without Ray (make test-long installs it)"),
}
"""Tests with these marks are left out where what they need is missing. In CI they fail."""
FORBIDDEN = {"cluster": (network.FORBIDDEN, "tests of several servers: this system lets nobody make networks")}
"""Tests with these marks are left out everywhere where the system forbids what they need: CI cannot install that."""
LONG = ("cluster/test_faults.py", "engine/test_three_ways.py", "games/test_laws.py")
"""Files besides those for the browser that take about a minute."""
MUST_RUN = os.environ.get("CI") == "true"
MOST_WAYS = 400
"""Tests that `make test` runs three times."""
LEFT_OUT = pytest.StashKey[dict[str, int]]()
LEFT_BEHIND = pytest.StashKey[list[str]]()
MARK = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-layout", action="store_true", help="write tests/browser/layout/ anew")


class Chromium:
    """One browser for all tests of a process. It is started when it is first needed, and again if it has crashed."""

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.loop = events._get_running_loop()
        self.browser: Browser | None = None
        events._set_running_loop(None)

    @contextmanager
    def lent(self) -> Iterator[Browser]:
        """Playwright's loop counts as running from its start to its end: to other tests it would be in the way."""
        events._set_running_loop(self.loop)
        try:
            if self.browser is None or not self.browser.is_connected():
                self.browser = patient(self.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS))
            yield self.browser
            if self.browser.is_connected():
                vars(self.browser)["windows"].take_back()
        finally:
            events._set_running_loop(None)

    def close(self) -> None:
        events._set_running_loop(self.loop)
        if self.browser is not None:
            self.browser.close()


def patient(browser: Browser) -> Browser:
    """Its pages wait longer than Playwright's half a minute: what is waited for may come late on a busy computer.

    Unless a test asks for it, nothing moves on them, which takes a third of the processor's time, and no service worker
    stands between a page and its server.
    """
    from tests.browser.windows import Windows

    windows = Windows(browser)

    def new_context(**how: Any) -> BrowserContext:
        context = windows.lend(**{"reduced_motion": "reduce", "service_workers": "block", **how})
        context.set_default_timeout(PATIENCE * 1000)
        return context

    vars(browser).update(windows=windows, new_context=new_context)
    return browser


def seldom(pages: type[Page]) -> None:
    """What is waited for is looked for 20 times a second, not at each frame: for that a page would draw 60 a second.

    A condition that would not be waited for is refused.
    """
    from tests.browser.waits import refuse_a_promise

    at_each_frame = pages.wait_for_function

    def wait_for_function(page: Page, expression: str, **how: Any) -> Any:
        refuse_a_promise(expression)
        return at_each_frame(page, expression, **{"polling": 50, **how})

    pages.wait_for_function = wait_for_function  # type: ignore[method-assign, assignment]


@pytest.fixture(scope="session")
def one_chromium() -> Iterator[Chromium]:
    from playwright.sync_api import Page, sync_playwright

    seldom(Page)
    with sync_playwright() as playwright:
        found = Chromium(playwright)
        try:
            yield found
        finally:
            found.close()


@pytest.fixture(scope="module")
def chromium(one_chromium: Chromium) -> Iterator[Browser]:
    """The browser, for the tests of one module; their windows are closed after it."""
    with one_chromium.lent() as browser:
        yield browser


def pytest_configure(config: pytest.Config) -> None:
    """Who is told to end ends what its tests have started."""
    inherited.signals()
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("it was told to end", 128 + signal.SIGTERM))
    dice.load()
    if hasattr(config, "workerinput") or config.getoption("dist", "no") == "no":
        config.stash[MARK] = leftover.begin()


@pytest.hookimpl(trylast=True)  # after -m has chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests whose needs are missing; where they must run, they fail instead.

    A worker of xdist begins with what takes long, tests for the browser and others in turn.
    """
    elsewhere = [
        item.nodeid for item in items if item.get_closest_marker("ways") and item.path.parent.name not in FOLDERS
    ]
    if elsewhere:
        raise pytest.UsageError(f"make test looks for the mark ways in {', '.join(FOLDERS)}, not at {elsewhere[0]}")
    if config.option.markexpr == "ways" and len(items) > MOST_WAYS:
        raise pytest.UsageError(f"{len(items)} tests are marked ways: make test has time for {MOST_WAYS}")
    if hasattr(config, "workerinput"):
        items.sort(key=_order(items).__getitem__)
    missing = {} if MUST_RUN else {what: mark for mark, (found, what) in NEEDS.items() if not found}
    missing |= {what: mark for mark, (forbidden, what) in FORBIDDEN.items() if forbidden}
    config.stash[LEFT_OUT] = {what: _leave_out(config, items, mark) for what, mark in missing.items()}


def _leave_out(config: pytest.Config, items: list[pytest.Item], mark: str) -> int:
    out = [item for item in items if item.get_closest_marker(mark)]
    items[:] = [item for item in items if item not in out]
    config.hook.pytest_deselected(items=out)
    return len(out)


def _order(items: list[pytest.Item]) -> dict[pytest.Item, int]:
    """A place for each item: those of one file have the same."""
    files = list(dict.fromkeys(item.path for item in items))
    browser = {item.path for item in items if item.get_closest_marker("browser")}
    others = [file for file in files if "/".join(file.parts[-2:]) in LONG]
    turns = {file: 2 * place for place, file in enumerate(file for file in files if file in browser)}
    turns |= {file: 2 * place + 1 for place, file in enumerate(others)}
    return {item: turns.get(item.path, len(items)) for item in items}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    dice.begin(item.nodeid)
    for mark, (found, what) in NEEDS.items():
        if not found and item.get_closest_marker(mark):
            pytest.fail(f"CI=true must not leave out {what}", pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist tells the controller what it left out and behind."""
    postgresql.end_shared()
    stash = session.config.stash
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    behind = stash.setdefault(LEFT_BEHIND, [])
    if mark := stash.get(MARK, ""):
        behind += map(str, leftover.left(mark))
    if output is not None:
        output["left_out"] = stash.get(LEFT_OUT, {})
        output["left_behind"] = behind
    elif behind and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    output = getattr(node, "workeroutput", {})
    node.config.stash[LEFT_OUT] = output.get("left_out", {})
    node.config.stash.setdefault(LEFT_BEHIND, []).extend(output.get("left_behind", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for what, count in config.stash.get(LEFT_OUT, {}).items():
        if count:
            terminalreporter.write_line(f"left out: {count} {what}")
    for line in config.stash.get(LEFT_BEHIND, []):
        terminalreporter.write_line(f"FAILED: {line}", red=True)
