"""Solo in words: every event, move, and refusal in both languages."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from kartentisch.games.solo import checks
from kartentisch.play.games import sheet
from kartentisch.words import solo
from kartentisch.words.language import language
from tests.games.solo_positions import State, asking, match_at, position

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES, NB = ["Anna", "Ben", "Cem", "Dora"], "\u00a0"
GIVING: State = {"phase": "gift", "layer": 0, "target": 1}
ENGLISH = re.compile(r"\b(the|your?|and|with|of|to|cards?|red|green|blue|yellow|black|draw|gift|by|on|or|is)\b")


def plain(template: str, mine: bool = False) -> str:
    """To the player the former, to others the latter of "{You play|Anna plays} red 7"; _ is a space that holds."""
    return re.sub(r"\{(.*?)\|(.*?)\}", r"\1" if mine else r"\2", template).replace("_", NB)


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
        *("Geschenk in Grün", "Farbwahl", "Zieh 4 + Farbwahl", "„Alle tauschen“", "Schutz in Blau"),
    ]


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ("r7", "Play red 7", "Spiele Rot_7"),
        ("C =g", "Play Choose a Color and choose green", "Spiele Farbwahl und wähle Grün"),
        ("gX >1", "Play green Swap Cards and swap hands with Ben",
         "Spiele Kartentausch in Grün und tausche mit Ben die Hand"),
        ("rG >1", "Play red Gift and give Ben two cards", "Spiele Geschenk in Rot und gib Ben zwei Karten"),
        ("r3 b5", "Give away red 3 and blue 5", "Verschenke Rot_3 und Blau_5"),
        ("triple:7r", "Triple +: all cards with a 7, red on top",
         "Spiele einen Drilling +: alle Karten mit einer_7, Rot obenauf"),
        ("triple:8b", "Triple +: all cards with an 8, blue on top",
         "Spiele einen Drilling +: alle Karten mit einer_8, Blau obenauf"),
        ("draw", "Draw a card", "Zieh eine Karte"),
        ("pass", "Keep the card", "Behalte die Karte"),
        ("take", "Take the cards you owe", "Nimm die geschuldeten Karten"),
        ("skip", "Be skipped", "Setz aus"),
        ("accept", "Accept", "Nimm an"),
        ("no", "Do not interject", "Wirf nichts dazwischen"),
        ("solo", "Call “Solo!”", "Ruf „Solo!“"),
        ("quiet", "Do not call “Solo!”", "Ruf nicht „Solo!“"),
    ],
)  # fmt: skip
def test_moves_read_as_imperatives(move: str, english: str, german: str) -> None:
    assert solo.move(EN, move.split(), NAMES) == english
    assert solo.move(DE, move.split(), NAMES) == plain(german)


@pytest.mark.parametrize(
    ("code", "args", "english", "german"),
    [
        ("play", {"card": "r7"}, "{You play|Anna plays} red 7.", "{Du spielst|Anna spielt} Rot_7."),
        ("play", {"card": "C", "colour": "g"}, "{You play|Anna plays} Choose a Color and {choose|chooses} green.",
         "{Du spielst|Anna spielt} Farbwahl und {wählst|wählt} Grün."),
        ("play", {"card": "rX", "to": 2}, "{You play|Anna plays} red Swap Cards, to swap hands with Cem.",
         "{Du spielst|Anna spielt} Kartentausch in Rot, um mit Cem die Hand zu tauschen."),
        ("play", {"card": "rG", "to": 2}, "{You play|Anna plays} red Gift, for Cem.",
         "{Du spielst|Anna spielt} Geschenk in Rot, für Cem."),
        ("interject", {"card": "r7"}, "{You interject|Anna interjects} red 7.",
         "{Du wirfst|Anna wirft} Rot_7 dazwischen."),
        ("protect", {"card": "Pg"}, "{You protect yourself|Anna is protected}: Protection in green.",
         "{Du schützt dich|Anna ist geschützt}: Schutz in Grün."),
        ("triple", {"number": 8, "colour": "r", "n": 3},
         "{You play|Anna plays} a Triple +: 3 cards with an 8, red on top.",
         "{Du spielst|Anna spielt} einen Drilling +: 3 Karten mit einer_8, Rot liegt oben."),
        ("draw", {"n": 0, "cards": [], "fits": False},
         "There is no card {to draw: your turn is over|for Anna to draw}.",
         "{Es gibt keine Karte zu ziehen: Dein Zug ist vorbei|Für Anna gibt es keine Karte zu ziehen}."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": None}, "{You draw blue 5|Anna draws a card}.",
         "{Du ziehst Blau_5|Anna zieht eine Karte}."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": True}, "{You draw blue 5: it fits|Anna draws a card that fits}.",
         "{Du ziehst Blau_5: Das passt|Anna zieht eine Karte, die passt}."),
        ("draw", {"n": 1, "cards": ["b5"], "fits": False},
         "{You draw blue 5: it does not fit|Anna draws a card that does not fit}.",
         "{Du ziehst Blau_5: Das passt nicht|Anna zieht eine Karte, die nicht passt}."),
        ("pass", {}, "{You keep|Anna keeps} the card.", "{Du behältst|Anna behält} die Karte."),
        ("take", {"n": 2, "cards": ["r1", "g2"]}, "{You take red 1 and green 2|Anna takes 2 cards}.",
         "{Du nimmst Rot_1 und Grün_2|Anna nimmt 2 Karten}."),
        ("take", {"n": 1, "cards": None}, "{You take|Anna takes} 1 card.", "{Du nimmst|Anna nimmt} 1 Karte."),
        ("skip", {}, "{You are|Anna is} skipped.", "{Du setzt|Anna setzt} aus."),
        ("accept", {}, "{You accept|Anna accepts}.", "{Du nimmst|Anna nimmt} an."),
        ("solo", {}, "{You call|Anna calls} “Solo!”.", "{Du rufst|Anna ruft} „Solo!“."),
        ("forgot", {"n": 0, "cards": []}, "{You have|Anna has} not called “Solo!”, but there is no card to draw.",
         "{Du hast|Anna hat} nicht „Solo!“ gerufen, aber es gibt keine Karte zu ziehen."),
        ("forgot", {"n": 1, "cards": ["r1"]},
         "{You have|Anna has} not called “Solo!” and {draw red 1|draws 1 card}.",
         "{Du hast|Anna hat} nicht „Solo!“ gerufen und {ziehst Rot_1|zieht 1 Karte}."),
        ("give", {"to": 2, "n": 2, "cards": None}, "{You give|Anna gives} Cem 2 cards.",
         "{Du gibst|Anna gibt} Cem: 2 Karten."),
        ("swapped", {"to": 2}, "{You and Cem have exchanged your|Anna and Cem have exchanged their} hands.",
         "{Du und Cem habt|Anna und Cem haben} die Hände getauscht."),
        ("owes", {"n": 4}, "{You owe|Anna owes} 4 cards.", "{Du schuldest|Anna schuldet} 4 Karten."),
        ("out", {}, "{You have|Anna has} no cards left and {win|wins} the round.",
         "{Du hast|Anna hat} keine Karten mehr und {gewinnst|gewinnt} die Runde."),
    ],
)  # fmt: skip
def test_what_somebody_does_is_told(code: str, args: dict[str, Any], english: str, german: str) -> None:
    args = {"seat": 0, **args}
    assert says(code, args, 0) == (plain(english, mine=True), plain(german, mine=True))
    assert says(code, args, 1) == says(code, args) == (plain(english), plain(german))


@pytest.mark.parametrize(
    ("code", "args", "english", "german"),
    [
        ("play", {"seat": 0, "card": "rX", "to": 1}, "Anna plays red Swap Cards, to swap hands with you.",
         "Anna spielt Kartentausch in Rot, um mit dir die Hand zu tauschen."),
        ("play", {"seat": 0, "card": "rG", "to": 1}, "Anna plays red Gift, for you.",
         "Anna spielt Geschenk in Rot, für dich."),
        ("give", {"seat": 0, "to": 1, "n": 2, "cards": ["r3", "b5"]}, "Anna gives you red 3 and blue 5.",
         "Anna gibt dir: Rot_3 und Blau_5."),
        ("swapped", {"seat": 0, "to": 1}, "Anna and you have exchanged your hands.",
         "Anna und du, ihr habt die Hände getauscht."),
        ("direction", {"left": True}, "Play now goes to the left.", "Jetzt geht es nach links weiter."),
        ("direction", {"left": False}, "Play now goes to the right.", "Jetzt geht es nach rechts weiter."),
        ("passed", {"all": True, "seats": []}, "All hands have been passed on.", "Alle Hände sind weitergewandert."),
        ("passed", {"all": False, "seats": [0, 1, 3]}, "Hands have been passed on by Anna, you, and Dora.",
         "Hände weitergegeben haben: Anna, du und Dora."),
        ("passed", {"all": False, "seats": []}, "No hand has been passed on.", "Keine Hand ist weitergewandert."),
        ("shuffled", {}, "The discard pile was shuffled into a new draw pile.",
         "Der Ablagestapel wurde zum neuen Nachziehstapel gemischt."),
        ("stopped", {"n": 10_000}, "The round is over without a winner: it has come to its limit of 10,000 moves.",
         "Die Runde hat ihre Grenze von 10.000 Spielzügen erreicht und ist vorbei: Niemand hat sie gewonnen."),
        ("match_won", {"seats": [1]}, "You win the match.", "Du gewinnst die Partie."),
    ],
)  # fmt: skip
def test_what_is_done_with_the_reader_or_with_all_is_told(
    code: str, args: dict[str, Any], english: str, german: str
) -> None:
    assert says(code, args, 1) == (english, plain(german))


REFUSALS: list[tuple[State, int, str, str, str]] = [
    (position("b4 C"), 0, "g9", "You do not have green 9.", "Grün_9 hast du nicht."),
    (position("b4 C"), 0, "b4", "Blue 4 does not match red 5: you need red, a 5, or a black card.",
     "Blau_4 passt nicht auf Rot_5: Du brauchst Rot, eine_5 oder eine schwarze Karte."),
    (position("b4 C", top="r8"), 0, "b4", "Blue 4 does not match red 8: you need red, an 8, or a black card.",
     "Blau_4 passt nicht auf Rot_8: Du brauchst Rot, eine_8 oder eine schwarze Karte."),
    (position("b4 C", top="rS"), 0, "b4",
     "Blue 4 does not match red Skip a Turn: you need red, Skip a Turn, or a black card.",
     "Blau_4 passt nicht auf Aussetzen in Rot: Du brauchst Rot, Aussetzen oder eine schwarze Karte."),
    (position("b4 C", top="C", colour="g"), 0, "b4",
     "Blue 4 does not match Choose a Color with green in force: you need green or a black card.",
     "Blau_4 passt nicht auf Farbwahl (es gilt Grün): Du brauchst Grün oder eine schwarze Karte."),
    (position("b8 g8 C"), 0, "triple:8b", "A Triple + needs three cards of one number; you have 2 cards with an 8.",
     "Für einen Drilling + brauchst du drei Karten einer Zahl; du hast 2 Karten mit einer_8."),
    (position("b7 g8 C"), 0, "triple:7b", "A Triple + needs three cards of one number; you have 1 card with a 7.",
     "Für einen Drilling + brauchst du drei Karten einer Zahl; du hast 1 Karte mit einer_7."),
    (position("y7 r7 b7 b7 g2", top="y5"), 0, "triple:7y", "Yellow 7 must lie first, on yellow 5: it cannot come last.",
     "Gelb_7 muss zuerst liegen, auf Gelb_5, und kann nicht obenauf kommen."),
    (position("r8 b8 b8 g2", top="y5"), 0, "triple:8b", "None of your cards with an 8 matches yellow 5.",
     "Keine deiner Karten mit einer_8 passt auf Gelb_5."),
    (position("C r1"), 0, "C >1", "Say which color you choose with Choose a Color.",
     "Sag, welche Farbe du wählst: Farbwahl."),
    (position("rX r1"), 0, "rX =g", "Say whom you mean with red Swap Cards.",
     "Sag, wen du meinst: Kartentausch in Rot."),
    (position("rX r1"), 0, "rX >0", "Red Swap Cards is for somebody else, never for yourself.",
     "Kartentausch in Rot ist für jemand anders, nie für dich selbst."),
    (position("rX r1"), 0, ">1", "First say which card you play.", "Sag zuerst, welche Karte du spielst."),
    (position("rX r1"), 0, "pass", "You can pass only after drawing a card.",
     "Passen kannst du nur, wenn du eine Karte gezogen hast."),
    (position("rX r1"), 0, "take", "You do not owe any cards.", "Du schuldest keine Karten."),
    (position("rX r1"), 0, "skip", "You are not skipped.", "Du musst nicht aussetzen."),
    (position("rX r1"), 0, "accept", "There is nothing to accept.", "Es gibt nichts anzunehmen."),
    (position("rX r1"), 0, "no", "There is nothing that you could interject now.",
     "Du kannst jetzt nichts zwischenwerfen."),
    (position("rX r1"), 0, "solo", "There is nothing to call: “Solo!” is due when you are down to one card.",
     "Es gibt nichts zu rufen: „Solo!“ ist fällig, wenn dir eine Karte bleibt."),
    (position("rX", options={"solo_call": "auto"}), 0, "solo", "At this table “Solo!” is called automatically.",
     "An diesem Tisch wird „Solo!“ automatisch gerufen."),
    (position("r1", "r5 g1"), 1, "g1", "It is not your turn: you can only interject red 5.",
     "Du bist nicht dran: Du kannst nur Rot_5 zwischenwerfen."),
    (position("r1 r2", "g1", owes_call=[1]), 1, "g1", "It is not your turn: you can only call “Solo!”.",
     "Du bist nicht dran: Du kannst nur „Solo!“ rufen."),
    (position("r1 r2", phase="drawn", drawn="r1"), 0, "r2",
     "After drawing you can only play red 1 or a Triple + of its number, interject, or pass.",
     "Nach dem Ziehen kannst du nur Rot_1 oder einen Drilling + mit dieser Zahl spielen, zwischenwerfen oder passen."),
    (position("C r2", phase="drawn", drawn="C"), 0, "r2",
     "After drawing you can only play Choose a Color, interject, or pass.",
     "Nach dem Ziehen kannst du nur Farbwahl spielen, zwischenwerfen oder passen."),
    (position("r1 r2", top="r+2", phase="owed", pending=4), 0, "r2",
     "You owe 4 cards: take them, or play a Draw 2 or a protection.",
     "Du schuldest 4 Karten: Nimm sie, oder spiele eine Zieh 2 oder eine Schutzkarte."),
    (position("r1 r2", top="+4", colour="r", phase="owed", pending=4), 0, "r2",
     "You owe 4 cards: take them, or play a Draw 4 or a protection.",
     "Du schuldest 4 Karten: Nimm sie, oder spiele eine Zieh 4 oder eine Schutzkarte."),
    (position("r1 r2", top="rS", phase="skipped", layer=3), 0, "r2", "You are skipped: only a protection helps.",
     "Du sollst aussetzen: Nur eine Schutzkarte hilft."),
    (position("r1 r2", top="rX", **asking(3, 0)), 0, "r2", "Accept, or play a protection.",
     "Nimm an, oder spiele eine Schutzkarte."),
    (position("r1 g2 b3", top="rG", **GIVING), 0, "draw", "Choose two cards of your hand for the gift.",
     "Such zwei Karten aus deiner Hand als Geschenk aus."),
    (position("r1 g2 b3", top="rG", **GIVING), 0, "r1 r1", "You have only one red 1.", "Du hast nur einmal Rot_1."),
    (position("r1 g2 b3", top="rG", **GIVING), 0, "r1 y3", "You do not have yellow 3.", "Gelb_3 hast du nicht."),
    (position("r1 g2 b3", top="rG", **GIVING), 0, "g2 r1", "Name the lower card first: red 1 is the second one here.",
     "Nenne zuerst die niedrigere Karte: Rot_1 ist hier die zweite."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "seat", "move", "english", "german"), REFUSALS)
def test_refusals_name_the_card_and_the_rule(state: State, seat: int, move: str, english: str, german: str) -> None:
    match = match_at(state)
    assert match.why_not(seat, move) == english
    assert match.why_not(seat, move, language="de") == plain(german)


def test_each_reason_of_the_rule_sheet_is_refused_above() -> None:
    found = [match_at(state).view(seat).seen.refusal(move) for state, seat, move, *_ in REFUSALS]
    codes = set(re.findall(r'Reason\("(\w+)"', inspect.getsource(checks))) | {"triple_match"}
    assert len(codes) > 20
    assert {reason.code for reason in found if reason is not None} == codes - {"seat_unknown"}


def test_options_and_their_values_are_told_in_words() -> None:
    labels = {t: [solo.option(t, name) for name in sheet("solo").options] for t in (EN, DE)}
    assert [label for label, _ in labels[EN]] == [
        *("Points", "Rounds", "Calling “Solo!”", "Longest round"),
        *("Change direction with two", "Cards dealt", "When “Solo!” is due", "Swaps"),
    ]
    assert [label for label, _ in labels[DE]] == [
        *("Punkte", "Runden", "„Solo!“ rufen", "Längste Runde"),
        *("Richtungswechsel zu zweit", "Karten zu Beginn", "Wann „Solo!“ fällig ist", "Tauschkarten"),
    ]
    values: list[tuple[str, Any]] = [("limit", 1), ("limit", 500), ("rounds", 0), ("rounds", 1), ("rounds", 3)]
    values += [("solo_call", "call"), ("solo_call", "auto"), ("step_limit", 10_000)]
    values += [("reverse_skips", True), ("reverse_skips", False), ("hand", 5)]
    values += [("call_until", "anybody"), ("call_until", "next"), ("swaps", True), ("swaps", False)]
    assert [solo.option_value(EN, *value) for value in values] == [
        *("1 point", "500 points", "until somebody has too many points", "1 round", "3 rounds"),
        *("everybody calls", "called automatically", "10,000 moves", "it also skips", "it does not skip", "5 cards"),
        *("before anybody else plays", "before the next player plays", "in the game", "not in the game"),
    ]
    assert [solo.option_value(DE, *value) for value in values] == [
        *("1 Punkt", "500 Punkte", "bis jemand zu viele Punkte hat", "1 Runde", "3 Runden"),
        *(
            "alle rufen selbst",
            "automatisch gerufen",
            "10.000 Spielzüge",
            "lässt auch aussetzen",
            "lässt nicht aussetzen",
        ),
        *("5 Karten", "bevor jemand anders spielt", "bevor die nächste Person spielt", "im Spiel", "nicht im Spiel"),
    ]
    with pytest.raises(ValueError, match="no option"):
        solo.option(EN, "tasks")


def test_captions_of_the_picture_for_the_terminal() -> None:
    state = position("r1 C", "g2", top="C", colour="b", owes_call=[1], known={(0, 1): "g2"}, draw="y1")
    picture = dict(solo.picture(EN, match_at(state).view(0), NAMES))
    assert picture["Discard pile"] == "Choose a Color · blue"
    assert (picture["Draw pile"], picture["Direction"]) == ("1 card", "to the left")
    assert picture["Ben"] == "1 card · 0 points so far · has not called “Solo!” yet · green 2"
    assert picture["Your hand"] == "red 1, Choose a Color"
    german = dict(solo.picture(DE, match_at(state).view(None), NAMES))
    assert german["Ben"] == "1 Karte · bisher 0 Punkte · hat noch nicht „Solo!“ gerufen"
    assert [*german][:3] == ["Ablagestapel", "Nachziehstapel", "Richtung"]
    assert "Deine Hand" not in german
