"""The score sheets of the games against their rules: random matches, entered round by round as people would."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from kartentisch import words
from kartentisch.engine import states
from kartentisch.engine.luck import new_luck, seeded, set_luck
from kartentisch.engine.options import check_options
from kartentisch.pad.reading import NOBODY, Place, Reading, Value, read
from kartentisch.play.games import games, sheet
from kartentisch.words.language import LANGUAGES, language
from kartentisch.words.sheet import Sheet, as_json
from tests.games.test_laws import OPTIONS
from tests.pad.positions import ENTERED
from tests.ways import long

SOON, MANY = 250, 10_000
"""Rounds of a game."""
QUICK: dict[str, dict[str, object]] = {"solo": {"limit": 300}}
"""Matches that come to an end within some rounds, and rounds that the step limit ends."""
STOPPED: dict[str, list[dict[str, object]]] = {"schwupps": [{"match": "tournament", "step_limit": 150}]}


def states_of(name: str, seats: int, options: dict[str, Any], seed: int) -> Iterator[dict[str, Any]]:
    """The states at the ends of the rounds of a random match."""
    game, chance = sheet(name), random.Random(f"{name} {seats} {seed}")
    luck, out, records = new_luck(), game.buffer(), game.new(seats, options)
    for number in range(100):
        set_luck(luck, *seeded(seed, number, 2))
        (game.run.next_round if number else game.run.deal)(records, 0, luck)
        seat = int(game.run.asked(records, 0))
        code = int(game.run.legal(records, 0, seat, out)) * 16 + seat
        while code:
            step = int(out[chance.randrange(code >> 4)])
            code = int(game.run.advance(records, 0, code & 15, step, chance.getrandbits(63), luck, out))
        yield states.dump(game, records)
        if records[0]["over"]:
            return


@pytest.mark.parametrize(("name", "rounds"), [*((name, SOON) for name in games()), *(long(n, MANY) for n in games())])
def test_a_sheet_says_what_the_rules_say_after_each_round(name: str, rounds: int) -> None:
    """Points, totals, end, winners with ties, and who starts; with the usual options and with others."""
    game, score = sheet(name), words.score_sheet(name)
    sets = [QUICK.get(name, {}), *OPTIONS[name], *STOPPED.get(name, ())]
    seen, ties, nobody, ends = 0, 0, 0, 0
    for seed in range(rounds):
        seats = game.seats[seed % len(game.seats)]
        options = check_options(game.options, sets[seed // len(game.seats) % len(sets)])
        assert isinstance(options, dict)
        values: dict[Place, Value] = {}
        reading, before = read(score, options, seats, values), None
        for state in states_of(name, seats, options, seed):
            assert_starts(reading, state)
            entered = ENTERED[name](state, before)
            values |= {(state["round"], cell, who): value for (cell, who), value in entered.items()}
            reading, before, seen = read(score, options, seats, values), state, seen + 1
            nobody += NOBODY in (entered.get(("out", NOBODY)), entered.get(("black", NOBODY)))
            assert [one.problems for one in reading.rounds] == [()] * state["round"], entered
            assert list(reading.rounds[-1].points) == state["points"]
            assert list(reading.totals) == state["totals"]
            assert (reading.over, reading.next) == (state["over"], state["round"] + 1)
        assert list(reading.best) == state["winners"]
        ties, ends = ties + (len(reading.best) > 1), ends + 1
        if seen >= rounds:
            break
    print(f"{name}: {seen} rounds of {ends} matches, {ties} ties, {nobody} times nobody")
    assert seen >= rounds
    assert ties
    assert nobody or name == "schweinsgalopp"


def assert_starts(reading: Reading, state: dict[str, Any]) -> None:
    """The state is that at the end of the round: it still knows who started."""
    if "start" in state:
        assert reading.starts == state["start"]
    else:
        assert (reading.deals, reading.starts) == (state["dealer"], (state["dealer"] + 1) % state["seats"])


def scores() -> list[Sheet]:
    return [words.score_sheet(name) for name in games()]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_a_sheet_is_small(name: str, code: str) -> None:
    text = json.dumps(as_json(language(code), words.score_sheet(name)), ensure_ascii=False, separators=(",", ":"))
    assert 300 < len(text.encode()) < 3_000


def test_the_options_of_a_sheet_are_options_of_its_game() -> None:
    for name, score in zip(games(), scores(), strict=True):
        options = sheet(name).options
        used = {cell.times for cell in score.cells} | {end.option for end in score.ends} | {score.rotates}
        asked = {end.when.partition("=")[0] for end in score.ends}
        assert (used | asked) - {""} <= set(score.options) <= set(options)


def test_what_a_sheet_refers_to_is_in_it() -> None:
    for score in scores():
        kinds = {cell.name: cell.kind for cell in score.cells}
        assert all(kinds[cell.unless] in ("one", "flag") for cell in score.cells if cell.unless)
        assert all(kinds[check.cell] == "steps" for check in score.checks)
        assert all(kinds[check.unless] == "flag" for check in score.checks if check.unless)
