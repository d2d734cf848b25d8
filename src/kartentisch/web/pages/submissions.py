"""Forms that open a table and arrive twice, by a double press or after a crash: both lead to the table of the first.

The id of the table follows from the form, so the log knows whether it was opened.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from kartentisch.web.access.newest import Newest
from kartentisch.web.live.world import World

REMEMBERED = 200
"""The number of forms remembered; the oldest are forgotten."""


@dataclass(frozen=True)
class Submission:
    """A form and the table that it opens. Hold the lock while you work on it, so that the same form waits."""

    table: str
    ask: str = ""
    """The ask that the table's first fact answers; "" if the form has no id."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Submissions:
    def __init__(self) -> None:
        self._known = Newest[str, Submission](REMEMBERED)

    async def of(
        self, world: World, gone: Callable[[str], Awaitable[bool]], what: str, given: Mapping[str, str]
    ) -> Submission:
        """The submission of a form; a form that is sent again gets the same one. A changed form is another form.

        `gone`: whether a table was deleted; if so, the form opens another table.
        """
        if not (ask := given.get("ask", "")[:40]):
            return Submission(world.new_id())
        form = [what, sorted(given.items())]
        again = 0
        while await gone(table := world.named(json.dumps([*form, again]))):
            again += 1
        return self._known.keep(table, self._known.get(table) or Submission(table, f"open-{ask}"))
