"""Solo: what people ask at the table."""

from __future__ import annotations

from typing import Any

from kartentisch.games.solo.cards import CARDS, COLOURS
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, Question, RuledOut, Slot, Values
from kartentisch.words.solo.situations import colour_of, matches, others_phase, own_phase, situation

NUMBERED = tuple(card for card in CARDS.tokens if card[1:].isdigit() and card[0] in COLOURS)
COLOUR_TEXTS = {"r": say("red"), "g": say("green"), "b": say("blue"), "y": say("yellow")}

TOP = Slot("top", say("on top"), "card", CARDS.tokens)
COLOUR = Slot("colour", say("the color chosen"), "choice", tuple(COLOURS), COLOUR_TEXTS, when="top=C,+4")
CARD = Slot("card", say("I want to play"), "card", CARDS.tokens, among="hand")
HAND = Slot("hand", say("my hand"), "cards", CARDS.tokens, unset="", most=12)
PHASE = Slot(
    "phase",
    say("what is asked of me"),
    "choice",
    ("turn", "drawn", "owed", "skipped", "answer", "other"),
    {
        "turn": say("It is my turn"),
        "drawn": say("I have just drawn a card"),
        "owed": say("I owe cards"),
        "skipped": say("I am being skipped"),
        "answer": say("I am asked: swap or gift"),
        "other": say("It is somebody else’s turn"),
    },
    usual="turn",
    bare=True,
)
OWED = Slot("owed", say("I owe"), "number", ("2", "4", "6", "8", "12", "16"), when="phase=owed", unset="")
DRAWN = Slot("drawn", say("the card I drew"), "card", CARDS.tokens, when="phase=drawn", unset="", among="hand")
YES = {"yes": say("yes"), "no": say("no")}


def _chosen(v: Values) -> str:
    return str(v.get("colour") or "")


def _hand(v: Values) -> list[str]:
    """The own hand, with the card that is asked about."""
    hand = list(v.get("hand") or ())
    card = v.get("card")
    return hand if not card or card in hand else [*hand, card]


def _asked(v: Values) -> dict[str, Any]:
    """Seat 0 is asked what `phase` says."""
    top, hand, phase = str(v["top"]), _hand(v), str(v.get("phase") or "turn")
    colour, drawn = colour_of(top, _chosen(v)), ""
    if phase == "drawn":
        drawn = str(v.get("drawn") or v.get("card") or "")
        fits = next((card for card in hand if matches(card, top, colour)), "C")
        if drawn and not matches(drawn, top, colour):
            gone = say("{card} does not match, so your turn was over as soon as you had drawn it.")
            raise RuledOut(gone, "3.4", card=drawn)
        drawn = drawn or fits
        if drawn not in hand:
            hand = [*hand, drawn]
    if phase == "gift":
        top = top if top[1:] == "G" else "rG"
    asked = own_phase(phase, top, int(v.get("owed") or 0), drawn) if phase != "other" else others_phase("turn", top, "")
    filled = len(hand) if v.get("hand") else 4
    return situation(top, hand, chosen=_chosen(v), filled=max(filled, 1), **asked)


PLAY = Question(
    "play",
    say("May I play this card?"),
    (TOP, COLOUR, CARD, PHASE, OWED, DRAWN, HAND),
    _asked,
    ("{card}", "{card} =*", "{card} >*"),
    instead="card",
)


def _during(v: Values) -> dict[str, Any]:
    """Seat 1 is asked what `theirs` says; seat 0 may hold the twin, and may owe the call."""
    top, theirs = str(v["top"]), str(v["theirs"])
    colour = colour_of(top, _chosen(v))
    drawn = next((card for card in ("r1", "g2", "b3", "y4", "r5") if matches(card, top, colour) and card != top), "C")
    owes = v.get("owes") == "yes"
    hand = _hand(v)
    if owes and len(hand) > 1:
        raise Impossible(say("You owe the call only while you hold one card."))
    filled = 1 if owes else len(hand) if v.get("hand") else 4
    more: dict[str, Any] = {"owes_call": [0]} if owes else {}
    if theirs == "mine":
        return situation(top, hand, chosen=_chosen(v), filled=filled, **more)
    asked = others_phase(theirs, top, drawn)
    others = {1: [drawn, "C", "A"]} if theirs == "drawn" else {}
    return situation(top, hand, chosen=_chosen(v), filled=filled, others=others, **asked, **more)


THROW = Question(
    "throw",
    say("May I interject this card?"),
    (
        TOP,
        COLOUR,
        CARD,
        Slot(
            "theirs",
            say("meanwhile"),
            "choice",
            ("turn", "drawn", "owed", "skipped", "answer", "mine"),
            {
                "turn": say("somebody else is in turn"),
                "drawn": say("somebody ponders over a drawn card"),
                "owed": say("somebody owes cards"),
                "skipped": say("somebody is being skipped"),
                "answer": say("somebody is asked: swap or gift"),
                "mine": say("it is my own turn"),
            },
            usual="turn",
            bare=True,
        ),
        Slot("owes", say("I still have to call “Solo!”"), "choice", ("yes", "no"), YES, unset="no"),
        HAND,
    ),
    _during,
    ("{card}", "{card} =*", "{card} >*"),
    instead="card",
)


def _triple(v: Values) -> dict[str, Any]:
    return _asked({**v, "card": "", "phase": v.get("phase") or "turn", "drawn": v.get("drawn") or ""})


TRIPLE = Question(
    "triple",
    say("May I play a Triple +?"),
    (
        TOP,
        COLOUR,
        HAND,
        Slot("number", say("the number"), "number", tuple("123456789")),
        Slot("last", say("the color on top"), "choice", tuple(COLOURS), COLOUR_TEXTS, unset=""),
        Slot(
            "phase",
            say("what is asked of me"),
            "choice",
            ("turn", "drawn", "owed", "other"),
            {name: PHASE.texts[name] for name in ("turn", "drawn", "owed", "other")},
            usual="turn",
            bare=True,
        ),
        DRAWN,
    ),
    _triple,
    ("triple:{number}{last}",),
)


CHOSEN = {"left": say("my neighbor on the left"), "other": say("somebody else"), "me": say("myself")}
PEOPLE = {"left": ">1", "other": ">2", "me": ">0"}
NAME = Question(
    "name",
    say("May I choose this with the card?"),
    (
        Slot("card", say("I play"), "card", tuple(c for c in CARDS.tokens if c in ("C", "+4") or c[1:] in ("X", "G"))),
        Slot(
            "named",
            say("and choose"),
            "choice",
            (*COLOURS, *CHOSEN),
            {**COLOUR_TEXTS, **CHOSEN},
        ),
        Slot("colour", say("the color in force"), "choice", tuple(COLOURS), COLOUR_TEXTS, unset="r"),
    ),
    lambda v: situation(f"{v['card'][0] if v['card'][0] in COLOURS else v['colour']}5", [str(v["card"])]),
    lambda v: (f"{{card}} {PEOPLE.get(v['named'], '=' + v['named'])}",),
)


def _must(phase: str, token: str, name: str, label: str, tops: tuple[str, ...]) -> Question:
    """A duty out of which only cards of the hand help."""

    def state(v: Values) -> dict[str, Any]:
        helpful = ("g+2" if str(v["top"])[1:] == "+2" else "+4", "Pb") if phase == "owed" else ("Pb",)
        return _asked({**v, "phase": phase, "hand": v.get("hand") or helpful})

    top = Slot("top", say("on top"), "card", tops)
    slots = (top, *((COLOUR,) if "+4" in tops else ()), *((OWED_FREE,) if phase == "owed" else ()), HAND)
    return Question(name, label, slots, state, (token,), must=True)


OWED_FREE = Slot("owed", say("I owe"), "number", OWED.values, unset="")
TAKE = _must("owed", "take", "take", say("Do I have to take the cards?"), tuple(c for c in CARDS.tokens if "+" in c))
SKIP = _must("skipped", "skip", "skip", say("Do I have to sit out?"), tuple(c for c in CARDS.tokens if c[1:] == "S"))
ANSWERED = tuple(c for c in CARDS.tokens if c[1:] in ("X", "G") or c == "A")
ACCEPT = _must("answer", "accept", "accept", say("Do I have to accept the swap or gift?"), ANSWERED)

WORDS = Question(
    "do",
    say("May I draw, pass, or take?"),
    (
        TOP,
        COLOUR,
        Slot(
            "word",
            say("I want to"),
            "choice",
            ("draw", "pass", "take", "skip", "accept"),
            {
                "draw": say("draw a card"),
                "pass": say("pass"),
                "take": say("take the cards I owe"),
                "skip": say("sit out"),
                "accept": say("accept the swap or gift"),
            },
        ),
        Slot(
            "phase",
            PHASE.label,
            "choice",
            ("turn", "drawn", "owed", "skipped", "answer", "gift", "other"),
            {**PHASE.texts, "gift": say("I am choosing my gift")},
            usual="turn",
            bare=True,
        ),
    ),
    _asked,
    ("{word}",),
)


def _gift(v: Values) -> dict[str, Any]:
    hand = list(v["hand"])
    if len(hand) < 3:
        raise RuledOut(say("With one or two cards left there is nothing to choose: you give all of them."), "7.5")
    return _asked({**v, "top": "rG" if hand.count("rG") == 0 else "gG", "phase": "gift"})


GIFT = Question(
    "gift",
    say("May I give these two cards?"),
    (
        Slot("hand", say("my hand"), "cards", CARDS.tokens, most=12),
        Slot("gift", say("I give"), "cards", CARDS.tokens, most=2, among="hand"),
    ),
    _gift,
    ("{gift}",),
)


def _call(v: Values) -> dict[str, Any]:
    left, by_hand = int(v["left"]), v["rule"] != "auto"
    owes = left == 1 and v["how"] == "own" and by_hand
    held = ["g1", "b2", "y3"][:left]
    house = {} if by_hand else {"solo_call": "auto"}
    more: dict[str, Any] = {"turn": 1, "owes_call": [0]} if owes else {}
    return situation("r7", held, filled=left, house=house, **more)


CALL = Question(
    "call",
    say("Do I have to call “Solo!”?"),
    (
        Slot("left", say("cards in my hand"), "number", ("1", "2", "3"), usual="1"),
        Slot(
            "how",
            say("how it came about"),
            "choice",
            ("own", "given"),
            {"own": say("by what I played or gave"), "given": say("others gave me a card or swapped with me")},
            usual="own",
            bare=True,
        ),
        Slot(
            "rule",
            say("at our table"),
            "choice",
            ("call", "auto"),
            {"call": say("everybody calls"), "auto": say("it is called automatically")},
            unset="call",
            bare=True,
        ),
    ),
    _call,
    ("solo",),
)
