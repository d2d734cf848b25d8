"""Builds that from_state_json refuses (§15 of docs/rules/swup.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.swup_positions import base, build, match_at, position, refused

pytestmark = pytest.mark.rules


def test_two_builds_of_one_owner_are_refused() -> None:
    """§15.3"""
    state = base()
    state["builds"][1]["owner"] = 0
    refused(state, "two")


def test_a_build_without_a_card_of_its_value_in_its_owners_hand_is_refused() -> None:
    """§15.3"""
    state = base()
    state["hands"][0].remove("y9")
    state["hands"][0].append("k13")
    state["table"].remove("k13")
    state["table"].append("y9")
    refused(state, "9")


@pytest.mark.parametrize(
    ("cards", "double", "sound"),
    [
        ("k4 b5", False, True),
        ("k4 b5", True, False),
        ("k4 b6", False, False),
        ("k9", False, False),
        ("k9 r9", True, True),
        ("k9 r9", False, False),
        ("k9 k4 b5", True, True),
        ("k9 k4 b5", False, False),
        ("k9 k4", True, False),
        ("k4 b5 r4 r5 y4", True, False),
        ("k6 r6 b6", True, False),
        ("k1 r8 k2 b7", True, True),
        ("k1 r8 k2 b7", False, False),
        ("", False, False),
    ],
)
def test_a_build_consists_of_groups_of_its_value_one_if_single_several_if_double(
    cards: str, double: bool, sound: bool
) -> None:
    """§15.3"""
    state = position("y9 y13", "b10", build(0, 9, cards, double))
    if sound:
        assert match_at(state).state_json()["builds"] == state["builds"]
    else:
        refused(state)


@pytest.mark.parametrize(
    ("value", "hand", "cards", "double", "sound"),
    [
        (14, "b1", "k1 y13", False, True),
        (14, "b1", "k1 r1", True, True),
        (14, "b1", "k1 r1 y13", True, True),
        (14, "b1", "k1 r1 y13", False, False),
        (15, "k2", "k1 r1", False, True),
        (15, "k2", "k1 r1", True, False),
        (16, "r10", "k1 k2", False, True),
        (16, "r10", "k2 r1", False, True),
        (16, "r10", "k1 r1 b1", False, True),
        (16, "r10", "k1 k2 y1 r2", True, True),
        (2, "k2", "k1 r1", False, True),
        (1, "k1", "b1 r1", True, True),
        (1, "k1", "b1 r1", False, False),
        (17, "k1", "k13 k4", False, False),
        (0, "k1", "k13 k4", False, False),
    ],
)
def test_cards_of_two_values_are_read_so_that_it_fits(
    value: int, hand: str, cards: str, double: bool, sound: bool
) -> None:
    """§15.3"""
    state = position(f"{hand} y12", "b12", build(0, value, cards, double))
    if sound:
        assert match_at(state).state_json()["builds"] == state["builds"]
    else:
        refused(state)


@pytest.mark.parametrize(
    "spoil", [{"owner": 3}, {"owner": -1}, {"owner": True}, {"owner": None}, {"value": "9"}, {"value": True}]
)
def test_a_build_with_a_wrong_owner_or_value_is_refused(spoil: dict[str, Any]) -> None:
    """§15.3"""
    state = base()
    state["builds"][0].update(spoil)
    refused(state)
    for other in ({"double": 0}, {"double": None}, {"cards": None}, {"cards": "k4 b5"}, {"more": 1}):
        state = base()
        state["builds"][0].update(other)
        refused(state)
    for key in ("owner", "value", "double", "cards"):
        state = base()
        del state["builds"][0][key]
        refused(state)
    refused({**base(), "builds": [[0, 9, False, ["k4", "b5"]], base()["builds"][1]]})
