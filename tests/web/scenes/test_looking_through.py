"""Every reader can look through open piles and see what the rules leave open, from views alone."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.web import scene as s
from tests.browser import crowds
from tests.games import schweinsgalopp_positions as galopp
from tests.games import schwupps_positions as schwupps
from tests.games import solo_positions as solo
from tests.games import swup_positions as swup

READERS = [0, 1, None]


def drawn(state: dict[str, object], game: str, reader: int | None, code: str = "en") -> s.Scene:
    modules = {"schwupps": schwupps, "schweinsgalopp": galopp, "solo": solo, "swup": swup}
    return crowds.seen(modules[game].match_at(state), code, 1, reader=reader)


def zone(scene: s.Scene, name: str) -> s.Zone:
    (found,) = (one for one in scene.zones if one.id == name)
    return found


@pytest.mark.parametrize("reader", READERS)
def test_the_discard_pile_of_solo_is_looked_through_from_the_top_down(reader: int | None) -> None:
    """§13.1."""
    look = zone(drawn(solo.position("r1 r2", top="g5", under="b7 b2 g2"), "solo", reader), "discard").look
    assert look is not None
    assert look.cards == ["solo/g5", "solo/g2", "solo/b2", "solo/b7"]
    assert look.ordered
    assert look.names["solo/b7"] == "Blue 7"
    assert set(look.names) == set(look.cards)


@pytest.mark.parametrize("reader", READERS)
def test_the_race_cards_played_are_looked_through_in_order(reader: int | None) -> None:
    state = galopp.position("b b y", seats=2)
    look = zone(drawn(state, "schweinsgalopp", reader), "played").look
    assert look is not None
    assert look.cards == [f"schweinsgalopp/{card}" for card in reversed(state["played"])]
    fresh = zone(drawn(galopp.position("b b b g g r y", seats=2), "schweinsgalopp", reader), "played")
    assert fresh.look is None, "nothing lies there"


def test_of_swup_one_looks_through_ones_own_pile() -> None:
    state = swup.position("k9 r3", seats=2, last_taker=0)
    scene = drawn(state, "swup", 0)
    look = zone(scene, "own").look
    assert look is not None
    assert sorted(look.cards) == sorted(f"swup/{card}" for card in state["piles"][0])
    assert not look.ordered
    assert [one.id for one in scene.zones if one.look] == ["own"]
    assert [one.id for one in drawn(state, "swup", None).zones if one.look] == []


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("last", [None, 0, 1])
def test_who_took_last_is_seen_at_the_seat(reader: int | None, last: int | None) -> None:
    dealt = kt.Match("swup", seats=2, seed=1).state_json()
    state = dealt if last is None else swup.position("k9 r3", seats=2, last_taker=last)
    scene = drawn(state, "swup", reader)
    marked = [seat.seat for seat in scene.seats if any(one.label == "took last" for one in seat.counters)]
    assert marked == ([] if last is None else [last])
    if reader == 0:
        assert ("took last" in zone(scene, "own").caption) == (last == 0)


@pytest.mark.parametrize("reader", READERS)
def test_schwupps_says_how_many_tasks_and_boxed_cards_there_are_and_shows_the_used_ones(reader: int | None) -> None:
    """§11.1: the discard pile of tasks, and every count."""
    state = schwupps.position("b8 v10", task_bag=["+1", "+1"], boxed=2)
    scene = drawn(state, "schwupps", reader)
    following, common = zone(scene, "next"), zone(scene, "common")
    used = state["task_discard"]
    assert following.count == 2
    assert following.label == f"Next · {len(used)} used"
    assert following.look is not None
    assert following.look.cards == [f"schwupps/{kind}" for kind in reversed(used)]
    assert common.label == "Common · 2 in the box"
    fresh = drawn(schwupps.position("b8 v10"), "schwupps", reader)
    assert [zone(fresh, name).label for name in ("next", "common")] == ["Next", "Common"]
    assert zone(fresh, "next").look is None


@pytest.mark.parametrize(("game", "kind"), crowds.every())
def test_a_look_shows_nothing_that_the_view_does_not(game: str, kind: str) -> None:
    """Every card of it lies in an open pile of this reader's view."""
    piles = {"solo": ["discard"], "schweinsgalopp": ["played"], "schwupps": ["task_discard"], "swup": ["piles"]}
    match = crowds.match(game, kind)
    for reader in (0, 1, None):
        view = match.view(reader).seen.json()
        lying = [view[name] for name in piles[game]]
        if game == "swup":
            lying = [] if reader is None else [view["piles"][reader]]
        for one in crowds.scene(game, kind, reader=reader).zones:
            if one.look:
                assert sorted(one.look.cards) == sorted(f"{game}/{card}" for pile in lying for card in pile)
