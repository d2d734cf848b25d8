"""Options of Schwupps in words, and what is said otherwise under them."""

from __future__ import annotations

import pytest

from kartentisch.play.match import Match
from kartentisch.words import schwupps
from tests.words.test_schwupps import DE, EN, heard, state

pytestmark = pytest.mark.rules


def test_option_values_are_told_in_words() -> None:
    assert schwupps.option_value(EN, "match", "tournament") == "tournament"
    assert schwupps.option_value(DE, "step_limit", 10_000) == "10.000 Spielzüge"
    assert [schwupps.option_value(EN, "rounds", n) for n in (0, 1, 4)] == [
        "as many as “Match” says",
        "1 round",
        "4 rounds",
    ]
    assert schwupps.option_value(DE, "rounds", 0) == "so viele, wie unter „Partie“ steht"
    assert schwupps.option_value(EN, "tasks", {"+1": 5, "nc": 25}) == "plus 1: 5, same color and/or number: 25"


def test_after_the_last_of_several_rounds_the_winner_of_the_match_is_told() -> None:
    for rounds, number, said in ((3, 3, True), (4, 3, False), (1, 1, False)):
        options = state()["options"] | {"rounds": rounds}
        more = {"options": options, "round": number, "start": number - 1, "totals": [0, 0, 9]}
        last = Match.from_state_json(state(hands=[["!"], ["g1"], ["v5"]], **more))
        ending = ["Cem wins the match."] if said else ["Anna has no cards left and wins the round."]
        assert heard(last, 0, "!", 1)[-1:] == ending
