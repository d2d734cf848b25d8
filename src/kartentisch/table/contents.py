"""What a fact says, as a value, and the text that the log keeps of it.

Only this module knows the format of these texts: `text` writes a value, `read` reads it. The text for a value never
changes, because logs must stay readable forever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import msgspec

from kartentisch.proof.draws import HEX
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.settings import PACES, WATCHERS, Settings, read_settings, settings_text

Kind = Literal[
    "opened",
    "sat",
    "left",
    "handed",
    "sealed",
    "unsealed",
    "dealt",
    "moved",
    "secret",
    "paused",
    "pace",
    "woke",
    "watchers",
    "hinted",
    "again",
    "closed",
]
ALL_KINDS: frozenset[str] = frozenset(get_args(Kind))
LEVELS: Mapping[str, int] = {}
"""Kinds of facts, and forms of their texts, that came after the first release, each with its level. The next free level
is 2. While servers of two versions run side by side, nobody writes what one of them cannot read: see `level_of`.
"""


def level() -> int:
    """The level of facts that this program knows: it reads all that have this level or a lower one."""
    return max(LEVELS.values(), default=1)


def level_of(what: str) -> int:
    """The level of facts that a program needs to read this: a kind, or a form of text as `LEVELS` calls it."""
    return LEVELS.get(what, 1)


# ---- Seats -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took the seat. "", "late", "program" or "late program"."""

    kind: ClassVar[Kind] = "sat"
    late: bool = False
    """The seat's bot plays until the next deal."""
    program: bool = False
    """The host let a program sit down."""


@dataclass(frozen=True, slots=True)
class Left:
    """The person gave up the seat. "", "<level>", "removed" or "removed <level>"."""

    kind: ClassVar[Kind] = "left"
    level: str = ""
    """The level of the bot that plays the seat; "" leaves it open."""
    removed: bool = False
    """The host took the seat from the person."""


@dataclass(frozen=True, slots=True)
class BotPlays:
    """A bot plays the seat. "bot <level>", "bot <level> by <seat>" or "bot <level> away"."""

    kind: ClassVar[Kind] = "handed"
    level: str
    by: int | None = None
    """The seat that wanted it, if a person has the seat. None: nobody, or the log does not say (first version)."""
    away: bool = False
    """The table wanted it, because the person was away."""


@dataclass(frozen=True, slots=True)
class PlaysAgain:
    """The person plays again instead of the bot. "back" or "back by <seat>"."""

    kind: ClassVar[Kind] = "handed"
    by: int | None = None
    """The host's seat, if the host wanted it."""


@dataclass(frozen=True, slots=True)
class GuestPlays:
    """A guest plays from now on. "in"."""

    kind: ClassVar[Kind] = "handed"


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """The host gave the seat to another person. "given" or "given <level>"."""

    kind: ClassVar[Kind] = "handed"
    level: str = ""
    """The level of the bot that plays until the next deal; "" for none."""


@dataclass(frozen=True, slots=True)
class BecomesHost:
    """The seat now has the host's role. "host"."""

    kind: ClassVar[Kind] = "handed"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The person's time was up, and a bot plays. "once <level>" or "zero <level>"."""

    kind: ClassVar[Kind] = "handed"
    level: str
    once: bool
    """The bot plays this one move; else it plays until the person takes the seat back."""


# ---- Play ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal. "first" begins a match; "next" begins its next round."""

    kind: ClassVar[Kind] = "dealt"
    first: bool


@dataclass(frozen=True, slots=True)
class Continued:
    """A match continues from a state that was possible in somebody's view of another match. "given <state>"."""

    kind: ClassVar[Kind] = "dealt"
    state: str
    """The truth as JSON."""


@dataclass(frozen=True, slots=True)
class Move:
    """The seat moved. The move itself, as `engine.moves` writes it."""

    kind: ClassVar[Kind] = "moved"
    move: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """A draw is closed: these seals count, and no other will. {"draw":3,"promise":"…","seals":{"0":"…","2":"…"}}."""

    kind: ClassVar[Kind] = "sealed"
    draw: int
    """The deals of the table are counted, from 1."""
    promise: str
    seals: tuple[tuple[int, str], ...]
    """(seat, seal), by seat."""


@dataclass(frozen=True, slots=True)
class Unsealed:
    """The numbers behind the seals, and who gave none in time. {"draw":3,"numbers":{"0":"…"},"missing":[2]}."""

    kind: ClassVar[Kind] = "unsealed"
    draw: int
    numbers: tuple[tuple[int, str], ...]
    """(seat, number), by seat."""
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """What the luck of the match rested on, once it is over. 64 hex digits, or "lost"."""

    kind: ClassVar[Kind] = "secret"
    secret: str = ""
    """Empty: the server no longer has the key from which it came."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The seat asked for a hint. ""."""

    kind: ClassVar[Kind] = "hinted"


# ---- Time ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause begins or ends. "on" or "off"."""

    kind: ClassVar[Kind] = "paused"
    on: bool


@dataclass(frozen=True, slots=True)
class BotPace:
    """How long bots wait. One of `settings.PACES`."""

    kind: ClassVar[Kind] = "pace"
    pace: str


@dataclass(frozen=True, slots=True)
class NewClock:
    """The people have another clock (see `clocks`). "clock <kind> <zero>"."""

    kind: ClassVar[Kind] = "pace"
    clock: str
    zero: str


@dataclass(frozen=True, slots=True)
class MoreTime:
    """The seat gets another minute. "more"."""

    kind: ClassVar[Kind] = "pace"


@dataclass(frozen=True, slots=True)
class Woke:
    """Time has passed that counts for nobody: the server was down, nobody was here, or the computer's clock was set
    forward. "" or "<milliseconds>".
    """

    kind: ClassVar[Kind] = "woke"
    used: int | None = None
    """Milliseconds that the decision had used before, and with which it continues. None: it begins again."""


# ---- The table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MayWatch:
    """Who may watch from now on. One of `settings.WATCHERS`."""

    kind: ClassVar[Kind] = "watchers"
    who: str


@dataclass(frozen=True, slots=True)
class NextTable:
    """The people here continue at another table. Its id."""

    kind: ClassVar[Kind] = "again"
    id: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The table was closed. "host", "rules", "server" or "unused <days>"."""

    kind: ClassVar[Kind] = "closed"
    why: Literal["host", "rules", "server", "unused"]
    """By its host; begun under other rules; by the operator of the server; nobody has played for `days` days."""
    days: int = 0


ChairChange = Sat | Left | BotPlays | PlaysAgain | GuestPlays | SeatGiven | TimeUp
"""Contents that change who has a chair."""
OfLuck = Sealed | Unsealed | Secret
"""Contents that tell where the luck of the cards comes from."""
_InPlay = Dealt | Continued | Move | Hinted
_OfTime = Paused | BotPace | NewClock | MoreTime | Woke
Content = Settings | ChairChange | BecomesHost | OfLuck | _InPlay | _OfTime | MayWatch | NextTable | Closed
"""Every possible content. The content of the first fact of a table is `Settings`."""

# ---- Texts -----------------------------------------------------------------------------------------------------------


def text(content: Content) -> str:
    """The text by which the log stores this content."""
    match content:
        case Settings():
            return settings_text(content)
        case Sat():
            return _words("late" if content.late else "", "program" if content.program else "")
        case Left():
            return _words("removed" if content.removed else "", content.level)
        case BotPlays():
            return _words("bot", content.level, "away" if content.away else _by(content.by))
        case PlaysAgain():
            return _words("back", _by(content.by))
        case GuestPlays():
            return "in"
        case SeatGiven():
            return _words("given", content.level)
        case BecomesHost():
            return "host"
        case TimeUp():
            return _words("once" if content.once else "zero", content.level)
        case Dealt():
            return "first" if content.first else "next"
        case Continued():
            return f"given {content.state}"
        case Move():
            return content.move
        case Sealed() | Unsealed():
            return _json(content)
        case Secret():
            return content.secret or "lost"
        case Hinted():
            return ""
        case Paused():
            return "on" if content.on else "off"
        case BotPace():
            return content.pace
        case NewClock():
            return f"clock {content.clock} {content.zero}"
        case MoreTime():
            return "more"
        case Woke():
            return "" if content.used is None else str(content.used)
        case MayWatch():
            return content.who
        case NextTable():
            return content.id
        case Closed():
            return f"unused {content.days}" if content.why == "unused" else content.why


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


class _SealedText(msgspec.Struct, forbid_unknown_fields=True):
    draw: int
    promise: str
    seals: dict[int, str]


class _UnsealedText(msgspec.Struct, forbid_unknown_fields=True):
    draw: int
    numbers: dict[int, str]
    missing: list[int]


def _json(content: Sealed | Unsealed) -> str:
    said: _SealedText | _UnsealedText
    if isinstance(content, Sealed):
        said = _SealedText(content.draw, content.promise, dict(content.seals))
    else:
        said = _UnsealedText(content.draw, dict(content.numbers), list(content.missing))
    return msgspec.json.encode(said).decode()


def _by(seat: int | None) -> str:
    return "" if seat is None else f"by {seat}"


_ALIKE: list[Content] = [Left(), Left(removed=True), PlaysAgain(), GuestPlays(), SeatGiven(), BecomesHost()]
_ALIKE += [Dealt(first=True), Dealt(first=False), Hinted(), Paused(on=True), Paused(on=False), MoreTime(), Woke()]
_ALIKE += [Sat(late, program) for late in (False, True) for program in (False, True)]
_ALIKE += [BotPace(pace) for pace in PACES]
_ALIKE += [NewClock(kind, zero) for kind in KINDS for zero in ZEROS]
_ALIKE += [MayWatch(who) for who in WATCHERS]
_ALIKE += [Closed("host"), Closed("rules"), Closed("server")]
"""Contents whose text has no part that varies."""
_OF_TEXT: dict[tuple[str, str], Content] = {(content.kind, text(content)): content for content in _ALIKE}


class UnknownContent(ValueError):  # noqa: N818 - named by what was read
    """A text that this program does not know: a newer version wrote it."""


def read(kind: str, written: str) -> Content:
    """What a fact of this kind says with its text. Raises UnknownContent for a text that it does not know."""
    if kind == "moved":  # first, as nearly all facts are moves
        return Move(written)
    content = _OF_TEXT.get((kind, written)) or _read(kind, written)
    if content is None:
        raise UnknownContent(f"a fact of kind {kind!r} with an unknown text: {written[:80]!r}")
    return content


def _read(kind: str, written: str) -> Content | None:
    match kind:
        case "again":
            return NextTable(written)
        case "opened":
            return read_settings(written)
        case "dealt":
            word, _, state = written.partition(" ")
            return Continued(state) if word == "given" else None
        case "sealed" | "unsealed":
            return _of_draw(kind, written)
        case "secret":
            return Secret("" if written == "lost" else written) if written == "lost" or HEX.fullmatch(written) else None
        case _:
            return _in_words(kind, written.split(" "))


def _of_draw(kind: str, written: str) -> Sealed | Unsealed | None:
    """The content of this text, if `text` would write it."""
    content: Sealed | Unsealed
    try:
        if kind == "sealed":
            closed = msgspec.json.decode(written, type=_SealedText)
            content = Sealed(closed.draw, closed.promise, tuple(closed.seals.items()))
        else:
            opened = msgspec.json.decode(written, type=_UnsealedText)
            content = Unsealed(opened.draw, tuple(opened.numbers.items()), tuple(opened.missing))
    except msgspec.MsgspecError:
        return None
    pairs = content.seals if isinstance(content, Sealed) else content.numbers
    words = [word for _, word in pairs] + ([content.promise] if isinstance(content, Sealed) else [])
    good = _json(content) == written and list(pairs) == sorted(pairs) and all(map(HEX.fullmatch, words))
    return content if good else None


def _in_words(kind: str, words: list[str]) -> Content | None:
    match kind, words:
        case "left", [level] if level:
            return Left(level)
        case "left", ["removed", level] if level:
            return Left(level, removed=True)
        case "handed", ["bot", level] if level:
            return BotPlays(level)
        case "handed", ["bot", level, "away"] if level:
            return BotPlays(level, away=True)
        case "handed", ["bot", level, "by", seat] if level and _is_number(seat):
            return BotPlays(level, by=int(seat))
        case "handed", ["back", "by", seat] if _is_number(seat):
            return PlaysAgain(by=int(seat))
        case "handed", ["given", level] if level:
            return SeatGiven(level)
        case "handed", ["once" | "zero" as what, level] if level:
            return TimeUp(level, once=what == "once")
        case "woke", [used] if _is_number(used):
            return Woke(int(used))
        case "closed", ["unused", days] if _is_number(days):
            return Closed("unused", int(days))
    return None


def _is_number(word: str) -> bool:
    """Whether `text` would write a number in this form."""
    return word.isascii() and word.isdigit() and (word == "0" or word[0] != "0")
