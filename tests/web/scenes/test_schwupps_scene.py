"""The Schwupps table as it is drawn, at every moment of matches played at random."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import kartentisch as kt
from kartentisch.games.schwupps import GAME
from kartentisch.web.scenes import Drawn, schwupps
from tests.web.support.scenes import by_id, drawing, elements, walk

draw = partial(drawing, schwupps.draw)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Single round"),
        ({"match": "tournament"}, "Round 1 of 3 · tournament"),
        ({"rounds": 5}, "Round 1 of 5"),
        ({"rounds": 5, "match": "tournament"}, "Round 1 of 5"),
        ({"rounds": 1, "match": "tournament"}, "Single round"),
    ],
)
def test_above_the_table_stands_which_round_it_is_of_how_many(options: dict[str, Any], said: str) -> None:
    match = kt.Match("schwupps", 3, seed=1, options=options)
    assert draw(match.view(0).seen).subtitle == said
    if "rounds" not in options:
        earlier = kt.Match("schwupps", 3, seed=1, options=options, rules=1)
        assert draw(earlier.view(0).seen).subtitle == said


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_every_legal_step_has_a_path_of_elements_that_are_there_and_the_path_means_the_step(
    seats: int, seed: int
) -> None:
    for before, _, seat, _ in walk(GAME, seats, seed, 120):
        drawn = draw(before[seat])
        there = elements(drawn, seats)
        assert [step.token for step in drawn.steps] == before[seat].steps()
        assert len({tuple(step.path) for step in drawn.steps}) == len(drawn.steps)
        for step in drawn.steps:
            assert set(step.path) <= there
            assert len(step.labels) == len(step.path)
            assert step.says
            assert schwupps.move_for(before[seat], step.path) == step.token


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (4, 5)])
def test_only_the_one_in_turn_is_offered_steps_and_told_what_fits(seats: int, seed: int) -> None:
    for before, _, seat, _ in walk(GAME, seats, seed, 40):
        for reader, seen in enumerate(before):
            drawn = draw(seen)
            hand = by_id(drawn).get("hand")
            assert bool(drawn.steps) == bool(drawn.prompt) == (reader == seat)
            if hand is not None:
                assert all(bool(card.says) == (reader == seat) for card in hand.cards)
                assert reader == seat or not any(card.low for card in hand.cards)
        playable = {step.path[0] for step in draw(before[seat]).steps}
        for card in by_id(draw(before[seat]))["hand"].cards:
            assert card.low != (f"hand/{card.face.partition('/')[2]}" in playable)


@pytest.mark.parametrize(("seats", "seed"), [(2, 6), (3, 7), (5, 8)])
def test_cards_move_between_places_that_are_drawn_and_show_only_what_the_reader_sees(seats: int, seed: int) -> None:
    new: list[Drawn] = []
    for before, after, seat, token in walk(GAME, seats, seed, 120):
        old, new = new or [draw(one) for one in before], [draw(one) for one in after]
        for reader in range(seats + 1):
            places = {zone.id for zone in new[reader].zones}
            shown = {card.face for zone in new[reader].zones for card in zone.cards} | {"schwupps/!"}
            shown |= {card.face for zone in old[reader].zones for card in zone.cards}
            for moved in schwupps.moved(before[reader], after[reader], seat, [token]):
                assert {moved.source, moved.target} <= places | {"common"}
                assert set(moved.faces) <= shown
                assert len(moved.faces) in (0, moved.n)


def test_card_ids_are_unique_and_a_card_keeps_its_id_when_it_is_played() -> None:
    for before, after, seat, token in walk(GAME, 3, 9, 120):
        old, new = draw(before[seat]), draw(after[seat])
        for drawn in (old, new):
            ids = [card.id for zone in drawn.zones for card in zone.cards]
            assert len(ids) == len(set(ids))
        face, _, pile = token.partition(">")
        if pile in schwupps.PILES:
            held = {card.id for card in by_id(old)["hand"].cards}
            assert by_id(new)[pile].cards[0].id in held | {f"{face}.1", f"{face}.2"}


def test_a_bystander_sees_no_hand_and_no_button() -> None:
    for before, _, _, _ in walk(GAME, 3, 10, 20):
        drawn = draw(before[-1])
        assert not drawn.buttons
        assert "hand" not in by_id(drawn)
        assert all(not zone.cards for zone in drawn.zones if zone.place == "seat")


def test_with_one_opponent_an_aggravation_needs_no_seat() -> None:
    for before, _, seat, _ in walk(GAME, 2, 11, 120):
        for step in draw(before[seat]).steps:
            if step.token[0] == "!" and len(step.token) > 1:
                assert step.path == ["hand/!", f"row:{step.token[1]}"]
                return
    raise AssertionError("no aggravation card in this match")


def test_the_last_card_is_strong_in_its_owners_counters() -> None:
    for _, after, _, _ in walk(GAME, 2, 12, 400):
        for seat, (hand, pile) in enumerate(draw(after[0]).counters):
            assert hand.strong == (hand.n + pile.n == 1), seat
