"""A move of SWUP in the making: what the buttons, the sentence and the marks say."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.engine.states import load
from kartentisch.engine.views import View, view
from kartentisch.games.swup import GAME
from kartentisch.web.scenes import Drawn, swup
from tests.games.swup_positions import build, position
from tests.web.support.scenes import by_id
from tests.web.support.swup_walk import draw


def at(state: dict[str, Any], seat: int = 0) -> View:
    return view(GAME, load(GAME, state), seat)


def table(state: dict[str, Any], begun: str = "", seat: int = 0) -> Drawn:
    return draw(at(state, seat), begun.split())


def buttons(drawn: Drawn) -> list[str]:
    """Labels of the buttons that do something; in brackets the dashed ones."""
    on = {step.path[0] for step in drawn.steps if len(step.path) == 1}
    return [button.label if button.id in on else f"({button.label})" for button in drawn.buttons]


def tags(drawn: Drawn, zone: str) -> dict[str, str]:
    return {card.face[5:]: card.tag for card in by_id(drawn)[zone].cards if card.tag}


def test_what_a_card_can_do_stands_on_the_buttons_and_a_value_only_where_it_says_more() -> None:
    state = position("k11 r12", "y5 b6 y11 r1")
    assert buttons(table(state)) == ["(Take)", "(Build)", "(Lay)"]
    assert buttons(table(state, "k11")) == ["Take", "Build 12", "Lay"]
    both = position("r10 k3", "y10 b9 y7")
    assert buttons(table(both, "r10")) == ["Take as 10", "Take as 16", "(Build)", "Lay"]


def test_the_sum_runs_and_done_says_what_comes_of_it() -> None:
    """The picture of a phone: yellow 3, red 4 and blue 6 become a build of 13."""
    state = position("y3 r11 b13", "r4 k2 b6 r12 y9")
    drawn = table(state, "y3 build:13")
    assert (drawn.lead, drawn.sum) == ("Build 13:", "3\u00a0+ …\u00a0=\u00a013")
    assert buttons(drawn) == ["(Build 13)"]
    drawn = table(state, "y3 build:13 r4 b6")
    assert drawn.sum == "3\u00a0+ 4\u00a0+ 6\u00a0=\u00a013\u00a0✓"
    assert drawn.prompt == "You keep blue 13 to take it with."
    assert buttons(drawn) == ["Build 13"]
    assert tags(drawn, "table") == {"r4": "✓", "b6": "✓"}
    assert tags(drawn, "hand") == {"b13": "keep"}
    assert drawn.picked == ["hand/y3", "button:build:13", "table/r4", "table/b6"]


def test_the_groups_of_a_take_are_numbered() -> None:
    """The picture of a wide screen."""
    drawn = table(position("k11 b1", "b6 y5 y11 r3", build(1, 9, "b2 y7"), hands={1: "k9"}), "k11 take:11 b6 y5 y11")
    assert tags(drawn, "table") == {"b6": "1", "y5": "1", "y11": "2"}
    assert drawn.sum == "6\u00a0+ 5\u00a0=\u00a011\u00a0✓ · 11\u00a0✓"
    assert buttons(drawn) == ["Take 3 cards"]


def test_a_table_card_may_be_tapped_at_once_and_only_what_is_unclear_is_asked() -> None:
    drawn = table(position("b7 y7 k1", "r7 y3 k4"), "b7")
    paths = {step.token: step.path for step in drawn.steps}
    assert paths["take:7 y3"] == ["table/y3", "button:take:7"]
    assert paths["build:14 r7"] == ["table/r7", "button:build:14"]
    drawn = table(position("k11 r2", "y5 b6 y11 r3"), "k11")
    assert {step.token: step.path for step in drawn.steps}["take:11 y11"] == ["table/y11"]


def test_what_can_be_picked_comes_in_the_order_in_which_it_lies() -> None:
    """The digits of the keyboard follow it: after the buttons from left to right, the builds last."""
    state = position("k11 r2", "y11 r3 b6 y5", build(1, 11, "k4 b7"), hands={1: "k9"})
    tokens = [step.token for step in table(state, "k11").steps]
    assert tokens == ["take:11", "lay", "take:11 y11", "take:11 b6", "take:11 y5", "take:11 @1"]
    picked = [step.token for step in table(state, "k11 take:11 y11").steps]
    assert picked == ["done", "b6", "y5", "@1"]


def test_a_build_says_its_value_its_owner_and_its_kind() -> None:
    state = position("b2 y7", "k5 r3", build(0, 7, "k4 b3"), build(1, 9, "b9 y9", double=True), hands={1: "k9"})
    zones = by_id(table(state))
    own, other = zones["build:0"], zones["build:1"]
    assert (own.label, own.caption) == ("You", "simple\u00a07")
    assert [card.face for card in own.cards] == ["swup/k4", "swup/b3"]
    assert tags(table(state), "build:0") == {"b3": "=\u00a07"}
    assert (other.label, other.caption) == ("Ben", "double\u00a09")
    assert tags(table(state), "hand") == {"y7": "keep"}
    drawn = table(state, "b2 build:7 k5 @0")
    assert buttons(drawn) == ["Build a double 7"]
    assert tags(drawn, "build:0") == {"b3": "2"}


@pytest.mark.parametrize(
    ("hand", "builds", "said"),
    [
        ("r4 k12", [], "You can only lay it."),
        ("y7 k12", [build(0, 7, "k4 b3")], "You can only take with it."),
        ("b2 y7 r9", [build(0, 7, "k4 b3")], "You can only build with it."),
        ("y3 b13", [], "Tap what it takes, or choose."),
    ],
)
def test_what_a_card_can_do_is_said_also_where_it_is_only_one_thing(hand: str, builds: list[Any], said: str) -> None:
    assert table(position(hand, "r3", *builds), hand.split(maxsplit=1)[0]).prompt == said


def test_the_black_5_is_raised_first_and_says_what_it_sweeps() -> None:
    state = position("k5 y7", "r3 b9", build(1, 7, "k4 b3"), hands={1: "r7"})
    drawn = table(state)
    step = next(step for step in drawn.steps if step.token == "k5")
    assert step.ends
    assert step.path == ["hand/k5"]
    assert step.labels == ["Take 4 cards"]
    card = next(card for card in by_id(drawn)["hand"].cards if card.face == "swup/k5")
    assert card.says == step.says == "Black 5 sweeps up everything: a SWUP."
    assert table(position("k5 y7")).steps[0].ends is False


def test_clearing_the_table_is_announced() -> None:
    assert table(position("k11 b1", "y11"), "k11 take:11 y11").prompt.endswith("That is a SWUP.")
    assert not table(position("k11", "y11", turn=1), "k11 take:11 y11", seat=1).prompt.endswith("SWUP.")


@pytest.mark.parametrize(
    ("begun", "path", "code"),
    [
        ("", ["hand/b2", "button:lay"], "lay_owner"),
        ("", ["hand/b10"], "card_idle"),
        ("b2", ["button:take"], "take_nothing"),
        ("y7", ["button:build"], "build_promise"),
        ("y7", ["table/r13"], "item_unfit"),
        ("b2 build:7", ["button:done"], "items_none"),
        ("b2 build:7 k5", ["button:done"], "own_missing"),
        ("b2 build:7 k5", ["build:1"], "owned_unfit"),
        ("b2 build:7 k5", ["build:1/b9"], "owned_unfit"),
        ("b2 build:7", ["hand/y7"], "item_absent"),
    ],
)
def test_why_something_does_not_go(begun: str, path: list[str], code: str) -> None:
    state = position("b2 y7 b10", "k5 r13", build(0, 7, "k4 b3"), build(1, 9, "r3 r6"), hands={1: "k9"})
    seen = at(state)
    move = swup.move_for(seen, [*draw(seen, begun.split()).picked, *path])
    assert move is not None
    refused = seen.refusal(move)
    assert refused is not None
    assert refused.code == code


def test_without_a_card_nothing_is_meant() -> None:
    seen = at(position("k11 b1", "y11"))
    assert swup.move_for(seen, ["table/y11"]) is None
    assert swup.move_for(seen, ["button:take"]) is None


def test_a_full_sum_that_may_not_be_played_yet_says_why() -> None:
    """2 and the other's build of 11 are 13, as the own build is: it has to be in it."""
    state = position("y2 y13", "r1", build(0, 13, "k6 y7"), build(1, 11, "k4 r7"), hands={1: "k11"})
    drawn = table(state, "y2 build:13 @1")
    assert drawn.sum == "2\u00a0+ 11\u00a0=\u00a013\u00a0✓"
    assert buttons(drawn) == ["(Build 13)"]
    assert drawn.prompt == "Your own build (13) must be in it."
