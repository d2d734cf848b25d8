"""Random matches of Solo, step by step against an independent reading of the rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kartentisch.engine import moves, states, views
from kartentisch.engine.luck import new_luck
from kartentisch.games.solo import GAME
from kartentisch.testing import Moment, walk
from tests.games import solo_oracle as oracle
from tests.games.solo_chance import state_by_chance
from tests.ways import long, ways

pytestmark = pytest.mark.rules

OPTIONS: list[dict[str, Any]] = [
    {"rounds": 1},
    {"rounds": 1, "solo_call": "auto"},
    {"rounds": 3, "step_limit": 120},
    {"limit": 30, "step_limit": 400},
    {"rounds": 1, "reverse_skips": True, "hand": 5, "call_until": "next", "swaps": False},
    {"rounds": 1, "call_until": "next"},
]


def drawn(before: oracle.State, after: oracle.State, seat: int, move: str) -> oracle.Drawn:
    """Which cards were drawn, read off the hands of those who may have drawn."""
    token = move.split(maxsplit=1)[0]
    act = before["phase"] != "gift" and (token in oracle.ORDER or token[:6] == "triple" or token in ("draw", "take"))
    who = [other for other in before["owes_call"] if other != seat and act]
    who += [seat] if token in ("draw", "take") else []
    return {other: list((Counter(after["hands"][other]) - Counter(before["hands"][other])).elements()) for other in who}


def compare_moment(moment: Moment, state: oracle.State, number: int) -> None:
    """Who may do what, at the beginning of a move and within it; what each sees."""
    game, records = moment.game, moment.records
    mask, asked = int(game.run.actors(records, 0)), int(game.run.asked(records, 0))
    actors = [asked] * (mask != 0) + [seat for seat in range(moment.seats) if (mask >> seat) & 1 and seat != asked]
    assert actors == oracle.actors(state), str(moment)
    for seat in range(moment.seats):
        legal = [game.tokens[step] for step in moves.legal(game, records, seat)]
        assert legal == oracle.legal(state, seat), f"{moment}, seat {seat}"
        for token in legal:
            ends = bool(game.run.ends(records, 0, seat, game.numbers[token]))
            assert ends != oracle.needs_more(state, seat, token), f"{moment}, {token}"
            if ends:
                continue
            draft = game.layout.copy(records)
            game.run.apply(draft, 0, seat, game.numbers[token], new_luck())
            second = [game.tokens[step] for step in moves.legal(game, draft, seat)]
            assert second == oracle.legal(state, seat, token), f"{moment}, after {token}"
    if number % 23 == 0:
        for reader in (0, moment.seats - 1, None):
            seen = states.dump(game, views.view(game, records, reader).records, -1 if reader is None else reader)
            assert {**seen, "seat": reader} == oracle.view(state, reader), f"{moment}, seen by {reader}"


def compare_match(seats: int, options: dict[str, Any], seed: int) -> Counter[str]:
    """Compare a whole match; says how often what was done."""
    seen: Counter[str] = Counter()
    dealt = 0
    before: Moment | None = None
    state: oracle.State = {}
    for number, moment in enumerate(walk("solo", seats, options, seed)):
        last, state = state, states.dump(moment.game, moment.records)
        if before is None or before.seat < 0:
            dealt += 1
            oracle.check_deal(state, dealt, last.get("totals", [0] * seats))
        else:
            move = moves.write(before.game, before.steps)
            wanted = oracle.play(last, before.seat, move, drawn(last, state, before.seat, move))
            assert state == wanted, (
                f"{before}: {[(key, state[key], wanted[key]) for key in state if state[key] != wanted[key]]}"
            )
            seen[f"{last['phase']} {_sort(move)}"] += 1
            seen["reshuffle"] += len(state["draw_bag"]) > len(last["draw_bag"])
            seen["penalty"] += bool(drawn(last, state, before.seat, move)) and _sort(move) not in ("draw", "take")
        compare_moment(moment, state, number)
        before = moment
    return seen


def _sort(move: str) -> str:
    token = move.split(maxsplit=1)[0]
    if token not in oracle.ORDER:
        return token.split(":")[0]
    return "number" if oracle.number(token) else oracle.symbol(token)


@pytest.mark.parametrize("seats", [ways(2), *map(long, range(3, 10)), 10])
def test_the_engine_plays_as_the_rules_say(seats: int) -> None:
    compare_match(seats, OPTIONS[seats % len(OPTIONS)], seats)


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_engine_plays_as_the_rules_say_with_all_options(number: int) -> None:
    compare_match(3 + number, OPTIONS[number], 54 + number)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_engine_plays_as_the_rules_say_with_the_options_of_number_2(seats: int) -> None:
    seen = compare_match(seats, {**OPTIONS[4], "rounds": 6}, 70 + seats)
    skips = seen["turn S"] + seen["drawn S"]
    turned = seen["turn R"] + seen["drawn R"]
    answered = seen["skipped skip"] + seen["skipped P"]
    assert min(skips, turned, seen["penalty"]) > 2
    assert (answered > skips) == (seats == 2)
    assert not any(kind.endswith((" X", " A")) for kind in seen)


def compare_state(chance: random.Random) -> None:
    """All moves from one state by chance, each with some luck, against the oracle."""
    records = states.load(GAME, state_by_chance(chance))
    state = states.dump(GAME, records)
    for seat in oracle.actors(state):
        legal = oracle.legal(state, seat)
        assert [GAME.tokens[step] for step in moves.legal(GAME, records, seat)] == legal, (seat, state)
        for token in legal:
            second = oracle.legal(state, seat, token) if oracle.needs_more(state, seat, token) else []
            move = f"{token} {chance.choice(second)}" if second else token
            draft, luck = GAME.layout.copy(records), new_luck(chance.getrandbits(64))
            for word in move.split():
                GAME.run.apply(draft, 0, seat, GAME.numbers[word], luck)
            reached = states.dump(GAME, draft)
            cards = drawn(state, reached, seat, move)
            if token[0] == "P" and state["to_answer"] == [seat] and not set(cards) <= set(state["protected"]):
                continue  # a hand that grew and moved in one: what was drawn cannot be read off it
            assert reached == oracle.play(state, seat, move, cards), (seat, move, state)


def test_the_engine_plays_as_the_rules_say_where_play_does_not_lead() -> None:
    chance = random.Random(7)
    for _ in range(120):
        compare_state(chance)


@pytest.mark.long
def test_the_engine_plays_as_the_rules_say_where_play_does_not_lead_at_length() -> None:
    chance = random.Random(8)
    for _ in range(20_000):
        compare_state(chance)


def test_what_is_imagined_is_accepted_where_play_does_not_lead() -> None:
    chance = random.Random(9)
    for _ in range(40):
        records = states.load(GAME, state_by_chance(chance))
        for seat in range(int(records[0]["seats"])):
            seen = views.view(GAME, records, seat)
            world = views.imagine(seen, new_luck(chance.getrandbits(64)))
            assert views.view(GAME, world, seat).json() == seen.json()
            states.load(GAME, states.dump(GAME, world))


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_engine_plays_as_the_rules_say_at_length(seats: int, number: int) -> None:
    for seed in range(100, 160):
        compare_match(seats, OPTIONS[number], seed)


def test_the_matches_compared_see_all_kinds_of_moves() -> None:
    seen: Counter[str] = Counter()
    for seats, seed in ((2, 1), (3, 2), (5, 3)):
        seen += compare_match(seats, OPTIONS[0], seed)
    signs = {"number", "S", "R", "+2", "X", "G", "C", "+4", "A", "P"}
    assert {f"turn {sign}" for sign in signs} <= set(seen)
    wanted = {"turn draw", "drawn pass", "drawn number", "owed take", "owed +2", "skipped skip", "answer accept"}
    assert wanted | {"answer P", "gift number", "turn no", "turn solo", "turn triple", "penalty"} <= set(seen)
