"""Forms that open a table and arrive twice, by a double press or after a crash: both lead to the table of the first.

The id of the table follows from the form, so the log knows whether it was opened.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kartentisch.web.access.newest import Newest
from kartentisch.web.live.world import World

REMEMBERED = 200
"""The number of forms remembered; the oldest are forgotten."""


@dataclass(frozen=True)
class Opening:
    """A form and the table that it opens. Hold the lock while you work on it, so that the same form waits."""

    table: str
    ask: str = ""
    """The ask that the table's first fact answers; "" if the form has no id."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Submissions:
    def __init__(self) -> None:
        self._known = Newest[str, Opening](REMEMBERED)

    def of(self, world: World, gone: Callable[[str], bool], what: str, given: Mapping[str, str]) -> Opening:
        """The opening of a form; a form that is sent again gets the same one. A changed form is another form.

        `gone`: whether a table was deleted; if so, the form opens another table.
        """
        if not (ask := given.get("ask", "")[:40]):
            return Opening(world.new_id())
        form = [what, sorted(given.items())]
        names = (world.named(json.dumps([*form, again])) for again in itertools.count())
        table = next(name for name in names if not gone(name))
        return self._known.keep(table, self._known.get(table) or Opening(table, f"open-{ask}"))
