"""Schweinsgalopp in words."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch.play.games import sheet
from kartentisch.words import schweinsgalopp
from kartentisch.words.language import language
from kartentisch.words.shared import Words, dealt
from tests.games.schweinsgalopp_positions import laying, lining_up, match_at, position

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES = ["Anna", "Ben", "Cem"]
NB = "\u00a0"
WORDS: Words = schweinsgalopp


def heard(state: dict[str, Any], move: str, reader: int | None, german: bool = False) -> list[str]:
    """The sentences that a reader is told of a move of the seat in turn."""
    match, t = match_at(state), DE if german else EN
    seat, before = match.actors()[0], match.view(reader)
    match.play(seat, move)
    return [
        schweinsgalopp.sentence(t, event, NAMES, reader)
        for event in schweinsgalopp.tell(before, match.view(reader), seat, [move])
    ]


def test_every_step_of_the_game_is_an_imperative_in_both_languages() -> None:
    tokens = sheet("schweinsgalopp").tokens
    for t in (EN, DE):
        assert len({schweinsgalopp.move(t, [token]) for token in tokens}) == len(tokens)
    assert schweinsgalopp.move(EN, ["v"]) == "Move the purple pig"
    assert schweinsgalopp.move(DE, ["v"]) == "Zieh das violette Schwein"
    assert schweinsgalopp.move(DE, ["@11"]) == f"Leg eine Futterkarte auf Feld{NB}11"
    assert schweinsgalopp.move(EN, ["+v"]) == "Set up the purple pig"
    assert schweinsgalopp.move(DE, ["+v"]) == "Stell das violette Schwein auf"


def test_a_card_is_its_colour_and_a_pig_has_one() -> None:
    assert [schweinsgalopp.card(EN, token) for token in "bgrvy"] == ["blue", "green", "red", "purple", "yellow"]
    assert schweinsgalopp.pig(DE, "y") == "das gelbe Schwein"
    with pytest.raises(ValueError, match="no pig"):
        schweinsgalopp.pig(EN, "k")


@pytest.mark.parametrize(
    ("card", "reader", "english", "german"),
    [
        ("b", 0, "You move the blue pig to space 1.", f"Du ziehst das blaue Schwein auf Feld{NB}1."),
        ("b", 1, "Anna moves the blue pig to space 1.", f"Anna zieht das blaue Schwein auf Feld{NB}1."),
        (
            "v",
            0,
            "You bring the purple pig into the lead and take a scoff card.",
            "Du bringst das violette Schwein in Führung und nimmst eine Futterkarte.",
        ),
        (
            "v",
            None,
            "Anna brings the purple pig into the lead and takes a scoff card.",
            "Anna bringt das violette Schwein in Führung und nimmt eine Futterkarte.",
        ),
        (
            "y",
            0,
            "You keep the yellow pig in the lead and take a scoff card.",
            "Du hältst das gelbe Schwein in Führung und nimmst eine Futterkarte.",
        ),
        (
            "y",
            2,
            "Anna keeps the yellow pig in the lead and takes a scoff card.",
            "Anna hält das gelbe Schwein in Führung und nimmt eine Futterkarte.",
        ),
    ],
)
def test_a_move_says_where_the_pig_is_now(card: str, reader: int | None, english: str, german: str) -> None:
    state = position("b v y", pigs="0 2 3 4 5")
    assert heard(state, card, reader) == [english]
    assert heard(state, card, reader, german=True) == [german]


@pytest.mark.parametrize(("card", "verb"), [("v", "bring the purple pig into"), ("y", "keep the yellow pig in")])
def test_an_empty_supply_is_named(card: str, verb: str) -> None:
    state = position("v y", pigs="0 2 3 4 5", supply=0)
    assert heard(state, card, 0) == [f"You {verb} the lead, but the supply is empty."]
    other = verb.replace("bring", "brings").replace("keep", "keeps")
    assert heard(state, card, 1) == [f"Anna {other} the lead, but the supply is empty."]


def test_a_scoff_card_found_on_the_track_is_named() -> None:
    state = position("b b", pigs="9 8 20 6 5", track=[10])
    assert heard(state, "b", 0) == ["You move the blue pig to space 10. You take the scoff card that lay there."]
    assert heard(state, "b", 1)[0].endswith("Anna takes the scoff card that lay there.")


def test_a_last_card_banks_or_loses() -> None:
    ahead = position("y", "b", "b", face_up=[4, 0, 0])
    assert heard(ahead, "y", 0)[1:] == ["You bank 5 scoff cards."]
    assert heard(ahead, "y", 1)[1:] == ["Anna banks 5 scoff cards."]
    behind = position("b", "y", "y", pigs="0 2 3 4 5", face_up=[1, 0, 0])
    assert heard(behind, "b", 0)[1:] == ["You lose 1 scoff card."]
    assert heard(behind, "b", 2, german=True)[1:] == ["Anna verliert 1 Futterkarte."]
    nothing = position("b", "y", "y", pigs="0 2 3 4 5")
    assert len(heard(nothing, "b", 0)) == 1
    young = position("b", "y", "y", pigs="0 2 3 4 5", face_up=[2, 0, 0], options={"keep": True})
    assert heard(young, "b", 0)[1:] == ["You bank 2 scoff cards."]


def test_the_end_of_a_round_says_what_was_banked_and_that_of_a_match_who_wins() -> None:
    match = match_at(position("y", "y", "b", face_up=[1, 2, 0], round=3))
    match.play(0, "y")
    match.play(1, "y")
    assert heard(match.state_json(), "b", 1)[-2:] == [
        "The round is over. Banked in it: Anna 2, you 3, and Cem 0.",
        "You win the match.",
    ]
    early = match_at({**match.state_json(), "round": 2})
    assert heard(early.state_json(), "b", None)[-1] == "The round is over. Banked in it: Anna 2, Ben 3, and Cem 0."


def test_laying_is_told() -> None:
    assert heard(laying(), "@12", 0) == ["You lay a scoff card on space 12."]
    assert heard(laying(), "@12", 1, german=True) == [f"Anna legt eine Futterkarte auf Feld{NB}12."]


@pytest.mark.parametrize(
    ("state", "move", "german"),
    [
        (position("b"), "y", "Du hast keine Rennkarte in Gelb."),
        (position("b"), "@9", "In dieser Partie werden keine Futterkarten auf die Strecke gelegt."),
        (laying(9), "@9", f"Auf Feld{NB}9 liegt schon eine Futterkarte."),
        (laying(9), "@1", f"Das grüne Schwein steht auf Feld{NB}1."),
        (
            laying(9),
            "@7",
            f"Feld{NB}7 ist eins der vier gleich vor dem ersten Schwein: Dort wird keine Futterkarte gelegt.",
        ),
        (lining_up("r"), "+r", "Das rote Schwein ist schon aufgestellt."),
        (
            lining_up("r"),
            "b",
            "Zuerst stellt die Startperson die Schweine auf, danach werden die Karten ausgeteilt.",
        ),
        (laying(9), "+r", "In dieser Partie stellt das Los die Schweine auf."),
        (laying(9), "b", "Zuerst legen alle eine Futterkarte auf die Strecke, danach kommen die Rennkarten."),
    ],
)
def test_refusals_have_german(state: dict[str, Any], move: str, german: str) -> None:
    assert match_at(state).why_not(state["turn"], move, language="de") == german


def test_refusals_that_all_games_share_are_not_its_own() -> None:
    from kartentisch.engine.reasons import Reason

    assert schweinsgalopp.reason(EN, Reason("match_over")) is None
    with pytest.raises(ValueError, match="no option"):
        schweinsgalopp.option(EN, "step_limit")


def test_setting_up_the_pigs_is_told() -> None:
    assert heard(lining_up(), "+r", 0) == ["You put the red pig on the start line."]
    assert heard(lining_up(), "+r", 1, german=True) == ["Anna stellt das rote Schwein auf die Startlinie."]
    assert heard(lining_up("r"), "+b", None) == ["Anna puts the blue pig on space 3."]
    assert heard(lining_up("r"), "+b", 0, german=True) == [f"Du stellst das blaue Schwein auf Feld{NB}3."]
    last = "The yellow pig comes last, and the cards are dealt."
    assert heard(lining_up("rbv"), "+g", 0) == [f"You put the green pig on space 1. {last}"]
    assert heard(lining_up("rbv"), "+g", 2) == [f"Anna puts the green pig on space 1. {last}"]


def test_a_round_in_which_the_pigs_are_set_up_first_is_not_said_to_be_dealt() -> None:
    begun, played = match_at(lining_up()), match_at(position("b g r v y b g"))

    def said(match: kt.Match, reader: int | None, german: bool = False) -> list[str]:
        t = DE if german else EN
        return [schweinsgalopp.sentence(t, event, NAMES, reader) for event in dealt(match.view(reader))]

    assert said(begun, 0) == ["Round 1 begins. You start."]
    assert said(begun, 1) == ["Round 1 begins. Anna starts."]
    assert said(begun, None, german=True) == ["Runde 1 beginnt. Anna fängt an."]
    assert said(played, 1) == ["Round 1 is dealt. Anna starts."]


def test_the_table_as_text_says_which_pigs_are_still_to_be_set_up() -> None:
    lines = dict(schweinsgalopp.picture(EN, match_at(lining_up("rb")).view(0), NAMES))
    assert lines["Race"] == "red on 4, blue on 3"
    assert lines["Still to be set up"] == "green, purple, yellow"
    nobody = dict(schweinsgalopp.picture(DE, match_at(lining_up()).view(1), NAMES))
    assert (nobody["Rennen"], nobody["Noch aufzustellen"]) == ("–", "Blau, Grün, Rot, Violett, Gelb")
    assert "Still to be set up" not in dict(schweinsgalopp.picture(EN, match_at(position("b")).view(0), NAMES))


def test_options_have_label_meaning_and_values_in_words() -> None:
    for name, option in sheet("schweinsgalopp").options.items():
        for t in (EN, DE):
            assert all(schweinsgalopp.option(t, name))
            assert schweinsgalopp.option_value(t, name, option.default)
    assert schweinsgalopp.option_value(EN, "rounds", 1) == "1 round"
    assert schweinsgalopp.option_value(DE, "track_scoff", True) == "Futterkarten auf der Strecke"
    assert kt.game("schweinsgalopp").options["keep"].meaning.startswith("The last card")


def test_the_table_as_text_names_pigs_scoff_cards_and_people() -> None:
    state = position("b g", pigs="30 2 3 4 5", track=[9], face_up=[1, 0, 0], banked=[0, 2, 0])
    lines = dict(schweinsgalopp.picture(EN, match_at(state).view(0), NAMES))
    assert lines["Race"] == "blue on 8, yellow on 5, purple on 4, red on 3, green on 2"
    assert lines["Supply"] == "51 scoff cards"
    assert lines["Scoff on the track"] == "9"
    assert lines["Anna"] == "2 in hand, 1 face up, 0 banked"
    assert lines["Your hand"] == "blue, green"
    assert "Your hand" not in dict(schweinsgalopp.picture(EN, match_at(state).view(None), NAMES))
