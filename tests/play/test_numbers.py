"""Matches, states, views and records of every number of the rules that a sheet plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

import kartentisch as kt
from kartentisch.engine.options import Count, Switch
from tests.fifth import rules
from tests.numbered import FIRST, SECOND, fifth


def test_states_views_and_records_of_every_number_are_read() -> None:
    with fifth(FIRST):
        old = kt.Match("fifth", 3, seed=5)
        old.play(old.actors()[0], old.moves(old.actors()[0])[0])
        state, view, record = old.state_json(), old.view(0).json(), old.record()
    with fifth(SECOND):
        for again in (kt.Match.from_state_json(state, seed=5), kt.replay(record)):
            assert again.rules == 1
            assert again.state_json() == state
            assert again.options == {"rounds": 2, "low": False}
        assert kt.View.from_json(view).json() == view
        imagined = kt.View.from_json(view).imagine(1)
        assert (imagined.rules, kt.replay(imagined.record()).rules) == (1, 1)
        for rules in (1, 2):
            match = kt.Match("fifth", 3, seed=5, rules=rules)
            assert match.rules == rules
            assert ("leader" in match.state_json()) == (rules == 2)
            assert ("bonus" in match.options) == (rules == 2)
        with pytest.raises(ValueError, match=r"The number of the rules cannot be 3 here; allowed is: 1-2\."):
            kt.Match("fifth", 3, rules=3)
        with pytest.raises(ValueError, match="bonus"):
            kt.Match("fifth", 3, rules=1, options={"bonus": True})
        assert (kt.game("fifth").oldest, kt.game("fifth").rules) == (1, 2)


def test_an_option_of_a_later_number_must_say_what_was_played_before() -> None:
    layout = replace(rules.LAYOUT, options=(*rules.LAYOUT.options, Switch("bonus", True, since=2)))
    with pytest.raises(TypeError, match="option bonus needs `before`"):
        replace(rules.GAME, rules=2, layout=layout)


def test_allowed_values_of_an_older_number_stay_what_they_were() -> None:
    rounds = Count("rounds", 3, low=0, high=99, was=((1, Count("rounds", 2, low=1, high=99)),))
    layout = replace(rules.LAYOUT, options=(rounds, rules.LAYOUT.options[1]))
    game = replace(rules.GAME, rules=2, layout=layout)
    assert [(one.default, one.allowed()) for one in (game.editions[k].options["rounds"] for k in (1, 2))] == [
        (2, "1-99"),
        (3, "0-99"),
    ]
