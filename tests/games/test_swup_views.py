"""What a seat knows, and what it may imagine (§11, §16 of docs/rules/swup.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kartentisch as kt
from tests.games.swup_oracle import values
from tests.games.swup_positions import State, after, build, match_at, position

pytestmark = pytest.mark.rules


def middle() -> State:
    """Three seats, two builds, a deal still to come."""
    return position(
        "y7 k10 r3",
        "b7 y4 k13 r2",
        build(0, 9, "k4 b5"),
        build(1, 7, "r1 r6"),
        seats=3,
        turn=1,
        hands={0: "y9 k8", 2: "k5 b2 b3"},
        deals=1,
        last_taker=2,
        swups=[0, 2, 0],
    )


@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_table_builds_piles_and_numbers_are_known_to_all(reader: int | None) -> None:
    """§11.1, §16.1"""
    state = middle()
    view = match_at(state).view(reader).json()
    hidden = {"hands", "deck"}
    assert {key: view[key] for key in state if key not in hidden} == {
        key: value for key, value in state.items() if key not in hidden
    }
    assert [len(hand) for hand in view["hands"]] == [2, 3, 3]
    assert view["deck"] == 12
    assert view["seat"] == reader
    assert view["moves"] == (match_at(state).steps(1) if reader == 1 else [])


@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_a_hand_is_known_to_its_seat_alone_and_the_deck_to_nobody(reader: int | None) -> None:
    """§11.2, §16.1"""
    state = middle()
    view = match_at(state).view(reader).json()
    for seat, hand in enumerate(state["hands"]):
        assert view["hands"][seat] == (hand if seat == reader else [None] * len(hand))
    swapped = middle()
    mine = 1 if reader != 1 else 2
    swapped["hands"][mine][0], swapped["deck"][0] = swapped["deck"][0], swapped["hands"][mine][0]
    if mine != 1:
        assert match_at(swapped).view(reader).json() == view
    assert isinstance(view["deck"], int)


def test_when_the_round_is_over_the_hands_are_open_and_empty() -> None:
    """§11.2"""
    match = match_at(position("r9", "b8", turn=1, last_taker=0))
    match.play(1, "r9 lay")
    for reader in (0, 1, None):
        view = match.view(reader).json()
        assert (view["hands"], view["deck"], view["moves"]) == ([[], []], 0, [])


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_whoever_owns_a_build_holds_a_card_of_its_value(reader: int) -> None:
    """§11.3, §16.2"""
    state = middle()
    view = match_at(state).view(reader)
    promised: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for seed in range(60):
        world = view.imagine(seed).state_json()
        assert world["hands"][reader] == state["hands"][reader]
        for owner, value in ((0, 9), (1, 7)):
            keeping = [card for card in world["hands"][owner] if value in values(card)]
            assert keeping
            promised[owner].update(keeping)
    assert len(promised[0]) > 1 or reader == 0
    assert len(promised[1]) > 1 or reader == 1


def test_hands_are_drawn_by_the_luck_of_the_deal_or_of_the_move_that_needs_one() -> None:
    """§11.4"""
    state = position("r9", "b8", turn=1, deals=2)
    drawn = {str(after(state, "r9 lay", seed=seed)["hands"]) for seed in range(30)}
    assert len(drawn) == 30
    assert after(state, "r9 lay", seed=3) == after(state, "r9 lay", seed=3)
    quiet = position("r9 b2", "b8", deals=2)
    assert len({str(after(quiet, "r9 lay", seed=seed)) for seed in range(10)}) == 1


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_unseen_cards_are_imagined_over_other_hands_and_the_deck(reader: int) -> None:
    """§16.2"""
    state = middle()
    view = match_at(state).view(reader)
    places: Counter[str] = Counter()
    unseen = [card for seat, hand in enumerate(state["hands"]) if seat != reader for card in hand] + state["deck"]
    card = unseen[-1]
    for seed in range(80):
        world = view.imagine(seed).state_json()
        there = [card for seat, hand in enumerate(world["hands"]) if seat != reader for card in hand] + world["deck"]
        assert sorted(there) == sorted(unseen)
        places["deck" if card in world["deck"] else "hand"] += 1
        match_at(world)
    assert set(places) == {"deck", "hand"}


@pytest.mark.parametrize(
    ("builds", "hands", "away"),
    [
        ((build(0, 9, "k4 b5"), build(2, 9, "r3 r6")), ("k9 y12", "b9 y11"), "r9 y9"),
        ((build(0, 15, "r12 b3"), build(2, 2, "r1 b1")), ("k2 y12", "y2 y11"), "b2 r2"),
        ((build(0, 2, "r1 b1"), build(2, 15, "r12 b3")), ("y2 y12", "k2 y11"), "b2 r2"),
        ((build(0, 16, "r12 b4"), build(2, 10, "r4 r6")), ("r10 y12", "y10 y11"), "b10 k10"),
        ((build(0, 10, "r4 r6"), build(2, 16, "r12 b4")), ("y10 y12", "r10 y11"), "b10 k10"),
        ((build(0, 14, "r12 y2"), build(2, 1, "k1 b1", double=True)), ("y1 y12", "r1 y11"), ""),
    ],
)
def test_several_owners_share_the_few_cards_that_can_keep_their_promises(
    builds: tuple[State, State], hands: tuple[str, str], away: str
) -> None:
    """§16.2: those with the fewest possible cards get theirs before the others."""
    state = position("y13 k13", away, *builds, seats=3, turn=1, hands={0: hands[0].split()[0], 2: hands[1]}, deals=2)
    view = match_at(state).view(1)
    for seed in range(40):
        world = view.imagine(seed).state_json()
        assert match_at(world).view(1).json() == view.json()
        for one in builds:
            assert any(one["value"] in values(card) for card in world["hands"][one["owner"]])


def test_all_promises_are_kept_in_whatever_a_seat_imagines_during_matches() -> None:
    """§16.2"""
    owners = 0
    for seed in range(6):
        match = kt.Match("swup", 2 + seed % 3, seed=seed)
        while not match.round_over:
            (seat,) = match.actors()
            builds = [move for move in match.moves(seat) if "build" in move]
            match.play(seat, (builds or match.moves(seat))[-1])
            state = match.state_json()
            owners += len(state["builds"]) > 1
            for reader in range(match.seats):
                view = match.view(reader)
                assert view.imagine(seed).view(reader).json() == view.json()
    assert owners > 10


def test_a_view_in_which_a_build_cannot_be_kept_is_refused() -> None:
    """§16.3"""
    state = position("k9 r9", "b7", build(1, 15, "k4 r11"), hands={1: "k2 y3"})
    json = match_at(state).view(0).json()
    assert "k2" in kt.View.from_json(json).imagine(1).state_json()["hands"][1]
    json["hands"][0], json["hands"][1] = ["k2", "r9"], [None, None]
    with pytest.raises(ValueError, match="hands of seat 1"):
        kt.View.from_json(json)
    own = match_at(state).view(1).json()
    own["hands"][1] = ["k8", "y3"]
    own["piles"][1][own["piles"][1].index("k8")] = "k2"
    with pytest.raises(ValueError, match="no card for its build of 15"):
        kt.View.from_json(own)


def test_a_bystanders_view_cannot_be_imagined() -> None:
    with pytest.raises(ValueError, match="bystander"):
        match_at(middle()).view(None).imagine(1)


def test_a_view_over_the_wire_plays_like_the_match() -> None:
    """§11.1"""
    match = match_at(middle())
    sent: dict[str, Any] = match.view(1).json()
    view = kt.View.from_json(sent)
    assert view.moves() == match.moves(1)
    for move in match.moves(1):
        assert view.why_not(move) is None
    assert view.why_not("k10 lay") == match.why_not(1, "k10 lay")
    assert view.why_not("k10 lay") is not None
