"""What the entries of a pad add up to. It knows no game: see `words/sheet.py` for what a sheet declares.

The browser has the same in `static/js/pad-reading.js`; both pass the cases of `tests/pad/readings.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kartentisch.words.sheet import Cell, Check, End, Sheet

NOBODY = -1
"""In a cell of the kind `one`: nobody has it. As a person: a value that belongs to the whole round."""

Place = tuple[int, str, int]
"""Round, from 1; name of a cell; person, NOBODY for a cell of the whole round."""

Value = int | Mapping[str, int]
"""Numbers of cards by the names of their keys; a number of steps; who has it; 1 for a flag that is set."""

Options = Mapping[str, Any]


class Problem(NamedTuple):
    """What a round lacks."""

    code: str
    """answer: nobody was named. low: this person has too few. number: there are fewer such cards. check: see `Check`.
    """
    cell: str
    person: int = NOBODY
    key: str = ""
    n: int = 0
    """The number that was found."""


class Round(NamedTuple):
    number: int
    points: tuple[int, ...]
    problems: tuple[Problem, ...]


class Reading(NamedTuple):
    """All of a pad."""

    rounds: tuple[Round, ...]
    """All rounds in which something is entered, and those before them."""
    totals: tuple[int, ...]
    """Of the rounds that lack nothing."""
    next: int
    """The first round that lacks something, or the one after all others."""
    over: bool
    best: tuple[int, ...]
    """All people with the best total: the winners, if it is over."""
    starts: int
    """Who starts the next round."""
    deals: int
    """Who deals it; NOBODY if it does not matter."""


def read(sheet: Sheet, options: Options, people: int, values: Mapping[Place, Value]) -> Reading:
    """What these values add up to."""
    last = max((number for number, _, _ in values), default=0)
    rounds = [_round(sheet, options, people, number, values) for number in range(1, last + 1)]
    full = [one for one in rounds if not one.problems]
    totals = tuple(sum(one.points[person] for one in full) for person in range(people))
    best = max(totals) if sheet.wins == "most" else min(totals)
    number = next((one.number for one in rounds if one.problems), last + 1)
    turn = (number - 1) % people
    return Reading(
        tuple(rounds),
        totals,
        number,
        _over(sheet, options, people, len(full), totals),
        tuple(person for person in range(people) if totals[person] == best),
        turn if sheet.starts != "same" or options.get(sheet.rotates) else 0,
        (turn - 1) % people if sheet.starts == "left of dealer" else NOBODY,
    )


# ---- A round ---------------------------------------------------------------------------------------------------------


def _round(sheet: Sheet, options: Options, people: int, number: int, values: Mapping[Place, Value]) -> Round:
    here = {(cell, person): value for (at, cell, person), value in values.items() if at == number}
    points, problems = [0] * people, list[Problem]()
    for cell in sheet.cells:
        worth = cell.worth * (options[cell.times] if cell.times else 1)
        if cell.kind == "one" and _asked(sheet, cell, NOBODY, here):
            who = here.get((cell.name, NOBODY))
            if who is None or (who == NOBODY and not cell.nobody):
                problems.append(Problem("answer", cell.name))
            elif isinstance(who, int) and who >= 0:
                points[who] += worth
        for person in range(people) if cell.personal else ():
            if _asked(sheet, cell, person, here):
                value = here.get((cell.name, person), 0)
                points[person] += _points(cell, worth, value)
                if (n := count(value)) < cell.low and not _lacks(sheet, cell, here):
                    problems.append(Problem("low", cell.name, person, n=n))
        problems += _too_many(sheet, cell, people, here)
    problems += [problem for check in sheet.checks if (problem := _checked(sheet, check, people, here))]
    return Round(number, tuple(points), tuple(problems))


Here = Mapping[tuple[str, int], Value]


def _asked(sheet: Sheet, cell: Cell, person: int, here: Here) -> bool:
    """Whether this cell counts for this person, or for the round."""
    if not cell.unless:
        return True
    other = here.get((cell.unless, NOBODY))
    if sheet.cell[cell.unless].kind == "flag":
        return not other
    return other not in (NOBODY, person)


def _lacks(sheet: Sheet, cell: Cell, here: Here) -> bool:
    """Whether it is not known yet who is not asked for this cell."""
    return bool(cell.unless) and sheet.cell[cell.unless].kind == "one" and (cell.unless, NOBODY) not in here


def count(value: Value) -> int:
    """The number of cards or steps."""
    return value if isinstance(value, int) else sum(value.values())


def _points(cell: Cell, worth: int, value: Value) -> int:
    if isinstance(value, int):
        return worth * value
    return sum(key.worth * value.get(key.name, 0) for key in cell.keys)


def _too_many(sheet: Sheet, cell: Cell, people: int, here: Here) -> list[Problem]:
    """The kinds of cards of which more are entered than there are."""
    found = []
    for key in cell.keys:
        hands = [here.get((cell.name, person), 0) for person in range(people) if _asked(sheet, cell, person, here)]
        n = sum(hand.get(key.name, 0) for hand in hands if not isinstance(hand, int))
        if n > key.number:
            found.append(Problem("number", cell.name, key=key.name, n=n))
    return found


def _checked(sheet: Sheet, check: Check, people: int, here: Here) -> Problem | None:
    if check.unless and here.get((check.unless, NOBODY)):
        return None
    cell = sheet.cell[check.cell]
    asked = [person for person in range(people) if _asked(sheet, cell, person, here)]
    n = sum(count(here.get((cell.name, person), 0)) for person in asked)
    return None if check.low <= n <= check.high else Problem("check", cell.name, n=n)


# ---- The end ---------------------------------------------------------------------------------------------------------


def _over(sheet: Sheet, options: Options, people: int, rounds: int, totals: Sequence[int]) -> bool:
    end = end_of(sheet, options)
    if end.by == "above":
        return max(totals) > int(options[end.option])
    return rounds >= rounds_until(end, options, people)


def end_of(sheet: Sheet, options: Options) -> End:
    """The rule by which this match ends."""
    for end in sheet.ends:
        option, _, value = end.when.partition("=")
        if (not end.when or options[option] == value) and (end.by != "rounds" or options[end.option]):
            return end
    raise ValueError("a sheet has an end that always applies")


def rounds_until(end: End, options: Options, people: int) -> int:
    """How many rounds a match has that ends so; 0: as many as it takes."""
    match end.by:
        case "rounds":
            return int(options[end.option])
        case "people":
            return people
        case "above":
            return 0
        case _:
            return 1
