"""A tree for each seat, which tells steps apart as that seat does (`Recipe.observers`)."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.bots.search import parts
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from tests.games.solo_positions import match_at, position

ROOM = 20_000


@pytest.mark.parametrize("game", ["schwupps", "schweinsgalopp", "swup"])
def test_where_every_move_is_public_all_see_the_same_tree(game: str) -> None:
    view = kt.Match(game, 3, seed=5).view(0).seen
    found = []
    for observers in (False, True):
        search = Search(view, (3, 4), Recipe(observers=observers, room=ROOM))
        search.run(800)
        found.append((search.tried(), search.best()))
    assert found[0] == found[1]
    assert len(found[0][0]) > 1


def test_what_is_given_is_told_apart_by_giver_and_receiver_and_by_nobody_else() -> None:
    """Solo §7.3, §13: seat 0 gives two of four cards to seat 1; seat 2 sees that two cards go over."""
    hands = ("r3 r5 b1 y2", "g1 g2 g3", "b4 b5 b6")
    match = match_at(position(*hands, seats=3, top="rG", turn=0, phase="gift", layer=0, target=1))
    search = Search(match.view(0).seen, (3, 4), Recipe(observers=True, room=ROOM))
    search.run(400)
    told = [steps_below(search, seat) for seat in range(3)]
    assert len(told[0]) > 1
    assert told[1] == told[0]
    assert told[2] == {len(search.game.tokens)}, "one step that stands for all"


def steps_below(search: Search, root: int) -> set[int]:
    links, found = search.tree.links, set[int]()
    child = int(links[root, parts.CHILD])
    while child >= 0:
        seat, step = divmod(int(links[child, parts.KEY]), len(search.game.tokens) + 1)
        assert seat == 0
        found.add(step)
        child = int(links[child, parts.NEXT])
    return found
