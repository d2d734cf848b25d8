"""The names of the people and bots at a table, and the kitchen objects that represent them."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from kartentisch.engine.reasons import Reason
from kartentisch.table.table import Table
from kartentisch.web.live.characters import hidden, look, normal, piled, shortened, shows
from kartentisch.words.language import LANGUAGES, Language, language

FIGURES = ("mug", "pear", "teapot", "lemon", "eggcup", "spoon", "candle", "cherries", "salt", "jar", "pretzel")
BOTS = ("Mika", "Greta", "Juno", "Otto", "Pelle", "Ida", "Kasimir", "Lotte", "Emil", "Frieda", "Bruno", "Wanda")
LONGEST = 24


@lru_cache(maxsize=1000)
def drawn(table_id: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """The things in an order of this table's own."""
    return tuple(sorted(things, key=lambda thing: hashlib.sha256(f"{table_id} {thing}".encode()).digest()))


def figure_words(t: Language) -> dict[str, str]:
    """The name of each figure."""
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
    """The figure that somebody gets: the wanted one, else the next one that nobody at the table has."""
    order = drawn(table_id, FIGURES)
    first = FIGURES.index(wanted) if wanted in FIGURES else FIGURES.index(order[seat % len(order)])
    return next(figure for figure in (*FIGURES[first:], *FIGURES) if figure not in taken)


def figures(table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The figure at each seat. People choose first; bots and free seats get what is left."""
    people = [seat for seat, chair in enumerate(table.chairs) if chair.person]
    shown = {seat: given[seat] for seat in people if given.get(seat) in FIGURES}
    for seat in range(table.seats):
        if seat not in shown:
            shown[seat] = figure_for(table_id, seat, given.get(seat, ""), shown.values())
    return [shown[seat] for seat in range(table.seats)]


def bot_names(table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The name of a bot at each seat. A bot that comes from another table keeps its name."""
    taken = {look(given.get(seat, "")) for seat, chair in enumerate(table.chairs) if chair.person}
    kept = {seat: name for seat, name in given.items() if name in BOTS and look(name) not in taken}
    fresh = [name for name in drawn(table_id, BOTS) if look(name) not in taken and name not in kept.values()]
    return [kept.get(seat) or fresh[seat % len(fresh)] for seat in range(table.seats)]


def names(t: Language, table_id: str, table: Table, given: Mapping[int, str]) -> list[str]:
    """The name at each seat, as everybody sees it."""
    bots, shown, given = bot_names(table_id, table, given), list[str](), _apart(table, given)
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


def _apart(table: Table, given: Mapping[int, str]) -> dict[int, str]:
    """The names of people. Tables of the first version may have a name twice; then they get numbers."""
    apart: dict[int, str] = {}
    for seat, chair in enumerate(table.chairs):
        if chair.person or chair.program:
            apart[seat] = told_apart(given.get(seat, ""), apart.values())
    return apart


def checked_name(text: object) -> str | Reason:
    """The name in one spelling and with single spaces, or what is wrong with it."""
    if not isinstance(text, str):
        return Reason("name_empty")
    name = normal(text.strip())
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name):
        return Reason("name_signs")
    if not any(map(shows, name)):
        return Reason("name_unseen" if name else "name_empty")
    if hidden(name):
        return Reason("name_unseen")
    if piled(name):
        return Reason("name_marks")
    if len(name) > LONGEST:
        return Reason("name_long")
    return Reason("name_misleads", {"name": name}) if _misleads(name) else name


def _misleads(name: str) -> bool:
    """Whether a name looks like what the table itself writes instead of a name or after one, in any language."""
    seen = look(name).translate(str.maketrans("[{<", "(((")).translate(str.maketrans("]}>", ")))"))
    whole, ends, seat = _own_words()
    return seen in whole or seen.endswith(ends) or any(re.fullmatch(f"{one}[0-9]+", seen) for one in seat)


@lru_cache(maxsize=1)
def _own_words() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """The names that the table itself uses, the endings it adds, and the words before the number of a seat."""
    every = [language(code) for code in LANGUAGES]
    whole = {look(said) for t in every for said in (t.say("You"), t.say("you"), t.say("Free seat"))}
    ends = {look(said) for t in every for said in (t.say("{name} (bot)", name=""), t.say("{name} (program)", name=""))}
    seats = {re.escape(look(t.say("Seat {n}", n=""))) for t in every}
    return frozenset(whole), tuple(sorted(ends)), tuple(sorted(seats))


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if somebody else at the table has a name that looks the same."""
    taken, wanted, n = {look(other) for other in others if other}, name, 1
    while name and look(wanted) in taken:
        n += 1
        wanted = f"{shortened(name, LONGEST - len(str(n)) - 1)} {n}"
    return wanted
