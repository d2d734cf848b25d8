"""Whether the luck of a record is what its seals, numbers and secret give, and what a receipt adds to that.

A record whose luck was drawn has the header lines `proof`, `bind`, `match`, `promise` and `secret`, and before each
deal a line `draw: 3 | 0=<seal>:<number> 2=<seal>:-`, where `-` stands for a missing number. The rules of the game
play no part here: `play.replay` checks that the cards follow from the luck. The browser checks the same
(`static/js/examine.js`). See docs/trust.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kartentisch.engine.reasons import Reason
from kartentisch.play import texts
from kartentisch.play.errors import RecordError
from kartentisch.proof import draws
from kartentisch.proof.draws import HEX, MISSING

VERSION = "1"
KEYS = ("proof", "bind", "match", "promise", "secret")
LOST = "lost"
"""Stands for a secret whose key the server has lost."""
RECEIPT = "receipt 1"

_DRAW = re.compile(r"draw: ([1-9][0-9]{0,8}) \|((?: (?:0|[1-9][0-9]?)=[0-9a-f]{64}:(?:[0-9a-f]{64}|-))*)")
_EVENT = re.compile(r"(deal|[0-9]{1,2}): (?:.* \| )?([0-9a-f]{16,32}) \| [0-9a-f]{16}")


@dataclass(frozen=True)
class DrawLine:
    """A draw of a record."""

    number: int
    seals: Mapping[int, str]
    numbers: Mapping[int, str]
    """Without those that are missing."""

    def text(self) -> str:
        parts = [f" {seat}={seal}:{self.numbers.get(seat, MISSING)}" for seat, seal in sorted(self.seals.items())]
        return f"draw: {self.number} |{''.join(parts)}"


@dataclass(frozen=True)
class Proof:
    """What a record tells of its luck. `draws`: by the place of the deal among the events."""

    bind: str
    match: int
    promise: str
    secret: str
    draws: Mapping[int, DrawLine]

    def header(self) -> list[str]:
        values = (VERSION, self.bind, self.match, self.promise, self.secret or LOST)
        return [f"{key}: {value}" for key, value in zip(KEYS, values, strict=True)]


def read_draw(line: str) -> DrawLine | None:
    """The draw in this line of a record; None if it is none."""
    found = _DRAW.fullmatch(line)
    if found is None:
        return None
    seals: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for part in found[2].split():
        seat, seal, number = re.split("[=:]", part)
        if int(seat) <= max(seals, default=-1):
            return None
        seals[int(seat)] = seal
        if number != MISSING:
            numbers[int(seat)] = number
    return DrawLine(int(found[1]), seals, numbers)


# ---- The answer ------------------------------------------------------------------------------------------------------


@dataclass
class Answer:
    """What can be said of the luck of a match."""

    missing: int = 0
    """Numbers that are missing: the luck could have been picked out of 2 to this power."""
    reasons: list[Reason] = field(default_factory=list)
    """Why it is not proved, although nothing contradicts it."""
    faults: list[Reason] = field(default_factory=list)
    """What contradicts it: somebody has cheated, or the file was changed."""

    @property
    def kind(self) -> Literal["proved", "missing", "unproved"]:
        if self.faults or self.reasons:
            return "unproved"
        return "missing" if self.missing else "proved"

    def fault(self, code: str, **args: int) -> None:
        self.faults.append(Reason(code, dict(args)))

    def reason(self, code: str, **args: int) -> None:
        self.reasons.append(Reason(code, dict(args)))


def examine(text: str, receipt: str | None = None) -> Answer:
    """What can be said of the luck of this record, whose lines are right (see `replay`).

    `receipt`: what a page was shown and gave, as JSON. Raises ValueError with a sentence if it is none.
    """
    lines = texts.lines_of(text)
    end = lines.index("")
    header = dict(line.split(": ", 1) for line in lines[:end])
    shown = None if receipt is None else read_receipt(receipt)
    answer = Answer()
    found: dict[int, DrawLine] = {}
    if "proof" in header:
        found = _checked(header, lines, end, answer)
    else:
        answer.reason("proof_old")
    if shown is not None:
        _compare(answer, header, found, shown)
    return answer


def _checked(header: Mapping[str, str], lines: Sequence[str], end: int, answer: Answer) -> dict[int, DrawLine]:
    """Check each line; return the draws by their numbers."""
    bind, match, promise, secret = (header[key] for key in KEYS[1:])
    if secret == LOST:
        answer.reason("proof_lost")
        secret = ""
    elif draws.promise(bind, int(match), secret) != promise:
        answer.fault("proof_promise")
    if "state" in header:
        answer.reason("proof_given")
    deals, mix, here = int("state" in header), "", None
    played: dict[int, int] = {}
    found: dict[int, DrawLine] = {}
    for place, line in enumerate(lines[end + 1 :], end + 2):
        if line.startswith("draw: "):
            here = read_draw(line)
            assert here is not None
            continue
        event = _EVENT.fullmatch(line)
        assert event is not None
        who, luck = event.groups()
        if who == "deal":
            deals, mix, played = deals + 1, "", {}
            if here is None:
                answer.reason("proof_undrawn", deal=deals)
                continue
            _check_draw(answer, here, bind, deals if match == "1" else max(found, default=here.number - 1) + 1)
            found[here.number] = here
            mix = draws.mix(bind, here.number, promise, here.seals, here.numbers)
            first, second = draws.deal_luck(secret, mix) if secret else (0, 0)
            if secret and luck != f"{first:016x}{second:016x}":
                answer.fault("proof_deal", draw=here.number)
            here = None
        elif mix and secret:
            seat = int(who)
            if luck != f"{draws.move_luck(secret, mix, seat, played.get(seat, 0)):016x}":
                answer.fault("proof_move", line=place)
            played[seat] = played.get(seat, 0) + 1
    return found


def _check_draw(answer: Answer, here: DrawLine, bind: str, expected: int) -> None:
    if here.number != expected:
        answer.fault("proof_order", draw=here.number)
    if not here.seals:
        answer.reason("proof_alone", draw=here.number)
    answer.missing += len(here.seals) - len(here.numbers)
    for seat, number in here.numbers.items():
        if draws.seal(bind, here.number, seat, number) != here.seals[seat]:
            answer.fault("proof_number", draw=here.number, seat=seat)


# ---- Receipts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """What a page was shown of a draw, and what it gave."""

    promise: str
    seals: Mapping[int, str]
    number: str = ""
    given: bool = False
    """The server has taken the number in time."""
    differs: bool = False
    """The same draw was shown once more, with another list."""
    foreign: bool = False
    """The draw was shown as one of another table."""


@dataclass(frozen=True)
class Receipt:
    bind: str
    seat: int
    draws: Mapping[int, Shown]


def read_receipt(text: str) -> Receipt:
    """A receipt that a page has saved. Raises ValueError with a sentence."""
    try:
        said = json.loads(text)
        kind = str(said["kartentisch"])
        shown = {int(number): _shown(one) for number, one in said["draws"].items()}
        found = Receipt(_hex(said["bind"]), int(said["seat"]), shown)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("This is no receipt of Kartentisch, or it was changed.") from error
    if kind != RECEIPT:
        raise ValueError("The receipt was made by a newer version of Kartentisch.")
    return found


def _shown(said: Any) -> Shown:
    seals = {int(seat): _hex(seal) for seat, seal in said["seals"].items()}
    number = said.get("number") and _hex(said["number"])
    marks = [bool(said.get(mark)) for mark in ("given", "differs", "foreign")]
    return Shown(_hex(said["promise"]), seals, number or "", *marks)


def _hex(text: Any) -> str:
    if not isinstance(text, str) or not HEX.fullmatch(text):
        raise ValueError
    return text


def _compare(answer: Answer, header: Mapping[str, str], found: Mapping[int, DrawLine], receipt: Receipt) -> None:
    if receipt.bind != header.get("bind", receipt.bind):
        answer.fault("receipt_other")
        return
    for number, shown in sorted(receipt.draws.items()):
        if shown.foreign:
            answer.fault("receipt_bind", draw=number)
        if shown.differs:
            answer.fault("receipt_twice", draw=number)
        here = found.get(number)
        if here is None:
            _compare_gone(answer, header, number, shown)
            continue
        if shown.promise != header["promise"]:
            answer.fault("receipt_promise", draw=number)
        if dict(shown.seals) != dict(here.seals):
            answer.fault("receipt_seals", draw=number)
        elif shown.number and (given := here.numbers.get(receipt.seat)) != shown.number:
            if given is not None:
                answer.fault("receipt_number", draw=number)
            elif shown.given:
                answer.fault("receipt_missing", draw=number)
    for number in sorted(found):
        mine = receipt.draws.get(number)
        if mine is None or not (mine.number or mine.foreign):
            replaced = mine is not None and receipt.seat in mine.seals
            answer.reason("receipt_replaced" if replaced else "receipt_absent", draw=number)


def _compare_gone(answer: Answer, header: Mapping[str, str], number: int, shown: Shown) -> None:
    """A draw of the receipt that is not in the record."""
    if header.get("secret") == LOST:  # nothing was dealt from it
        answer.reason("receipt_gone", draw=number)
    elif header.get("match", "1") != "1" and shown.promise != header["promise"]:
        answer.reason("receipt_elsewhere", draw=number)
    else:
        answer.fault("receipt_gone", draw=number)


def check_header(said: Mapping[str, tuple[int, str]]) -> None:
    """Raise RecordError unless all lines about luck are there, or none, each in its form."""
    if not any(key in said for key in KEYS):
        return
    for key in KEYS:
        if key not in said:
            raise RecordError(f"line {len(said) + 1}: the header says nothing of: {key}")
    version = said["proof"]
    if version[1] != VERSION:
        raise RecordError(f"line {version[0]}: {texts.NEWER}", version[0])
    forms = {
        "match": r"[1-9][0-9]{0,8}",
        "secret": rf"{HEX.pattern}|{LOST}",
        "bind": HEX.pattern,
        "promise": HEX.pattern,
    }
    for key, form in forms.items():
        if not re.fullmatch(form, said[key][1]):
            raise RecordError(f"line {said[key][0]}: {said[key][1][:70]!r} is no {key}", said[key][0])
