"""Copies and pickles of matches, views, games and bots: independent, small, and nothing is compiled for them."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.warm import warm
from kartentisch.play.games import sheet
from tests import numbered
from tests.play.helpers import SIZES, wander
from tests.toy import TOY
from tests.ways import first_now, in_turn, long

ROOT = Path(__file__).resolve().parents[2]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]
each_way = pytest.mark.parametrize("way", [kt.Match.copy, *WAYS])


@pytest.fixture
def fifth() -> Iterator[str]:
    """A game from another package."""
    with numbered.fifth():
        yield "fifth"


@pytest.mark.rules
@pytest.mark.parametrize(("size", "way"), in_turn(SIZES, [kt.Match.copy, *WAYS]))
def test_a_copy_is_the_same_match_and_goes_its_own_way(size: tuple[str, int], way: Callable[[Any], Any]) -> None:
    match = wander(kt.Match(*size, seed=4), 30)
    before = match.record()
    twin = way(match)
    assert (twin.record(), twin.state_json()) == (before, match.state_json())
    wander(twin, 12, seed=1)
    assert twin.record() != before
    assert match.record() == before, "the original stays"
    wander(match, 12, seed=1)
    assert match.record() == twin.record(), "the same luck comes to both"
    assert kt.replay(twin.record()).state_json() == twin.state_json()


@each_way
def test_a_copy_of_a_match_from_a_state_keeps_where_it_began(way: Callable[[Any], Any]) -> None:
    match = wander(kt.Match.from_state_json(wander(kt.Match("swup", 3, seed=5), 9).state_json(), seed=6), 9)
    twin = way(match)
    assert twin.record() == match.record()
    assert "\nstate: " in twin.record()
    assert wander(twin, 9).record() == wander(match, 9).record()


def test_a_copy_may_take_the_luck_of_another_seed() -> None:
    match = wander(kt.Match("schwupps", 3, seed=4), 10)
    twins = [match.copy(seed) for seed in (4, 5, 5)]
    played = [wander(twin, 30, seed=1).state_json() for twin in twins]
    assert played[0] == wander(match.copy(), 30, seed=1).state_json()
    assert played[1] == played[2] != played[0]
    with pytest.raises(ValueError, match=r"^seed must be a whole number, not 'x'"):
        match.copy("x")  # type: ignore[arg-type]


def test_copies_without_a_seed_have_luck_of_their_own() -> None:
    match = kt.Match("schwupps", 4)
    assert len({str(wander(match.copy(), 60).state_json()) for _ in range(3)}) == 3


def test_a_kind_of_match_of_ones_own_stays_one() -> None:
    twin = copy.copy(Own("swup", 2, seed=1))
    assert type(twin) is type(pickled(twin)) is Own


class Own(kt.Match):
    __slots__ = ()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", kt.games())
def test_views_games_and_bots_can_be_copied(game: str, way: Callable[[Any], Any]) -> None:
    match = wander(kt.Match(game, 3, seed=2), 7)
    seat = match.actors()[0]
    for view in (match.view(seat), match.view(None)):
        assert way(view).json() == view.json()
    assert way(match.view(seat)).moves() == match.view(seat).moves()
    assert way(sheet(game)) is sheet(game)
    for name in ("random", "novice"):
        bot = kt.Bot(name, game, seed=3, **({"iterations": 20, "one_round": True} if name == "novice" else {}))  # type: ignore[arg-type]
        twin = way(bot)
        assert (twin.name, twin.iterations, twin.one_round) == (bot.name, bot.iterations, bot.one_round)
        assert twin.choose(match.view(seat)) == bot.choose(match.view(seat))


def test_a_changed_copy_of_a_view_leaves_the_view() -> None:
    view = kt.Match("swup", 3, seed=2).view(0)
    before = view.json()
    copy.deepcopy(view).seen.record["totals"][0] = 7
    assert view.json() == before


@pytest.mark.parametrize(("game", "seats"), [*SIZES[1::2], *(long(*size) for size in SIZES[::2])])
def test_a_pickle_has_up_to_four_kilobytes_and_forty_bytes_an_event(game: str, seats: int) -> None:
    match = wander(kt.Match(game, seats, seed=4), 300)
    from_state = wander(kt.Match.from_state_json(match.state_json(), seed=1), 300)
    for one in (match, from_state):
        assert len(pickle.dumps(one)) <= 4_000 + 40 * len(one._history)
    for small in (match.view(0), match.view(None), sheet(game), kt.Bot("hard", game, seed=1)):
        assert len(pickle.dumps(small)) <= 4_000


def test_a_sheet_that_no_name_leads_to_can_be_pickled_too() -> None:
    twin = pickled(TOY)
    assert (twin.name, twin.tokens) == (TOY.name, TOY.tokens)
    assert copy.deepcopy(TOY) is TOY


def test_the_pickle_of_another_version_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pickle.dumps(kt.Match("swup", 2, seed=1))
    monkeypatch.setitem(sheet("swup").layout.__dict__, "stamp", "0" * 16)
    with pytest.raises(ValueError, match=r"^This was pickled by another version of swup\. "):
        pickle.loads(data)


CHILD = """
import pickle, sys
from pathlib import Path
from tests.play.helpers import wander
match, view, bot = pickle.loads(Path(sys.argv[1]).read_bytes())
bot.choose(view)
wander(match.copy(), 25, seed=1)
entries = {name: entry for name, entry in vars(match._game.run).items() if hasattr(entry, "stats")}
missed = [name for name, entry in entries.items() if entry.stats.cache_misses]
print(missed, len(wander(match, 25, seed=1).record()))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("game", first_now(["fifth", "swup"]))
def test_in_another_process_nothing_is_compiled_anew(game: str, tmp_path: Path, fifth: str) -> None:
    """Also of a game that only this process was told of: where it stands goes along."""
    for _ in warm(sheet(game)):
        pass
    match = wander(kt.Match(game, 2, seed=4), 3)
    seat = match.next_actor()
    kept = match, match.view(seat), kt.Bot("random", game, seed=1)
    (tmp_path / "match").write_bytes(pickle.dumps(kept))
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "match")], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"[] {len(wander(match, 25, seed=1).record())}"
