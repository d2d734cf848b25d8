"""What a reader can pass on of a finished match: the end in words and the way to the replay, without any right."""

from __future__ import annotations

from dataclasses import replace

from kartentisch import words
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.views import View
from kartentisch.web.phrases.proof import page_texts
from kartentisch.web.scenes import Drawn
from kartentisch.web.scorecard import Proof, Result, Share
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.result import result


def ending(at: Reader, view: View | None, drawn: Drawn) -> Result | None:
    """The result of a round or match, as long as the scene shows one."""
    if view is None or at.table.phase not in ("result", "over"):
        return None
    found = result(at, view, at.room.scores, drawn.lines, drawn.limit)
    if found.over and not at.screen and (at.table.settings.luck == "drawn" or at.room.world.luck_key):
        found.proof = Proof(at.table.matches, page_texts(at.t))
    if found.over and not at.screen and at.table.watchers != "nobody":
        found.share = Share(_told(replace(at, reader=BYSTANDER), view), f"/t/{at.room.id}/replay")
    return found


def _told(at: Reader, view: View) -> str:
    """The end in the words of a bystander."""
    found = result(at, view, at.room.scores)
    game = words.of(at.table.game.name).title
    sums = " · ".join(f"{row.name} {at.t.number(row.total)}" for row in found.rows)
    return f"{game}: {found.title} {sums}"
