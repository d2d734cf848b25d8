"""What people ask at a table ("May I?"), declared by each game in its `questions` and `examples`.

A question has slots, such as the card on top. From their values it makes a whole truth in which seat 0 asks; the rules
then judge that truth, so a question holds no rules of its own. `web/desk` does the rest, for all games alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kartentisch.words.language import Language

Values = Mapping[str, Any]
"""The value of each slot: a text, a tuple of texts for `cards`; "" or () for nothing."""
Kind = Literal["card", "cards", "choice", "number"]
"""What a slot holds: one card, several, one of some words, or a number."""
VARY = "*"
"""As `unset`: every value is tried."""


class Impossible(ValueError):  # noqa: N818 - not a fault of the program: nobody can sit before such a table
    """A situation that cannot occur. `says` is a sentence of the catalog.

    Among the args `card` is a token, and a tuple is a choice: 4 or 8.
    """

    def __init__(self, says: str, **args: Any) -> None:
        super().__init__(says)
        self.says = says
        """A sentence of the catalog."""
        self.args_of_sentence = args
        """What fills its places."""


class RuledOut(Impossible):
    """A situation that by itself answers the question with No, by this paragraph."""

    def __init__(self, says: str, paragraph: str, **args: Any) -> None:
        super().__init__(says, **args)
        self.paragraph = paragraph
        """The paragraph of docs/rules/ that it follows from."""


@dataclass(frozen=True)
class Slot:
    """A thing that a question asks for. Its name and values stand in links: they stay for ever."""

    name: str
    """As it stands in links."""
    label: str
    """A sentence of the catalog, said above the value."""
    kind: Kind
    """What it holds."""
    values: tuple[str, ...]
    """The values that it can have, in order; tokens of cards."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The values in words, sentences of the catalog, where they are neither cards nor numbers."""
    when: str = ""
    """"phase=owed,drawn": the slot counts only if another one has one of these values."""
    unset: str = VARY
    """What counts if nothing is said: VARY, "" for nothing, or a value."""
    usual: str = ""
    """What an empty form begins with."""
    most: int = 1
    """Of `cards`: how many."""
    among: str = ""
    """The slot whose cards these are too, such as the hand. Several can only be some of those; one card may also be one
    that is not named there.
    """
    lifts: tuple[str, ...] = ()
    """Codes of refusals that no longer hold with the right value: a No with one of them says that this slot is open."""
    bare: bool = False
    """Its values speak for themselves: an answer repeats them without the label."""


@dataclass(frozen=True)
class Case:
    """A question in one truth, as grounds see it."""

    asked: Values
    """The value of each slot."""
    view: Mapping[str, Any]
    """What the seat that asks sees before, as JSON."""
    move: tuple[str, ...] = ()
    """The tokens of the move that was found to be legal, or of another one that is (`must`)."""
    after: Mapping[str, Any] = field(default_factory=dict)
    """The truth at the end of the course, as JSON; empty in other questions."""


@dataclass(frozen=True)
class Question:
    """One question about situations of one kind.

    `may`: is one of the `moves` legal? `must`: is no other move legal? `does`: what holds after the `course`?
    """

    name: str
    """As it stands in links: it stays for ever."""
    label: str
    """A sentence of the catalog."""
    slots: tuple[Slot, ...]
    """What it asks for, in the order of the form."""
    state: Callable[[Values], dict[str, Any]]
    """A whole truth in which seat 0 asks. Raises Impossible."""
    moves: tuple[str, ...] | Callable[[Values], tuple[str, ...]] = ()
    """Tokens of moves. `{card}`: the value of a slot; `{picks}` of `cards`: all of them, in any order; an empty slot
    stands for any text. `[r3|@0]`: these tokens, in any order. `*` in a token is any text, `**` any tokens."""
    must: bool = False
    """Whether it asks if nothing else is legal."""
    does: Callable[[Case], bool] | None = None
    """What it asks about the truth after the course; None in other questions."""
    course: Callable[[Values], Sequence[tuple[int, str | tuple[str, ...]]]] | None = None
    """Seats and their moves, written as in `moves`, one after the other; the first of several that is legal."""
    seat: Callable[[Values], int] = lambda values: 0
    """The seat that asks, if it is another one."""
    hint: str = ""
    """What one must know to fill in the slots, a sentence of the catalog."""
    instead: str = ""
    """The slot of a card in whose place other cards are offered after a No."""
    single: bool = False
    """There is one of each card, whatever the pack has: it is about pigs, not about cards of the pack."""

    def patterns(self, values: Values) -> tuple[str, ...]:
        """The moves that are asked about, slots still unfilled."""
        return self.moves(values) if callable(self.moves) else self.moves


@dataclass(frozen=True)
class Ground:
    """Why something is allowed, or why a question of another kind is answered as it is. The first that holds counts."""

    code: str
    """One word for programs, which stays."""
    paragraph: str
    """The paragraph of docs/rules/ that it follows from."""
    says: str
    """A sentence of the catalog."""
    on: tuple[str, ...]
    """The names of its questions."""
    holds: Callable[[Case], bool] = lambda case: True
    """Whether it is the reason in this case."""
    yes: bool = True
    """The answer that it gives a reason for."""
    fills: Callable[[Language, Case], dict[str, str]] | None = None
    """What fills the places of the sentence."""


@dataclass(frozen=True)
class Rule:
    """A code of refusals that follows from a rule of the game, not only from how moves are written."""

    paragraph: str = ""
    """The paragraph to show, if the refusal names none that is for players."""
    says: str = ""
    """The sentence to say, a sentence of the catalog, if that of the table does not suit a question."""


@dataclass(frozen=True)
class Example:
    """A question that is kept with its answer: shown on the page, and a test."""

    question: str
    """The name of the question."""
    asked: str
    """"top=b+2 card=+4": as in a link, but with spaces between the slots."""
    answer: Literal["yes", "no", "depends"]
    """What the desk must answer."""
    code: str
    """The code of the ground or reason, "ruled_out" of a RuledOut; of a `depends` the slot that decides."""
    worked: str = ""
    """The paragraph of the worked case that it is, if it is one."""

    @property
    def given(self) -> dict[str, str]:
        """The text of each slot that is given."""
        return dict(pair.split("=", 1) for pair in self.asked.split(" ") if pair)


@dataclass(frozen=True, eq=False)
class Desk:
    """All questions of a game. There is one of each game."""

    questions: tuple[Question, ...]
    """In the order of the page."""
    grounds: tuple[Ground, ...]
    """In the order in which they are tried."""
    rules: Mapping[str, Rule]
    """The codes of refusals that follow from the rules."""
    notation: Mapping[str, str]
    """The other codes, each with the reason why nobody at a kitchen table can meet it."""
    examples: tuple[Example, ...]
    """Shown on the page; each is a test."""
    pack: Mapping[str, int]
    """How many of each card there are: nobody can name one more often."""


NOTATION = {
    "match_over": "at a desk nothing is over",
    "round_over": "at a desk nothing is over",
    "move_kind": "a move is a text",
    "move_long": "a text is read up to a length",
    "token_unknown": "only texts are misspelled",
    "move_empty": "a text without a step",
    "move_unfinished": "a text ends too early; people go on",
    "move_overfull": "a text goes on too long; people stop",
    "seat_unknown": "nobody points at a chair that is not there",
    "watching": "at a desk nobody watches",
}
"""The codes of all games that come from writing moves, not from rules, each with its reason."""


def rest(pack: Iterable[tuple[str, int]], used: Iterable[str], says: str) -> list[str]:
    """The cards of a pack that are not used. Raises Impossible, with this sentence about `n` and `card`, if it lacks
    one.
    """
    counts = dict(pack)
    for card, n in Counter(used).items():
        if n > counts.get(card, 0):
            raise Impossible(says, card=card, n=counts.get(card, 0))
        counts[card] -= n
    return [card for card, n in counts.items() for _ in range(n)]


# ---- Conditions of grounds -------------------------------------------------------------------------------------------


def asked(name: str, *values: str) -> Callable[[Case], bool]:
    """A slot has one of these values."""
    return lambda case: case.asked.get(name) in values


def both(*holds: Callable[[Case], bool]) -> Callable[[Case], bool]:
    """All of these hold."""
    return lambda case: all(one(case) for one in holds)
