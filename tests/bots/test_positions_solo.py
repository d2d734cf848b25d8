"""Positions of Solo in which one move is right beyond doubt.

Each in a match of one round, which is won by who has fewest points, so by who goes out (§11, §12.3). Where the other
hands are known, what they cost can be counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import kartentisch as kt
from tests.bots.finding import agreed, chosen, worths
from tests.games.solo_positions import asking, match_at, position

State = dict[str, Any]

OPTIONS = {"rounds": 1}
PROTECTIONS = "Pr Pg Pb Py"
"""Where they lie under the top card, nobody has one."""


def one_round(*hands: str, **more: Any) -> State:
    return position(*hands, options=OPTIONS, **more)


def clear(state: State, right: str, seat: int | None = None, deals: int = 300) -> None:
    """Asserts that a move is weighed better than any other beyond its error, and chosen by three seeds alike."""
    found = worths(state, seat, deals=deals)
    for move, worth in found.items():
        assert move == right or found[right].chance > worth.chance + 2 * (
            found[right].chance_error + worth.chance_error
        ), move
    assert agreed(state, seat) == right


# ---- Going out ------------------------------------------------------------------------------------------------------


def test_the_last_card_goes_out() -> None:
    """§11.1: The other is left with 9 + 30 + 50, so the lead over the mean is 44.5. Drawing ends nothing."""
    state = one_round("r7", "b9 gX +4", seats=2, known={(0, 1): "b9 gX +4"})
    found = worths(state)
    assert (found["r7"].points, found["r7"].chance) == (44.5, 1)
    assert found["draw"].chance < 0.9
    assert agreed(state) == "r7"


def test_three_of_a_number_go_out_at_once() -> None:
    """§4.1: All of them are the whole hand: the other is left with 17. One of them alone leaves two, and a turn."""
    state = one_round("r7 g7 b7", "b9 y8", seats=2, known={(0, 1): "b9 y8"})
    found = worths(state)
    triples = ["triple:7b", "triple:7g"]
    assert [(found[triple].points, found[triple].chance) for triple in triples] == [(8.5, 1)] * 2
    assert {chosen(state, seed=seed) for seed in (1, 2, 3)} <= {*triples}


def test_a_gift_of_the_last_card_goes_out() -> None:
    """§7.4: Nobody has a protection card, so the 9 goes over, and the other keeps 9 + 8. Drawing ends nothing."""
    state = one_round("rG b9", "y8", seats=2, under=PROTECTIONS, known={(0, 1): "y8"})
    found = worths(state)
    assert (found["rG >1"].points, found["rG >1"].chance) == (8.5, 1)
    assert agreed(state) == "rG >1"


def test_a_skip_between_two_makes_way_for_the_last_card() -> None:
    """§6.2: Nobody has a protection card, so after the skip the 4 of the same color goes out. The 4 first gives the
    other a turn, and red may be gone.
    """
    clear(one_round("rS r4", "b9 y8", seats=2, under=PROTECTIONS), "rS")


def test_the_twin_of_the_top_card_goes_out_in_anothers_turn() -> None:
    """§5.1, §11.1: The round is over at once; who lets it go by may see the chance covered by the next card."""
    state = one_round("g3", "r1 r2", "y9", top="g3", seats=3, turn=1, known={(0, 1): "r1 r2", (0, 2): "y9"})
    found = worths(state, 0)
    assert (found["g3"].points, found["g3"].chance) == (4, 1)  # (3 + 9) / 3
    assert found["no"].chance + 2 * found["no"].chance_error < 1
    assert agreed(state, 0) == "g3"


def test_a_protection_card_as_the_last_card_goes_out() -> None:
    """§8.9: Out of turn too: the swap does not take place, and the others keep 24 and 9, a mean of 11."""
    hands = ("r1 r2 g5 g7 b9", "y9")
    state = one_round("Pg", *hands, top="rX", seats=3, known={(0, 1): hands[0], (0, 2): hands[1]}, **asking(1, 0))
    found = worths(state)
    assert (found["Pg"].points, found["Pg"].chance) == (11, 1)
    assert found["accept"].chance < 0.5
    assert agreed(state) == "Pg"


# ---- Protecting oneself ---------------------------------------------------------------------------------------------


def test_a_good_hand_is_not_swapped_away() -> None:
    """§8.4: Protected, one card is left that can go next; accepted, eight come, and the other has the two."""
    clear(one_round("Pg g3", "r1 r2 g5 g6 b7 b8 y9 C", top="rX", seats=3, **asking(1, 0)), "Pg")


def test_a_bad_hand_is_swapped_away_gladly() -> None:
    """§7.6: Accepted, seven cards go on and the one of the seat before comes. Protected, six stay, and that one goes to
    the next seat, which has the turn.
    """
    answer = asking(1, None, to_answer=[2, 0])
    clear(one_round("Pg r3 r4 g8 g9 y1 y2", "b4 b5 b6", "b2", top="A", seats=3, **answer), "accept", 0)


def test_cards_owed_are_passed_on() -> None:
    """§6.5: Eight cards, or the next seat owes twelve, and one's hand is shorter by one. The color hardly matters."""
    state = one_round("+4 r3 g4", "y1 b3", top="+4", colour="g", phase="owed", pending=8)
    found = worths(state, deals=300)
    assert min(worth.points for move, worth in found.items() if move != "take") > found["take"].points + 10
    assert {chosen(state, seed=seed)[:2] for seed in (1, 2, 3)} == {"+4"}


def test_cards_owed_are_warded_off() -> None:
    """§8.2: Six cards, or none and the hand one card shorter."""
    state = one_round("Pg r3 g4", top="r+2", phase="owed", pending=6)
    found = worths(state, deals=300)
    assert found["Pg"].points > found["take"].points + 5
    assert agreed(state) == "Pg"


# ---- The others, and the call ---------------------------------------------------------------------------------------


def test_the_call_is_made() -> None:
    """§9.2: Silence brings nothing and costs two cards as soon as somebody acts."""
    clear(one_round("g3", "r1 r2", seats=3, turn=1, owes_call=[0]), "solo", 0, deals=2_000)


def test_the_color_chosen_is_that_of_the_last_card() -> None:
    """§6.8: The green 4 goes out next on green, on any other color only on a 4."""
    clear(one_round("C g4", "r1 r2", seats=3), "C =g")


def test_whole_hands_are_swapped_when_the_other_has_one_card() -> None:
    """§7.2: Six cards against one. Every other move leaves them, and the other a turn with its last card."""
    clear(one_round("rX b9 y9 y8 b6 g6 g9", "b2", seats=2), "rX >1")


def test_who_has_one_card_left_gets_two_more() -> None:
    """§6.4: After any other move the last card may go at once; after the draw 2, unless it is one, three are there."""
    clear(one_round("r+2 r3 r4 g8", "b2", seats=2), "r+2")


# ---- From play ------------------------------------------------------------------------------------------------------


def from_play() -> Iterator[tuple[State, int, set[str]]]:
    """States from matches of greedy bots in which a seat can go out at once, or do something else, and how it can.

    Who owes a call is left out, as the call may come before the card.
    """
    for seed in range(1000):
        match = kt.Match("solo", 3, options=OPTIONS, seed=seed)
        bot = kt.Bot("greedy", "solo", seed=seed)
        while not match.round_over:
            seat = match.next_actor() if seed % 2 else match.actors()[0]
            state, moves = match.state_json(), match.moves(seat)
            short = len(moves) > 1 and len(state["hands"][seat]) <= 3 and seat not in state["owes_call"]
            out = {move for move in moves if goes_out(state, seat, move)} if short else set()
            if out and out != {*moves}:
                yield state, seat, out
                break
            match.play(seat, bot.choose(match.view(seat)))


def goes_out(state: State, seat: int, move: str) -> bool:
    match = match_at(state)
    match.play(seat, move)
    return match.round_over and not match.state_json()["hands"][seat]


def test_who_can_go_out_goes_out() -> None:
    """§11.1: No points are the fewest that there are, and every other move leaves a card."""
    found = list(islice(from_play(), 5))
    assert len(found) == 5
    for state, seat, out in found:
        assert chosen(state, seat) in out, state
