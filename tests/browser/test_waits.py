"""A wait that does not wait is a check that cannot fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.waits import until_promised

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "condition",
    ["async () => false", "(async () => false)()", "document.fonts.ready.then(() => false)"],
)
def test_a_promise_is_never_taken_for_a_yes(chromium: Browser, condition: str) -> None:
    page = chromium.new_context().new_page()
    with pytest.raises(AssertionError, match="until_promised waits for this"):
        page.wait_for_function(condition)
    with pytest.raises(AssertionError, match=r"not so after 0\.1 seconds"):
        until_promised(page, condition, 0.1)
    page.wait_for_function("() => [1].map((n) => n)[0] === 1")


def test_what_is_promised_later_is_waited_for(chromium: Browser) -> None:
    page = chromium.new_context().new_page()
    page.evaluate("setTimeout(() => { window.now = true; }, 60)")
    until_promised(page, "async () => window.now === true")
    assert page.evaluate("window.now") is True


def test_requests_that_a_service_worker_may_answer_are_not_routed(chromium: Browser) -> None:
    context = chromium.new_context(service_workers="allow")
    for target in (context, context.new_page()):
        with pytest.raises(AssertionError, match="without service workers"):
            target.route("**/*", lambda route: route.abort())
    chromium.new_context().new_page().route("**/*", lambda route: route.abort())
