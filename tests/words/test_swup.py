"""SWUP in words."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.games.swup import checks
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.web.scenes.swup.sums import values
from kartentisch.words import swup
from kartentisch.words.language import Language, language
from kartentisch.words.shared import Event, Words
from tests.games.swup_positions import build, match_at, position, refusal

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES, NB = ["Anna", "Ben", "Cem", "Dora"], "\u00a0"
WORDS: Words = swup
NINE = build(1, 9, "k7 b2")
ENGLISH = re.compile(r"\b(the|your?|and|with|of|to|cards?|red|blue|yellow|black|build|builds|take|by|on|or|is|it)\b")


def told(match: Match, move: str, reader: int | None) -> list[Event]:
    """What a reader learns of a move that is played."""
    before, (seat,) = match.view(reader), match.actors()
    match.play(seat, move)
    return swup.tell(before, match.view(reader), seat, move.split())


def heard(state: dict[str, Any], move: str, reader: int | None, german: bool = False) -> list[str]:
    """The sentences that a reader is told."""
    t = DE if german else EN
    return [swup.sentence(t, event, NAMES, reader) for event in told(match_at(state), move, reader)]


def test_cards_have_names() -> None:
    assert [swup.card(EN, token) for token in ("k5", "r10", "b1", "y13")] == [
        "black 5",
        "red 10",
        "blue 1",
        "yellow 13",
    ]
    assert swup.card(DE, "k5") == f"Schwarz{NB}5"


@pytest.mark.parametrize("t", [EN, DE])
def test_a_card_is_named_with_every_value_that_it_has(t: Language) -> None:
    cards = [f"{colour}{number}" for colour in "krby" for number in range(1, 14)]
    named = {card: [int(number) for number in re.findall(r"\d+", swup.label(t, card))] for card in cards}
    assert named == {card: [*values(card)] for card in cards}


def test_the_second_value_is_named_in_words() -> None:
    assert [swup.label(t, "k2") for t in (EN, DE)] == ["Black 2 or 15", f"Schwarz{NB}2 oder{NB}15"]


def test_every_step_has_words_of_its_own_in_both_languages() -> None:
    tokens = sheet("swup").tokens
    assert len({swup.move(EN, [token]) for token in tokens}) == len(tokens)
    assert len({swup.move(DE, [token]) for token in tokens}) == len(tokens)


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("k5", "Play black 5", f"Spiele Schwarz{NB}5"),
        ("r4 lay", "Lay red 4 on the table", f"Lege Rot{NB}4 ab"),
        ("k11 take:11", "Take with black 11", f"Nimm mit Schwarz{NB}11"),
        ("r10 take:16", "Take with red 10 as 16", f"Nimm mit Rot{NB}10 als{NB}16"),
        (
            "k11 take:11 b6 y5 @1 done",
            "Take blue 6, yellow 5, and the build of Ben with black 11",
            f"Nimm Blau{NB}6, Gelb{NB}5 und den Bau von Ben mit Schwarz{NB}11",
        ),
        ("k7 build:9", "Build 9 with black 7", f"Baue 9 mit Schwarz{NB}7"),
        (
            "k7 build:9 y2 @1",
            "Build 9 with black 7: yellow 2 and the build of Ben",
            f"Baue 9 mit Schwarz{NB}7, dazu Gelb{NB}2 und den Bau von Ben",
        ),
    ],
)
def test_moves_and_their_beginnings_read_as_imperatives(move: str, english: str, german: str) -> None:
    assert swup.move(EN, move.split(), NAMES) == english
    assert swup.move(DE, move.split(), NAMES) == german


def test_a_card_that_is_laid_is_told() -> None:
    state = position("r9 b2", "b8")
    assert heard(state, "r9 lay", 0) == ["You lay red 9 on the table."]
    assert heard(state, "r9 lay", 1) == ["Anna lays red 9 on the table."]
    assert heard(state, "r9 lay", None, german=True) == [f"Anna legt Rot{NB}9 ab."]


def test_what_is_taken_is_told_with_its_builds_as_each_reader_knows_them() -> None:
    state = position("r9 k3", "b9 k4 b5 r2", NINE, build(0, 9, "k6 b3"), hands={1: "y9 k13"})
    move = "r9 take:9 b9 @0 @1 done"
    assert heard(state, move, 0) == ["You take blue 9, your build (9), and the build of Ben (9) with red 9."]
    assert heard(state, move, 1) == ["Anna takes blue 9, their own build (9), and your build (9) with red 9."]
    assert heard(state, move, None, german=True) == [
        f"Anna nimmt Blau{NB}9, den eigenen Bau (9) und den Bau von Ben (9) mit Rot{NB}9."
    ]
    assert heard(position("r10 k3", "b2 y1 k4"), "r10 take:16 b2 y1 done", 1) == [
        "Anna takes blue 2 and yellow 1 with red 10 as 16."
    ]


def test_a_build_is_told_and_whether_it_is_double() -> None:
    state = position("k2 r9 b7", "y7 k9", build(0, 7, "k4 b3"), hands={1: "y9 k13 k12"})
    assert heard(state, "k2 build:9 @0 done", 0) == ["You build 9 with black 2 and your own build (7)."]
    assert heard(state, "k2 build:9 @0 k9 done", 1) == [
        "Anna builds a double 9 with black 2, black 9, and their build (7)."
    ]
    assert heard(state, "k2 build:9 @0 k9 done", 1, german=True) == [
        f"Anna baut eine doppelte{NB}9 mit Schwarz{NB}2, Schwarz{NB}9 und dem eigenen Bau (7)."
    ]
    other = position("k2 r11 b13", "y7 k9", NINE, hands={1: "y9 k13 k12"})
    assert heard(other, "k2 build:11 @1 done", 0) == ["You build 11 with black 2 and Ben’s build (9)."]
    assert heard(other, "k2 build:11 @1 done", 1) == ["Anna builds 11 with black 2 and your build of 9."]
    assert heard(other, "k2 build:11 @1 done", 1, german=True) == [
        f"Anna baut 11 mit Schwarz{NB}2 und deinem Bau von 9."
    ]
    assert heard(other, "k2 build:11 @1 done", None, german=True) == [
        f"Anna baut 11 mit Schwarz{NB}2 und dem Bau von Ben (9)."
    ]


def test_sweeping_the_table_and_swups_are_told() -> None:
    state = position("k5 r9", "b9 k3", NINE, hands={1: "y9 k13"})
    assert heard(state, "k5", 0) == ["You sweep the table with black 5: 4 cards.", "That is a SWUP for you."]
    assert heard(state, "k5", 1, german=True) == [
        f"Anna räumt mit Schwarz{NB}5 den Tisch ab: 4 Karten.",
        "Das ist ein SWUP für Anna.",
    ]
    assert heard(position("r9 b2", "b9"), "r9 take:9 b9 done", 1)[1] == "That is a SWUP for Anna."


def test_new_cards_are_told_and_each_reader_hears_of_its_own_only() -> None:
    state = position("r9", "b8", turn=1, deals=2)
    match = match_at(state, seed=4)
    (_, event) = told(match, "r9 lay", 0)
    assert event == ("hands", {"cards": match.state_json()["hands"][0], "last": False})
    said = swup.sentence(EN, event)
    assert said == f"You get {EN.listing(swup.card(EN, token) for token in match.state_json()['hands'][0])}."
    assert heard(state, "r9 lay", None)[1] == "Everyone gets four new cards."
    last = position("r9", "b8", turn=1, deals=1)
    assert heard(last, "r9 lay", None)[1] == "Last cards of this round! Everyone gets four new cards."
    assert heard(last, "r9 lay", 1, german=True)[1].startswith("Letzte Karten dieser Runde! Du bekommst ")


def test_the_end_of_a_round_is_told() -> None:
    state = position("r9", "b8 b7", turn=1, last_taker=0)
    points = match_at(state)
    points.play(1, "r9 lay")
    one, other = points.points
    assert heard(state, "r9 lay", 1) == [
        "You lay red 9 on the table.",
        "Anna took last and gets 3 cards.",
        f"Points of this round: Anna {one} and you {other}.",
    ]
    assert heard(state, "r9 lay", 0)[1] == "You took last and get 3 cards."
    swept = position("r9", "b9", turn=1)
    assert heard(swept, "r9 take:9 b9 done", 1)[1] == "You took last."
    assert heard(swept, "r9 take:9 b9 done", 0)[1] == "Ben took last."
    assert "SWUP" not in " ".join(heard(swept, "r9 take:9 b9 done", 0))


def test_a_round_in_which_nobody_took_is_told() -> None:
    table = " ".join(f"{colour}{value}" for colour in "krby" for value in range(1, 14) if (colour, value) != ("y", 13))
    assert heard(position("y13", table, turn=1), "y13 lay", None)[1:] == [
        "Nobody has taken anything in this round.",
        "Points of this round: Anna 0 and Ben 0.",
    ]


def test_who_wins_the_match_is_told_in_the_end() -> None:
    state = position("y13", "b8", last_taker=0, round=2, dealer=0, totals=[30, 0]) | {"turn": 0}
    state["hands"] = [["y13"], []]
    state["piles"][0] += [card for hand in position("y13", "b8")["hands"][1:] for card in hand]
    assert heard(state, "y13 lay", 1)[-1] == "Anna wins the match."


def test_german_says_du_and_counts() -> None:
    pair = {"seat": 0, "card": "r10", "value": 16, "cards": ["b2", "y1"], "builds": [[1, 16]]}
    made = {"seat": 0, "card": "k2", "value": 9, "cards": ["k9"], "builds": [[0, 7]]}
    for event, german in (
        (("lay", {"seat": 0, "card": "r4"}), "Du legst Rot_4 ab."),
        (("clear", {"seat": 0, "card": "k5", "n": 1}), "Du räumst mit Schwarz_5 den Tisch ab: 1 Karte."),
        (("take", pair), "Du nimmst Blau_2, Gelb_1 und den Bau von Ben (16) mit Rot_10 als_16."),
        (("build", made | {"double": True}), "Du baust eine doppelte_9 mit Schwarz_2, Schwarz_9 und deinem Bau (7)."),
        (("build", made | {"double": False}), "Du baust 9 mit Schwarz_2, Schwarz_9 und deinem Bau (7)."),
        (("swup", {"seat": 0}), "Das ist ein SWUP für dich."),
        (("hands", {"cards": ["r1", "y2"], "last": False}), "Du bekommst Rot_1 und Gelb_2."),
        (("hands", {"cards": None, "last": True}), "Letzte Karten dieser Runde! Alle bekommen vier neue Karten."),
        (("last", {"seat": None, "n": 4}), "In dieser Runde hat niemand etwas genommen."),
        (("last", {"seat": 0, "n": 0}), "Du hast zuletzt genommen."),
        (("last", {"seat": 0, "n": 1}), "Du hast zuletzt genommen und bekommst 1 Karte."),
        (("last", {"seat": 1, "n": 2}), "Ben hat zuletzt genommen und bekommt 2 Karten."),
        (("scored", {"points": [4, 7]}), "Punkte dieser Runde: du_4 und Ben_7."),
    ):
        assert swup.sentence(DE, event, NAMES, 0) == german.replace("_", NB)


REASONS: list[tuple[str, dict[str, Any]]] = [
    ("card_first", {}),
    ("card_missing", {"card": "b4"}),
    ("card_idle", {"card": "b4", "own": 7}),
    ("lay_owner", {"own": 7}),
    ("aim_first", {"card": "b4"}),
    ("value_other", {"card": "k2", "value": 9, "values": [2, 15]}),
    ("own_promise", {"own": 7}),
    ("take_nothing", {"card": "b4", "value": 4}),
    ("build_promise", {"value": 9}),
    ("build_own", {"value": 9, "own": 7, "double": True}),
    ("build_own", {"value": 9, "own": 11, "double": False}),
    ("build_nothing", {"card": "b4", "value": 9, "own": 0}),
    ("build_nothing", {"card": "b4", "value": 9, "own": 7}),
    ("items_now", {}),
    ("items_none", {}),
    ("own_missing", {"own": 7}),
    ("group_open", {"value": 9}),
    ("item_picked", {"card": "b4"}),
    ("item_absent", {"card": "b4"}),
    ("item_bars_own", {"card": "b4", "own": 7, "value": 9}),
    ("item_unfit", {"card": "b4", "value": 9}),
    ("owned_absent", {"seat": 1, "own": 0, "value": 9}),
    ("owned_picked", {"seat": 1, "own": 9, "value": 9}),
    ("owned_double", {"seat": 1, "own": 7, "value": 9}),
    ("owned_whole", {"seat": 1, "own": 7, "value": 9}),
    ("owned_bars_own", {"seat": 1, "own": 7, "value": 9}),
    ("owned_two", {"seat": 1, "own": 7, "value": 9}),
    ("owned_unfit", {"seat": 1, "own": 7, "value": 9}),
]


@pytest.mark.parametrize(("code", "args"), REASONS)
def test_every_refusal_is_a_sentence_in_both_languages(code: str, args: dict[str, Any]) -> None:
    english, german = (swup.reason(t, Reason(code, args), NAMES) for t in (EN, DE))
    assert english is not None
    assert german is not None
    assert english != german
    for sentence in (english, german):
        assert sentence.endswith(".")
        assert sentence[0].isupper()
        assert "{" not in sentence
    assert ENGLISH.search(german) is None
    assert "card" not in args or swup.card(DE, args["card"]) in german


def test_no_refusal_is_left_out_and_those_of_other_games_are_left_to_others() -> None:
    assert {code for code, _ in REASONS} >= set(re.findall(r'Reason\("(\w+)"', inspect.getsource(checks)))
    assert swup.reason(EN, Reason("move_empty")) is None


def test_refusals_name_what_is_wrong() -> None:
    state = position("k2 r9 b7 b12", "y7 k9", build(0, 7, "k4 b3"), hands={1: "y9 k13 k12 r8"})
    assert refusal(state, "b12 lay") == (
        "You own a build (7), so you cannot lay a card, and blue 12 neither takes anything nor builds on."
    )
    assert refusal(state, "k2 take:9 k9 done") == "Black 2 is worth 2 or 15, not 9."
    assert refusal(state, "k2 build:9 y7") == "With yellow 7, your own build (7) could no longer get in."
    assert refusal(state, "k2 build:9 @1") == "There is no build of seat 1."


def test_whole_matches_can_be_told_to_everybody() -> None:
    match = Match("swup", 3, seed=2)
    sentences = 0
    while not match.over:
        if match.round_over:
            match.next_round()
        (seat,) = match.actors()
        moves = match.moves(seat)
        move = moves[match.state_json()["steps"] * 7 % len(moves)]
        before = {reader: match.view(reader) for reader in (0, 1, 2, None)}
        match.play(seat, move)
        for reader, seen in before.items():
            for event in swup.tell(seen, match.view(reader), seat, move.split()):
                for t in (EN, DE):
                    assert swup.sentence(t, event, NAMES, reader).endswith(".")
                    sentences += 1
    assert sentences > 3 * 48 * 8


def test_the_picture_for_the_terminal_shows_own_cards_and_no_others() -> None:
    state = position("r9 y2", "b8 k4", NINE, hands={1: "y9 k13"}, deals=2, swups=[1, 0])
    picture = dict(swup.picture(EN, match_at(state).view(1), NAMES))
    assert picture["Table"] == "blue 8, black 4"
    assert picture["Build of Ben"] == "simple 9: black 7, blue 2"
    assert picture["Draw pile"] == "16 cards"
    assert picture["Anna"] == "2 in hand, 0 taken, SWUPs: 1"
    assert picture["Your hand"] == "black 13, yellow 9"
    assert "Your hand" not in dict(swup.picture(EN, match_at(state).view(None), NAMES))
    assert dict(swup.picture(DE, match_at(position("r9")).view(0)))["Tisch"] == "–"
