"""Windows of one browser, each lent to one test after the other: a page in a new one takes three times as long."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

MOST = 6
"""Windows that are kept."""
SPOILT = {"context": ("new_cdp_session",), "page": ("emulate_media", "expose_binding", "expose_function")}
"""Calls whose effect stays until the window is closed. A held clock does so too."""


@dataclass
class Window:
    """A context of Playwright whose first page is kept, and what is to be undone before the next test."""

    key: str
    context: BrowserContext
    kept: Page | None = None
    size: ViewportSize | None = None
    in_use: bool = False
    spoilt: bool = False
    undo: list[Callable[[], Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        opened = self.context.new_page

        def new_page() -> Page:
            if self.kept is None:
                self.kept = opened()
                self.size = self.kept.viewport_size
                self._watch(self.kept, "page")
            elif self.in_use:
                return opened()
            self.in_use = True
            return self.kept

        vars(self.context)["new_page"] = new_page
        self._watch(self.context, "context")

    def _watch(self, target: Any, what: str) -> None:
        """Note what a test does to a page or context that would reach the next test."""
        add_script, listen = target.add_init_script, target.on

        def add_init_script(*script: Any, **more: Any) -> Any:
            added = add_script(*script, **more)
            self.undo.append(added.close)
            return added

        def on(event: Any, heard: Any) -> None:
            listen(event, heard)
            self.undo.append(lambda: target.remove_listener(event, heard))

        def spoiling(name: str) -> Callable[..., Any]:
            call = getattr(target, name)

            def spoils(*given: Any, **more: Any) -> Any:
                self.spoilt = True
                return call(*given, **more)

            return spoils

        vars(target).update(add_init_script=add_init_script, on=on)
        vars(target).update({name: spoiling(name) for name in SPOILT[what]})

    def emptied(self) -> bool:
        """Undo what a test has done; whether nothing of it is left."""
        page = self.kept
        if self.spoilt or page is None or page.is_closed() or not page.url.startswith("http"):
            return False
        try:
            for other in self.context.pages:
                if other is not page:
                    other.close()
            self.context.set_offline(False)
            if not page.evaluate(FORGET):
                return False
            for undo in reversed(self.undo):
                undo()
            self.undo.clear()
            page.unroute_all()
            self.context.unroute_all()
            page.goto("about:blank")
            if self.size and page.viewport_size != self.size:
                page.set_viewport_size(self.size)
            self.context.clear_cookies()
            self.context.clear_permissions()
        except Error:  # it has crashed, or a test has broken it on purpose
            return False
        self.in_use = False
        return True


FORGET = """() => {
  try { localStorage.clear(); sessionStorage.clear(); } catch { return false; }
  Storage.prototype.setItem = () => {};
  return !('__pwClock' in window);
}"""
"""Empty what pages of a window share, and let the page store nothing more when it is left.

Some tests take the storage away, others hold the clock: their windows are not lent again.
"""


class Windows:
    """The windows of a browser: one that was lent before is lent again."""

    def __init__(self, browser: Browser) -> None:
        self._open = browser.new_context
        self._free: dict[str, Window] = {}
        self._lent: list[Window] = []

    def lend(self, **how: Any) -> BrowserContext:
        key = repr(sorted(how.items()))
        window = self._free.pop(key, None) or Window(key, self._open(**how))
        self._lent.append(window)
        return window.context

    def lent(self) -> int:
        return len(self._lent)

    def take_back(self, beyond: int = 0) -> None:
        """Those that were lent beyond the first so many: keep what can be emptied, close the rest."""
        back, self._lent = self._lent[beyond:], self._lent[:beyond]
        for window in back:
            if len(self._free) < MOST and window.key not in self._free and window.emptied():
                self._free[window.key] = window
            else:
                window.context.close()
