"""SWUP against an independent reading of its rules: random matches, and positions in which all beginnings are tried."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.games.swup import GAME
from kartentisch.testing import walk
from tests.games.swup_oracle import Turn, in_order
from tests.games.swup_oracle_play import how_many_rounds, play
from tests.games.swup_positions import crowded, match_at
from tests.ways import first_of_all

pytestmark = pytest.mark.rules

OPTIONS: list[dict[str, Any]] = [
    {},
    {"builds_in_sums": True},
    {"most_cards": 9, "most_black": 0, "last_cards": 3},
    {"rounds": 3, "swup_points": 4, "star_points": 2},
    {"rounds": 1, "swup_points": 0, "star_points": 9},
]
MANY = 1_500
"""Outcomes of one card that are still tried one by one."""


def tokens(draft: Records, seat: int) -> list[str]:
    return [GAME.tokens[step] for step in moves.legal(GAME, draft, seat)]


def begun(records: Records, seat: int, beginning: list[str]) -> Records:
    draft = GAME.layout.copy(records)
    for token in beginning:
        GAME.run.apply(draft, 0, seat, GAME.numbers[token], new_luck())
    return draft


def check_deal(state: dict[str, Any]) -> None:
    """§2: what every deal of a round looks like."""
    seats = state["seats"]
    assert (state["dealer"] + 1) % seats == state["turn"] == (state["round"] - 1) % seats
    assert [len(hand) for hand in state["hands"]] == [4] * seats
    assert (len(state["table"]), len(state["deck"])) == (4, 48 - 4 * seats)
    assert (state["builds"], state["swups"], state["last_taker"]) == ([], [0] * seats, None)
    assert state["piles"] == [[] for _ in range(seats)]


def compare_match(seats: int, options: dict[str, Any], seed: int) -> Counter[str]:
    """Each step of each move against the steps offered, each move against what it does; says what was seen."""
    seen: Counter[str] = Counter()
    expected: dict[str, Any] | None = None
    dealt, state = 0, dict[str, Any]()
    for moment in walk("swup", seats, options, seed):
        state = states.dump(GAME, moment.records)
        dealt += moment.record["steps"] == 0
        if moment.record["steps"] == 0:
            check_deal(state)
        elif expected is not None:
            assert state == expected, str(moment)
        if moment.seat < 0:
            expected = None
            continue
        turn = Turn(state)
        written = [GAME.tokens[step] for step in moment.steps]
        for place in range(len(written)):
            offered = tokens(begun(moment.records, moment.seat, written[:place]), moment.seat)
            assert offered == turn.offered(written[:place]), f"{moment}, after {written[:place]}"
        every = turn.moves(MANY) if len(state["table"]) < 12 else None
        if every is not None:
            found = moves.complete(GAME, moment.records, moment.seat, 100_000)
            assert [moves.write(GAME, move) for move in found] == every, str(moment)
        after = states.dump(GAME, moment.after())
        expected = play(state, " ".join(written), after["hands"])
        seen.update([written[1].partition(":")[0] if len(written) > 1 else "clear"])
    assert (state["over"], dealt) == (True, how_many_rounds(state))
    return seen


ALL = [(seats, number) for number in range(len(OPTIONS)) for seats in (2, 3, 4)]


@pytest.mark.parametrize(("seats", "number"), first_of_all(ALL, soon=[(2, 1), (3, 2), (2, 0), (3, 3), (4, 4)]))
def test_the_engine_plays_as_the_rules_say(seats: int, number: int) -> None:
    assert set(compare_match(seats, OPTIONS[number], 0)) >= {"lay", "take", "build"}


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_engine_plays_as_the_rules_say_at_length(seats: int, number: int) -> None:
    for seed in range(100, 130):
        compare_match(seats, OPTIONS[number], seed)


def all_beginnings(turn: Turn) -> dict[str, Any]:
    """Every legal move in every spelling, as a tree of tokens."""
    tree: dict[str, Any] = {}
    for card in turn.hand:
        written: set[tuple[str, ...]] = {(card,)} if turn.clears(card) else set()
        if turn.can_lay(card):
            written.add((card, "lay"))
        if not turn.clears(card):
            for kind, value in turn.aims(card):
                written |= turn.spellings(card, kind, value)
        for move in written:
            node = tree
            for token in move:
                node = node.setdefault(token, {})
    return tree


def compare_tree(records: Records, seat: int, tree: dict[str, Any], beginning: list[str]) -> None:
    offered = tokens(records, seat)
    assert offered == in_order(tree), beginning
    for token in offered:
        ends = bool(GAME.run.ends(records, 0, seat, GAME.numbers[token]))
        assert ends == (tree[token] == {})
        if not ends:
            compare_tree(begun(records, seat, [token]), seat, tree[token], [*beginning, token])


def compare_position(seed: int) -> bool:
    """All beginnings, all outcomes, some moves done; says whether the own build had to get into a sum."""
    state = crowded(seed)
    records, seat, turn = states.load(GAME, state), state["turn"], Turn(state)
    compare_tree(records, seat, all_beginnings(turn), [])
    every = turn.moves()
    assert every is not None
    assert [moves.write(GAME, move) for move in moves.complete(GAME, records, seat, 100_000)] == every, state
    for move in every[:: max(1, len(every) // 3)]:
        match = match_at(state)
        match.play(seat, move)
        assert match.state_json() == play(state, move, match.state_json()["hands"]), move
    if turn.mine is None:
        return False
    own = turn.builds[turn.mine]["value"]
    return any(" take:" in move and f":{own} " not in move and not turn.keeps(move.split()[0], own) for move in every)


def test_in_crowded_positions_exactly_what_can_be_finished_is_offered() -> None:
    """§12.4, §12.5: all spellings of all moves, against every step that is offered."""
    stretched = [compare_position(seed) for seed in range(60 if COMPILED else 30)]
    assert any(stretched)


@pytest.mark.long
def test_in_very_many_crowded_positions_exactly_what_can_be_finished_is_offered() -> None:
    """§12.4, §12.5"""
    for seed in range(1_000, 4_000):
        compare_position(seed)
