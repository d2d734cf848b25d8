"""What something at the table is: the answer to the ask `what`."""

from __future__ import annotations

from msgspec import UNSET

from kartentisch.engine.reasons import Reason
from kartentisch.table.facts import Ask
from kartentisch.web import scenes
from kartentisch.web.phrases import refusals
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.wire import Done, Refused
from kartentisch.words.language import say

MOST = 12
"""Element ids of one ask that are looked at."""

CONTROLS = {
    "pause": say("Pauses the match for everybody. No time runs meanwhile."),
    "resume": say("Lets the match go on for everybody."),
    "hint": say("A strong bot says what it would play. Everybody hears that you have asked."),
    "start": say("Deals at once. Bots take the free seats."),
    "next": say("Says that you are ready. The next round comes when everybody is."),
    "again": say("Leads to the next match with the same people."),
    "step": say("Lets the bots play on without waiting."),
    "bot": say("A bot plays for this seat until its person takes it back."),
    "back": say("You play for yourself again, and the bot stops."),
    "in": say("You play at once, not only after the next deal."),
    "host": say("From now on you decide about this table."),
    "replay": say("Shows the match again, move by move."),
    "review": say("Goes through the decisions of the match once more."),
    "record": say("Saves the whole match as a file."),
    "sit": say("Takes this seat."),
}
"""What the controls of a table do, for those that are in sight while people play."""


def explained(at: Reader, ask: Ask, path: list[str]) -> Done | Refused:
    """The sentence about the first of these elements that is known, the nearest comes first.

    They are the ids of a scene's elements, and `control:<do>` for a control.
    """
    for element in path[:MOST]:
        if found := scenes.what(at.table.game.name, element):
            return Done(ask.id, at.table.number, at.t.say(found.says), found.paragraph)
        if says := CONTROLS.get(element.removeprefix("control:")):
            return Done(ask.id, at.table.number, at.t.say(says), UNSET)
    why = Reason("what_unknown")
    return Refused(ask.id, why.code, refusals.sentence(at.t, at.table.game.name, why))
