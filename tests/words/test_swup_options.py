"""Options of SWUP in words, and what is said otherwise under them."""

from __future__ import annotations

import pytest

from kartentisch.play.games import sheet
from kartentisch.words import swup
from tests.games.swup_positions import position
from tests.words.test_swup import DE, EN, heard

pytestmark = pytest.mark.rules


def test_options_and_their_values_are_told_in_words() -> None:
    assert [swup.option(EN, name)[0] for name in sheet("swup").options] == [
        *["Most cards", "Most black cards", "Last cards", "Builds in sums", "Rounds", "SWUPs", "Stars"],
    ]
    assert swup.option_value(EN, "most_black", 2) == "2 points"
    assert swup.option_value(DE, "builds_in_sums", True) == "ja"
    assert [swup.option_value(EN, "rounds", n) for n in (0, 1, 3)] == [
        "as many as there are players",
        "1 round",
        "3 rounds",
    ]
    assert swup.option_value(DE, "rounds", 0) == "so viele, wie mitspielen"
    assert [swup.option_value(DE, name, n) for name, n in (("swup_points", 0), ("star_points", 1))] == [
        "0 Punkte",
        "1 Punkt",
    ]
    with pytest.raises(ValueError, match="no option"):
        swup.option(EN, "match")


@pytest.mark.parametrize(
    ("points", "english", "german"),
    [
        (1, "That is a SWUP for you.", "Das ist ein SWUP für dich."),
        (0, "That is a SWUP for you: 0 points.", "Das ist ein SWUP für dich: 0 Punkte."),
        (3, "That is a SWUP for you: 3 points.", "Das ist ein SWUP für dich: 3 Punkte."),
    ],
)
def test_a_swup_is_told_with_its_points_where_they_are_not_one(points: int, english: str, german: str) -> None:
    state = position("k5 r9", "b7", deals=1, options={"swup_points": points})
    assert heard(state, "k5", 0)[1] == english
    assert heard(state, "k5", 0, german=True)[1] == german
    assert heard(state, "k5", 1)[1] == english.replace("you", "Anna")
    assert heard(state, "k5", 1, german=True)[1] == german.replace("dich", "Anna")
