"""The black 5, SWUPs, last cards, points and matches (§7-9 of docs/rules/swup.md)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from tests.games.swup_positions import (
    CARDS,
    State,
    after,
    build,
    legal,
    match_at,
    moves_at,
    position,
    refusal,
    steps_at,
)

pytestmark = [pytest.mark.rules, pytest.mark.ways]

MINE = build(0, 5, "k4 b1")
NINE = build(1, 9, "k7 b2")


def piles_without(*others: str, seats: int = 2, taken: int = 0) -> list[str]:
    """Piles that hold all cards but these; `taken`: how many of them are in the first pile (0: they are shared out)."""
    cards = [card for card in CARDS if card not in others]
    if taken:
        return [" ".join(cards[:taken]), " ".join(cards[taken:])]
    return [" ".join(cards[seat::seats]) for seat in range(seats)]


# ---- §7 -------------------------------------------------------------------------------------------------------------


def test_the_black_5_takes_everything_builds_too_and_is_a_swup() -> None:
    """§7.1"""
    state = position("k5 r9", "b7 r3", NINE, hands={1: "b9 k13"})
    reached = after(state, "k5")
    assert reached["piles"][0] == ["k5", "k7", "r3", "b2", "b7"]
    assert (reached["table"], reached["builds"], reached["swups"], reached["last_taker"]) == ([], [], [1, 0], 0)
    assert reached["steps"] == state["steps"] + 1


def test_the_black_5_takes_the_own_build_too_whatever_it_promised() -> None:
    """§7.1"""
    state = position("k5 r9", "", MINE)
    assert after(state, "k5")["piles"][0] == ["k4", "k5", "b1"]
    assert steps_at(position("k5 r9", "", build(0, 9, "k7 b2"))) == ["k5", "r9"]
    assert after(position("k5 r9", "", build(0, 9, "k7 b2")), "k5")["builds"] == []
    assert "k5" in steps_at(position("k5 r9", "", build(1, 9, "k7 b2"), hands={1: "y9 y13"}))


def test_on_an_empty_table_the_black_5_is_laid_like_any_card() -> None:
    """§7.2"""
    state = position("k5 r9")
    assert moves_at(state, "k5") == ["k5 lay"]
    reached = after(state, "k5 lay")
    assert (reached["table"], reached["swups"], reached["last_taker"]) == (["k5"], [0, 0], 1)
    assert not legal(state, "k5")


def test_the_black_5_has_no_other_use_when_it_is_played() -> None:
    """§7.3"""
    state = position("k5 r9 y7", "b5 k2")
    assert moves_at(state, "k5") == ["k5"]
    for move in ("k5 lay", "k5 take:5 b5 done", "k5 build:7 k2 done"):
        assert "complete before" in refusal(state, move)
    assert steps_at(state, "k5") == []


def test_on_the_table_and_as_a_promise_the_black_5_is_a_5() -> None:
    """§7.4"""
    assert "r9 take:9 k5 b4 done" in moves_at(position("r9 y2", "k5 b4"))
    assert "b2 build:5 r3 done" in moves_at(position("b2 k5", "r3"))
    assert "r2 build:5 r3 @0 done" in moves_at(position("r2 k5", "r3", MINE))
    assert "r2 build:5 r3 @0 done" not in moves_at(position("r2 k6", "r3", build(1, 5, "k4 b1"), hands={1: "k5 y13"}))
    assert steps_at(position("k13 k5", "y13", MINE), "k13") == ["take:13"]


# ---- §8 -------------------------------------------------------------------------------------------------------------


def test_a_take_that_leaves_neither_card_nor_build_is_a_swup() -> None:
    """§8.1"""
    state = position("r9 y2", "b9", NINE, hands={1: "k9 k13"})
    assert after(state, "r9 take:9 b9 @1 done")["swups"] == [1, 0]
    assert after(state, "r9 take:9 b9 done")["swups"] == [0, 0]
    assert after(state, "r9 take:9 @1 done")["swups"] == [0, 0]
    assert after(position("k7 b7", "r7"), "k7 build:7 r7 done")["swups"] == [0, 0]


def test_a_swup_with_the_last_card_of_a_deal_counts_if_another_deal_follows() -> None:
    """§8.1, §8.2"""
    state = position("r9", "b9", turn=1, deals=1)
    assert after(state, "r9 take:9 b9 done")["swups"] == [0, 1]


@pytest.mark.parametrize("card", ["r9", "k5"])
def test_the_very_last_card_of_a_round_is_no_swup_be_it_the_black_5(card: str) -> None:
    """§8.2"""
    state = position(card, "b9", turn=1)
    reached = after(state, "k5" if card == "k5" else "r9 take:9 b9 done")
    assert (reached["swups"], reached["round_over"], reached["table"]) == ([0, 0], True, [])
    assert reached["last_taker"] == 1


def test_the_last_but_one_card_of_a_round_can_be_a_swup() -> None:
    """§8.2"""
    state = position("r9", "b9", turn=0, hands={1: "y13"})
    assert after(state, "r9 take:9 b9 done", "y13 lay")["swups"] == [1, 0]


@pytest.mark.parametrize("taker", [0, 1])
def test_what_lies_on_the_table_in_the_end_goes_to_who_took_last_and_is_no_swup(taker: int) -> None:
    """§8.3"""
    state = position("r9", "b8 k13", turn=1, last_taker=taker)
    reached = after(state, "r9 lay")
    assert {"r9", "b8", "k13"} <= set(reached["piles"][taker])
    assert (reached["table"], reached["swups"], reached["last_taker"]) == ([], [0, 0], taker)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_if_nobody_took_the_cards_stay_and_nobody_has_last_or_most_cards(seats: int) -> None:
    """§8.4"""
    table = [card for card in CARDS if card != "y13"]
    state = position("y13", " ".join(table), seats=seats, turn=seats - 1)
    reached = after(state, "y13 lay")
    assert reached["round_over"]
    assert reached["table"] == [*table, "y13"]
    assert (reached["points"], reached["piles"], reached["last_taker"]) == ([0] * seats, [[]] * seats, None)


# ---- §9 -------------------------------------------------------------------------------------------------------------


def test_a_round_gives_points_for_cards_black_cards_last_cards_stars_and_swups() -> None:
    """§9.1"""
    state = position("y13", "y12", turn=1, piles=piles_without("y13", "y12", taken=30), last_taker=1, swups=[2, 5])
    reached = after(state, "y13 lay")
    stars = [2 + 1 + 2 + 1, 1]  # k1 r1 k2 r10 b1, and y1
    assert reached["points"] == [stars[0] + 2 + 1 + 2, stars[1] + 5 + 1]


def test_without_swups_eleven_points_are_shared_out() -> None:
    """§9.1"""
    for seed in range(6):
        match = kt.Match("swup", 2 + seed % 3, seed=seed)
        while not match.round_over:
            (seat,) = match.actors()
            steps: list[str] = []
            while offered := match.steps(seat, " ".join(steps)):
                steps.append(offered[(seed + 3 * len(steps)) % len(offered)])
            match.play(seat, " ".join(steps))
        state = match.state_json()
        sizes = [len(pile) for pile in state["piles"]]
        blacks = [sum(card[0] == "k" for card in pile) for pile in state["piles"]]
        shared = (sizes.count(max(sizes)) > 1) + 2 * (blacks.count(max(blacks)) > 1)
        assert sum(match.points) == 11 + sum(state["swups"]) - shared


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tie_for_most_cards_or_most_black_cards_gives_nobody_these_points(seats: int) -> None:
    """§9.2"""
    black = [card for card in CARDS if card[0] == "k"]
    others = [card for card in CARDS if card[0] != "k" and card != "y13"]  # that comes last, for seat 0
    piles = []
    for cards, blacks in {
        2: [(25, 13), (26, 0)],
        3: [(19, 6), (20, 6), (12, 1)],
        4: [(12, 5), *[(13, 5), (13, 2), (13, 1)]],
    }[seats]:
        pile = [black.pop() for _ in range(blacks)]
        piles.append(" ".join(pile + [others.pop() for _ in range(cards - blacks)]))
    state = position("y13", seats=seats, turn=seats - 1, piles=piles, last_taker=0)
    none = after({**state, "options": {**state["options"], "most_cards": 0, "most_black": 0}}, "y13 lay")["points"]
    gained = [one - other for one, other in zip(after(state, "y13 lay")["points"], none, strict=True)]
    assert gained == ([2, 0] if seats == 2 else [0] * seats)  # thirteen black cards cannot be halved


def test_cards_got_as_last_cards_count_like_all_others() -> None:
    """§9.3"""
    others = ["y13", "k1", "k2", "r10", "k13"]
    piles = piles_without(*others, taken=26)
    lying: State = position("y13", "k1 k2 r10 k13", turn=1, piles=piles, last_taker=1)
    reached = after(lying, "y13 lay")
    assert {"k1", "k2", "r10", "k13", "y13"} <= set(reached["piles"][1])
    assert [len(pile) for pile in reached["piles"]] == [26, 26]
    assert reached["points"] == [1 + 1 + 2, 1 + 1 + 1 + 2 + 1]


def test_last_cards_give_their_point_even_if_nothing_is_left_over() -> None:
    """§9.4"""
    state = position("r9", "b9", turn=1, last_taker=0)
    gained = [
        after({**state, "options": {**state["options"], "last_cards": worth}}, "r9 take:9 b9 done")["points"]
        for worth in (0, 1)
    ]
    assert [one - other for one, other in zip(gained[1], gained[0], strict=True)] == [0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_as_many_rounds_as_seats_and_most_points_win(seats: int) -> None:
    """§9.5"""
    match = kt.Match("swup", seats, seed=8)
    totals = [0] * seats
    dealers = []
    for _ in range(seats):
        dealers.append(match.state_json()["dealer"])
        while not match.round_over:
            (seat,) = match.actors()
            match.play(seat, match.moves(seat)[-1])
        totals = [total + won for total, won in zip(totals, match.points, strict=True)]
        assert match.totals == totals
        if not match.over:
            match.next_round()
            assert match.points == [0] * seats
    assert dealers == [seats - 1, *range(seats - 1)]
    assert match.over
    assert match.winners == [seat for seat in range(seats) if totals[seat] == max(totals)]
    with pytest.raises(ValueError, match="over"):
        match.next_round()


def test_all_seats_with_the_highest_total_win() -> None:
    """§9.6"""
    state = position("y13", "y12", turn=1, last_taker=1, totals=[9, 3], round=2, dealer=0)
    state["hands"], state["turn"] = [["y13"], []], 0
    assert "y13 lay" in match_at(state).moves(0)
    points = after(state, "y13 lay")["points"]
    level = {**state, "totals": [20 - points[0], 20 - points[1]]}
    reached = after(level, "y13 lay")
    assert (reached["over"], reached["totals"], reached["winners"]) == (True, [20, 20], [0, 1])
