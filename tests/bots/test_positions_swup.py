"""Positions of SWUP in which one move is right beyond doubt.

In the last deal of two everybody can know the other's hand: it is what lies nowhere else (§11). So each position can be
reckoned to its end: each side makes what is best for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from tests.bots.finding import chosen, seen, worths
from tests.games.swup_positions import CARDS, after, build, match_at, position

State = dict[str, Any]


def last_deal(hand: str, table: str, *builds: State, other: str = "", turn: int = 0, **more: Any) -> State:
    """The seat in turn holds `hand`, the other one `other`; what lies nowhere else is shared out evenly."""
    used = {*hand.split(), *table.split(), *other.split(), *(card for one in builds for card in one["cards"])}
    rest = [card for card in CARDS if card not in used]
    piles = [" ".join(rest[::2]), " ".join(rest[1::2])]
    return position(hand, table, *builds, turn=turn, hands={1 - turn: other}, piles=piles, **more)


def reckoned(state: State) -> dict[str, float]:
    """What each move of the seat in turn brings against best play: the lead over the mean, so half the difference."""
    return {move: _lead(reached, state["turn"]) for move, reached in _after(state)}


def _lead(state: State, seat: int) -> float:
    if state["round_over"]:
        return float(state["points"][seat] - state["points"][1 - seat]) / 2
    best = max if state["turn"] == seat else min
    return best(_lead(reached, seat) for _, reached in _after(state))


def _after(state: State) -> Iterator[tuple[str, State]]:
    for move in match_at(state).moves(state["turn"]):
        yield move, after(state, move)


def after_same(state: State, move: str, found: dict[str, float]) -> str:
    """The move among those reckoned that comes to the same as this one, spelled otherwise."""
    return next(one for one in found if after(state, one) == after(state, move))


def best(state: State, *right: str) -> dict[str, float]:
    """Asserts that these moves and no others are best, and that three seeds of the search choose one of them.

    Returns what each move is worth.
    """
    found = reckoned(state)
    assert {move for move, worth in found.items() if worth == max(found.values())} == {*right}
    assert {after_same(state, chosen(state, seed=seed), found) for seed in (1, 2, 3)} <= {*right}
    return found


# ---- The last cards -------------------------------------------------------------------------------------------------


def test_the_very_last_card_takes_whatever_it_can() -> None:
    """§8.3: Who takes last gets all that lies there, so all takes are alike: most cards, most black cards, last cards,
    four points. Laid, the 11 leaves them to the other, who took last before.
    """
    state = last_deal("k11", "y5 b6 y11 r3", turn=1, last_taker=0)
    takes = [f"k11 take:11 {items} done" for items in ("b6 y5", "b6 y5 y11", "y11")]
    found = best(state, *takes)
    assert found["k11 lay"] == found[takes[0]] - 4
    assert {move: worth.points for move, worth in worths(state).items()} == found


def test_what_is_left_is_no_use_to_the_other() -> None:
    """§4.4: The star of the yellow 1 is taken with the 2 as 16 or with the 9 as 10. The other's last card is a 9: left
    alone the 2 comes along as a last card, left alone the 9 is taken, and with it the point for last cards.
    """
    found = best(last_deal("r10", "y1 b2 b9", other="y9"), "r10 take:10 b9 y1 done")
    assert found["r10 take:10 b9 y1 done"] == found["r10 take:16 b2 y1 done"] + 1


def test_a_black_card_decides_who_has_most() -> None:
    """§9.1: Six black cards each, the thirteenth on the table, and the other has a 4 for what is left. With the black 4
    the two points are one's own, with the red 4 the other's: a lead two higher.
    """
    loose = {"k4", "y5", "r4", "b9", "y4"}
    black, others = (
        [card for card in CARDS if card not in loose and (card[0] == "k") == is_black] for is_black in (1, 0)
    )
    piles = [" ".join(black[:6] + others[:17]), " ".join(black[6:] + others[17:])]
    state = position("b9", "k4 y5 r4", hands={1: "y4"}, piles=piles)
    found = best(state, "b9 take:9 k4 y5 done")
    assert found["b9 take:9 k4 y5 done"] == found["b9 take:9 r4 y5 done"] + 2


# ---- SWUPs ----------------------------------------------------------------------------------------------------------


def test_all_that_a_card_can_take_is_a_swup() -> None:
    """§8.1: 9 and 5 + 4 in one go clear the table, a point and three cards. Whatever is left lies there for the 12
    and the 7 of the other, or for nobody.
    """
    best(last_deal("r9 y13", "b5 y4 k9", other="y12 k7"), "r9 take:9 k9 b5 y4 done")


def test_no_sum_is_laid_that_the_other_sweeps() -> None:
    """§8.1: 3 and 6 make 9, which the other holds: a SWUP for that one. The 12 makes no sum of its cards."""
    found = best(last_deal("k12 r3", "b6", other="b9 y13"), "k12 lay")
    assert found["k12 lay"] == found["r3 lay"] + 0.5


def test_the_black_5_sweeps_while_it_counts_as_a_swup() -> None:
    """§8.2: Now it is a SWUP, as the very last card it is none, and the other holds a 12 for 10 + 2, two stars."""
    state = last_deal("k5 y4", "r10 b1 k13 r2", turn=1, other="r12")
    found = best(state, "k5")
    assert found["k5"] >= found["y4 lay"] + (1 + 4) / 2


@pytest.mark.parametrize(
    ("points", "swept"),
    [
        ({}, False),
        ({"swup_points": 5}, True),
        ({"star_points": 3}, False),
        ({"star_points": 3, "swup_points": 9}, True),
        ({"swup_points": 0}, False),
        ({"star_points": 0}, True),
    ],
)
def test_the_table_is_swept_where_the_swup_brings_more_than_the_star_that_is_lost_by_it(
    points: dict[str, int], swept: bool
) -> None:
    """§10.4: The 10 takes 10 and 6 + 4, a SWUP, and the other's 13 then takes 12 + 1, the star of the black 1. With the
    1 as 14 on 10 + 4 the star is one's own, also one turn later. Majorities give nothing.
    """
    options = {"most_cards": 0, "most_black": 0, "last_cards": 0, **points}
    state = last_deal("b10 k1", "y10 b6 r4", other="y12 k13", options=options)
    waiting = ("k1 take:14 r4 y10 done", "b10 lay", "b10 build:14 r4 done")
    best(state, *(["b10 take:10 r4 b6 y10 done"] if swept else waiting))


# ---- Stars and builds -----------------------------------------------------------------------------------------------


def test_a_card_with_a_star_is_not_laid_where_it_can_be_taken() -> None:
    """§9.1: The other's 1 takes the 1, and gets two stars in place of one. For the 12 and the 13 it has nothing."""
    found = best(last_deal("k1 y12 k13", "b5", other="y11 r1 y9"), "k13 lay", "y12 lay")
    assert found["k13 lay"] > found["k1 lay"] + 1


def test_the_own_build_is_taken_before_the_other_takes_it() -> None:
    """§5.6: The other holds a 9 too. The 3 can wait: nothing of the other takes a 3."""
    found = best(last_deal("r9 k3", "r3", build(0, 9, "k4 b5"), other="y9 y13"), "r9 take:9 @0 done")
    assert found["r9 take:9 @0 done"] > found["k3 take:3 r3 done"] + 2


def test_a_build_takes_away_the_card_that_the_other_could_take() -> None:
    """§5.1: The other's 7 takes the loose 7, but nothing of its takes a build of 9; next turn the own 9 does, for three
    cards and the star of the black 2. Laid, the 2 goes to the other, who takes last with the 7.
    """
    found = best(last_deal("k2 r9", "b7", other="r7 y12"), "k2 build:9 b7 done")
    assert found["k2 build:9 b7 done"] == found["k2 lay"] + 5


def test_the_build_of_the_other_is_raised_out_of_its_reach() -> None:
    """§5.4, §13.3: The other would take its 10 next. With the 1 it is an 11 and one's own, which the 11 takes."""
    state = last_deal("b1 r11", "", build(1, 10, "k7 b3"), other="y10 y13")
    found = best(state, "b1 build:11 @1 done")
    assert found["b1 build:11 @1 done"] == found["r11 lay"] + 5


def test_no_two_cards_are_left_that_the_other_takes_as_one_sum() -> None:
    """§13.8: Whose only 9 collects the build takes all the nines with it. One left beside the 3 is 12, which the other
    holds: a SWUP for that one.
    """
    best(swept_by_a_sum(), "r9 take:9 k9 r4 b5 b9 @0 done")


def swept_by_a_sum() -> State:
    return last_deal("r9 k3", "k9 b9 r4 b5 y3", build(0, 9, "k4 y5"), other="y12 y9")


def test_the_tree_spells_moves_as_they_can_be_played() -> None:
    """§12.5: Along the own steps of the first move every node is a legal next step of the one above it, also where a
    group was begun with its higher card, so that no smallest spelling is left.
    """
    view = seen(swept_by_a_sum())
    search = Search(view.seen, (1, 2), Recipe())
    search.run(1_000)

    def check(node: int, move: str) -> None:
        if move and view.why_not(move) is None:
            return
        children = {search.game.tokens[step]: child for step, child in search.children(node).items()}
        assert {*children} <= {*view.steps(move)}, move
        for token, child in children.items():
            check(child, f"{move} {token}".strip())

    check(0, "")


# ---- From play ------------------------------------------------------------------------------------------------------


def from_play() -> Iterator[State]:
    """States from matches of greedy bots in which each seat has two cards left, with a few moves to choose from."""
    for seed in range(1000):
        match = kt.Match("swup", 2, seed=seed)
        bot = kt.Bot("greedy", "swup", seed=seed)
        while len((state := match.state_json())["deck"]) or len(state["hands"][1]) > 2 or state["turn"]:
            match.play(state["turn"], bot.choose(match.view(state["turn"])))
        if 2 <= len(match.moves(0)) <= 12:
            yield state


def test_with_four_cards_to_come_no_point_is_given_away() -> None:
    """Reckoned to the end of the round, against best play."""
    number = 0
    for state in islice(from_play(), 45):
        found = reckoned(state)
        if len({*found.values()}) > 1:
            move = after_same(state, chosen(state), found)
            assert found[move] == max(found.values()), (state, move)
            number += 1
    assert number >= 8
