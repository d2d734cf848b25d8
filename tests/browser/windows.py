"""Windows of a browser that are lent to one test after the other, so that each page fetches less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

MOST = 4
"""Windows that are kept. Their pages are closed after each test."""


class Windows:
    """Empty windows of one browser, by what they were opened with."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._kept: dict[str, BrowserContext] = {}
        self._lent: list[tuple[str, BrowserContext]] = []

    def lend(self, options: dict[str, Any], fresh: bool = False) -> BrowserContext:
        """One with nothing in it but what the browser has fetched. `fresh`: one that is used for this test alone."""
        key = "" if fresh else repr(sorted(options.items()))
        context = self._kept.pop(key, None) or self._chromium.new_context(**options)
        self._lent.append((key, context))
        return context

    def take_back(self) -> None:
        """Close all pages; keep the windows that come back empty."""
        while self._lent:
            key, context = self._lent.pop()
            if key and key not in self._kept and len(self._kept) < MOST and _emptied(context):
                self._kept[key] = context
            else:
                context.close()


def _emptied(context: BrowserContext) -> bool:
    """Forget what pages have stored, if one of them can do so."""
    if not any(map(_forgot, context.pages)):
        return False
    for page in context.pages:
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    context.set_offline(False)
    return True


def _forgot(page: Page) -> bool:
    """Whether the storage that a page shares with others is empty now. Some tests take it away."""
    forget = "() => { try { localStorage.clear(); return true; } catch { return false; } }"
    return page.url.startswith("http") and bool(page.evaluate(forget))
