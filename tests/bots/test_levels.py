"""The levels that search: legal moves from views alone, the same from the same seed, in their time."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import kartentisch as kt
from kartentisch.bots import levels
from kartentisch.bots.chance import Chance
from kartentisch.bots.levels import FOR_PEOPLE, LEVELS, Thinker, longest
from kartentisch.bots.search import parts, playing
from kartentisch.bots.search import search as searching
from kartentisch.bots.search.search import BATCH, Recipe, Search
from kartentisch.games import solo
from kartentisch.play.games import games, sheet
from tests.play.helpers import SIZES, wander

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


def asked(match: kt.Match) -> int:
    return match.actors()[0]


def test_the_levels_for_people_are_there_and_search() -> None:
    assert [name for name in kt.bots() if isinstance(LEVELS[name], Thinker)] == list(FOR_PEOPLE)


@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_level_chooses_legal_complete_moves_from_the_wire_as_from_the_match(game: str, seats: int) -> None:
    match = kt.Match(game, seats, seed=3)
    bots = [kt.Bot(name, game, seed=1) for name in ("novice", "easy")]
    for turn in range(12):
        if match.round_over:
            break
        seat, bot = match.next_actor(), bots[turn % 2]
        view = match.view(seat)
        move = bot.choose(view)
        assert match.why_not(seat, move) is None
        assert bot.choose(kt.View.from_json(view.json())) == move
        match.play(seat, move)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", ["novice", "medium"])
def test_the_same_view_gives_the_same_move_whatever_the_truth_is(game: str, name: str) -> None:
    match = wander(kt.Match(game, 3, seed=8), 9)
    seat = asked(match)
    view = match.view(seat)
    bot = kt.Bot(name, game, seed=5)
    assert {bot.choose(view.imagine(seed).view(seat)) for seed in range(5)} == {bot.choose(view)}


def from_play(game: str) -> list[tuple[kt.Match, int]]:
    """Five positions and a seat that may act; of Solo also each kind of decision, out of turn too."""
    found: dict[object, tuple[kt.Match, int]] = {}
    for seed in range(60):
        match = wander(kt.Match(game, 3, seed=seed), 3 + 7 * seed % 40, seed)
        for seat in () if match.round_over else match.actors():
            phase = match.state_json().get("phase")
            kind = (phase, seat == asked(match)) if game == "solo" and len(found) >= 5 else seed
            found.setdefault(kind, (match, seat))
        if game != "solo" and len(found) == 5:
            break
    return list(found.values())


@pytest.mark.parametrize("game", games())
def test_what_a_seat_cannot_see_changes_nothing_from_play(game: str) -> None:
    """Other truths behind the same view are other states, and give the same move."""
    positions = from_play(game)
    assert len(positions) >= 5
    if game == "solo":
        phases = {match.state_json()["phase"] for match, _ in positions}
        assert phases >= {"turn", "drawn", "owed", "skipped", "answer", "gift"}
    for match, seat in positions:
        view, bot = match.view(seat), kt.Bot("easy", game, seed=5)
        truths = [view.imagine(seed) for seed in range(3)]
        assert any(truth.state_json() != match.state_json() for truth in truths)
        assert {bot.choose(truth.view(seat)) for truth in truths} == {bot.choose(view)}


def test_another_seed_may_choose_another_move() -> None:
    view = kt.Match("schwupps", 2, seed=1).view(0)
    assert len({kt.Bot("novice", "schwupps", seed=seed).choose(view) for seed in range(20)}) > 1


class Ticking:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0

    def perf_counter(self) -> int:
        self.now += 1
        return self.now


@pytest.mark.parametrize("game", games())
def test_as_long_as_it_may_and_no_longer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at after each batch, and not before the first."""
    search = Search(kt.Match(game, 2, seed=2).view(0).seen, (1, 2), Recipe())
    monkeypatch.setattr(searching, "time", Ticking())
    assert (search.run(100 * BATCH, seconds=0), search.cut) == (BATCH, True)
    assert (search.run(100 * BATCH, seconds=5), search.cut) == (5 * BATCH, True)
    assert (search.run(9 * BATCH, seconds=5), search.cut) == (9 * BATCH, False)
    assert (search.run(20 * BATCH), search.cut) == (20 * BATCH, False)


@pytest.mark.parametrize("name", ["novice", "hard"])
def test_without_seconds_no_clock_stops_a_level(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine: the move is that of all its iterations. With seconds, what is cut short is counted."""
    view = kt.Match("swup", 2, seed=2).view(0)
    usual = kt.Bot(name, "swup", seed=1).choose(view)
    monkeypatch.setattr(levels, "perf_counter", Ticking().perf_counter)
    monkeypatch.setattr(searching, "time", Ticking())
    slow = kt.Bot(name, "swup", seed=1)
    assert (slow.choose(view), slow.cuts) == (usual, 0)
    slow.choose(view, seconds=0.5)
    assert slow.cuts == (1 if name == "hard" else 0), "a novice is done with its first batch"
    assert (slow.choose(view, seconds=1e6), slow.choose(view, seconds=float("inf"))) == (usual, usual)


def test_a_bot_searches_as_many_iterations_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    view, asked_for = kt.Match("swup", 3, seed=3).view(0), list[int]()
    real = Search.run

    def noted(self: Search, iterations: int, *rest: object) -> int:
        asked_for.append(iterations)
        return real(self, iterations, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "run", noted)
    chosen = kt.Bot("expert", "swup", seed=1, iterations=np.int64(50)).choose(view)  # type: ignore[arg-type]
    assert view.why_not(chosen) is None
    kt.Bot("novice", "swup", seed=1).choose(view)
    assert asked_for == [50, LEVELS["novice"].iterations]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_level_that_does_not_search_has_no_iterations(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} does not search, so it has no iterations; .*: novice, easy, medium"):
        kt.Bot(name, "solo", iterations=10)


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "many", 10_000_001])
def test_iterations_that_cannot_be_are_refused_in_a_sentence(bad: object) -> None:
    with pytest.raises(ValueError, match=r"^iterations must be a whole number from 1 to 10000000, not "):
        kt.Bot("hard", "solo", iterations=bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["x", -1, -0.001, float("nan"), True, b"1", [1], 1j])
@pytest.mark.parametrize("name", ["random", "medium"])
def test_seconds_that_cannot_be_are_refused_in_a_sentence(name: str, bad: object) -> None:
    view = kt.Match("solo", 2, seed=1).view(0)
    with pytest.raises(ValueError, match=r"^seconds must be a number from 0, not "):
        kt.Bot(name, "solo", seed=1).choose(view, seconds=bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["schwupps", "solo", "swup"])  # elsewhere totals are what has been banked
def test_where_the_round_is_all_that_counts_what_stands_in_the_match_does_not(game: str) -> None:
    """Who is far behind plays for the match otherwise; for the round alone no totals change what moves are worth."""
    for seed in range(3):
        match = wander(kt.Match(game, 2, seed=seed), 4, seed)
        seat = match.actors()[0]
        even, ahead = match.view(seat), match.view(seat)
        ahead.seen.record["totals"][0] = 40
        worth = [[worth_at_root(view, one_round) for view in (even, ahead)] for one_round in (True, False)]
        assert worth[0][0] == worth[0][1]
        assert worth[1][0] != worth[1][1]
        assert match.why_not(seat, kt.Bot("medium", game, seed=4, one_round=True).choose(even)) is None


def worth_at_root(view: kt.View, one_round: bool) -> float:
    search = Search(view.seen, (1, 2), Recipe(one_round=one_round))
    search.run(256)
    return float(search.tree.sums[0, parts.BELOW])


def test_a_round_by_itself_is_won_by_the_best_points_and_shared_among_them() -> None:
    for game, points, wanted in (("swup", [3, 7, 7], [0, 0.5, 0.5]), ("schweinsgalopp", [3, 7, 7], [0, 0.5, 0.5])):
        rules = sheet(game)
        s = rules.new(3, {name: one.default for name, one in rules.options.items()})
        s["points"][0, :3] = [rules.wins * n for n in points]
        s["totals"][0, :3] = [rules.wins * n for n in (90, 0, 0)]
        gains, taste = np.zeros(rules.layout.max_seats), np.array([rules.wins, 1.0, 0.3, 1.0, 0.0, 1.0])
        playing.chances(s[0], gains, taste)
        assert gains[:3].tolist() == wanted


@pytest.mark.parametrize(("level", "most"), [("hard", 0.2), ("expert", 1.0)])
@pytest.mark.parametrize("game", games())
def test_a_move_takes_a_core_no_longer_than_is_said(game: str, level: str, most: float) -> None:
    for match, seat in from_play(game):
        bot, view = kt.Bot(level, game, seed=5), match.view(seat)
        begun = time.thread_time()
        bot.choose(view, seconds=longest(level))
        assert time.thread_time() - begun < most


def test_at_a_glance_nothing_is_searched_and_each_level_has_its_own_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it searches")

    monkeypatch.setattr(levels, "Search", never)
    view = kt.Match("swup", 3, seed=3).view(0)
    chosen = {
        level: [kt.Bot(level, "swup", seed=seed).choose(view, seconds=0) for seed in range(40)]
        for level in ("novice", "greedy", "expert")
    }
    assert set(chosen["expert"]) == set(chosen["greedy"]), "the one that the advice likes best"
    others = sum(move not in chosen["greedy"] for move in chosen["novice"])
    assert 5 < others < 25, "a third of the moves are overlooked, the best as well"


def test_a_second_thread_goes_on_while_a_search_runs() -> None:
    """The interpreter's lock is released: during one call into compiled code another thread counts on."""
    search = Search(kt.Match("swup", 4, seed=2).view(0).seen, (1, 2), Recipe())
    search.run(1)
    counted, running, done = 0, threading.Event(), threading.Event()

    def count() -> None:
        nonlocal counted
        running.set()
        while not done.is_set():
            time.sleep(0.001)
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    running.wait()
    before = counted
    search._go(90_000)  # one call into compiled code: a fifth of a second or more
    during = counted - before
    done.set()
    thread.join()
    assert during > 5, "two at most where the lock is kept: before and after the call"


def test_without_priors_each_step_is_tried_and_every_iteration_counts() -> None:
    view = kt.Match("schweinsgalopp", 3, seed=4).view(0)
    search = Search(view.seen, (1, 2), Recipe(advised=False, priors=False))
    assert search.run(300) == 300
    assert sum(search.tried().values()) == 300
    assert set(search.tried()) == set(view.moves())


def test_a_chance_to_speak_up_goes_by_as_often_as_is_said() -> None:
    """§9 of the rules of Solo: who forgets the call is silent for now."""
    game = solo.GAME
    assert game.idle
    never, always = Thinker(10, 1.0, forgets=0.0), Thinker(10, 1.0, forgets=1.0)
    match = kt.Match("solo", 2, seed=1)
    state = match.state_json()
    hand = state["hands"][0]
    state["draw_bag"] += hand[1:]
    state["hands"][0] = hand[:1]
    state["owes_call"] = [0]
    state["turn"] = 1
    view = kt.Match.from_state_json(state).view(0)
    assert "quiet" in view.moves()
    assert always(view, Chance(1, view.json()), None) in ("quiet", "no")
    assert never(view, Chance(1, view.json()), None) == "solo"
    for share in (0.05, 0.3, 0.7):
        some = Thinker(10, 1.0, forgets=share)
        chosen = [some(view, Chance(seed, view.json()), 0) for seed in range(2000)]
        assert set(chosen) == {"quiet", "solo"}
        assert chosen.count("quiet") == pytest.approx(2000 * share, abs=4 * (2000 * share * (1 - share)) ** 0.5)


IN_WORDS = {
    0.35: "every third thing",
    0.3: "three of ten",
    0.1: "one of ten",
    0.05: "one of twenty",
    0.005: "one in two hundred",
}
"""The faults of levels, as the page about the bots has them."""


def test_the_page_about_the_bots_says_how_each_level_thinks() -> None:
    """How much, how long at most where it says that, and each fault that it has and no other."""
    rows = {
        line.split("`")[1]: line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    }
    assert list(rows) == list(LEVELS)
    for name, level in LEVELS.items():
        if isinstance(level, Thinker):
            row = re.sub(r"(?<=one) thing| cases?\b", "", rows[name].split("|")[3].strip())
            assert f"{level.iterations:,} deals" in row
            assert re.findall(r"overlooks ([a-z ]+)", row) == said(level.overlooks)
            assert re.findall(r"forgets to speak up in ([a-z ]+)", row) == said(level.forgets)
            longest = [f"{level.seconds:g}"] if name in ("hard", "expert") else []
            assert re.findall(r"at most ([\d.]+) s", row) == longest


def said(share: float) -> list[str]:
    return [IN_WORDS[share]] if share else []
