"""Solo as one reader sees it: the basis of the table, the steps and the sentences."""

from __future__ import annotations

from functools import cached_property

from kartentisch.engine import moves
from kartentisch.engine.views import View
from kartentisch.games.solo import calls
from kartentisch.web.scenes import Names
from kartentisch.words import shared
from kartentisch.words import solo as words
from kartentisch.words.language import Language

SHEET = "solo"
BACK = "solo/back"
COLOURS = "rgby"
SYMBOLS = (*"123456789", "S", "R", "+2", "X", "G", "C", "+4", "A", "P")
"""The symbols of coloured cards, then those of black ones."""

IDLE = ("no", "quiet")
WORDS = ("draw", "pass", "take", "skip", "accept", "solo", *IDLE)


class Seen:
    def __init__(self, view: View, t: Language, names: Names, begun: str = "") -> None:
        self.view = view
        self.t = t
        self.names = names
        self.begun = begun
        self.json = view.json()
        self.seat: int | None = self.json["seat"]
        self.phase: str = self.json["phase"]
        self.turn: int | None = self.json["turn"]
        self.tokens: list[str] = [token for token in self.json["moves"] if token not in IDLE]
        """The first steps that are offered. Idle steps are left out: they are for bots only."""
        self._needs: dict[str, list[str]] = {}
        self._calls: dict[str, calls.Call] = {}

    @cached_property
    def hand(self) -> list[str]:
        return [] if self.seat is None else list(self.json["hands"][self.seat])

    @property
    def top(self) -> str:
        top: str = self.json["discard"][-1]
        return top

    @property
    def asked(self) -> bool:
        """The game waits for the reader."""
        if self.seat is None:
            return False
        if self.phase == "answer":
            return self.seat == self.json["target"] or self.seat in self.json["to_answer"]
        return self.seat == self.turn

    @property
    def aside(self) -> bool:
        """The cards that the reader may play now would be played out of turn."""
        return not self.asked

    @property
    def debtor(self) -> bool:
        """The reader owes the call."""
        return "solo" in self.tokens

    @cached_property
    def cards(self) -> list[str]:
        """The cards with which a move may begin."""
        return [token for token in self.tokens if token not in WORDS and not token.startswith("triple:")]

    @cached_property
    def triples(self) -> dict[str, list[str]]:
        """By number: the colours that can be on top of a Triple +."""
        found: dict[str, list[str]] = {}
        for token in self.tokens:
            if token.startswith("triple:"):
                found.setdefault(token[7], []).append(token[8])
        return found

    def of_number(self, number: str) -> int:
        """How many cards of a number the reader holds."""
        return sum(card[1:] == number for card in self.hand)

    def fits(self, card: str) -> bool:
        """Whether a card of the hand can be picked now. Any card can for a gift, even one with which no pair begins."""
        return self.phase == "gift" or card in self.cards or card[1:] in self.triples

    @property
    def twin(self) -> str:
        """The card that can be interjected now; empty: none."""
        return self.cards[0] if self.cards and self.aside else ""

    def needs(self, first: str) -> list[str]:
        """What a card needs besides: colours, or the seats it may target."""
        if first not in self._needs:
            following = self.view.steps(first)
            self._needs[first] = following if isinstance(following, list) else []
        return self._needs[first]

    def call(self, move: str) -> calls.Call:
        """When the call is due after one of the reader's moves. Steps, buttons and marks all ask for it."""
        if move not in self._calls:
            steps = moves.read(self.view.game, move)
            assert self.seat is not None
            assert isinstance(steps, tuple)
            self._calls[move] = calls.after_move(self.view.record, self.seat, steps)
        return self._calls[move]

    def call_with(self, card: str) -> set[calls.Call]:
        """When the call may be due after this card."""
        return {self.call(f"{card} {more}".strip()) for more in self.needs(card) or [""]}

    @cached_property
    def may_call(self) -> bool:
        """Whether something that can be played now, or an answer to come, may make the call due."""
        if self.seat is None:
            return False
        if calls.awaited(self.view.record, self.seat):
            return True
        begins = [self.begun] if self.begun else self.cards
        if self.phase == "gift":
            begins = begins[:1]  # any two cards leave the same number of cards
        triples = [f"triple:{number}{colours[0]}" for number, colours in self.triples.items() if not self.begun]
        return any(self.call_with(first) != {"never"} for first in [*begins, *triples])

    @property
    def next_seat(self) -> int | None:
        """Who comes after the player in turn, if nothing happens to them."""
        if self.turn is None or self.phase in ("answer", "gift"):
            return None
        seats: int = self.json["seats"]
        return (self.turn + int(self.json["direction"])) % seats

    # ---- Words ------------------------------------------------------------------------------------------------------

    def name(self, card: str) -> str:
        return words.label(self.t, card)

    def symbol(self, card: str) -> str:
        """What else fits on a coloured card: "a 7", "Skip a Turn"."""
        t, sign = self.t, card[1:]
        signs = {
            "S": t.say("Skip a Turn"),
            "R": t.say("Change Direction"),
            "+2": t.say("Draw 2"),
            "X": t.say("Swap Cards"),
            "G": t.say("Gift"),
        }
        return signs[sign] if sign in signs else shared.a_number(t, int(sign))

    def who(self, seat: int) -> str:
        return self.t.say("you") if seat == self.seat else self.names[seat]


def symbol(card: str) -> str:
    """The symbol of a card without its colour."""
    if card in SYMBOLS:
        return card
    return "P" if card[0] == "P" else card[1:]


def by_number(card: str) -> tuple[int, int]:
    """The sort key of a card: its number, then its colour."""
    return SYMBOLS.index(symbol(card)), "rgby".find(card[-1] if card[0] == "P" else card[0])


def worth(card: str) -> int:
    """The points of a card that is left in a hand."""
    sign = symbol(card)
    if sign.isdigit():
        return int(sign)
    return {"R": 10, "S": 20, "+2": 30, "X": 30, "G": 30, "C": 40, "A": 40, "P": 40, "+4": 50}[sign]
