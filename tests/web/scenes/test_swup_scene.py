"""The SWUP table as it is drawn, at every step of moves of matches played at random."""

from __future__ import annotations

import pytest

import kartentisch as kt
from kartentisch.engine.views import View
from kartentisch.web.scenes import swup
from tests.ways import long
from tests.web.support.scenes import by_id, elements
from tests.web.support.swup_walk import draw, prefixes, walk

SEATS = pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        (1, {}, "Round 2 of 3 · deal 1 of 4"),
        (2, {}, "Round 2 of 3 · deal 1 of 4"),
        (2, {"rounds": 7}, "Round 2 of 7 · deal 1 of 4"),
        (2, {"rounds": 2}, "Round 2 of 2 · deal 1 of 4"),
    ],
)
def test_above_the_table_stands_which_round_it_is_of_how_many(rules: int, options: dict[str, int], said: str) -> None:
    match = kt.Match("swup", 3, seed=1, options=options, rules=rules)
    while not match.round_over:
        (seat,) = match.actors()
        match.play(seat, match.moves(seat)[-1])
    match.next_round()
    for reader in (0, None):
        assert draw(match._view(reader)).subtitle == said


@SEATS
def test_at_each_step_every_legal_token_has_a_path_of_elements_that_are_there(seats: int, seed: int) -> None:
    for moment in walk(seats, seed):
        for begun in prefixes(moment.tokens):
            seen = moment.before[moment.seat]
            drawn = draw(seen, begun)
            there = elements(drawn, seats)
            steps = [step for step in drawn.steps if " " not in step.token]
            legal = seen.steps(" ".join(begun))
            assert isinstance(legal, list)
            assert sorted(step.token for step in steps) == sorted(legal)
            assert len({tuple(step.path) for step in drawn.steps}) == len(drawn.steps)
            for step in drawn.steps:
                assert set(step.path) <= there
                assert len(step.labels) == len(step.path)
                assert step.says
                follow = seen.steps(" ".join([*begun, step.token]))
                assert step.ends == (follow == [])


@SEATS
def test_what_is_picked_stands_for_what_is_begun_and_together_they_mean_the_move(seats: int, seed: int) -> None:
    for moment in walk(seats, seed):
        for begun in prefixes(moment.tokens):
            seen = moment.before[moment.seat]
            drawn = draw(seen, begun)
            assert len(drawn.picked) == len(begun)
            assert set(drawn.picked) - {f"button:{token}" for token in begun} <= elements(drawn, seats)
            for step in drawn.steps:
                meant = swup.move_for(seen, [*drawn.picked, *step.path])
                assert meant is not None
                wanted = " ".join([*begun, step.token])
                if len(step.path) == 1 and " " in step.token:
                    assert meant.split()[0] == begun[0]
                elif wanted.split()[1:]:
                    assert meant == wanted or meant == f"{wanted} done" or f"{meant} ".startswith(f"{wanted} ")


@SEATS
def test_what_is_begun_adds_up_and_done_stands_where_the_sum_is_full(seats: int, seed: int) -> None:
    for moment in walk(seats, seed):
        for begun in prefixes(moment.tokens):
            drawn = draw(moment.before[moment.seat], begun)
            done = any(step.token == "done" for step in drawn.steps)
            if len(begun) > 2:
                tags = [card.tag for zone in drawn.zones if zone.place == "table" for card in zone.cards]
                assert sum(tag.isdigit() or tag == "✓" for tag in tags) == len(begun) - 2
                assert tags.count("1") != 1 or "2" in tags, "a number alone looks like a key"
                assert drawn.lead
                assert ("…" in drawn.sum) <= (not done)
                assert not done or "✓" in drawn.sum


@SEATS
def test_only_the_one_in_turn_is_offered_steps(seats: int, seed: int) -> None:
    for moment in walk(seats, seed):
        for reader, seen in enumerate(moment.before):
            drawn = draw(seen)
            assert bool(drawn.steps) == bool(drawn.prompt) == (reader == moment.seat)
            hand = by_id(drawn).get("hand")
            if hand is None:
                assert reader == seats
                assert not drawn.buttons
                continue
            assert all(bool(card.says) == (reader == moment.seat) for card in hand.cards)
            offered = {step.path[0] for step in drawn.steps}
            for card in hand.cards:
                fits = f"hand/{card.face.partition('/')[2]}" in offered
                assert card.low == (reader == moment.seat and not fits)
            assert [order.id for order in hand.orders] == ["colour", "number"]
            assert all(sorted(order.cards) == sorted(card.id for card in hand.cards) for order in hand.orders)


@SEATS
def test_cards_move_between_places_that_are_drawn_and_none_is_shown_that_the_reader_does_not_see(
    seats: int, seed: int
) -> None:
    for moment in walk(seats, seed):
        for reader in range(seats + 1):
            before, after = moment.before[reader], moment.after[reader]
            places = elements(draw(before), seats) | elements(draw(after), seats)
            shown = faces(before) | faces(after) | {f"swup/{moment.tokens[0]}"}
            for moved in swup.moved(before, after, moment.seat, moment.tokens):
                assert {moved.source, moved.target} <= places
                assert set(moved.faces) <= shown
                assert len(moved.faces) in (0, moved.n)
                assert moved.n > 0


def faces(seen: View) -> set[str]:
    """All cards that a reader knows."""
    state = seen.json()
    cards = [*state["table"], *(card for build in state["builds"] for card in build["cards"])]
    cards += [card for pile in state["piles"] for card in pile]
    cards += [card for hand in state["hands"] for card in hand if card]
    return {f"swup/{card}" for card in cards}


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), long(4, 3)])
def test_the_lines_of_a_round_add_up_to_its_points(seats: int, seed: int) -> None:
    ends = 0
    for moment in walk(seats, seed, rounds=seats):
        for seen in moment.after:
            drawn, state = draw(seen), seen.json()
            assert bool(drawn.lines) == state["round_over"]
            if drawn.lines:
                ends += 1
                assert [sum(column) for column in zip(*(line.values for line in drawn.lines), strict=True)] == state[
                    "points"
                ]
    assert ends == seats * (seats + 1)


@SEATS
def test_a_swup_is_cheered_and_nothing_else_is(seats: int, seed: int) -> None:
    for moment in walk(seats, seed):
        for old, new in zip(moment.before, moment.after, strict=True):
            state = new.json()
            bare = not state["table"] and not state["builds"] and not state["round_over"]
            assert swup.cheers(old, new, moment.seat, moment.tokens) == bare
            assert draw(new).cheer == "SWUP!"


def test_the_last_deal_is_announced_until_the_reader_has_played_a_card_of_it() -> None:
    told = set()
    for moment in walk(3, 5):
        for seen in moment.after[:3]:
            state = seen.json()
            last = state["deck"] == 0 and len(state["hands"][seen.seat or 0]) == 4
            assert bool(draw(seen).notice) == last
            told.add(last)
    assert told == {True, False}


def test_card_ids_are_unique_and_a_card_keeps_its_id() -> None:
    for moment in walk(4, 7):
        for seen in moment.before:
            ids = [card.id for zone in draw(seen).zones for card in zone.cards]
            assert len(ids) == len(set(ids))
