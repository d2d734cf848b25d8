"""The facts of a table hold all that happened."""

from __future__ import annotations

import pytest

from kartentisch.engine import states
from kartentisch.engine.luck import new_luck
from tests.table.tables import dealt, rest

pytestmark = pytest.mark.rules

THREE = {**rest(["1", "2", "3"], ["1", "4"], ["2", "5"], top="1"), "turn": 0}


def test_the_facts_alone_give_the_truth_again() -> None:
    live = dealt("you", "open", "open", **THREE)
    before = live.truth().copy()
    assert live.play(0, "take") == ""
    fact = live.facts[-1]
    game = live.table.game
    again = states.load(game, states.dump(game, before))
    game.run.apply(again, 0, 0, game.numbers["take"], new_luck(int(fact.luck, 16)))
    assert states.digest(game, again) == fact.digest
