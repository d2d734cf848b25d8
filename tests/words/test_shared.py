"""Sentences that all games share."""

from __future__ import annotations

import pytest

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games
from kartentisch.words import shared
from kartentisch.words.language import Language, language

EN, DE = language("en"), language("de")
REFUSED = [
    (
        Reason("seat_unknown", {"seat": 7, "seats": 3}),
        "There is no seat 7: the seats are 0 to 2.",
        "Einen Platz 7 gibt es nicht: Die Plätze sind 0 bis 2.",
    ),
    (Reason("match_over"), "The match is over.", "Die Partie ist vorbei."),
    (
        Reason("round_over"),
        "The round is over; the next one has not been dealt yet.",
        "Die Runde ist vorbei; die nächste ist noch nicht gegeben.",
    ),
    (Reason("round_running"), "The round is not over yet.", "Die Runde ist noch nicht vorbei."),
    (
        Reason("not_your_turn", {"turn": 1}),
        "It is not your turn: the game waits for seat 1.",
        "Du bist nicht am Zug: Das Spiel wartet auf Platz\u00a01.",
    ),
    (
        Reason("move_kind", {"value": "int"}),
        "A move must be a text, not int.",
        "Ein Spielzug muss ein Text sein, nicht int.",
    ),
    (
        Reason("move_long", {"limit": 9}),
        "This is too long for a move: at most 9 characters are read.",
        "Das ist zu lang für einen Spielzug: Gelesen werden höchstens 9 Zeichen.",
    ),
    (
        Reason("token_unknown", {"token": "{x}"}),
        "“{x}” is no step of a move in this game.",
        "„{x}“ ist in diesem Spiel kein Teil eines Spielzugs.",
    ),
    (Reason("move_empty"), "A move has at least one step.", "Ein leerer Text ist kein Spielzug."),
    (
        Reason("move_unfinished", {"move": "a b"}),
        "The move is not complete: something must follow “a b”.",
        "Der Spielzug ist nicht fertig: Nach „a b“ muss noch etwas kommen.",
    ),
    (
        Reason("move_overfull", {"token": "b"}),
        "The move is complete before “b”.",
        "Der Spielzug ist schon vor „b“ fertig.",
    ),
    (
        Reason("watching"),
        "You are watching: only those who have a seat can play.",
        "Du schaust zu: Spielen kann nur, wer einen Platz hat.",
    ),
    (
        Reason("options_kind", {"value": [1]}),
        "Options must be given as names with values, not as [1].",
        "Optionen sind Namen mit Werten, nicht [1].",
    ),
    (
        Reason("option_unknown", {"option": "x", "allowed": "a, b"}),
        'There is no option "x"; the options are: a, b.',
        'Die Option "x" gibt es nicht; die Optionen sind: a, b.',
    ),
    (
        Reason("option_value", {"option": "a", "value": True, "allowed": "1-9"}),
        "Option a cannot be true; allowed is: 1-9.",
        "Die Option a kann nicht true sein; erlaubt ist: 1-9.",
    ),
    (
        Reason("option_split", {"option": "a", "value": {"p": 1}, "allowed": "p q: 30"}),
        'Option a cannot be {"p": 1}; allowed are numbers from 0 for p, q that add up to 30.',
        'Die Option a kann nicht {"p": 1} sein; erlaubt sind Zahlen ab 0 für p, q, die zusammen 30 ergeben.',
    ),
    (
        Reason("seats_number", {"value": 9, "allowed": "2-5"}),
        "The number of seats cannot be 9; allowed is: 2-5.",
        "Die Zahl der Plätze kann nicht 9 sein; erlaubt ist: 2-5.",
    ),
    (
        Reason("game_unknown", {"game": "x", "allowed": "a"}),
        'There is no game "x"; the games are: a.',
        'Ein Spiel "x" gibt es nicht; die Spiele sind: a.',
    ),
    (Reason("anything_else"), "That is not possible now.", "Das geht jetzt nicht."),
]


@pytest.mark.parametrize(("why", "english", "german"), REFUSED, ids=[why.code for why, _, _ in REFUSED])
def test_every_shared_refusal_is_a_sentence_in_both_languages(why: Reason, english: str, german: str) -> None:
    assert shared.reason(EN, why) == english
    assert shared.reason(DE, why) == german


@pytest.mark.parametrize("game", games())
def test_a_game_without_a_sentence_of_its_own_falls_back_to_the_shared_one(game: str) -> None:
    assert words.reason(EN, game, Reason("match_over")) == "The match is over."


def test_people_are_called_by_their_names_where_they_have_some() -> None:
    why = Reason("not_your_turn", {"turn": 1})
    assert shared.reason(EN, why, ["Anna", "ben"]) == "It is not your turn: the game waits for ben."


def test_a_name_is_left_as_it_is_and_a_seat_gets_a_capital_where_a_sentence_begins() -> None:
    assert shared.subject(EN, 1, ["Anna", "ben"]) == "ben"
    assert shared.subject(EN, 1) == "Seat 1"
    assert shared.subject(DE, 1, ["Anna", "ben"], 1) == "Du"


def test_a_value_in_a_refusal_is_cut_short() -> None:
    assert shared.plain("x" * 500) == '"' + "x" * 78 + "…"
    assert shared.plain({1, 2}) == "{1, 2}"


def test_colours_are_named_by_their_letters_and_others_are_refused() -> None:
    assert [shared.colour(EN, letter) for letter in "bgrvyk"] == ["blue", "green", "red", "purple", "yellow", "black"]
    assert [shared.colour(DE, letter) for letter in "bgrvyk"] == ["Blau", "Grün", "Rot", "Violett", "Gelb", "Schwarz"]
    with pytest.raises(ValueError, match="'x'"):
        shared.colour(EN, "x")


def test_numbers_of_players_are_told() -> None:
    assert shared.players(EN, range(2, 6)) == "2 to 5 players"
    assert shared.players(DE, range(2, 3)) == "2 Personen"


def test_a_deal_says_who_starts() -> None:
    event = ("dealt", {"round": 2, "turn": 0})
    assert shared.sentence(EN, event, ["Anna", "Ben"]) == "Round 2 is dealt. Anna starts."
    assert shared.sentence(DE, event, ["Anna", "Ben"], 0) == "Runde 2 ist gegeben. Du fängst an."
    assert shared.sentence(EN, ("dealt", {"round": 2, "turn": None})) == "Round 2 is dealt."


def test_who_has_won_the_match_is_told_to_each_in_their_own_way() -> None:
    names = ["Anna", "Ben", "Cem"]
    assert shared.sentence(EN, ("match_won", {"seats": [1]}), names) == "Ben wins the match."
    assert shared.sentence(DE, ("match_won", {"seats": [1]}), names, 1) == "Du gewinnst die Partie."
    assert shared.sentence(EN, ("match_won", {"seats": [0, 2]}), names, 2) == "Won together: Anna and you."


def test_an_unknown_event_has_no_sentence() -> None:
    with pytest.raises(ValueError, match="'nothing'"):
        shared.sentence(EN, ("nothing", {}))


def test_levels_of_bots_are_named_in_both_languages() -> None:
    assert [shared.level(t, name) for t in (EN, DE) for name in ("random", "greedy", "other")] == [
        *("random", "greedy", "other"),
        *("zufällig", "gierig", "other"),
    ]


@pytest.mark.parametrize("name", ["", "shared", "language", "nothing_like_it", "../x"])
def test_only_games_have_words(name: str) -> None:
    with pytest.raises(ValueError, match=r"name of a game|no words"):
        words.of(name)


@pytest.mark.parametrize("t", [EN, DE], ids=["en", "de"])
@pytest.mark.parametrize("game", games())
def test_every_option_of_a_game_has_label_meaning_and_values_in_words(game: str, t: Language) -> None:
    from kartentisch.play.games import sheet

    said = words.of(game)
    for option in sheet(game).options.values():
        label, meaning = said.option(t, option.name)
        assert label
        assert meaning.endswith(".")
        assert said.option_value(t, option.name, option.default)
    with pytest.raises(ValueError, match="'no such option'"):
        said.option(t, "no such option")
    with pytest.raises(ValueError, match="'no such option'"):  # a new option shall not have the words of another one
        said.option_value(t, "no such option", 1)
