"""Options (§10 of docs/rules/swup.md, §4 of docs/rules/README.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartentisch as kt
from tests.games.swup_positions import CARDS, after, build, legal, moves_at, position, refusal, steps_at

pytestmark = pytest.mark.rules

NAMES = ["most_cards", "most_black", "last_cards", "builds_in_sums", "rounds", "swup_points", "star_points"]
POINTS = [*NAMES[:3], *NAMES[5:]]
IN_SUMS = {"builds_in_sums": True}
FIVE = build(1, 5, "k3 b2")


def made(**options: Any) -> dict[str, Any]:
    chosen: dict[str, Any] = kt.Match("swup", 2, seed=1, options=options).state_json()["options"]
    return chosen


def refused(**options: Any) -> str:
    with pytest.raises(ValueError, match=r"[Oo]ption") as caught:
        made(**options)
    return str(caught.value)


def spoilt(state: dict[str, Any], match: str, **changes: Any) -> None:
    with pytest.raises(ValueError, match=match):
        kt.Match.from_state_json({**state, **changes})


def test_the_points_of_a_score_block_can_be_chosen() -> None:
    """§10.1"""
    usual = {"most_cards": 1, "most_black": 2, "last_cards": 1, "builds_in_sums": False}
    assert made() == {**usual, "rounds": 0, "swup_points": 1, "star_points": 1}
    assert made(most_cards=0, last_cards=9) == {**made(), "most_cards": 0, "last_cards": 9}
    assert list(made(builds_in_sums=True, most_black=3)) == NAMES


def test_the_chosen_points_are_given() -> None:
    """§10.1"""
    most = " ".join(card for card in CARDS if card not in ("y13", "y12", "r2", "r3"))
    state = position("y13", "y12", turn=1, piles=[most, "r2 r3"], last_taker=1)
    usual = after(state, "y13 lay")["points"]
    chosen = {"most_cards": 3, "most_black": 7, "last_cards": 5}
    other = after({**state, "options": {**state["options"], **chosen}}, "y13 lay")["points"]
    assert [one - before for one, before in zip(other, usual, strict=True)] == [2 + 5, 4]


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], -1, 10, 2**31])
@pytest.mark.parametrize("name", POINTS)
def test_points_are_whole_numbers_from_0_to_9(name: str, value: Any) -> None:
    """§10.1, §10.4"""
    sentence = refused(**{name: value})
    assert name in sentence
    assert "0-9" in sentence
    assert json.dumps(value) in sentence


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], -1, 100, 2**31])
def test_rounds_are_a_whole_number_from_0_to_99(value: Any) -> None:
    """§10.3"""
    sentence = refused(rounds=value)
    assert "rounds" in sentence
    assert "0-99" in sentence
    assert json.dumps(value) in sentence
    assert made(rounds=99)["rounds"] == 99


@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (2, 5), (4, 3)])
def test_with_rounds_from_1_on_the_match_has_so_many_and_the_deal_goes_on_round(seats: int, rounds: int) -> None:
    """§10.3"""
    match = kt.Match("swup", seats, seed=8, options={"rounds": rounds})
    totals, dealers = [0] * seats, []
    for number in range(1, rounds + 1):
        dealers.append(match.state_json()["dealer"])
        while not match.round_over:
            (seat,) = match.actors()
            match.play(seat, match.moves(seat)[-1])
        totals = [total + won for total, won in zip(totals, match.points, strict=True)]
        assert (match.over, match.totals) == (number == rounds, totals)
        if not match.over:
            assert match.winners == []
            match.next_round()
    assert dealers == [(number - 1) % seats for number in range(rounds)]
    assert match.winners == [seat for seat in range(seats) if totals[seat] == max(totals)]
    with pytest.raises(ValueError, match="over"):
        match.next_round()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_0_rounds_there_are_as_many_as_seats(seats: int) -> None:
    """§10.3: so it was before there was this option, too."""
    for rules, options in ((1, {}), (2, {}), (2, {"rounds": 0})):
        match = kt.Match("swup", seats, seed=3, options=options, rules=rules)
        assert ("rounds" in match.options) == (rules == 2)
        for number in range(1, seats + 1):
            while not match.round_over:
                (seat,) = match.actors()
                match.play(seat, match.moves(seat)[-1])
            assert match.over == (number == seats)
            if not match.over:
                match.next_round()


def test_a_round_beyond_those_of_the_match_is_refused_and_over_must_fit_the_last() -> None:
    """§15.1, §15.2, §10.3"""
    state = position("y13", "y12", turn=1, last_taker=1, round=3, dealer=1, options={"rounds": 3})
    ended = after(state, "y13 lay")
    assert (ended["over"], ended["round_over"]) == (True, True)
    spoilt(ended, "over does not fit the round", over=False, winners=[])
    spoilt(ended, "over does not fit the round", round=2, dealer=0)
    spoilt(state, "round 4 is one too many", round=4, dealer=0)
    spoilt(state, "dealer 0 does not fit round 3", dealer=0)


def test_the_chosen_points_are_given_for_each_swup_and_each_star() -> None:
    """§10.4: k1, k2 and r10 are four stars in one pile, r1, b1 and y1 three in the other; three SWUPs and one."""
    first = [card for card in CARDS if card[0] == "k" or card == "r10"]
    piles = [first, [card for card in CARDS if card not in (*first, "y12", "y13")]]
    state = position("y13", "y12", turn=1, piles=[*map(" ".join, piles)], last_taker=1, swups=[3, 1])
    points = {}
    for stars, swups in ((0, 0), (1, 1), (2, 1), (1, 5), (9, 9)):
        options = {**state["options"], "star_points": stars, "swup_points": swups}
        points[stars, swups] = after({**state, "options": options}, "y13 lay")["points"]
    none = points[0, 0]
    for (stars, swups), given in points.items():
        won = [one - other for one, other in zip(given, none, strict=True)]
        assert won == [4 * stars + 3 * swups, 3 * stars + swups]
    earlier = {**state, "rules": 1, "options": {name: state["options"][name] for name in NAMES[:4]}}
    assert after(earlier, "y13 lay")["points"] == points[1, 1]


def test_the_longest_match_of_the_dearest_swups_and_stars_is_added_up() -> None:
    """§10.3, §10.4: fifty thousand points, far more than a sheet of paper holds."""
    most = " ".join(card for card in CARDS if card not in ("y13", "y12", "r2"))
    options = {"rounds": 99, "swup_points": 9, "star_points": 9}
    more: dict[str, Any] = {"round": 99, "dealer": 1, "totals": [50_000, 0], "swups": [40, 0]}
    state = position("y13", "y12", turn=1, piles=[most, "r2"], options=options, last_taker=0, **more)
    reached = after(state, "y13 lay")
    assert reached["totals"][0] == 50_000 + 40 * 9 + 7 * 9 + 1 + 2 + 1
    assert (reached["over"], reached["winners"]) == (True, [0])


@pytest.mark.parametrize("value", [0, 1, "true", None, [True]])
def test_builds_in_sums_is_true_or_false(value: Any) -> None:
    """§10.2"""
    sentence = refused(builds_in_sums=value)
    assert "builds_in_sums" in sentence
    assert "true, false" in sentence


def test_with_builds_in_sums_a_single_build_and_loose_cards_make_a_group_of_a_take() -> None:
    """§10.2"""
    hands = {1: "y5 y13"}
    for options, takes in (
        (IN_SUMS, ["r9 take:9 r4 @1 done", "r9 take:9 r4 @1 y9 done", "r9 take:9 y9 done"]),
        ({}, 1),
    ):
        found = moves_at(position("r9 y2", "r4 y9", FIVE, hands=hands, options=options), "r9 take")
        assert found == (takes if options else ["r9 take:9 y9 done"])
    state = position("r9 y2", "r4 y9", FIVE, hands=hands, options=IN_SUMS)
    assert legal(state, "r9 take:9 @1 r4 done")
    assert legal(state, "r9 take:9 y9 @1 r4 done")
    assert not legal(state, "r9 take:9 @1 y9 r4 done")
    assert after(state, "r9 take:9 r4 @1 y9 done")["swups"] == [1, 0]


def test_never_two_builds_in_a_sum_and_never_a_double_one() -> None:
    """§10.2"""
    two = position(
        "r9 y2", "r4", FIVE, build(2, 4, "k1 r3"), seats=3, hands={1: "y5 y13", 2: "b4 y12"}, options=IN_SUMS
    )
    assert moves_at(two, "r9 take") == ["r9 take:9 r4 @1 done"]
    assert "Two builds never" in refusal(two, "r9 take:9 @1 @2")
    double = build(1, 5, "k3 b2 k4 b1", double=True)
    assert moves_at(position("r9 y2", "r4", double, hands={1: "y5 y13"}, options=IN_SUMS), "r9 take") == []


def test_the_own_build_can_be_in_a_sum_too_even_if_its_promise_is_played() -> None:
    """§10.2"""
    state = position("r10 y3", "r6 k13", build(0, 10, "k8 b2"), options=IN_SUMS)
    assert moves_at(state, "r10 take:16") == ["r10 take:16 r6 @0 done"]
    assert after(state, "r10 take:16 r6 @0 done")["builds"] == []
    lacking = position("r10 y3", "y9 r7 k6", build(0, 10, "k8 b2"), options=IN_SUMS)
    assert steps_at(lacking, "r10 take:16") == ["k6", "r7", "y9", "@0"]
    assert steps_at(lacking, "r10 take:16 k6") == ["@0"]
    both = position("k2 y3", "y6 b7 k8 r5 b10", build(0, 2, "k1 r1"), options=IN_SUMS)
    assert moves_at(both, "k2 take:15") == [
        *["k2 take:15 k8 r5 @0 done", "k2 take:15 r5 b10 b7 y6 @0 done", "k2 take:15 b7 y6 @0 done"],
    ]
    assert steps_at(both, "k2 take:15 r5") == ["k8", "b10", "@0"]
    assert steps_at(both, "k2 take:15 r5 b10") == ["b7", "y6", "@0"], "13 stays for the own build of 2"
    assert legal(both, "k2 take:15 b7 y6 @0 r5 b10 done")


def test_building_is_not_affected() -> None:
    """§10.2"""
    for table in ("r4 y9", "k6 y1"):
        states = [
            position("r4 r9", table.replace("r4", "b4"), FIVE, hands={1: "y5 y13"}, options=o) for o in ({}, IN_SUMS)
        ]
        assert moves_at(states[0], "r4 build") == moves_at(states[1], "r4 build")
    state = position("r9 b9", "r4 y9", FIVE, hands={1: "y5 y13"}, options=IN_SUMS)
    assert moves_at(state, "r9 build") == ["r9 build:9 y9 done"]


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    """§10.1"""
    sentence = refused(stars=5)
    assert "stars" in sentence
    assert ", ".join(NAMES) in sentence


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, 2.0, "2", None])
def test_a_number_of_seats_out_of_range_is_refused(seats: Any) -> None:
    """§2.1"""
    with pytest.raises(ValueError, match="2-4"):
        kt.Match("swup", seats)
