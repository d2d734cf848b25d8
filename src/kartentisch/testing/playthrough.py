"""A match as text, to be kept beside the rules. Its diff shows what a change of the rules changes, and what leaks."""

from __future__ import annotations

import json
from typing import Any

from kartentisch import words
from kartentisch.engine import moves, states, views
from kartentisch.engine.game import Game
from kartentisch.testing.walk import DEAL, END, Moment, Options, actors, match, rules_of
from kartentisch.words.language import language

_HEAD = """\
A match of {game}, {seats} seats, rules {rules}, options {options}, seed {seed}; every step is drawn by lot.

Each deal and move has a line with the digest of the truth after it. Before the first {first} moves, the last {last},
and every {apart}th, all is told: the truth; of each reader's view what is not as in the truth; the legal moves.
"""
_FIRST, _LAST, _APART = 12, 4, 25
_MOST = 60
"""The most complete moves that are listed. If there are more, only their number is given."""


def playthrough(
    game: Game | str,
    seats: int,
    options: Options = None,
    seed: int = 1,
    number: int | None = None,
    said: bool = True,
) -> str:
    """The text of a random match. It is the same on every computer and in every way of running the rules.

    `number`: the rules number, by default the newest. `said`: also give moves in words, whose wording may change.
    """
    rules = rules_of(game)
    moments = match(rules, seats, options, seed, number)
    number = int(moments[0].record["rules"])
    known = rules.editions[number].options
    made = json.dumps({name: option.read(moments[0].record) for name, option in known.items()})
    head = _HEAD.format(
        game=rules.name, seats=seats, rules=number, options=made, seed=seed, first=_FIRST, last=_LAST, apart=_APART
    )
    lines = [*head.splitlines(), "", f"deal | {states.digest(rules, moments[0].records)}"]
    for place, moment in enumerate(moments):
        if place < _FIRST or place % _APART == 0 or place >= len(moments) - _LAST - 1 or moment.seat == DEAL:
            lines += _all_of_it(moment)
        if moment.seat != END:
            lines.append(f"{_event(moment, said)} | {states.digest(rules, moment.after())}")
    return "\n".join(lines) + "\n"


def first_difference(old: str, new: str) -> str:
    """The number and content of the first line in which two texts differ; "" if there is none."""
    before, after = old.splitlines(), new.splitlines()
    for number in range(max(len(before), len(after))):
        one = before[number] if number < len(before) else "(nothing)"
        other = after[number] if number < len(after) else "(nothing)"
        if one != other:
            return f"line {number + 1}:\n- {one}\n+ {other}"
    return ""


def _event(moment: Moment, said: bool) -> str:
    if moment.seat == DEAL:
        return f"{moment.number} deal"
    text = moves.write(moment.game, moment.steps)
    try:
        words_of_it = words.of(moment.game.name).move(language("en"), text.split()) if said else ""
    except ValueError:  # a game without words
        words_of_it = ""
    return f"{moment.number} seat {moment.seat}: {text}{f' | {words_of_it}' if words_of_it else ''}"


def _all_of_it(moment: Moment) -> list[str]:
    rules = moment.game
    truth = states.dump(rules, moment.records)
    lines = ["", f"  truth {_json(truth)}"]
    for reader in moment.readers:
        seen = views.view(rules, moment.records, reader)
        shown = states.dump(rules, seen.records, seen.viewer)
        hidden = {key: shown[key] for key in shown if shown[key] != truth[key]}
        lines.append(f"  {'nobody' if reader is None else f'seat {reader}'} sees {_json(hidden)}")
    for seat in actors(rules, moment.records):
        found = moves.complete(rules, moment.records, seat, _MOST)
        texts = ", ".join(moves.write(rules, move) for move in found[:_MOST])
        lines.append(f"  seat {seat} may: {texts}{', and more' if len(found) > _MOST else ''}")
    return lines


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
