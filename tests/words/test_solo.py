"""Solo in words."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch import words
from kartentisch.engine import moves as engine_moves
from kartentisch.engine.luck import below, new_luck
from kartentisch.engine.views import view
from kartentisch.games.solo import GAME
from kartentisch.testing import Moment, walk
from kartentisch.words import solo
from kartentisch.words.language import language
from kartentisch.words.shared import Event, Words
from tests.games.solo_oracle import ORDER
from tests.games.solo_positions import State, after, asking, match_at, position

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES, NB = ["Anna", "Ben", "Cem", "Dana"], "\u00a0"
WORDS: Words = solo
CODES = {
    *["card_missing", "no_match", "triple_few", "triple_first", "triple_match", "name_colour", "name_target"],
    *["target_self", "card_first", "gift_two", "gift_missing", "gift_order", "only_twin", "only_call", "only_drawn"],
    *["only_take", "only_skip", "only_answer", "pass_drawn", "nothing_owed", "not_skipped", "nothing_asked"],
    *["no_twin", "no_debt", "seat_unknown"],
}


def told(state: State, move: str, reader: int | None, seat: int | None = None, names: Any = NAMES) -> list[str]:
    """The lines of a reader when the seat waited for (or another) makes this move."""
    return [solo.sentence(EN, event, names, reader) for event in events(state, move, reader, seat)]


def events(state: State, move: str, reader: int | None, seat: int | None = None) -> list[Event]:
    match = match_at(state)
    who = match.actors()[0] if seat is None else seat
    before = match.view(reader)
    steps = [GAME.numbers[token] for token in move.split()]
    heard = engine_moves.heard(GAME, before.seen.records, who, steps, -1 if reader is None else reader)
    match.play(who, move)
    return solo.tell(before, match.view(reader), who, heard)


def test_every_card_has_its_words_in_both_languages() -> None:
    for t in (EN, DE):
        named = {solo.card(t, token) for token in ORDER}
        assert len(named) == 63
    tokens = ("r7", "gS", "b+2", "+4", "Py")
    assert [solo.card(EN, token).replace(NB, " ") for token in tokens] == [
        *["red 7", "green Skip a Turn", "blue Draw 2", "Draw 4 + Choose a Color", "Protection in yellow"]
    ]
    assert solo.card(DE, "gX") == "Kartentausch in Grün"
    assert solo.card(DE, "A") == "„Alle tauschen“"


@pytest.mark.parametrize(
    ("move", "english"),
    [
        ("rS", "Play red Skip a Turn"),
        ("C =g", "Play Choose a Color and choose green"),
        ("rX >2", "Play red Swap Cards and swap hands with Cem"),
        ("rG >2", "Play red Gift and give Cem two cards"),
        ("triple:7b", "Triple +: all cards with a 7, blue on top"),
        ("draw", "Draw a card"),
        ("solo", "Call “Solo!”"),
    ],
)
def test_moves_are_imperatives(move: str, english: str) -> None:
    assert solo.move(EN, move.split(), NAMES) == english
    assert solo.move(DE, move.split(), NAMES) != english


def test_the_cards_of_a_gift_are_named_both() -> None:
    assert solo.move(EN, ["rS", "C"]) == "Give away red Skip a Turn and Choose a Color"


@pytest.mark.parametrize("seats", [2, 5])
def test_every_move_and_every_event_of_a_match_has_its_sentences(seats: int) -> None:
    names = ["Anna", "Ben", "Cem", "Dana", "Eva"][:seats]
    before: Moment | None = None
    for moment in walk("solo", seats, {"rounds": 1}, seats):
        if before is not None and before.seat >= 0:
            for reader in (0, seats - 1, None):
                lines = _lines(before, moment, reader, names)
                assert all("{" not in line and line[-1] in ".!" for line in lines)
        if moment.seat >= 0:
            tokens = [GAME.tokens[step] for step in moment.steps]
            assert "{" not in solo.move(DE, tokens, names)
        before = moment


def _lines(before: Moment, moment: Moment, reader: int | None, names: list[str]) -> list[str]:
    heard = engine_moves.heard(GAME, before.records, before.seat, before.steps, -1 if reader is None else reader)
    old, new = view(GAME, before.records, reader), view(GAME, moment.records, reader)
    told = solo.tell(old, new, before.seat, heard)
    assert told or heard[0] in (None, "no", "quiet"), str(before)
    return [solo.sentence(t, event, names, reader) for event in told for t in (EN, DE)]


def test_every_refusal_has_its_sentence() -> None:
    seen: set[str] = set()
    luck = new_luck(3, 4)
    for seats, seed in ((2, 1), (4, 2), (3, 7)):
        for number, moment in enumerate(walk("solo", seats, {"rounds": 3}, seed)):
            if moment.seat < 0 or number > 600:
                continue
            for seat in range(seats):
                legal = engine_moves.legal(GAME, moment.records, seat)
                for _ in range(4 if legal else 0):
                    first = legal[int(below(luck, len(legal)))] if below(luck, 3) == 0 else int(below(luck, 121))
                    steps = [first, int(below(luck, 121))]
                    text = engine_moves.write(GAME, steps)
                    reason = engine_moves.refusal(GAME, moment.records, seat, text)
                    if reason is None or reason.code.startswith("move_"):
                        continue
                    seen.add(reason.code)
                    assert reason.paragraph or reason.code == "seat_unknown", reason.code
                    for t in (EN, DE):
                        sentence = words.reason(t, "solo", reason, NAMES)
                        assert sentence != t.say("That is not possible now."), reason.code
                        assert "{" not in sentence
    assert seen <= CODES
    rare = {"triple_first", "triple_match", "only_twin", "gift_missing", "gift_order", "gift_two", "target_self"}
    assert CODES - rare <= seen


@pytest.mark.parametrize(
    ("state", "move", "sentence"),
    [
        (position("r1 g4"), "g4", "Green 4 does not match red 5: you need red, a 5, or a black card."),
        (
            position("r1 g4", top="C", colour="y"),
            "g4",
            "Green 4 does not match Choose a Color with yellow in force: you need yellow or a black card.",
        ),
        (position("r7 g7 b7 y1"), "triple:7r", "Red 7 must lie first, on red 5: it cannot come last."),
        (position("g7 y7 b7 y1"), "triple:7g", "None of your cards with a 7 matches red 5."),
        (position("g7 y7 y1"), "triple:7g", "A Triple + needs three cards of one number; you have 2 cards with a 7."),
        (
            position("r1", top="r+2", phase="owed", pending=2),
            "r1",
            "You owe 2 cards: take them, or play a Draw 2 or a protection.",
        ),
        (position("rX b1"), "rX >0", "Red Swap Cards is for somebody else, never for yourself."),
        (
            position("b1 b2 b3", top="rG", phase="gift", layer=0, target=1),
            "b2 b1",
            "Name the lower card first: blue 1 is the second one here.",
        ),
        (position("b1 b2", "g1", top="rX", **asking(0, 1)), "g1", "Accept, or play a protection."),
        (position("b1 b2", options={"solo_call": "auto"}), "solo", "At this table “Solo!” is called automatically."),
    ],
)
def test_refusals_say_why(state: State, move: str, sentence: str) -> None:
    match = match_at(state)
    said = match.why_not(match.actors()[0], move)
    assert said is not None
    assert said.replace(NB, " ") == sentence
    assert match.why_not(match.actors()[0], move, language="de") not in (None, said)


def test_the_cards_of_a_gift_are_told_to_those_two_only() -> None:
    state = position("b1 b2 b3 b4", "g1", top="rG", phase="gift", layer=0, target=1)
    assert told(state, "b1 b3", 0)[0].replace(NB, " ") == "You give Ben blue 1 and blue 3."
    assert told(state, "b1 b3", 1)[0].replace(NB, " ") == "Anna gives you blue 1 and blue 3."
    assert told(state, "b1 b3", 2) == told(state, "b1 b3", None) == ["Anna gives Ben 2 cards."]


def test_that_somebody_does_not_act_is_told_to_nobody() -> None:
    state = position("r1", "r5 b1", "g1", owes_call=[2])
    for reader in (0, 1, 2, None):
        assert told(state, "no", reader, 1) == []
        assert told(state, "quiet", reader, 2) == []


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    state = position("g1 g2", draw="r9")
    assert told(state, "draw", 0)[0].replace(NB, " ") == "You draw red 9: it fits."
    assert told(state, "draw", 1) == ["Anna draws a card that fits."]
    assert told(position("g1 g2", draw="y9"), "draw", 1) == ["Anna draws a card that does not fit."]
    assert told(position("g1", seats=2, hoard=1), "draw", 1) == ["There is no card for Anna to draw."]


def test_a_penalty_is_told_before_the_act_that_brings_it() -> None:
    state = position("r1 g2", "b1", draw="y8 y8", owes_call=[1])
    assert [line.replace(NB, " ") for line in told(state, "r1", 1)] == [
        "You have not called “Solo!” and draw yellow 8 and yellow 8.",
        "Anna plays red 1.",
    ]
    assert told(state, "r1", 0)[0] == "Ben has not called “Solo!” and draws 2 cards."
    nothing = position("g1 g2", "b1", hoard=3, owes_call=[1])
    assert told(nothing, "draw", 2)[0] == "Ben has not called “Solo!”, but there is no card to draw."


def test_swaps_and_answers_are_told() -> None:
    state = position("b1 b2", "g1", top="rX", **asking(0, 1))
    assert told(state, "accept", 0) == ["Ben accepts.", "You and Ben have exchanged your hands."]
    assert told(state, "accept", 1) == ["You accept.", "Anna and you have exchanged your hands."]
    assert told(state, "accept", 2) == ["Ben accepts.", "Anna and Ben have exchanged their hands."]
    shielded = position("b1 b2", "g1", "Pg y1", top="A", **asking(0, None, to_answer=[2], protected=[3]))
    assert told(shielded, "accept", 1) == ["Cem accepts.", "Hands have been passed on by Anna, you, and Cem."]
    assert told(shielded, "Pg", 3)[1] == "Hands have been passed on by Anna and Ben."
    two = position("b1 b2", "Pg y1", seats=2, top="A", **asking(0, None, to_answer=[1]))
    assert told(two, "Pg", 0) == ["Ben is protected: Protection in green.", "No hand has been passed on."]
    assert told(two, "accept", 0) == ["Ben accepts.", "All hands have been passed on."]


def test_a_gift_of_all_cards_is_told_with_its_end() -> None:
    state = position("b1 b2", "g1", top="rG", **asking(0, 1))
    assert [line.replace(NB, " ") for line in told(state, "accept", 1)] == [
        "You accept.",
        "Anna gives you blue 1 and blue 2.",
        "Anna has no cards left and wins the round.",
    ]
    assert told(state, "accept", 2)[1] == "Anna gives Ben 2 cards."
    assert told(state, "accept", 0)[2] == "You have no cards left and win the round."


def test_debts_directions_and_shuffles_are_told() -> None:
    assert told(position("r+2 b1 b2"), "r+2", 1) == ["Anna plays red Draw 2.", "You owe 2 cards."]
    assert told(position("rR b1 b2"), "rR", 1) == ["Anna plays red Change Direction.", "Play now goes to the right."]
    shuffled = told(position("g1 g2", draw=""), "draw", 1)
    assert shuffled[-1] == "The discard pile was shuffled into a new draw pile."
    assert told(position("b1 b2", "r5 g1"), "r5", 0, 1)[0].replace(NB, " ") == "Ben interjects red 5."
    assert told(position("r7 g7 b7 y1"), "triple:7b", 0) == ["You play a Triple +: 3 cards with a 7, blue on top."]


def test_an_interjection_says_that_somebody_pays_only_where_it_makes_them_pay() -> None:
    """With `call_until` `next` the debt stands, and nobody is told otherwise."""
    hands = ("b1", "g1 g2", "r5 g3 g4")
    usual = told(position(*hands, turn=1, owes_call=[0]), "r5", 1, 2)
    assert [line.replace(NB, " ") for line in usual] == [
        "Anna has not called “Solo!” and draws 2 cards.",
        "Cem interjects red 5.",
    ]
    stands = position(*hands, turn=1, owes_call=[0], options={"call_until": "next"})
    assert [line.replace(NB, " ") for line in told(stands, "r5", 1, 2)] == ["Cem interjects red 5."]
    assert told(stands, "draw", 1)[0].replace(NB, " ") == "Anna has not called “Solo!” and draws 2 cards."
    shielded = position("b1", "g1", "Pr g2 g3", top="rX", **asking(1, 2), owes_call=[0], options={"call_until": "next"})
    assert [line.replace(NB, " ") for line in told(shielded, "Pr", 1, 2)] == ["Cem is protected: Protection in red."]


def test_a_change_of_direction_that_skips_is_told_with_the_direction_and_the_skip() -> None:
    state = position("rR b1 b2", "g1 g2", seats=2, options={"reverse_skips": True})
    assert [line.replace(NB, " ") for line in told(state, "rR", 1)] == [
        "Anna plays red Change Direction.",
        "Play now goes to the right.",
    ]
    assert told(after(state, "rR"), "skip", 0) == ["Ben is skipped."]


def test_options_have_labels_and_values() -> None:
    for t in (EN, DE):
        assert all(all(solo.option(t, name)) for name in GAME.options)
    assert solo.option_value(EN, "rounds", 0) == "until somebody has too many points"
    assert solo.option_value(EN, "limit", 500).replace(NB, " ") == "500 points"
    assert solo.option_value(DE, "solo_call", "auto") == "automatisch gerufen"
    with pytest.raises(ValueError, match="no option"):
        solo.option(EN, "match")


def test_the_picture_shows_what_the_reader_knows() -> None:
    state = position("r1 C", "b1 b2 y9", known={(0, 1): "y9"}, owes_call=[], pending=0, totals=[5, 0, 0, 0])
    lines = dict(solo.picture(EN, match_at(state).view(0), NAMES))
    assert "yellow" in lines["Ben"]
    assert "yellow" not in dict(solo.picture(EN, match_at(state).view(2), NAMES))["Ben"]
    assert lines["Your hand"].replace(NB, " ") == "red 1, Choose a Color"
    assert "Your hand" not in dict(solo.picture(EN, match_at(state).view(None), NAMES))


def test_the_front_door_says_what_the_game_is() -> None:
    rules = kt.game("solo")
    assert (rules.title, rules.seats, rules.rules) == ("Solo", range(2, 11), 2)
    assert set(rules.options) == {
        *("limit", "rounds", "solo_call", "step_limit", "reverse_skips", "hand", "call_until", "swaps"),
    }
