"""Windows of one browser, each lent to one test after the other: a page in a new one takes three times as long."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, ViewportSize

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

MOST = 8
"""Windows that are kept."""
USUAL: ViewportSize = {"width": 1280, "height": 720}
"""Playwright's own size of a window."""
SPOILT = ("emulate_media", "expose_binding", "expose_function")
"""Calls of a page whose effect stays until the window is closed."""


@dataclass(eq=False)
class Window:
    """A context of Playwright whose first page is kept, and what is to be undone before the next test."""

    key: str
    context: BrowserContext
    size: ViewportSize
    held: bool
    """Its clock is, by each test that it is lent to."""
    workers: bool
    """Its pages may register service workers."""
    kept: Page | None = None
    in_use: bool = False
    spoilt: bool = False
    undo: list[Callable[[], Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        opened, session = self.context.new_page, self.context.new_cdp_session
        self.close = self.context.close

        def new_page() -> Page:
            if self.kept is None:
                self.kept = opened()
                self._watch(self.kept)
                if self.workers:
                    self._refuse_routes(self.kept)
                for name in SPOILT:
                    self._spoiling(self.kept, name)
            elif self.in_use:
                return sized(opened(), self.size)
            self.in_use = True
            return sized(self.kept, self.size)

        def new_cdp_session(page: Any) -> CDPSession:
            found = session(page)
            self._spoiling(found, "send", but="Input.")
            self.undo.append(found.detach)
            return found

        vars(self.context).update(new_page=new_page, new_cdp_session=new_cdp_session)
        self._watch(self.context)
        if self.workers:
            self._refuse_routes(self.context)

    def _watch(self, target: Any) -> None:
        """Note what a test does to a page or context that would reach the next test."""
        add_script, listen = target.add_init_script, target.on

        def add_init_script(*script: Any, **more: Any) -> Any:
            added = add_script(*script, **more)
            self.undo.append(added.close)
            return added

        def on(event: Any, heard: Any) -> None:
            listen(event, heard)
            self.undo.append(lambda: target.remove_listener(event, heard))

        vars(target).update(add_init_script=add_init_script, on=on)

    def _refuse_routes(self, target: Any) -> None:
        """Playwright does not see requests that a service worker answers."""

        def route(*_: Any, **__: Any) -> None:
            raise AssertionError("a test that routes requests needs a window without service workers")

        vars(target)["route"] = route

    def _spoiling(self, target: Any, name: str, *, but: str = "-") -> None:
        """This call spoils the window, unless what it is given first begins with `but`."""
        call = getattr(target, name)

        def spoils(*given: Any, **more: Any) -> Any:
            self.spoilt |= not (given and str(given[0]).startswith(but))
            return call(*given, **more)

        vars(target)[name] = spoils

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
            if not page.evaluate(FORGET, self.held):
                return False
            if self.held:
                page.clock.resume()
            for undo in reversed(self.undo):
                undo()
            self.undo.clear()
            page.unroute_all()
            self.context.unroute_all()
            page.goto("about:blank")
            self.context.clear_cookies()
            self.context.clear_permissions()
        except Error:  # it has crashed, or a test has broken it on purpose
            return False
        self.in_use = False
        return True


def sized(page: Page, size: ViewportSize) -> Page:
    if page.viewport_size != size:
        page.set_viewport_size(size)
    return page


FORGET = """held => {
  try { localStorage.clear(); sessionStorage.clear(); } catch { return false; }
  Storage.prototype.setItem = () => {};
  return held || !('__pwClock' in window);
}"""
"""Empty what pages of a window share, and let the page store nothing more when it is left.

Some tests take the storage away; and a clock that was held once is held for good: such windows are lent to tests that
hold it anyway.
"""


class Windows:
    """The windows of a browser: one that was lent before is lent again, whatever its size."""

    def __init__(self, browser: Browser) -> None:
        self._open = browser.new_context
        self._free: list[Window] = []
        self._lent: list[Window] = []

    def lend(self, *, viewport: ViewportSize = USUAL, held: bool = False, **how: Any) -> BrowserContext:
        """`held`: its clock will be."""
        key = repr((held, sorted((what, value) for what, value in how.items() if value is not False)))
        window = next((one for one in self._free if one.key == key), None)
        if window:
            self._free.remove(window)
            window.size = viewport
        else:
            workers = how.get("service_workers") != "block"
            window = Window(key, self._open(viewport=viewport, **how), viewport, held, workers)
        self._lent.append(window)
        vars(window.context)["close"] = lambda: self._back(window)
        return window.context

    def lent(self) -> int:
        return len(self._lent)

    def take_back(self, beyond: int = 0) -> None:
        """Take back all windows but the first `beyond` that were lent."""
        for window in self._lent[beyond:]:
            self._back(window)

    def _back(self, window: Window) -> None:
        """Keep what can be emptied, and of that what was lent last. A test that closes a window gives it back too."""
        if window not in self._lent:
            return
        self._lent.remove(window)
        if not window.workers and window.emptied():
            self._free.append(window)
        else:
            window.close()
        if len(self._free) > MOST:
            self._free.pop(0).close()
