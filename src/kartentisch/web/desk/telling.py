"""Questions and answers of the desk in words and faces, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.web.desk.answering import Answer, Verdict
from kartentisch.web.desk.reading import counts
from kartentisch.words.language import Language
from kartentisch.words.question import Desk, Impossible, Question, Slot, Values
from kartentisch.words.shared import capital

SEATS = 10


@dataclass(frozen=True)
class Card:
    """A card as it is drawn: its face, and its name for those who do not see it."""

    face: str
    name: str


@dataclass(frozen=True)
class Shown:
    """A slot with its value."""

    name: str
    label: str
    """"" if the value speaks for itself."""
    cards: tuple[Card, ...] = ()
    text: str = ""
    single: bool = False
    """It is one card, not one or several."""


def card(t: Language, game: str, token: str) -> Card:
    return Card(f"{game}/{token}", label(t, game, token))


def label(t: Language, game: str, token: str) -> str:
    """A card as it is named where it lies, with a capital letter."""
    said = words.of(game)
    own = getattr(said, "label", None)
    return str(own(t, token)) if own else capital(said.card(t, token))


def value(t: Language, game: str, slot: Slot, one: str) -> str:
    """A value of a slot in words."""
    if slot.kind in ("card", "cards"):
        return words.of(game).card(t, one)
    return t.say(slot.texts[one]) if one in slot.texts else one


def shown(t: Language, game: str, question: Question, values: Values) -> list[Shown]:
    """The slots that are given, in the order of the question; without choices that say what holds anyway."""
    found = []
    for slot in question.slots:
        given = values.get(slot.name)
        if not given or not counts(slot, values) or (slot.kind == "choice" and given == slot.unset):
            continue
        label = t.say(slot.label)
        if slot.kind in ("card", "cards"):
            tokens = given if isinstance(given, tuple) else (given,)
            cards = tuple(card(t, game, one) for one in tokens)
            found.append(Shown(slot.name, label, cards, single=slot.kind == "card"))
        else:
            found.append(Shown(slot.name, "" if slot.bare else label, text=value(t, game, slot, given)))
    return found


def asked(t: Language, game: str, question: Question, values: Values) -> str:
    """The same in one line."""
    return " · ".join(
        f"{one.label}: {said}" if one.label else said
        for one in shown(t, game, question, values)
        for said in [t.listing([card.name for card in one.cards]) if one.cards else one.text]
    )


def impossible(t: Language, game: str, error: Impossible) -> str:
    """Why something cannot be, or cannot be read, as a sentence."""
    args: dict[str, Any] = dict(error.args_of_sentence)
    args |= {name: t.listing(one, "or") for name, one in args.items() if isinstance(one, tuple)}
    if "card" in args:
        args["card"] = words.of(game).card(t, args["card"])
    return capital(t.say(error.says, **args))


def sentence(t: Language, game: str, desk: Desk, verdict: Verdict) -> str:
    """The ground or reason of an answer."""
    if verdict.ruled_out:
        return impossible(t, game, verdict.ruled_out)
    if verdict.ground:
        fills = verdict.ground.fills(t, verdict.case) if verdict.ground.fills else {}
        return capital(t.say(verdict.ground.says, **fills))
    assert verdict.reason is not None
    return _refusal(t, game, desk, verdict.reason)


def _refusal(t: Language, game: str, desk: Desk, reason: Reason) -> str:
    rule = desk.rules.get(reason.code)
    if rule and rule.says:
        return t.say(rule.says)
    return words.reason(t, game, reason, [t.say("you"), *[t.say("the other one")] * (SEATS - 1)])


def word(t: Language, answer: str) -> str:
    """The answer in one word."""
    return {"yes": t.say("Yes."), "no": t.say("No."), "depends": t.say("That depends.")}[answer]


def moves(t: Language, game: str, answer: Answer) -> list[str]:
    """The moves that would be legal instead, each once."""
    return list(dict.fromkeys(words.of(game).move(t, tokens) for tokens in answer.instead_moves))
