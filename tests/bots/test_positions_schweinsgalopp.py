"""Positions of Schweinsgalopp in which one card is right beyond doubt.

Most rest on this: after one card of another seat, whatever it is, the pig that was first leads with its next move, as
who passes it comes to stand in the row that begins with it (§4.1). And a pig behind a gap never leads if too few cards
are to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest

import kartentisch as kt
from tests.bots.finding import agreed, chosen, worths
from tests.games.schweinsgalopp_positions import COLOURS, PACK, match_at, position
from tests.play.helpers import wander

State = dict[str, Any]


def two_left(
    mine: str,
    pigs: str,
    *,
    seats: int = 2,
    gone: str = "",
    face_up: Sequence[int] = (0, 0),
    supply: int = 20,
    track: Sequence[int] = (),
    **more: Any,
) -> State:
    """In round 2 the last seat has these two cards left, each of the others one: after the choice nobody has another.

    All other cards of the colors `gone` have been played. What has been banked is about level.
    """
    rest = list(PACK)
    for card in mine.split():
        rest.remove(card)
    rest.sort(key=lambda card: card not in gone)
    played, rest = rest[: 6 * seats - 1], rest[6 * seats - 1 :]
    hands = [*([rest.pop(3 * seat)] for seat in range(seats - 1)), mine.split()]
    before = 55 - supply - sum(face_up) - len(track)
    banked = [(before + seat) // seats for seat in range(seats)]
    state = position("b g", pigs=pigs, seats=seats, track=[*track] if track else None, options=more.pop("options", {}))
    return {
        **state,
        **{"round": 2, "turn": seats - 1, "hands": hands, "played": played, "aside": rest, "steps": len(played)},
        **{"face_up": [*face_up], "banked": banked, "totals": banked, "supply": supply},
        **more,
    }


def reckoned(state: State) -> dict[str, float]:
    """With `two_left`: the lead over the mean that each card brings on average over all the others may hold."""
    seat = state["turn"]
    unseen = [*state["aside"], *(card for hand in state["hands"][:seat] for card in hand)]
    deals = Counter(permutations(unseen, seat))
    return {
        card: sum(n * _lead(state, deal, card) for deal, n in deals.items()) / deals.total()
        for card in state["hands"][seat]
    }


def _lead(state: State, deal: tuple[str, ...], card: str) -> float:
    seat = state["turn"]
    aside = Counter([*state["aside"], *(card for hand in state["hands"][:seat] for card in hand)]) - Counter(deal)
    hands = [*([other] for other in deal), state["hands"][seat]]
    match = match_at({**state, "hands": hands, "aside": sorted(aside.elements(), key=COLOURS.index)})
    match.play(seat, card)
    while not match.round_over:
        (actor,) = match.actors()
        match.play(actor, match.moves(actor)[0])
    return match.points[seat] - sum(match.points) / match.seats


def agrees(state: State) -> dict[str, float]:
    """What is reckoned by hand, once it is clear that the weighing of moves finds the same within its error."""
    exact = reckoned(state)
    for card, worth in worths(state, deals=400).items():
        assert worth.points == pytest.approx(exact[card], abs=4 * worth.points_error + 1e-9)
    return exact


# ---- The last card --------------------------------------------------------------------------------------------------


def test_the_first_pig_is_kept_for_the_last_card() -> None:
    """§6.1: Yellow last banks the four, and as the supply is empty nothing else. Blue last leads nowhere: nothing.

    Between two seats half of that is the lead over the mean: 2 against 0.
    """
    state = two_left("b y", "0 7 8 9 10", face_up=[0, 4], supply=0)
    assert agrees(state) == {"b": 2.0, "y": 0.0}
    assert worths(state)["b"].points == 2.0
    assert agreed(state) == "b"


def test_a_scoff_card_now_does_not_pay_if_the_last_card_loses_all() -> None:
    """§6.2: Yellow now takes a sixth, but blue last loses all six. Blue now leads nowhere, yellow last banks six,
    unless the two others pass it and go on with one and the same pig, which few of their cards allow.
    """
    state = two_left("b y", "0 7 8 9 10", seats=3, face_up=[0, 0, 5])
    exact = agrees(state)
    assert exact["b"] > 2
    assert exact["y"] <= 0
    assert chosen(state) == "b"


def test_of_two_that_lead_now_the_one_goes_that_cannot_lead_later() -> None:
    """§4.1: Purple jumps yellow to 11 and leads, and yellow leads after any card: two more, with the three five.

    Yellow first, to 11, leaves a gap at 10, and of purple there is no other card: it stops there, all is lost.
    """
    state = two_left("v y", "0 1 2 9 10", gone="v", face_up=[0, 3])
    exact = agrees(state)
    assert exact["v"] >= (5 - 1) / 2
    assert exact["y"] <= 0
    assert agreed(state) == "v"


def test_the_second_pig_is_the_better_last_card_than_one_behind_a_gap() -> None:
    """§12.2: On 4, 5, 6, 9, 10 blue gets to 7 and leads nowhere, now or last. Purple last leads unless yellow moved.

    So blue last loses the four and the one that purple takes; purple last banks five in more than half of all deals.
    """
    state = two_left("b v", "4 5 6 9 10", face_up=[0, 4])
    exact = agrees(state)
    assert exact["v"] <= 0
    assert exact["b"] > 1
    assert chosen(state) == "b"


def test_for_young_players_the_lead_is_taken_while_it_can_be_had() -> None:
    """§9.2: Every last card banks. Purple now takes one for sure, purple last only if yellow has not moved.

    Blue leads neither now nor last, so nothing is lost by playing it last.
    """
    state = two_left("b v", "4 5 6 9 10", face_up=[0, 4], options={"keep": True})
    exact = agrees(state)
    assert exact["v"] > exact["b"]
    assert chosen(state) == "v"


# ---- The supply and the track ---------------------------------------------------------------------------------------


def test_the_last_scoff_card_of_the_supply_is_taken_before_another_takes_it() -> None:
    """§5.4: Every card is banked in the end, one is left. Yellow now gets it, and nobody gets another: 1/2.

    Blue now, and the other has no blue (all have been played): green, red, purple, yellow all lead, so it goes: -1/2.
    """
    state = two_left("b y", "0 7 8 9 10", gone="b", supply=1, options={"keep": True})
    assert agrees(state) == {"b": -0.5, "y": 0.5}
    assert {card: worth.points for card, worth in worths(state).items()} == {"b": -0.5, "y": 0.5}
    assert agreed(state) == "y"


def test_a_scoff_card_on_the_track_is_fetched_while_it_is_there() -> None:
    """§8.5: The supply is empty, one card lies on 11, right before purple. Purple now has it for sure.

    Yellow runs beyond it; then the other takes it with a purple card, which at least one in six of the unseen is.
    """
    state = two_left("v y", "0 1 2 10 12", supply=0, track=[11], options={"keep": True})
    exact = agrees(state)
    assert exact["v"] == 0.5
    assert exact["y"] <= 0.5 - 1 / 6
    assert agreed(state) == "v"


def test_with_the_scoff_card_of_the_track_first_and_the_lead_last_both_count() -> None:
    """§8.7: Blue takes the one on space 5, red, the first pig, banks it with its own last: two. Red first, blue last
    gets it too, but leads nowhere, and all is lost.
    """
    state = two_left("b r", "4 22 25 24 23", track=[5])
    exact = agrees(state)
    assert exact["b"] >= (2 - 1) / 2
    assert exact["r"] <= 0
    assert chosen(state) == "b"


# ---- The others -----------------------------------------------------------------------------------------------------


def test_the_row_that_the_other_would_jump_from_is_broken() -> None:
    """§4.1: The other has eight face up and one card. Green now makes a row of 8 to 11, from which any pig but blue
    leads and banks nine. Yellow now leaves a gap at 10, and only yellow banks them. The two that green now and yellow
    last bring for sure are less than the half of nine that is saved.
    """
    state = two_left("g y", "0 7 8 9 10", face_up=[8, 0])
    exact = agrees(state)
    assert exact["y"] > exact["g"] + 1
    assert chosen(state) == "y"


def test_in_the_last_round_only_what_can_still_win_counts() -> None:
    """§7.5: The row again, the other one ahead and with eight face up; all other greens are played. After yellow green
    never leads, so nothing is got and the match is lost by that one. After green, yellow banks two, and the match is
    won if the other has one of the two blue cards among the 22 unseen, though it costs points where it has not.
    """
    ahead: State = {"round": 3, "banked": [18, 17], "totals": [18, 17], "supply": 12}
    state = two_left("g y", "0 7 8 9 10", gone="g", face_up=[8, 0], **ahead)
    exact = agrees(state)
    assert exact["g"] < exact["y"]
    found = worths(state, deals=400)
    assert found["y"].chance == 0
    assert found["g"].chance == pytest.approx(2 / 22, abs=4 * found["g"].chance_error)
    assert agreed(state) == "g"


# ---- From play ------------------------------------------------------------------------------------------------------


def from_play(seats: int) -> Iterator[State]:
    """States of random matches in which the last seat has two cards left and the others one."""
    for seed in range(1000):
        state = wander(kt.Match("schweinsgalopp", seats, seed=seed), 6 * seats - 1, seed).state_json()
        if len({*state["hands"][-1]}) == 2:
            yield state


@pytest.mark.parametrize("seats", [2, 3])
def test_before_the_last_card_the_better_one_is_found_wherever_it_is_a_point_better(seats: int) -> None:
    """The others have no choice any more, so the average over all they may hold is what each card is worth."""
    found = 0
    for state in from_play(seats):
        exact = reckoned(state)
        (worse, _), (better, card) = sorted((lead, card) for card, lead in exact.items())
        if better >= worse + 1:
            assert chosen(state) == card, state
            found += 1
            if found == 8:
                return
    raise AssertionError("too few positions")
