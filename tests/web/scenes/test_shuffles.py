"""A reader sees that a pile is shuffled."""

from __future__ import annotations

from kartentisch.engine import states
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.games import schwupps as schwupps_sheet
from kartentisch.games.solo import GAME
from kartentisch.web.scenes import schwupps, solo
from kartentisch.words import schwupps as words
from tests.games.solo_positions import position
from tests.web.support.scenes import views, walk


def test_a_pile_that_is_shuffled_anew_moves_where_it_lies() -> None:
    shuffled = set()
    for before, after, seat, token in walk(schwupps_sheet.GAME, 2, 6, 400):
        told = {code for code, _ in words.tell(before[-1], after[-1], seat, [token])}
        moved = schwupps.moved(before[-1], after[-1], seat, [token])
        places = {one.source for one in moved if one.source == one.target}
        assert places == {place for code, place in schwupps.SHUFFLED.items() if code in told}
        shuffled |= places
    assert shuffled == {"next", "common"}


def test_a_discard_pile_that_is_shuffled_goes_over_to_the_draw_pile_face_down() -> None:
    records = states.load(GAME, position("g1 g2", draw=""))
    before = views(GAME, records, 4)
    GAME.run.apply(records, 0, 0, GAME.numbers["draw"], new_luck(seeded(1, 1, 1)[0]))
    for here, now in zip(before, views(GAME, records, 4), strict=True):
        shuffled = solo.moved(here, now, 0, ["draw"])[-1]
        assert (shuffled.source, shuffled.target, shuffled.faces) == ("discard", "draw", [])
        assert shuffled.n == len(here.json()["discard"]) > 60
