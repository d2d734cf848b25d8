"""The question whether people join the next table, and their answers."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.table.table import Table
from kartentisch.web.live import rematch
from kartentisch.web.scene import Control
from kartentisch.web.table_scene.reader import Reader
from kartentisch.words.language import Language


def renewed(t: Language, table: Table) -> list[str]:
    """The note that a match goes on from one that was played under other rules."""
    settings = table.settings
    if not settings.renewed:
        return []
    return [t.say("Rules: number {n}, the match before had {old}", n=settings.rules, old=settings.renewed)]


def question(at: Reader) -> str:
    t = at.t
    if rematch.proposed(at.room, at.reader):
        return _proposal(at)
    if not rematch.asks(at.room, at.reader):
        return ""
    if at.table.next_table:
        return t.say("Play continues at a new table, with a seat for you. Will you join in?")
    return t.say("{name} would like to play again. Will you join in?", name=at.names[at.room.proposal.agreed[0]])


def _proposal(at: Reader) -> str:
    """For a reader who has said yes: whose answer is missing, and what happens to these people's seats."""
    t, seats = at.t, rematch.missing(at.room)
    if not seats:
        return t.say("You would like to play again. Nobody else is here.")
    said = t.say(
        "You would like to play again. Not answered yet: {names}.", names=t.listing([at.names[s] for s in seats])
    )
    if not at.is_host:
        return said
    return f"{said} " + t.say("If you do not wait, bots play for those who are missing until they come.")


def answers(at: Reader) -> Iterator[Control]:
    if rematch.asks(at.room, at.reader):
        yield Control("again", at.t.say("Join in"), where="question", lead=True)
        yield Control("stay", at.t.say("Not this time"), where="question")
    elif rematch.proposed(at.room, at.reader):
        if at.is_host or not rematch.missing(at.room):
            yield Control("again", at.t.say("Do not wait"), rematch.NOW, "question", lead=True)
        yield Control("stay", at.t.say("Never mind"), where="question")
