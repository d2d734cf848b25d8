"""The ask `tell`: a question about the table, answered in words for people who listen."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.web.live import feed
from kartentisch.web.scene import Line
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.scene import scene
from kartentisch.web.table_scene.spoken import QUESTIONS, told


def told_at(at: Reader, question: str) -> str:
    """The answer for this reader, from the scene that they see now."""
    return told(at.t, question, scene(at), _newest(at))


def untold(question: str) -> Reason:
    """Why a question has no answer."""
    return Reason("tell_unknown", {"arg": question[:20], "allowed": ", ".join(QUESTIONS)})


def _newest(at: Reader) -> list[Line]:
    """The lines of the newest fact that this reader was told of."""
    entries, _ = at.room.log_since(at.reader, -1)
    said = (feed.lines(at.t, at.table.game.name, [entry], at.names, at.reader) for entry in reversed(entries))
    return next((lines for lines in said if lines), [])
