"""Advice for Schweinsgalopp."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch.bots import levels
from kartentisch.bots.advice import even
from kartentisch.bots.advice import schweinsgalopp as advice
from kartentisch.bots.course import course
from tests.games.schweinsgalopp_positions import laying, lining_up, match_at, position

pytestmark = pytest.mark.rules


def chosen(state: dict[str, Any]) -> str:
    return kt.Bot("greedy", "schweinsgalopp", seed=1).choose(match_at(state).view(state["turn"]))


def test_the_lead_is_taken_and_a_scoff_card_on_the_track_on_top() -> None:
    assert chosen(position("b v v", pigs="0 2 3 9 8")) == "v"
    assert chosen(position("v y", pigs="0 2 3 9 8", track=[11])) == "y"


def test_a_card_that_may_lead_in_the_end_is_kept() -> None:
    assert chosen(position("b v", pigs="0 2 3 9 8", supply=0, face_up=[3, 0, 0])) == "b"


def test_with_the_option_for_young_players_every_last_card_banks() -> None:
    state = position("b v", pigs="0 2 3 9 8", face_up=[3, 0, 0], options={"keep": True})
    assert chosen(state) == "v"
    assert advice.prefer(match_at(state).view(0), ["b", "v"])[0] > 0


def test_scoff_cards_are_laid_near() -> None:
    assert chosen(laying(9)) == "@10"


def test_the_next_space_of_a_pig_is_that_of_the_rules() -> None:
    match = kt.Match("schweinsgalopp", 3, seed=2)
    while not match.round_over:
        seat = match.actors()[0]
        before, move = match.state_json(), match.moves(seat)[-1]
        match.play(seat, move)
        assert match.state_json()["pigs"][move] == advice.ahead(before["pigs"], move)


def test_greedy_beats_random() -> None:
    totals = [0, 0]
    for seed in range(20):
        match = kt.Match("schweinsgalopp", 2, seed=seed)
        bots = [kt.Bot(name, "schweinsgalopp", seed=seed) for name in ("random", "greedy")]
        while not match.over:
            if match.round_over:
                match.next_round()
            seat = match.actors()[0]
            match.play(seat, bots[seat].choose(match.view(seat)))
        totals = [total + now for total, now in zip(totals, match.totals, strict=True)]
    assert totals[1] > totals[0]


@pytest.mark.parametrize("level", kt.bots())
def test_every_level_sets_up_the_pigs_at_once(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """§9.6: no card has been dealt, so every order is as good."""
    for work in ("Search", "solved"):
        monkeypatch.setattr(levels, work, lambda *_, **__: pytest.fail("it searches"))
    found = set()
    for seed in range(12):
        match = match_at(lining_up(), seed)
        bot = kt.Bot(level, "schweinsgalopp", seed=seed)
        while match.state_json()["phase"] == "line_up":
            match.play(0, bot.choose(match.view(0)))
        found.add("".join(sorted("bgrvy", key=match.state_json()["pigs"].__getitem__)))
    assert len(found) > 8


def test_only_while_the_pigs_are_set_up_all_moves_come_to_the_same() -> None:
    assert even(match_at(lining_up("rb")).view(0).seen)
    for state in (laying(9), position("b v"), position("b g r v y b g")):
        assert not even(match_at(state).view(state["turn"]).seen)


def test_setting_up_the_pigs_is_no_decision_of_a_review() -> None:
    match = kt.Match("schweinsgalopp", 2, seed=3, options={"line_up": "start", "rounds": 1})
    while not match.over:
        match.play(match.actors()[0], match.moves(match.actors()[0])[-1])
    found = course(match.record())
    assert [event.dealt for event in found.events][:6] == [False, False, False, False, True, False]
    assert [event.lucky for event in found.events][:6] == [False, False, False, False, True, False]
    assert min(moment.place for moment in found.moments) == 5
