"""The end of a round, where all consistent deals are weighed: exact, and the same whatever the seed."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from math import exp
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots.ending.deals import consistent
from kartentisch.bots.ending.ending import DEALS, solved, weighed
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import SOUNDING, Search
from tests.bots.finding import seen
from tests.bots.test_positions_schweinsgalopp import two_left
from tests.bots.test_positions_swup import after_same, from_play, reckoned, swept_by_a_sum
from tests.games.schweinsgalopp_positions import COLOURS, PACK, match_at, position
from tests.games.swup_positions import after
from tests.games.swup_positions import match_at as match_of
from tests.play.helpers import wander

State = dict[str, Any]


def three_left() -> State:
    """Both have three cards left: the own ones are green, red and purple; g r v y g r v y have been played."""
    rest = list(PACK)
    mine, played = ["g", "r", "v"], list("grvygrvy")
    for card in [*mine, *played]:
        rest.remove(card)
    other = [rest.pop(place) for place in (0, 6, 12)]
    state = position("b g", pigs="0 9 10 11 12", seats=2)
    return {
        **state,
        **{"round": 1, "turn": 0, "hands": [mine, other], "played": played, "aside": rest, "steps": len(played)},
        **{"face_up": [4, 4], "banked": [0, 0], "totals": [0, 0], "supply": 47},
    }


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_twenty_seeds_choose_the_same_move_and_the_one_that_is_worth_more(level: str) -> None:
    """Before, `expert` took red in 13 of 20, with 30,000 iterations."""
    view = seen(three_left())
    worth = weighed(view.seen)
    assert worth is not None
    assert max(worth, key=worth.__getitem__) == "g"
    assert worth["g"] > worth["r"] + 0.01
    assert worth["r"] > worth["v"] + 0.05
    assert {kt.Bot(level, "schweinsgalopp", seed=seed).choose(view) for seed in range(20)} == {"g"}


def test_every_consistent_deal_is_there_once_and_as_likely_as_cards_dealt_one_by_one() -> None:
    """Of 24 unseen cards the other holds three: by colours 35 hands."""
    state = three_left()
    found = consistent(seen(state).seen, DEALS)
    assert found is not None
    truths, likely = found
    assert len(truths) == 35
    assert likely.sum() == pytest.approx(1)
    unseen = [*state["aside"], *state["hands"][1]]
    hands = Counter("".join(sorted(hand)) for hand in permutations(unseen, 3))
    game = seen(state).seen.game
    dealt = {}
    for number in range(len(truths)):
        match = kt.Match.from_state_json(dump(game, truths[number : number + 1]))
        assert match.view(0).json() == seen(state).json()
        dealt["".join(sorted(match.state_json()["hands"][1]))] = likely[number]
    assert dealt == pytest.approx({hand: n / hands.total() for hand, n in hands.items()})


def dump(game: Any, records: Any) -> State:
    from kartentisch.engine.states import dump as dumped

    return dict(dumped(game, game.layout.copy(records)))


@pytest.mark.parametrize("seats", [2, 3])
def test_where_nobody_else_has_a_choice_the_worth_is_the_average_over_all_deals(seats: int) -> None:
    """The others have one card each: so each deal can be played out by hand, and judged as the search does."""
    state = two_left("b v", "4 5 6 9 10", seats=seats, face_up=[0] * (seats - 1) + [4])
    view = seen(state)
    worth = weighed(view.seen, one_round=True)
    assert worth is not None
    recipe = Recipe(one_round=True, room=SOUNDING + 10)
    spread = float(Search(view.seen, (0, 1), recipe).taste[3])
    unseen = [*state["aside"], *(card for hand in state["hands"][:-1] for card in hand)]
    deals = Counter(permutations(unseen, seats - 1))
    for card in ("b", "v"):
        total = sum(n * judged(state, hand, card, recipe.share, spread) for hand, n in deals.items())
        assert worth[card] == pytest.approx(total / deals.total())


def judged(state: State, others: tuple[str, ...], card: str, share: float, spread: float) -> float:
    """What one deal is worth: the win of the round, and a share of the lead, squeezed."""
    seat = state["turn"]
    rest = Counter([*state["aside"], *(held for hand in state["hands"][:seat] for held in hand)]) - Counter(others)
    hands = [*([other] for other in others), state["hands"][seat]]
    match = match_at({**state, "hands": hands, "aside": sorted(rest.elements(), key=COLOURS.index)})
    match.play(seat, card)
    while not match.round_over:
        (actor,) = match.actors()
        match.play(actor, match.moves(actor)[0])
    points = match.points
    won = (points[seat] == max(points)) / points.count(max(points))
    lead = points[seat] - sum(points) / len(points)
    return (1 - share) * won + share / (1 + exp(-lead / spread))


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_where_all_cards_are_known_twenty_seeds_choose_the_move_that_is_best_against_best_play(level: str) -> None:
    """The last deal of SWUP, two seats. Others who play by the advice would pick any group: there `k3` came first."""
    for state in (swept_by_a_sum(), *islice(from_play(), 3)):
        view = seen(state)
        worth = reckoned(state)
        chosen = {kt.Bot(level, "swup", seed=seed).choose(view) for seed in range(20)}
        assert len(chosen) == 1
        assert worth[after_same(state, chosen.pop(), worth)] == max(worth.values())


def test_where_all_cards_are_known_worth_is_that_of_best_play() -> None:
    """By all ways to the end of the round, without leaving any out: so a cut by alpha-beta changes nothing."""
    different = 0
    for state in (swept_by_a_sum(), *islice(from_play(), 3)):
        worth = weighed(seen(state).seen, one_round=True)
        assert worth is not None
        by_hand = searched_through(state)
        assert worth == pytest.approx({move: by_hand[move] for move in worth})
        assert max(worth.values()) == pytest.approx(max(by_hand.values()))
        different += max(by_hand.values()) > min(by_hand.values()) + 0.01
    assert different


def searched_through(state: State) -> dict[str, float]:
    """What each move of the seat in turn is worth to it, if both go on as is best for them."""
    seat = state["turn"]
    view = seen(state)
    taste = Search(view.seen, (0, 1), Recipe(one_round=True, room=SOUNDING + 10)).taste
    share, spread = float(taste[2]), float(taste[3])

    def value(now: State) -> float:
        if now["round_over"]:
            lead = float(now["points"][seat] - now["points"][1 - seat]) / 2
            return (1 - share) * (0.5 + 0.5 * ((lead > 0) - (lead < 0))) + share / (1 + exp(-lead / spread))
        values: list[float] = [value(after(now, move)) for move in match_of(now).moves(now["turn"])]
        return max(values) if now["turn"] == seat else min(values)

    return {move: value(after(state, move)) for move in match_of(state).moves(seat)}


def test_more_seats_are_searched_in_swup_until_all_cards_are_known() -> None:
    """With three seats nobody knows the others' last hands: nothing is gone through, though few deals are left."""
    match = kt.Match("swup", 3, seed=1)
    bot = kt.Bot("greedy", "swup", seed=1)
    several = known = 0
    while not match.round_over:
        view = match.view(match.next_actor())
        found = consistent(view.seen, DEALS) if view.json()["deck"] == 0 else None
        if found is not None:
            one = len(found[0]) == 1
            assert one or weighed(view.seen) is None
            several += not one
            known += one and weighed(view.seen) is not None
        match.play(match.next_actor(), bot.choose(view))
    assert several > 2
    assert known


def test_what_is_chosen_is_a_legal_move() -> None:
    found = 0
    for seed in range(40):
        match = wander(kt.Match("schweinsgalopp", 2, seed=seed), 10, seed)
        if match.over or match.round_over:
            continue
        view = match.view(match.actors()[0])
        move = solved(view.seen)
        if move is not None:
            found += 1
            assert move in view.moves()
    assert found > 3


@pytest.mark.parametrize("game", kt.games())
def test_at_the_beginning_of_a_round_nothing_is_gone_through(game: str) -> None:
    match = kt.Match(game, 3, seed=1)
    assert solved(match.view(match.actors()[0]).seen) is None
