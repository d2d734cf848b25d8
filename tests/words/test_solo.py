"""Solo in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kartentisch.engine import moves
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.words import solo
from kartentisch.words.language import language
from kartentisch.words.shared import Event, Words
from tests.games.solo_positions import State, asking, match_at, position, refusal

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES, NB = ["Anna", "Ben", "Cem", "Dora"], "\u00a0"
WORDS: Words = solo
GIVING = {"phase": "gift", "layer": 0, "target": 1}
ENGLISH = re.compile(r"\b(the|you|your|and|with|of|to|card|cards|red|green|blue|yellow|draw|swap|gift|by|on|or|is)\b", re.I)


def told(match: Match, seat: int, move: str, reader: int | None) -> list[Event]:
    """What a reader learns of a move that is played, of which it hears what it may."""
    before = match.view(reader)
    game, steps = sheet("solo"), moves.read(sheet("solo"), move)
    assert isinstance(steps, tuple)
    may = [None if reader is None and token in ("no", "quiet") else token for token in move.split()]
    if reader != seat:
        at = -1 if reader is None else reader
        may = [game.tokens[step] if game.heard(before.seen.record, seat, step, at) else None for step in steps]
    match.play(seat, move)
    return solo.tell(before, match.view(reader), seat, may)


def heard(state: State, move: str, reader: int | None, t: Any = EN, seat: int | None = None) -> list[str]:
    match = match_at(state)
    actor = match.actors()[0] if seat is None else seat
    return [solo.sentence(t, event, NAMES, reader) for event in told(match, actor, move, reader)]


def says(code: str, args: dict[str, Any], reader: int | None = None) -> tuple[str, str]:
    """An event in both languages; the German has no English word."""
    english, german = (solo.sentence(t, (code, args), NAMES, reader) for t in (EN, DE))
    assert ENGLISH.search(german) is None, german
    return english, german


def test_cards_have_their_printed_names_and_german_colour_and_value_hang_together() -> None:
    tokens = ("r7", "gS", "bR", "y+2", "rX", "gG", "C", "+4", "A", "Pb")
    assert [solo.card(EN, token) for token in tokens] == [
        *("red 7", "green Skip a Turn", "blue Change Direction", "yellow Draw 2", "red Swap Cards", "green Gift"),
        *("Choose a Color", "Draw 4 + Choose a Color", "All Swap Cards", "Protection in blue"),
    ]
    assert [solo.card(DE, token) for token in tokens] == [
        *(f"Rot{NB}7", "Aussetzen in Grün", "Richtungswechsel in Blau", "Zieh 2 in Gelb", "Kartentausch in Rot"),
        *("Geschenk in Grün", "Farbwahl", "Zieh 4 + Farbwahl", "Alle tauschen", "Schutz in Blau"),
    ]


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("r7", "Play red 7", f"Spiele Rot{NB}7"),
        ("C =g", "Play Choose a Color and choose green", "Spiele Farbwahl und wähle Grün"),
        ("rX >1", "Play red Swap Cards and swap hands with Ben", "Spiele Kartentausch in Rot und tausche mit Ben die Hand"),
        ("rG >1", "Play red Gift and give Ben two cards", "Spiele Geschenk in Rot und gib Ben zwei Karten"),
        ("r3 b5", "Give away red 3 and blue 5", f"Verschenke Rot{NB}3 und Blau{NB}5"),
        ("triple:7r", "Triple +: all cards with a 7, red on top", f"Spiele einen Drilling +: alle Karten mit einer{NB}7, Rot obenauf"),
        ("triple:8b", "Triple +: all cards with an 8, blue on top", f"Spiele einen Drilling +: alle Karten mit einer{NB}8, Blau obenauf"),
        ("draw", "Draw a card", "Zieh eine Karte"),
        ("pass", "Keep the card", "Behalte die Karte"),
        ("take", "Take the cards you owe", "Nimm die geschuldeten Karten"),
        ("skip", "Be skipped", "Setz aus"),
        ("accept", "Accept", "Nimm an"),
        ("no", "Do not interject", "Wirf nichts zwischen"),
        ("solo", "Call “Solo!”", "Ruf „Solo!“"),
        ("quiet", "Do not call “Solo!”", "Ruf nicht „Solo!“"),
    ],
)
def test_moves_read_as_imperatives(move: str, english: str, german: str) -> None:
    assert solo.move(EN, move.split(), NAMES) == english
    assert solo.move(DE, move.split(), NAMES) == german


CARD, OF = {"card": "r7"}, {"seat": 0}


@pytest.mark.parametrize(
    ("code", "args", "mine", "others", "german", "german_others"),
    [
        ("play", CARD, "You play red 7.", "Anna plays red 7.", f"Du spielst Rot{NB}7.", f"Anna spielt Rot{NB}7."),
        ("play", {"card": "C", "colour": "g"}, "You play Choose a Color and choose green.", "Anna plays Choose a Color and chooses green.", "Du spielst Farbwahl und wählst Grün.", "Anna spielt Farbwahl und wählt Grün."),
        ("play", {"card": "rX", "to": 2}, "You play red Swap Cards, to swap hands with Cem.", "Anna plays red Swap Cards, to swap hands with Cem.", "Du spielst Kartentausch in Rot, um mit Cem die Hand zu tauschen.", "Anna spielt Kartentausch in Rot, um mit Cem die Hand zu tauschen."),
        ("play", {"card": "rG", "to": 2}, "You play red Gift, for Cem.", "Anna plays red Gift, for Cem.", "Du spielst Geschenk in Rot, für Cem.", "Anna spielt Geschenk in Rot, für Cem."),
        ("interject", CARD, "You interject red 7.", "Anna interjects red 7.", f"Du wirfst Rot{NB}7 zwischen.", f"Anna wirft Rot{NB}7 zwischen."),
        ("protect", {"card": "Pg"}, "You protect yourself: Protection in green.", "Anna is protected: Protection in green.", "Du schützt dich: Schutz in Grün.", "Anna ist geschützt: Schutz in Grün."),
        ("triple", {"number": 8, "colour": "r", "n": 3}, "You play a Triple +: 3 cards with an 8, red on top.", "Anna plays a Triple +: 3 cards with an 8, red on top.", f"Du spielst einen Drilling +: 3 Karten mit einer{NB}8, Rot liegt oben.", f"Anna spielt einen Drilling +: 3 Karten mit einer{NB}8, Rot liegt oben."),
        ("draw", {"n": 0, "cards": [], "fits": False}, "There is no card to draw: your turn is over.", "There is no card for Anna to draw.", "Es gibt keine Karte zu ziehen: Dein Zug ist vorbei.", "Für Anna gibt es keine Karte zu ziehen."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": None}, "You draw blue 5.", "Anna draws a card.", f"Du ziehst Blau{NB}5.", "Anna zieht eine Karte."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": True}, "You draw blue 5: it fits.", "Anna draws a card that fits.", f"Du ziehst Blau{NB}5: Das passt.", "Anna zieht eine Karte, die passt."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": False}, "You draw blue 5: it does not fit.", "Anna draws a card that does not fit.", f"Du ziehst Blau{NB}5: Das passt nicht.", "Anna zieht eine Karte, die nicht passt."),
        ("pass", {}, "You keep the card.", "Anna keeps the card.", "Du behältst die Karte.", "Anna behält die Karte."),
        ("take", {"n": 2, "cards": ["r1", "g2"]}, "You take red 1 and green 2.", "Anna takes 2 cards.", f"Du nimmst Rot{NB}1 und Grün{NB}2.", "Anna nimmt 2 Karten."),
        ("take", {"n": 1, "cards": None}, "You take 1 card.", "Anna takes 1 card.", "Du nimmst 1 Karte.", "Anna nimmt 1 Karte."),
        ("skip", {}, "You are skipped.", "Anna is skipped.", "Du setzt aus.", "Anna setzt aus."),
        ("accept", {}, "You accept.", "Anna accepts.", "Du nimmst an.", "Anna nimmt an."),
        ("solo", {}, "You call “Solo!”.", "Anna calls “Solo!”.", "Du rufst „Solo!“.", "Anna ruft „Solo!“."),
        ("forgot", {"n": 0, "cards": []}, "You have not called “Solo!”, but there is no card to draw.", "Anna has not called “Solo!”, but there is no card to draw.", "Du hast nicht „Solo!“ gerufen, aber es gibt keine Karte zu ziehen.", "Anna hat nicht „Solo!“ gerufen, aber es gibt keine Karte zu ziehen."),
        ("forgot", {"n": 1, "cards": ["r1"]}, "You have not called “Solo!” and draw red 1.", "Anna has not called “Solo!” and draws 1 card.", f"Du hast nicht „Solo!“ gerufen und ziehst Rot{NB}1.", "Anna hat nicht „Solo!“ gerufen und zieht 1 Karte."),
        ("give", {"to": 2, "n": 2, "cards": None}, "You give Cem 2 cards.", "Anna gives Cem 2 cards.", "Du gibst Cem: 2 Karten.", "Anna gibt Cem: 2 Karten."),
        ("swapped", {"to": 2}, "You and Cem have exchanged your hands.", "Anna and Cem have exchanged their hands.", "Du und Cem habt die Hände getauscht.", "Anna und Cem haben die Hände getauscht."),
        ("owes", {"n": 4}, "You owe 4 cards.", "Anna owes 4 cards.", "Du schuldest 4 Karten.", "Anna schuldet 4 Karten."),
        ("out", {}, "You have no cards left and win the round.", "Anna has no cards left and wins the round.", "Du hast keine Karten mehr und gewinnst die Runde.", "Anna hat keine Karten mehr und gewinnt die Runde."),
    ],
)  # fmt: skip
def test_what_somebody_does_is_told(code: str, args: State, mine: str, others: str, german: str, german_others: str) -> None:
    assert says(code, OF | args, 0) == (mine, german)
    assert says(code, OF | args, 1) == says(code, OF | args) == (others, german_others)
