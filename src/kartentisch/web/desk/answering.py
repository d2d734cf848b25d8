"""The answer to a question: the rules judge a truth for each value that was left open.

One word, its ground or reason; the slot that decides, if the word depends on one; and what would be allowed instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Literal
from urllib.parse import parse_qsl

import structlog

from kartentisch import words
from kartentisch.engine import moves
from kartentisch.engine.reasons import Reason
from kartentisch.play.match import Match
from kartentisch.web.desk import reading
from kartentisch.web.desk.finding import Search, fits
from kartentisch.words.language import say
from kartentisch.words.question import VARY, Case, Desk, Ground, Impossible, Question, RuledOut, Slot, Values

log = structlog.get_logger()
MOST_STATES = 64
MOST_MOVES = 400
"""Legal moves that are looked through for others than those asked about."""
MOST_INSTEAD = 12
NO_TRUTH = say("These cards cannot lie like this.")
"""Said of a truth that the rules refuse. Each question says it better, in a sentence of its own: a test."""

Word = Literal["yes", "no", "depends"]


@dataclass(frozen=True)
class Verdict:
    """The answer in one truth: its ground, or the reason of the refusal."""

    yes: bool
    case: Case
    ground: Ground | None = None
    reason: Reason | None = None
    ruled_out: RuledOut | None = None

    @property
    def code(self) -> str:
        if self.ruled_out:
            return "ruled_out"
        return self.ground.code if self.ground else self.reason.code if self.reason else ""

    def paragraph(self, desk: Desk) -> str:
        """The paragraph that it follows from, one of the players' pages."""
        if self.ground:
            return self.ground.paragraph
        if self.ruled_out:
            return self.ruled_out.paragraph
        assert self.reason is not None
        rule = desk.rules.get(self.reason.code)
        return (rule.paragraph if rule else "") or self.reason.paragraph


@dataclass(frozen=True)
class Way:
    """One value of the slot that decides, and the word with it; "" if more must be known, or too much is open."""

    value: str
    word: str


@dataclass(frozen=True)
class Answer:
    word: Word
    values: Values
    """What was given, without what does not count."""
    verdict: Verdict | None = None
    slot: Slot | None = None
    """Of `depends`: the slot that decides."""
    ways: tuple[Way, ...] = ()
    instead_moves: tuple[tuple[str, ...], ...] = ()
    """Legal moves, by their tokens."""
    instead_cards: tuple[str, ...] = ()
    """Cards that would be legal in place of the one asked about."""


@lru_cache(20_000)
def answer(game: str, name: str, link: str) -> Answer | Impossible:
    """The answer to a question of a game from its link, as `reading.write` writes it. Impossible is returned."""
    desk = words.desk(game)
    assert desk is not None
    question = next(one for one in desk.questions if one.name == name)
    try:
        return _answer(desk, question, reading.read(question, dict(parse_qsl(link))))
    except Impossible as impossible:
        return impossible


def _answer(desk: Desk, question: Question, values: Values) -> Answer:
    if missing := next((slot for slot in reading.open_slots(question, values) if slot.kind == "cards"), None):
        return Answer("depends", values, slot=missing)
    found = list(islice(truths(question, dict(values), 0), MOST_STATES + 1))
    if len(found) > MOST_STATES:
        slot = reading.open_slots(question, values)[0]
        return Answer("depends", values, slot=slot, ways=tuple(Way(value, "") for value in slot.values))
    judged = []
    impossible = None
    for filled in found:
        try:
            judged.append((filled, judge(desk, question, filled)))
        except RuledOut as error:
            judged.append((filled, Verdict(False, Case(filled, {}), ruled_out=error)))
        except Impossible as error:
            impossible = impossible or error
    if not judged:
        assert impossible is not None
        raise impossible
    if len({verdict.yes for _, verdict in judged}) > 1:
        return _depends(question, values, judged)
    filled, verdict = judged[0]
    plain = Answer("yes" if verdict.yes else "no", values, verdict)
    return plain if verdict.yes else _with_instead(desk, question, plain, filled)


def lifting(question: Question, answer: Answer) -> Slot | None:
    """The slot that was left out and could turn the No; None if there is none."""
    if answer.verdict is None or answer.verdict.yes:
        return None
    return next(
        (one for one in question.slots if answer.verdict.code in one.lifts and one.name not in answer.values), None
    )


def truths(question: Question, values: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    """The values with every way to fill in what is open."""
    if place == len(question.slots):
        yield values
        return
    slot = question.slots[place]
    if not reading.counts(slot, values):
        values = {**values, slot.name: () if slot.kind == "cards" else ""}
        yield from truths(question, values, place + 1)
    elif slot.name in values:
        yield from truths(question, values, place + 1)
    else:
        empty: Any = () if slot.kind == "cards" else ""
        for value in slot.values if slot.unset == VARY else (slot.unset or empty,):
            yield from truths(question, {**values, slot.name: value}, place + 1)


def judge(desk: Desk, question: Question, values: Values) -> Verdict:
    """The answer in the truth of these values, all of them filled in. Raises Impossible."""
    match = _truth(question, values)
    if question.course is not None:
        return _outcome(desk, question, values, match)
    view = match.view(question.seat(values))
    search = Search(view.seen, desk.rules)
    found = search.find(question.patterns(values), values)
    if found is None:
        return Verdict(False, Case(values, {}), reason=search.why)
    case = Case(values, view.json(), found)
    if question.must and (other := _other(match, question, values)):
        return _grounded(desk, question, False, replace(case, move=other))
    return _grounded(desk, question, True, case)


def _truth(question: Question, values: Values) -> Match:
    """The match in which seat 0 asks. Raises Impossible."""
    state = question.state(values)
    try:
        return Match.from_state_json(state, seed=1)
    except ValueError as error:
        log.exception("a question made no truth", question=question.name)
        raise Impossible(NO_TRUTH) from error


def _allowed(desk: Desk, question: Question, values: Values) -> bool:
    """Whether a move that is asked about is legal."""
    try:
        return (
            Search(_truth(question, values).view(question.seat(values)).seen, desk.rules).find(
                question.patterns(values), values
            )
            is not None
        )
    except Impossible:
        return False


def _other(match: Match, question: Question, values: Values) -> tuple[str, ...]:
    """A legal move that is not asked about; () if there is none."""
    seen = match.view(question.seat(values)).seen
    for steps in seen.complete(MOST_MOVES):
        text = moves.write(seen.game, steps)
        if not any(fits(text, pattern, values) for pattern in question.patterns(values)):
            return tuple(text.split())
    return ()


def _outcome(desk: Desk, question: Question, values: Values, match: Match) -> Verdict:
    """What holds after the course; a No with its reason, if seat 0 may not even begin it."""
    assert question.course is not None
    assert question.does is not None
    before = match.view(0).json()
    made: tuple[str, ...] = ()
    for seat, moves_of in question.course(values):
        search = Search(match.view(seat).seen, desk.rules)
        found = search.find((moves_of,) if isinstance(moves_of, str) else moves_of, values)
        if found is None and seat == 0 and search.why is not None:
            return Verdict(False, Case(values, before), reason=search.why)
        if found is None:
            raise Impossible(NO_TRUTH)
        made = made or found
        match.play(seat, " ".join(found))
    case = Case(values, before, made, match.state_json())
    return _grounded(desk, question, question.does(case), case)


def _grounded(desk: Desk, question: Question, yes: bool, case: Case) -> Verdict:
    for ground in desk.grounds:
        if ground.yes == yes and question.name in ground.on and ground.holds(case):
            return Verdict(yes, case, ground)
    raise LookupError(f"no ground for {question.name} {dict(case.asked)}")


def _depends(question: Question, values: Values, judged: list[tuple[dict[str, Any], Verdict]]) -> Answer:
    """The first open slot that decides alone; if none does, the first on which anything hangs."""
    mixed: Answer | None = None
    for slot in question.slots:
        if slot.name in values or slot.unset != VARY:
            continue
        words_by: dict[str, set[bool]] = {}
        for filled, verdict in judged:
            if filled[slot.name]:
                words_by.setdefault(filled[slot.name], set()).add(verdict.yes)
        ways = tuple(
            Way(value, "" if len(found) > 1 else "yes" if True in found else "no") for value, found in words_by.items()
        )
        if len({way.word for way in ways}) > 1 or any(not way.word for way in ways):
            found_answer = Answer("depends", values, slot=slot, ways=ways)
            if all(way.word for way in ways):
                return found_answer
            mixed = mixed or found_answer
    assert mixed is not None
    return mixed


def _with_instead(desk: Desk, question: Question, answer: Answer, values: Values) -> Answer:
    """With what would be allowed: of the hand that was given, else in place of the card that was asked about."""
    slot = next((one for one in question.slots if one.name == question.instead), None)
    if slot is None or (answer.verdict and answer.verdict.ruled_out):
        return answer
    seen = _truth(question, values).view(question.seat(values)).seen
    idle = {seen.game.tokens[step] for step in seen.game.idle}
    found = [tuple(moves.write(seen.game, steps).split()) for steps in seen.complete(MOST_MOVES)]
    texts = [tokens for tokens in found if tokens[0] not in idle]
    if values.get("hand"):
        cards = {tokens[0]: None for tokens in texts if tokens[0] in slot.values}
        other = [tokens for tokens in texts if tokens[0] not in slot.values]
        return replace(answer, instead_moves=tuple(other[:MOST_INSTEAD]), instead_cards=tuple(cards))
    other = [tokens for tokens in texts if not set(tokens) & set(slot.values)]
    others = [card for card in slot.values if card != values[slot.name]]
    legal = [card for card in others if _allowed(desk, question, {**values, slot.name: card})]
    return replace(answer, instead_moves=tuple(other[:MOST_INSTEAD]), instead_cards=tuple(legal))
