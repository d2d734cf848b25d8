"""The levels that search: legal moves from views alone, the same from the same seed, in their time."""

from __future__ import annotations

import re
import threading
import time
from functools import cache
from pathlib import Path

import pytest

import kartentisch as kt
from kartentisch.bots import levels
from kartentisch.bots.chance import Chance
from kartentisch.bots.levels import FOR_PEOPLE, LEVELS, Searcher, longest
from kartentisch.bots.search.recipe import Recipe
from kartentisch.bots.search.search import Search
from kartentisch.games import solo
from kartentisch.play.games import games
from tests.play.helpers import SIZES, wander

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


def asked(match: kt.Match) -> int:
    return match.actors()[0]


def test_the_levels_for_people_are_there_and_search() -> None:
    searching = [name for name in kt.bots() if isinstance(LEVELS[name], Searcher)]
    assert searching == list(FOR_PEOPLE), "add it to FOR_PEOPLE of bots/levels.py, in the same order"


@pytest.mark.parametrize("game", games())
def test_a_level_searches_with_the_advice_where_that_makes_it_stronger(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Schweinsgalopp it makes it weaker: levels try and play all cards alike there (docs/decisions/0014)."""
    recipes: list[Recipe] = []

    def noted(seen: object, words: object, recipe: Recipe) -> None:
        recipes.append(recipe)
        raise NotImplementedError

    monkeypatch.setattr(levels, "Search", noted)
    match = wander(kt.Match(game, 2, seed=5), 2, seed=5)
    with pytest.raises(NotImplementedError):
        kt.Bot("hard", game, seed=1).choose(match.view(asked(match)))
    assert [(recipe.advised, recipe.priors) for recipe in recipes] == [(game != "schweinsgalopp",) * 2]


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


@cache
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


@pytest.mark.parametrize(("level", "most"), [("hard", 0.2), ("expert", 1.0)])
@pytest.mark.parametrize("game", games())
def test_a_move_takes_a_core_no_longer_than_is_said(game: str, level: str, most: float) -> None:
    for match, seat in from_play(game):
        view = match.view(seat)

        def cost(view: kt.View = view) -> float:
            begun = time.thread_time()
            kt.Bot(level, game, seed=5).choose(view, seconds=longest(level))
            return time.thread_time() - begun

        assert any(cost() < most for _ in range(3)), "beside others a core does less; the best of three is its own"


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
    never, always = Searcher(10, 1.0, forgets=0.0), Searcher(10, 1.0, forgets=1.0)
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
    seen = view.json()
    for share in (0.05, 0.3, 0.7):
        some = Searcher(10, 1.0, forgets=share)
        chosen = [some(view, Chance(seed, seen), 0) for seed in range(1000)]
        assert set(chosen) == {"quiet", "solo"}
        assert chosen.count("quiet") == pytest.approx(1000 * share, abs=4 * (1000 * share * (1 - share)) ** 0.5)


IN_WORDS = {
    0.35: "every third move",
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
    assert list(rows) == list(LEVELS), "a row for each level in docs/bots.md, in the same order"
    for name, level in LEVELS.items():
        if isinstance(level, Searcher):
            row = re.sub(r"(?<=one) move| cases?\b", "", rows[name].split("|")[3].strip())
            assert f"{level.iterations:,} deals" in row
            assert re.findall(r"overlooks ([a-z ]+)", row) == said(level.overlooks)
            assert re.findall(r"forgets to call in ([a-z ]+)", row) == said(level.forgets)
            longest = [f"{level.seconds:g}"] if name in ("hard", "expert") else []
            assert re.findall(r"at most ([\d.]+) s", row) == longest


def said(share: float) -> list[str]:
    return [IN_WORDS[share]] if share else []
