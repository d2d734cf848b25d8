"""How those at a table are called and which kitchen thing stands for them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
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


def figure(table_id: str, seat: int) -> str:
    return drawn(table_id, FIGURES)[seat % len(FIGURES)]


def names(t: Language, table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The name at each seat, as everybody sees it."""
    taken = {given.get(seat, "") for seat, chair in enumerate(table.chairs) if chair.person}
    bots = [name for name in drawn(table_id, BOTS) if name not in taken]
    shown = []
    for seat, chair in enumerate(table.chairs):
        if chair.person:
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
