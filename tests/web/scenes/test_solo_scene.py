"""The Solo table as it is drawn, at every moment of matches played at random and at positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from kartentisch.engine import moves, states
from kartentisch.engine.luck import new_luck
from kartentisch.engine.views import View, view
from kartentisch.games.solo import GAME
from kartentisch.web.scene import Step
from kartentisch.web.scenes import Drawn, solo
from tests.games.solo_positions import position
from tests.web.support.scenes import DE, EN, by_id, elements, walk
from tests.web.support.solo_drawings import at, draw, seen, tokens


def step(drawn: Drawn, token: str) -> Step:
    return next(step for step in drawn.steps if step.token == token)


def low_cards(drawn: Drawn) -> set[str]:
    """Elements of the hand that are drawn as not fitting."""
    hand = by_id(drawn).get("hand")
    return {f"hand/{card.face.partition('/')[2]}" for card in hand.cards if card.low} if hand else set()


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (5, 3), (10, 4)])
def test_at_every_moment_all_that_is_offered_can_be_picked_and_is_legal(seats: int, seed: int) -> None:
    for before, _, _, _ in walk(GAME, seats, seed, 60):
        for reader in before:
            drawn = draw(reader, t=DE if seed % 2 else EN)
            there = elements(drawn, seats)
            ids = [card.id for zone in drawn.zones for card in zone.cards]
            assert len(ids) == len(set(ids))
            offered = {token.split(" ")[0] for token in tokens(drawn)}
            legal = reader.steps()
            assert isinstance(legal, list)
            if int(reader.record["phase"]) != 5:  # the highest card of a gift is nobody's first
                assert offered == set(legal) - {"no", "quiet"}
            for one in drawn.steps:
                assert len(one.path) == len(one.labels)
                assert one.path[0] in there
                assert one.path[-1] in there or one.path[-1].startswith("button:triple:")
                assert (reader.refusal(one.token) is None) == one.ends
                if not one.ends:
                    after = draw(reader, one.token)
                    assert after.picked == [one.path[0]]
                    assert all(reader.refusal(f"{one.token} {more.token}") is None for more in after.steps)
                    assert {more.path[0] for more in after.steps} <= elements(after, seats)
            assert bool(drawn.buttons) == (reader.seat is not None)
            assert low_cards(drawn) <= elements(drawn, seats) - {one.path[0] for one in drawn.steps}


@pytest.mark.parametrize(("seats", "seed"), [(2, 5), (3, 6), (4, 7)])
def test_cards_move_between_places_that_are_there_and_show_what_the_reader_sees(seats: int, seed: int) -> None:
    there: list[set[str]] = []
    for before, after, seat, move in walk(GAME, seats, seed, 75):
        were = there or [elements(draw(one), seats) for one in before]
        there = [elements(draw(one), seats) for one in after]
        old, steps = before[seat].records, moves.read(GAME, move)
        assert isinstance(steps, tuple)
        for here, now, places in zip(before, after, map(set.union, were, there), strict=True):
            reader = -1 if here.seat is None else here.seat
            heard = moves.heard(GAME, old, seat, steps, reader)
            moved = solo.moved(here, now, seat, heard)
            for one in moved:
                assert {one.source, one.target} <= places
                assert one.faces == [] or len(one.faces) == one.n
            shown = Counter(face for one in moved for face in one.faces)
            open_ = Counter(f"solo/{card}" for card in _open(here) + _open(now))
            assert not shown - open_


def _open(seen: View) -> list[str]:
    state = seen.json()
    held = [str(card) for hand in state["hands"] for card in hand if card]
    return [*held, *state["discard"]]


def test_a_scene_of_ten_is_a_few_kilobytes() -> None:
    drawn = at("r3 r7 g1 g6 g+2 b8 y4 y9 yX C Pg", top="g2", seats=10)
    assert len(msgspec.json.encode([drawn.zones, drawn.steps, drawn.buttons])) < 12_000


# ---- Steps ----------------------------------------------------------------------------------------------------------


def test_a_twin_is_played_aside_by_its_card_or_by_one_wide_button() -> None:
    drawn = at("b1", "r5 g1", seat=1, top="r5", turn=0)
    assert [(one.token, one.path, one.aside) for one in drawn.steps] == [
        ("r5", ["hand/r5", "discard"], True),
        ("r5", ["button:interject"], True),
    ]
    assert [(button.id, button.label) for button in drawn.buttons] == [
        ("button:interject", "Interject red 5"),
        ("button:solo", "“Solo!”"),
    ]
    other = at("b1", "r4 g1", seat=1, top="r5", turn=0)
    assert other.steps == []
    assert other.buttons[0].id == "button:draw"


def test_a_colour_is_chosen_with_buttons_that_have_mark_and_word() -> None:
    first = at("C r1 r2", top="g5")
    assert not step(first, "C").ends
    drawn = at("C r1 r2", top="g5", begun="C")
    assert [(button.icon, button.label) for button in drawn.buttons[:4]] == [
        ("mark-r", "Red"),
        ("mark-g", "Green"),
        ("mark-b", "Blue"),
        ("mark-y", "Yellow"),
    ]
    assert tokens(drawn) == ["=r", "=g", "=b", "=y"]
    assert drawn.prompt == "Choose a color."


def test_a_target_is_a_seat_and_with_two_it_is_plain() -> None:
    assert [one.path for one in at("yX r1 r2", top="y5", begun="yX").steps] == [["seat:1"], ["seat:2"], ["seat:3"]]
    assert step(at("yX r1 r2", top="y5", seats=2), "yX >1").path == ["hand/yX", "discard"]


def test_a_raised_card_of_three_brings_a_triple_with_itself_on_top() -> None:
    drawn = at("y7 r7 b7 b7 g2", top="y5")
    assert {(one.path[0], one.token) for one in drawn.steps if len(one.path) > 1 and "triple" in one.path[1]} == {
        ("hand/r7", "triple:7r"),
        ("hand/b7", "triple:7b"),
        ("hand/y7", "triple:7r"),
        ("hand/y7", "triple:7b"),
    }
    hand = by_id(drawn)["hand"]
    assert "4 cards with a 7" in hand.cards[0].says
    assert [card.low for card in hand.cards] == [False, True, False, False, False]


def test_two_cards_of_a_gift_are_picked_in_any_order() -> None:
    drawn = at("r3 b5 b5 Pg", top="rG", phase="gift", layer=0, target=2)
    paths = {tuple(one.path): one.token for one in drawn.steps}
    assert paths["hand/Pg", "hand/r3"] == paths["hand/r3", "hand/Pg"] == "r3 Pg"
    assert paths["hand/b5", "hand/b5"] == "b5 b5"
    assert ("hand/r3", "hand/r3") not in paths
    assert "Cleo" in drawn.prompt
    assert low_cards(drawn) == set()


@pytest.mark.parametrize("hand", ["Pr g1", "g1 g2"])
@pytest.mark.parametrize(("top", "phase", "turn", "target"), [("rX", "answer", 1, 0), ("rS", "skipped", 0, None)])
def test_who_is_aimed_at_reads_the_same_whatever_they_hold(
    hand: str, top: str, phase: str, turn: int, target: int | None
) -> None:
    drawn = at(hand, top=top, phase=phase, turn=turn, layer=1, target=target)
    assert [button.id for button in drawn.buttons] == ["button:answer", "button:solo"]
    assert drawn.prompt == ("Accept, or play a protection." if phase == "answer" else "Only a protection helps.")
    assert tokens(drawn)[0] in ("accept", "skip")


# ---- What is shown --------------------------------------------------------------------------------------------------


def test_colour_direction_pending_and_piles_are_shown() -> None:
    zones = by_id(at("b+2 r1", top="r+2", phase="owed", pending=4, direction=-1, seats=4))
    assert zones["discard"].cards[0].tag == "4 to draw"
    assert [(sign.icon, sign.label) for sign in zones["force"].counters] == [
        ("mark-r", "Red"),
        ("", "or Draw 2"),
        ("back", "then Dora"),
    ]
    assert "to the right" in zones["force"].label
    assert zones["draw"].count > 50
    assert by_id(at("r1", top="A"))["force"].counters[0].label == "Any card fits."


def test_what_a_seat_knows_of_another_hand_lies_open_to_it_alone() -> None:
    more: dict[str, Any] = {"top": "r5", "known": {(0, 2): "g3"}}
    hands = ("b1 b2", "b3 b4", "g3 y1 y2")
    known = by_id(at(*hands, **more))["hand-2"]
    assert ([card.face for card in known.cards], known.hidden) == (["solo/g3"], 2)
    for reader in (1, 3, None):
        assert by_id(at(*hands, seat=reader, **more))["hand-2"].cards == []


def test_a_hand_can_be_ordered_by_colour_and_by_number() -> None:
    hand = by_id(at("r7 g1 g+2 y1 +4 Pr", top="r5"))["hand"]
    assert [order.id for order in hand.orders] == ["colour", "number"]
    assert hand.orders[0].cards == [card.id for card in hand.cards]
    assert hand.orders[1].cards == ["g1.1", "y1.1", "r7.1", "g+2.1", "+4.1", "Pr.1"]


def test_the_last_card_stands_out() -> None:
    drawn = at("r1", "r2 r3", top="r5", turn=1)
    assert [counters[0].strong for counters in drawn.counters[:2]] == [True, False]
    assert drawn.states[:2] == ["last card", ""]
    owing = at("r1", "r2 r3", top="r5", turn=1, owes_call=[0])
    assert owing.states[0] == ""
    assert owing.prompt == "Call “Solo!” now, before anybody else plays or draws."


def test_the_result_says_how_the_points_came_about() -> None:
    records = states.load(GAME, position("r1", "r2 bS C", "g9", top="r5", seats=3))
    GAME.run.apply(records, 0, 0, GAME.numbers["r1"], new_luck(1))
    lines = draw(view(GAME, records, None)).lines
    assert [(line.label, line.values) for line in lines] == [
        ("Number cards", [0, 2, 9]),
        ("Action cards", [0, 20, 0]),
        ("Black cards", [0, 40, 0]),
    ]


# ---- Why not --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "move"),
    [
        (["button:draw"], "draw"),
        (["draw"], "draw"),
        (["button:pass"], "pass"),
        (["button:answer"], "accept"),
        (["button:solo"], "solo"),
        (["hand/r7"], "r7"),
        (["hand/r7", "discard"], "r7"),
        (["hand/C", "button:=g"], "C =g"),
        (["hand/yX", "seat:3"], "yX >3"),
        (["hand/r7", "button:triple:7r"], "triple:7r"),
        (["discard"], None),
        ([], None),
    ],
)
def test_what_somebody_seems_to_want(path: list[str], move: str | None) -> None:
    assert solo.move_for(seen("r7 C yX", top="r5"), path) == move


def test_the_cards_of_a_gift_are_named_in_their_order() -> None:
    giving = seen("r3 b5 Pg", top="rG", phase="gift", layer=0, target=2)
    assert solo.move_for(giving, ["hand/Pg", "hand/r3"]) == "r3 Pg"
