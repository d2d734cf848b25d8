"""How those at a table are called and which kitchen thing stands for them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import lru_cache

from kartentisch.engine.reasons import Reason
from kartentisch.table.table import Table
from kartentisch.words.language import Language

FIGURES = ("mug", "pear", "teapot", "lemon", "eggcup", "spoon", "candle", "cherries", "salt", "jar", "pretzel")
BOTS = ("Mika", "Greta", "Juno", "Otto", "Pelle", "Ida", "Kasimir", "Lotte", "Emil", "Frieda", "Bruno", "Wanda")
LONGEST = 24


@lru_cache(maxsize=1000)
def drawn(table_id: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """The things in an order that belongs to this table."""
    return tuple(sorted(things, key=lambda thing: hashlib.sha256(f"{table_id} {thing}".encode()).digest()))


def figure_words(t: Language) -> dict[str, str]:
    """Each figure in words."""
    said = (
        t.say("Mug"),
        t.say("Pear"),
        t.say("Teapot"),
        t.say("Lemon"),
        t.say("Egg cup"),
        t.say("Spoon"),
        t.say("Candle"),
        t.say("Cherries"),
        t.say("Salt shaker"),
        t.say("Jar"),
        t.say("Pretzel"),
    )
    return dict(zip(FIGURES, said, strict=True))


def figure_for(table_id: str, seat: int, wanted: str, taken: Collection[str]) -> str:
    """The figure that somebody gets: the one wanted, else the next one that nobody at the table has."""
    order = drawn(table_id, FIGURES)
    first = FIGURES.index(wanted) if wanted in FIGURES else FIGURES.index(order[seat % len(order)])
    return next(figure for figure in (*FIGURES[first:], *FIGURES) if figure not in taken)


def figures(table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The figure at each seat: those of people first, then what is left for bots and free seats."""
    people = [seat for seat, chair in enumerate(table.chairs) if chair.person]
    shown = {seat: given[seat] for seat in people if given.get(seat) in FIGURES}
    for seat in range(table.seats):
        if seat not in shown:
            shown[seat] = figure_for(table_id, seat, given.get(seat, ""), shown.values())
    return [shown[seat] for seat in range(table.seats)]


def bot_names(table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """What a bot is called at each seat: as before, if it comes from another table."""
    taken = {given.get(seat, "") for seat, chair in enumerate(table.chairs) if chair.person}
    kept = {seat: name for seat, name in given.items() if name in BOTS and name not in taken}
    fresh = [name for name in drawn(table_id, BOTS) if name not in taken and name not in kept.values()]
    return [kept.get(seat) or fresh[seat % len(fresh)] for seat in range(table.seats)]


def names(t: Language, table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The name at each seat, as everybody sees it."""
    bots, shown = bot_names(table_id, table, given), []
    for seat, chair in enumerate(table.chairs):
        if chair.program:
            shown.append(t.say("{name} (program)", name=given.get(seat) or t.say("Seat {n}", n=seat + 1)))
        elif chair.person:
            shown.append(given.get(seat) or t.say("Seat {n}", n=seat + 1))
        elif chair.bot:
            shown.append(t.say("{name} (bot)", name=bots[seat]))
        else:
            shown.append(t.say("Free seat"))
    return shown


def checked_name(text: object) -> str | Reason:
    """A name with single spaces, or what is wrong with it."""
    if not isinstance(text, str):
        return Reason("name_empty")
    name = " ".join(text.split(" ")).strip()
    if not name or name.isspace():
        return Reason("name_empty")
    if not all(sign.isprintable() or sign == "\N{ZERO WIDTH JOINER}" for sign in name):
        return Reason("name_signs")
    if len(name) > LONGEST:
        return Reason("name_long")
    return name
