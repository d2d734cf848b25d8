"""What all tests share: the same hypothesis examples in each run, and Chromium where there is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
LONG = ("engine/test_three_ways.py", "games/test_laws.py")
"""Files besides those for the browser that take about a minute."""
MUST_RUN = os.environ.get("CI") == "true"
LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-layout", action="store_true", help="write tests/browser/layout/ anew")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A Chromium for the browser tests of one module (longer, and Playwright's loop would be in the way of others)."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.hookimpl(trylast=True)  # after -m has chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without Chromium, leave browser tests out; where they must run, they fail instead.

    A worker of xdist begins with what takes long, tests for the browser and others in turn.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=_order(items).__getitem__)
    if CHROMIUM or MUST_RUN:
        return
    browser = [item for item in items if item.get_closest_marker("browser")]
    items[:] = [item for item in items if item not in browser]
    config.hook.pytest_deselected(items=browser)
    config.stash[LEFT_OUT] = len(browser)


def _order(items: list[pytest.Item]) -> dict[pytest.Item, int]:
    """A place for each item: those of one file have the same."""
    files = list(dict.fromkeys(item.path for item in items))
    browser = {item.path for item in items if item.get_closest_marker("browser")}
    others = [file for file in files if "/".join(file.parts[-2:]) in LONG]
    turns = {file: 2 * place for place, file in enumerate(file for file in files if file in browser)}
    turns |= {file: 2 * place + 1 for place, file in enumerate(others)}
    return {item: turns.get(item.path, len(items)) for item in items}


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not CHROMIUM and item.get_closest_marker("browser"):
        pytest.fail("no Chromium found (apt-get install chromium-headless-shell), and CI=true", pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist tells the controller what it left out."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if count := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(
            f"left out: {count} browser tests, no Chromium found (apt-get install chromium-headless-shell)"
        )
