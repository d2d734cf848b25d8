"""Cases for both readings of a pad. `python -m tests.pad.readings` writes readings.json again, from Python's."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from kartentisch import words
from kartentisch.pad.entries import Entry, values_of
from kartentisch.pad.reading import read
from kartentisch.play.games import games, sheet
from kartentisch.words.language import language
from kartentisch.words.sheet import Sheet, as_json

FILE = Path(__file__).with_name("readings.json")
EACH = 8
"""Cases of a game."""


def entries(score: Sheet, people: int, chance: random.Random, most: int) -> list[Entry]:
    """Entries as people make them, with gaps, mistakes and undos of any of them."""
    made: list[Entry] = []
    for number in range(chance.randrange(most)):
        one = f"entry{number:03}"
        if made and chance.random() < 0.2:
            made.append(Entry(one, "undo", of=chance.choice(made).id))
        elif chance.random() < 0.03:
            made.append(Entry(one, "end"))
        else:
            made.append(_entered(one, score, people, chance, most))
    return made


def _entered(one: str, score: Sheet, people: int, chance: random.Random, most: int) -> Entry:
    cell, number = chance.choice(score.cells), chance.randint(1, 1 + most // 15)
    if not cell.personal:
        top = people - 1 if cell.kind == "one" else 1
        return Entry(one, "enter", number, values={cell.name: chance.randint(-(cell.kind == "one"), top)})
    several = {str(person): _value(cell, chance) for person in range(people) if chance.random() < 0.8}
    if chance.random() < 0.5:
        return Entry(one, "enter", number, values={cell.name: several})
    return Entry(one, "enter", number, chance.randrange(people), {cell.name: _value(cell, chance)})


def _value(cell: Any, chance: random.Random) -> Any:
    if cell.kind == "steps":
        return chance.choice((cell.low, 1, 2, min(cell.high, chance.randrange(12))))
    return {key.name: chance.randint(1, 3) for key in chance.sample(cell.keys, chance.randrange(4))}


def cases() -> list[dict[str, Any]]:
    made = []
    for name in games():
        score, usual = words.score_sheet(name), {one.name: one.default for one in sheet(name).options.values()}
        for number in range(EACH):
            chance = random.Random(f"{name} {number}")
            people = chance.choice(score.seats)
            options = {one: usual[one] for one in score.options}
            if number % 3 == 1:
                options |= {one: 3 for one in options if isinstance(usual[one], int) and one != "limit"}
            if number % 3 == 2:
                options |= {one: value for one, value in (("limit", 60), ("match", "tournament")) if one in options}
            given = entries(score, people, chance, 12 + 6 * number)
            case = {"game": name, "people": people, "options": options, "entries": [_said(one) for one in given]}
            made.append({**case, "reading": reading(case)})
    return made


def _said(entry: Entry) -> dict[str, Any]:
    usual = vars(Entry(entry.id, entry.do))
    return {key: value for key, value in vars(entry).items() if key in ("id", "do") or value != usual[key]}


def reading(case: dict[str, Any]) -> Any:
    """What Python reads in a case, as JSON."""
    score = words.score_sheet(case["game"])
    values = values_of(score, [Entry(**one) for one in case["entries"]])
    found = read(score, case["options"], case["people"], values)
    rounds = [
        {"number": one.number, "points": one.points, "problems": [problem._asdict() for problem in one.problems]}
        for one in found.rounds
    ]
    return json.loads(json.dumps({**found._asdict(), "rounds": rounds}))


def sheets() -> dict[str, Any]:
    """The sheets as the browser gets them."""
    return {name: as_json(language("en"), words.score_sheet(name)) for name in games()}


if __name__ == "__main__":
    lines = (json.dumps(case, sort_keys=True) for case in cases())
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
