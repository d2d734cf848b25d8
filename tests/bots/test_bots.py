"""Bots see views, nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots import advice, levels
from kartentisch.bots.advice import schwupps as schwupps_advice
from kartentisch.bots.chance import Chance
from tests.play.helpers import SIZES, wander

pytestmark = pytest.mark.rules

PROGRAMS = ("random", "greedy")
each_bot = pytest.mark.parametrize("name", PROGRAMS)


def test_bots_are_named_weakest_first() -> None:
    assert kt.bots() == ("random", "novice", "greedy", "easy", "medium", "hard", "expert")


@each_bot
@pytest.mark.parametrize(("game", "seats"), SIZES)
def test_a_bot_chooses_legal_complete_moves_from_the_wire_as_from_the_match(name: str, game: str, seats: int) -> None:
    match = kt.Match(game, seats, seed=3)
    bot = kt.Bot(name, game, seed=1)
    for _ in range(25):
        if match.round_over:
            break
        seat = match.next_actor()
        view = match.view(seat)
        move = bot.choose(view)
        assert match.why_not(seat, move) is None
        assert bot.choose(kt.View.from_json(view.json())) == move
        assert bot.choose(view.seen) == move
        match.play(seat, move)


@each_bot
def test_the_same_view_gives_the_same_move_whatever_the_truth_is(name: str) -> None:
    match = wander(kt.Match("schwupps", 3, seed=8), 9)
    seat = match.actors()[0]
    view = match.view(seat)
    bot = kt.Bot(name, "schwupps", seed=5)
    moves = {bot.choose(view.imagine(seed).view(seat)) for seed in range(10)}
    assert moves == {bot.choose(view)}
    assert kt.Bot(name, "schwupps", seed=5).choose(view, seconds=0.01) == bot.choose(view)


def test_the_seed_decides_among_equals_and_without_one_it_is_drawn() -> None:
    view = kt.Match("schwupps", 2, seed=1).view(0)
    chosen = {kt.Bot("random", "schwupps", seed=seed).choose(view) for seed in range(40)}
    assert chosen == set(view.moves())
    assert len({kt.Bot("random", "schwupps").choose(view) for _ in range(60)}) > 1


@each_bot
def test_a_bot_refuses_what_it_cannot_play_on(name: str) -> None:
    match = kt.Match("schwupps", 2, seed=1)
    bot = kt.Bot(name, "schwupps", seed=1)
    for view in (match.view(1), match.view(None)):
        with pytest.raises(ValueError, match="may not act now"):
            bot.choose(view)
    for nothing in (match, match.state_json(), None):
        with pytest.raises(TypeError, match="is shown a view"):
            bot.choose(nothing)
    bot.game = "another"
    with pytest.raises(ValueError, match="plays another, the view is of schwupps"):
        bot.choose(match.view(0))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("clever", "schwupps"),
            "There is no bot 'clever'; the bots are: random, novice, greedy, easy, medium, hard, expert",
        ),
        (("random", "skat"), "There is no game"),
        (("random", "schwupps", "x"), "seed must be a whole number"),
    ],
)
def test_an_unknown_bot_or_game_is_refused_with_a_sentence(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        kt.Bot(*arguments)


def test_where_moves_are_too_many_a_bot_goes_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_MOST", 0)
    view = kt.Match("schwupps", 2, seed=1).view(0)
    for name in PROGRAMS:
        assert kt.Bot(name, "schwupps", seed=1).choose(view) in view.moves()


def test_chance_is_even() -> None:
    chance = Chance(1, {"seat": 0})
    drawn = Counter(chance.below(6) for _ in range(6_000))
    assert set(drawn) == set(range(6))
    assert all(850 < number < 1150 for number in drawn.values())


def test_a_game_without_advice_prefers_to_act() -> None:
    assert advice.of("nothing_like_it") is advice.act
    view = kt.Match("schwupps", 2, seed=1).view(0)
    assert advice.act(view, view.moves()) == [1.0] * len(view.moves())


def liked(state: dict[str, Any], seat: int) -> str:
    """The move that the advice likes best."""
    view = kt.Match.from_state_json(state).view(seat)
    moves = view.moves()
    likes = schwupps_advice.prefer(view, moves)
    return moves[likes.index(max(likes))]


def test_advice_for_schwupps_plays_numbers_then_aggravates_then_ends() -> None:
    match = kt.Match("schwupps", 3, seed=8)
    bot = kt.Bot("greedy", "schwupps", seed=1)
    ends = 0
    for _ in range(60):
        if match.over:
            break
        (seat,) = match.actors()
        moves, move = match.moves(seat), bot.choose(match.view(seat))
        if any(">" in other and other[0] != "!" for other in moves):
            assert ">" in move
            assert move[0] != "!"
        elif any(other[0] == "!" for other in moves):
            assert move[0] == "!"
        elif move == "end":
            ends += 1
        match.play(seat, move)
    assert ends > 3


def test_advice_for_schwupps_gives_the_card_to_who_is_nearest_to_the_end() -> None:
    state = kt.Match("schwupps", 3, seed=1).state_json()
    pile = state["bag"]
    state["hands"] = [["!", "!"], state["hands"][1], state["hands"][2][:1]]
    dealt = kt.Match("schwupps", 3, seed=1).state_json()["hands"]
    free = [*dealt[0], *dealt[2][1:], *pile]
    free.remove("!")
    free.remove("!")
    state["bag"] = free
    state["stacks"] = [5, 5, 1]
    state["common"] = len(free) - 11
    assert liked(state, 0) in ("!A>2", "!B>2")


@pytest.mark.slow
def test_the_greedy_bot_beats_the_random_one() -> None:
    from kartentisch.engine.compiled import COMPILED

    won = 0
    rounds = 20 if COMPILED else 2
    for seed in range(rounds):
        match = kt.Match("schwupps", 2, seed=seed, options={"step_limit": 500})
        seats = {seed % 2: kt.Bot("greedy", "schwupps", seed=1), 1 - seed % 2: kt.Bot("random", "schwupps", seed=1)}
        while not match.over:
            (seat,) = match.actors()
            match.play(seat, seats[seat].choose(match.view(seat)))
        won += match.winners == [seed % 2]
    assert won >= rounds * 0.9
