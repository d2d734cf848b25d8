"""The start player sets up the pigs (§9.5 to §9.8 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine import states
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.play.games import sheet
from tests.games.schweinsgalopp_positions import (
    COLOURS,
    PACK,
    State,
    after,
    laying,
    lining_up,
    match_at,
    moves_at,
    position,
    race_cards,
    refusal,
)

pytestmark = pytest.mark.rules

FIVE = ["+b", "+g", "+r", "+v", "+y"]


def made(seats: int = 3, seed: int = 1, **options: Any) -> kt.Match:
    return kt.Match("schweinsgalopp", seats, seed=seed, options={"line_up": "start", **options})


def order(state: State) -> str:
    """The colours of the pigs, the first one first."""
    return "".join(sorted(COLOURS, key=lambda pig: -state["pigs"][pig]))


def refused(state: State, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        kt.Match.from_state_json(state, seed=1)


def test_the_lot_orders_the_pigs_unless_the_start_player_is_to() -> None:
    """§9.5"""
    assert kt.Match("schweinsgalopp", 3, seed=1).state_json()["options"]["line_up"] == "lot"
    assert kt.Match("schweinsgalopp", 3, seed=1).state_json()["phase"] == "play"
    assert made().state_json()["phase"] == "line_up"
    with pytest.raises(ValueError, match="lot, start"):
        made(line_up="any")


@pytest.mark.parametrize("wanted", ["bgrvy", "yvrgb", "rbyvg"])
def test_the_start_player_may_choose_any_order(wanted: str) -> None:
    """§9.5"""
    assert order(after(lining_up(), *(f"+{pig}" for pig in wanted[:4]))) == wanted


def test_all_hundred_and_twenty_orders_can_be_set_up() -> None:
    """§9.5"""
    game, found = sheet("schweinsgalopp"), Counter[str]()
    start = states.load(game, lining_up(seats=2))
    for wanted in permutations(COLOURS):
        records = game.layout.copy(start)
        for pig in wanted[:4]:
            game.run.apply(records, 0, 0, game.numbers[f"+{pig}"], new_luck(1, 2))
        found[order(states.dump(game, records))] += 1
    assert found == Counter("".join(wanted) for wanted in permutations(COLOURS))


@pytest.mark.parametrize("rotate", [False, True])
def test_in_later_rounds_the_lot_decides(rotate: bool) -> None:
    """§9.5, §7.3"""
    later: Counter[str] = Counter()
    for seed in range(30):
        match = made(2, seed, rotate_start=rotate)
        for pig in "rgbv":
            match.play(0, f"+{pig}")
        assert order(match.state_json()) == "rgbvy"
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        match.next_round()
        state = match.state_json()
        assert (state["phase"], state["turn"]) == ("play", int(rotate))
        assert sorted(state["pigs"].values()) == [0, 1, 2, 3, 4]
        assert [len(hand) for hand in state["hands"]] == [7, 7]
        later[order(state)] += 1
    assert len(later) > 15


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_names_the_pigs_from_the_front_and_the_fifth_follows_by_itself(seats: int) -> None:
    """§9.6"""
    match = made(seats)
    for number, pig in enumerate("rbyg"):
        state = match.state_json()
        assert (state["phase"], state["turn"], state["steps"]) == ("line_up", 0, number)
        assert match.actors() == (0,)
        assert match.moves(0) == [move for move in FIVE if move[1] not in "rbyg"[:number]]
        assert all(match.moves(seat) == [] for seat in range(1, seats))
        match.play(0, f"+{pig}")
        assert match.state_json()["pigs"][pig] == 4 - number
    assert match.state_json()["pigs"] == {"b": 3, "g": 1, "r": 4, "v": 0, "y": 2}
    assert (match.state_json()["phase"], match.state_json()["turn"]) == ("play", 0)


def test_a_pig_that_stands_cannot_be_set_up_once_more() -> None:
    """§9.6"""
    assert refusal(lining_up("ry"), "+y") == "The yellow pig is set up already."
    assert refusal(lining_up("ry"), "+b") == ""
    assert "waits for seat 0" in refusal(lining_up("ry"), "+b", seat=1)


def test_pigs_are_set_up_only_before_the_first_round_and_only_with_the_option() -> None:
    """§9.5"""
    began = after(lining_up("ryb"), "+v")
    assert refusal(began, "+r") == "The pigs are set up only before the first round of the match."
    assert refusal(position("b"), "+r") == "In this match the pigs are set up at random."
    assert refusal(laying(9), "+r") == "In this match the pigs are set up at random."


@pytest.mark.parametrize("standing", ["", "r", "ry", "ryb"])
def test_until_then_nobody_has_a_card_and_nothing_else_can_be_done(standing: str) -> None:
    """§9.7"""
    state = lining_up(standing, track_scoff=True)
    first = "First the start player sets up the pigs; the cards are dealt after that."
    for move in ("b", "y", "@0", "@12"):
        assert refusal(state, move) == first
    assert match_at(state).state_json() == state
    for reader in (0, 1, 2, None):
        seen = match_at(state).view(reader).json()
        assert (seen["hands"], seen["aside"]) == ([[], [], []], 35)


@pytest.mark.parametrize(("seats", "aside"), [(2, 21), (3, 14), (4, 7)])
def test_the_cards_are_dealt_with_the_move_that_sets_the_fourth_pig(seats: int, aside: int) -> None:
    """§9.7"""
    match = made(seats)
    for pig in "rby":
        match.play(0, f"+{pig}")
        assert match.state_json()["aside"] == PACK
    match.play(0, "+g")
    state = match.state_json()
    assert [len(hand) for hand in state["hands"]] == [7] * seats
    assert len(state["aside"]) == aside
    assert race_cards(state) == PACK
    assert match.view(1).json()["hands"][1] == state["hands"][1]
    assert match.moves(0) == sorted(set(state["hands"][0]))


def test_the_luck_of_the_deal_is_that_of_the_fourth_move_and_no_other_draws_any() -> None:
    """§9.7"""
    game = sheet("schweinsgalopp")
    drawn, hands = [], set()
    for seed in range(20):
        records = states.load(game, lining_up())
        for number, pig in enumerate("rbyg"):
            luck = new_luck(*seeded(seed if number == 3 else 5 * seed, number, 1))
            game.run.apply(records, 0, 0, game.numbers[f"+{pig}"], luck)
            drawn.append((number, int(luck[2]) > 0))
        hands.add(str(states.dump(game, records)["hands"]))
    assert {number for number, some in drawn if some} == {3}
    assert all(some for number, some in drawn if number == 3)
    assert len(hands) == 20


def test_every_card_is_as_likely_in_every_place_after_the_pigs_are_set_up() -> None:
    """§9.7, §2.5"""
    game, start = sheet("schweinsgalopp"), states.load(sheet("schweinsgalopp"), lining_up("rby", seats=4))
    places = [Counter[str]() for _ in range(5)]
    for seed in range(1000):
        records = game.layout.copy(start)
        game.run.apply(records, 0, 0, game.numbers["+g"], new_luck(*seeded(seed, 0, 1)))
        state = states.dump(game, records)
        for place, cards in zip(places, [*state["hands"], state["aside"]], strict=True):
            place.update(cards)
    for place in places:
        assert sum((n - 1400) ** 2 / 1400 for n in place.values()) < 20


def test_scoff_cards_are_laid_after_the_deal_from_the_start_player_on() -> None:
    """§9.7, §8.2"""
    state = after(lining_up("ryb", track_scoff=True), "+g")
    assert (state["phase"], state["turn"], state["track_scoff"]) == ("lay", 0, [])
    assert [len(hand) for hand in state["hands"]] == [7, 7, 7]
    assert moves_at(state) == [f"@{space}" for space in range(9, 22)]
    played = after(state, "@9", "@10", "@11")
    assert (played["phase"], played["turn"]) == ("play", 0)


def test_matches_of_the_first_rules_draw_lots_and_do_not_name_the_option() -> None:
    """§9.8"""
    match = kt.Match("schweinsgalopp", 3, seed=1, rules=1)
    state = match.state_json()
    assert (state["rules"], list(state["options"])) == (1, ["rounds", "keep", "rotate_start", "track_scoff"])
    assert sorted(state["pigs"].values()) == [0, 1, 2, 3, 4]
    assert state["pigs"] == kt.Match("schweinsgalopp", 3, seed=1).state_json()["pigs"]
    assert match.why_not(0, "+r") == "In this match the pigs are set up at random."
    with pytest.raises(ValueError, match="line_up"):
        kt.Match("schweinsgalopp", 3, rules=1, options={"line_up": "start"})
    for state in ({**position("b"), "phase": "line_up"}, lining_up()):
        options = {name: value for name, value in state["options"].items() if name != "line_up"}
        old = {key: value for key, value in state.items() if key not in ("from_track", "lost")}
        refused({**old, "rules": 1, "options": options}, "only before the first card")


def test_the_worked_case_of_the_rules() -> None:
    """§12.7"""
    state = after(lining_up(), "+r", "+b", "+y", "+g")
    assert state["pigs"] == {"r": 4, "b": 3, "y": 2, "g": 1, "v": 0}
    assert ([len(hand) for hand in state["hands"]], state["turn"]) == ([7, 7, 7], 0)


def test_pigs_that_are_not_set_up_are_null() -> None:
    """§13.2"""
    state = after(lining_up(), "+y")
    assert state["pigs"] == {"b": None, "g": None, "r": None, "v": None, "y": 4}
    assert match_at(state).view(None).json()["pigs"] == state["pigs"]


@pytest.mark.parametrize(
    "pigs",
    [
        {"r": 3},
        {"r": 0},
        {"r": 4, "b": 2},
        {"r": 4, "b": 4},
        {"r": 5, "b": 4},
        {"r": 4, "b": 3, "y": 1},
        {"r": 4, "b": 3, "y": 2, "g": 1},
        {"r": 4, "b": 3, "y": 2, "g": 1, "v": 0},
    ],
)
def test_pigs_that_stand_elsewhere_while_they_are_set_up_are_refused(pigs: dict[str, int]) -> None:
    """§14.7"""
    refused({**lining_up(), "pigs": {**dict.fromkeys(COLOURS), **pigs}}, "while pigs are set up")


def test_a_pig_that_is_nowhere_in_another_phase_is_refused() -> None:
    """§14.7"""
    for state in (position("b"), laying(9), after(lining_up("ryb"), "+v")):
        refused({**state, "pigs": {**state["pigs"], "g": None}}, "every pig stands somewhere")
        refused({**state, "pigs": dict.fromkeys(COLOURS)}, "every pig stands somewhere")


def test_the_phase_of_setting_up_belongs_before_the_first_card_of_the_option() -> None:
    """§14.7"""
    state = lining_up("r")
    assert match_at(state).actors() == (0,)
    refused({**state, "options": {**state["options"], "line_up": "lot"}}, "only before the first card")
    refused({**state, "round": 2}, "only before the first card")
    played = {"played": PACK[:3], "aside": PACK[3:]}
    refused({**state, **played}, "only before the first card")
    refused({**state, "turn": 1}, "not the start player")


def test_cards_and_scoff_cards_lie_where_they_do_before_the_deal() -> None:
    """§14.7"""
    state = lining_up("r", track_scoff=True)
    refused({**state, "hands": [["b"], [], []], "aside": PACK[1:]}, "nobody has been dealt a card")
    refused({**state, "supply": 54, "track_scoff": [12]}, "all 55 scoff cards are in the supply")
    refused({**state, "supply": 54, "face_up": [1, 0, 0]}, "all 55 scoff cards are in the supply")
    refused({**state, "lost": [1, 0, 0]}, "lost of seat 0")
    refused({**state, "from_track": [1, 0, 0]}, "from_track of seat 0")
