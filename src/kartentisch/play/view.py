"""The view of the public API, by the name that others import it by. It is defined beside `Match`."""

from __future__ import annotations

from kartentisch.play.match import View

__all__ = ["View"]
