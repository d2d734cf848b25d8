"""What the host can do about one seat. The sheet of that seat shows it."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.table.table import Phase
from kartentisch.web.scene import Control
from kartentisch.web.table_scene.reader import Reader
from kartentisch.words.language import Language, once
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
    chair = at.table.chairs[seat]
    yield _link(at.t, seat)
    if at.table.phase != "over":
        yield from _bots(at.t, seat, chair.open, chair.bot, tuple(at.room.bot_pool.offered))


def _of_person(at: Reader, seat: int) -> tuple[Control, ...]:
    table, chair = at.table, at.table.chairs[seat]
    stand_in = f"{seat} {at.room.bot_pool.stand_in}"
    return _person(at.t, seat, at.names[seat], chair.guest, bool(chair.bot), chair.program, table.phase, stand_in)


# ---- Made once -------------------------------------------------------------------------------------------------------


@once
def _link(t: Language, seat: int) -> Control:
    return Control("give", t.say("Link for this seat"), str(seat), seat=seat)


@once
def _bots(t: Language, seat: int, free: bool, level_now: str, offered: tuple[str, ...]) -> tuple[Control, ...]:
    group = t.say("A bot for this seat") if free else t.say("Strength of the bot")
    found = [Control("program", t.say("Let a program play here"), str(seat), seat=seat)]
    for name in offered:
        label = t.say("Bot, {level}", level=level(t, name))
        found.append(Control("bot", label, f"{seat} {name}", chosen=name == level_now, group=group, seat=seat))
    return tuple(found)


@once
def _person(
    t: Language, seat: int, name: str, guest: bool, bot: bool, program: bool, phase: Phase, stand_in: str
) -> tuple[Control, ...]:
    """`stand_in`: the argument of the ask for a bot."""
    found = []
    if guest:
        found.append(Control("in", t.say("Let {name} play at once", name=name), str(seat), lead=True, seat=seat))
    elif bot:
        found.append(Control("back", t.say("Let {name} play again", name=name), str(seat), seat=seat))
    elif phase in ("playing", "paused"):
        found.append(Control("bot", t.say("Let a bot play for {name}", name=name), stand_in, seat=seat))
    if program:
        found.append(Control("program", t.say("Token for the program"), str(seat), seat=seat))
    found.append(Control("give", t.say("Give this seat to somebody else"), str(seat), seat=seat))
    if not program:
        ask = t.say("Make {name} the host? From then on they decide about the table.", name=name)
        found.append(Control("host", t.say("Make {name} the host", name=name), str(seat), confirm=ask, seat=seat))
    question = (
        t.say("Take the seat from {name}? It will be free again.", name=name)
        if phase == "waiting"
        else t.say("Take the seat from {name}? A bot plays on.", name=name)
    )
    found.append(Control("remove", t.say("Take the seat away"), str(seat), confirm=question, seat=seat))
    return tuple(found)
