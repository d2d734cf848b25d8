"""The newest scene of one page: when it is drawn, and how it is sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from kartentisch.web.live.throttles import Throttle
from kartentisch.web.scene import Line


class EncodedScene(msgspec.Struct, tag="scene", tag_field="t"):
    """Like `wire.SceneDown`, with a scene that was encoded once for everyone who sees the same."""

    scene: msgspec.Raw
    log: list[Line]
    fresh: bool = False


class Redraw:
    """At once if something has happened at the table, or the page has asked for something; else in its turn, since a
    crowd that comes or goes changes the scenes of everybody at its tables.
    """

    def __init__(self, throttle: Throttle) -> None:
        self._throttle = throttle
        self._waits = self._may = False

    def due(self, at_once: bool, wake: Callable[[], None]) -> bool:
        """Whether to draw now. If not, `wake` will be called, and then this is to be asked again."""
        if not at_once and not self._may and not self._waits:
            self._waits = True
            self._throttle.ask(partial(self._begin, wake))
        now = at_once or self._may
        if now:
            self._waits = self._may = False
        return now

    def _begin(self, wake: Callable[[], None]) -> bool:
        """The turn has come; False if the scene has been drawn meanwhile."""
        if not self._waits:
            return False
        self._waits, self._may = False, True
        wake()
        return True
