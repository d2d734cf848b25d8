"""What the host can do about one seat. The sheet of that seat shows it."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.web.scene import Control
from kartentisch.web.table_scene.reader import Reader
from kartentisch.words.shared import level


def seat_controls(at: Reader) -> Iterator[Control]:
    table = at.table
    if not at.is_host or table.closed or table.next_table:
        return
    for seat, chair in enumerate(table.chairs):
        if seat != at.reader:
            yield from _of_person(at, seat) if chair.person else _of_nobody(at, seat)


def _of_nobody(at: Reader, seat: int) -> Iterator[Control]:
    """For a free seat or a bot's: its link, and the choice of bot."""
    t, chair = at.t, at.table.chairs[seat]
    yield Control("give", t.say("Link for this seat"), str(seat), seat=seat)
    if at.table.phase == "over":
        return
    yield Control("program", t.say("Let a program play here"), str(seat), seat=seat)
    group = t.say("A bot for this seat") if chair.open else t.say("Strength of the bot")
    for name in at.room.crew.offered:
        label = t.say("Bot, {level}", level=level(t, name))
        yield Control("bot", label, f"{seat} {name}", chosen=name == chair.bot, group=group, seat=seat)


def _of_person(at: Reader, seat: int) -> Iterator[Control]:
    t, table, name = at.t, at.table, at.names[seat]
    chair = table.chairs[seat]
    if chair.guest:
        yield Control("in", t.say("Let {name} play at once", name=name), str(seat), lead=True, seat=seat)
    elif chair.bot:
        yield Control("back", t.say("Let {name} play again", name=name), str(seat), seat=seat)
    elif table.running:
        label = t.say("Let a bot play for {name}", name=name)
        yield Control("bot", label, f"{seat} {at.room.crew.stand_in}", seat=seat)
    if chair.program:
        yield Control("program", t.say("Token for the program"), str(seat), seat=seat)
    yield Control("give", t.say("Give this seat to somebody else"), str(seat), seat=seat)
    if not chair.program:
        ask = t.say("Make {name} the host? From then on they decide about the table.", name=name)
        yield Control("host", t.say("Make {name} the host", name=name), str(seat), confirm=ask, seat=seat)
    question = (
        t.say("Take the seat from {name}? It will be free again.", name=name)
        if table.phase == "waiting"
        else t.say("Take the seat from {name}? A bot plays on.", name=name)
    )
    yield Control("remove", t.say("Take the seat away"), str(seat), confirm=question, seat=seat)
