"""Waiting for what a page only knows later: Playwright's own wait takes a promise for a yes."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import Error

from tests.processes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASYNC = re.compile(r"\s*\(*async\b|.*\.then\([^()]*\([^()]*\)[^()]*\)\s*$", re.DOTALL)
"""A condition whose value is a promise: it would be true at once, whatever it says later."""


def until_promised(page: Page, what: str, seconds: float = PATIENCE) -> None:
    """Wait until the promise of `what` is a true value. A page that is just being replaced is asked again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if page.evaluate(what):
                return
        except Error as problem:
            if "context was destroyed" not in str(problem):
                raise
        page.wait_for_timeout(20)
    raise AssertionError(f"not so after {seconds:g} seconds: {what}")


def refuse_a_promise(condition: str) -> None:
    """Refuse a condition that Playwright's `wait_for_function` would not wait for."""
    assert not ASYNC.match(condition), f"until_promised waits for this, wait_for_function does not: {condition}"
