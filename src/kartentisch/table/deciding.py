"""Which facts an ask brings: `decide` for what people, bots and programs want, `tick` for what time brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kartentisch.engine import moves
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table.facts import Ask, Fact, Kind
from kartentisch.table.settings import PACES
from kartentisch.table.table import Table, after, due, window_length, window_seats

Luck = Sequence[int]
"""Unsigned 64-bit values from a secure source: one for each move of an ask, two for a deal."""
MOST_MOVES = 8
"""Moves that one ask may carry; `decide` wants as many luck values."""

Verdict = tuple[list[Fact], Table, Reason | None]
"""Facts to append (none: nothing is written), the table after them with its notes, and why something was refused.

With facts and a reason both, the first moves of an ask stand and the reason refuses the rest."""


def decide(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...] = ()) -> Verdict:
    """What an ask brings. `levels`: names of the bots there are. The table handed in is unchanged."""
    if ask.id and (number := table.done(ask.id)) is not None:
        return [], table, Reason("done_before", {"n": number})
    handler = _HANDLERS.get(ask.do)
    if handler is None:
        return _no(table, "ask_unknown", do=ask.do[:20])
    if table.closed:
        return _no(table, "table_closed")
    return handler(table, ask, now, luck, levels)


def tick(table: Table, now: int, luck: Luck) -> Verdict:
    """What the table does by itself at this time: answers at the end of a window, the next round after a result."""
    when = due(table)
    if when is None or now < when:
        return [], table, None
    if table.phase == "result":
        return _deal(table, Ask("next"), now, luck, "next")
    facts: list[Fact] = []
    here = table
    for seat, value in zip(window_seats(table), luck, strict=False):
        if here.records is None or not (int(here.game.run.window(here.records, 0)) >> seat) & 1:
            continue
        step = int(here.game.run.answer(here.records, 0, seat))
        fact = _move(here, Ask("play", seat), (step,), now, value)
        facts.append(fact)
        here = after(here, fact)
    return facts, here, None


def rests(table: Table, seat: int, step: int) -> bool:
    """Whether this legal step is a note and no move: not to act, or what the table answers when the window ends.

    All answers of that kind come at once then, so that the time tells nothing of what a seat holds.
    """
    if step in table.game.idle:
        return True
    if table.records is None or not window_length(table) or seat not in window_seats(table):
        return False
    return step == int(table.game.run.answer(table.records, 0, seat))


def wants(table: Table, seat: int) -> bool:
    """Whether a program at this seat should be asked for a move now."""
    return seat in table.actors() and seat not in table.idle


def _no(table: Table, code: str, **args: object) -> Verdict:
    return [], table, Reason(code, dict(args))


def _one(table: Table, kind: Kind, ask: Ask, now: int, text: str = "", seat: int | None = None) -> Verdict:
    fact = Fact(table.number + 1, kind, ask.seat if seat is None else seat, ask.id, text, time=now)
    return [fact], after(table, fact), None


def _deal(table: Table, ask: Ask, now: int, luck: Luck, text: str) -> Verdict:
    bits = f"{luck[0]:016x}{luck[1]:016x}"
    fact = Fact(table.number + 1, "dealt", ask.seat, ask.id, text, bits, time=now)
    dealt = after(table, fact)
    assert dealt.records is not None
    return [replace(fact, digest=digest(table.game, dealt.records))], dealt, None


def _move(table: Table, ask: Ask, steps: moves.Steps, now: int, value: int) -> Fact:
    assert table.records is not None
    draft = table.game.layout.copy(table.records)
    luck = new_luck(value)
    for step in steps:
        table.game.run.apply(draft, 0, ask.seat, step, luck)
    text = moves.write(table.game, steps)
    return Fact(table.number + 1, "moved", ask.seat, ask.id, text, f"{value:016x}", digest(table.game, draft), now)


def _seat(table: Table, arg: str) -> int | None:
    return int(arg) if arg.isascii() and arg.isdigit() and len(arg) < 3 and int(arg) < table.seats else None


# ---- Playing --------------------------------------------------------------------------------------------------------


def _barred(table: Table, ask: Ask) -> Reason | None:
    if not 0 <= ask.seat < table.seats:
        return Reason("watching")
    chair = table.chairs[ask.seat]
    if ask.by == "person" and chair.bot:
        return Reason("bot_plays" if chair.person else "seat_taken", {"seat": ask.seat})
    if ask.by == "bot" and not chair.bot:  # its person came back while it was thinking
        return Reason("late")
    if table.phase == "waiting":
        return Reason("not_dealt")
    if table.phase == "paused":
        return Reason("paused")
    return None


def _play(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if reason := _barred(table, ask):
        return [], table, reason
    if not 1 <= len(ask.moves) <= min(MOST_MOVES, len(luck)):
        return _no(table, "moves_number", high=MOST_MOVES)
    if ask.since < table.since[ask.seat]:
        return _no(table, "late")
    facts: list[Fact] = []
    here = table
    for text, value in zip(ask.moves, luck, strict=False):
        seen = here.view(ask.seat)
        reason = Reason("not_dealt") if seen is None else seen.refusal(text)
        if reason:
            return facts, here, reason
        steps = moves.read(table.game, text)
        assert isinstance(steps, tuple)
        if len(steps) == 1 and rests(here, ask.seat, steps[0]):
            here = replace(here, idle=here.idle | {ask.seat})
            continue
        fact = _move(here, ask, steps, now, value)
        facts.append(fact)
        here = after(here, fact)
    return facts, here, None


def _begin(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if reason := _barred(table, ask):
        return [], table, reason
    others = tuple(pair for pair in table.begun if pair[0] != ask.seat)
    prefix = " ".join(ask.moves[0].split()) if ask.moves else ""
    if not prefix:
        return [], replace(table, begun=others), None
    seen = table.view(ask.seat)
    follow = Reason("not_dealt") if seen is None else seen.steps(prefix)
    if isinstance(follow, Reason):
        return [], table, follow
    if not follow:
        return _no(table, "not_begun")
    return [], replace(table, begun=(*others, (ask.seat, prefix))), None


def _start(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if ask.seat < 0 or ask.seat != table.host:
        return _no(table, "host_only")
    if table.phase != "waiting":
        return _no(table, "started")
    facts: list[Fact] = []
    here = table
    for seat, chair in enumerate(table.chairs):
        if chair.open:
            level = ask.arg if ask.arg in levels else levels[-1]
            more, here, _ = _one(here, "handed", ask, now, f"bot {level}", seat)
            facts += more
    more, here, _ = _deal(here, ask, now, luck, "first")
    return facts + more, here, None


def _next(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return _no(table, "watching")
    if table.phase != "result":
        return _no(table, "no_result")
    ready = table.ready | {ask.seat}
    if ready >= set(table.people):
        return _deal(table, ask, now, luck, "next")
    return [], replace(table, ready=ready), None


def _again(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return _no(table, "watching")
    if table.phase != "over":
        return _no(table, "not_over")
    return _deal(table, ask, now, luck, "first")


# ---- Around the play ------------------------------------------------------------------------------------------------


def _pause(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return _no(table, "watching")
    if table.phase != ("playing" if ask.do == "pause" else "paused"):
        return _no(table, "no_pause" if ask.do == "pause" else "not_paused")
    return _one(table, "paused", ask, now, "on" if ask.do == "pause" else "off")


def _pace(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return _no(table, "watching")
    if ask.arg not in PACES:
        return _no(table, "pace_unknown", value=ask.arg[:20])
    if len(table.people) > 1 and ask.seat != table.host:
        return _no(table, "host_only")
    return _one(table, "pace", ask, now, ask.arg)


def _sit(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    seat = _seat(table, ask.arg)
    if seat is None:
        return _no(table, "seat_unknown", seat=ask.arg[:8], seats=table.seats)
    if table.chairs[seat].person:
        return _no(table, "seat_taken", seat=seat)
    verdict = _one(table, "sat", ask, now, seat=seat)
    here = verdict[1]
    if here.phase == "waiting" and not any(chair.open for chair in here.chairs):
        more, here, _ = _deal(here, ask, now, luck, "first")
        return verdict[0] + more, here, None
    return verdict


def _bot(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    """A bot for a seat: `arg` is "<seat> <level>". Of the host, of its owner, or of anybody while the owner is away."""
    where, _, level = ask.arg.partition(" ")
    seat = _seat(table, where)
    if seat is None:
        return _no(table, "seat_unknown", seat=where[:8], seats=table.seats)
    if level not in levels:
        return _no(table, "level_unknown", value=level[:20], allowed=", ".join(levels))
    if not ask.away and (ask.seat < 0 or ask.seat not in (seat, table.host)):
        return _no(table, "host_only")
    return _one(table, "handed", ask, now, f"bot {level}", seat)


def _back(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats or not table.chairs[ask.seat].person:
        return _no(table, "watching")
    if not table.chairs[ask.seat].bot:
        return _no(table, "you_play")
    return _one(table, "handed", ask, now, "back")


def _leave(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats or not table.chairs[ask.seat].person:
        return _no(table, "watching")
    return _one(table, "left", ask, now, "" if table.phase == "waiting" else levels[-1])


def _host(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    """Take the role of a host who is away."""
    if not 0 <= ask.seat < table.seats or not table.chairs[ask.seat].person:
        return _no(table, "watching")
    if table.host >= 0 and not ask.away:
        return _no(table, "host_here")
    return _one(table, "handed", ask, now, "host")


def _close(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if ask.seat < 0 or ask.seat != table.host:
        return _no(table, "host_only")
    return _one(table, "closed", ask, now, "host")


_HANDLERS: dict[str, Callable[[Table, Ask, int, Luck, tuple[str, ...]], Verdict]] = {
    "play": _play,
    "begin": _begin,
    "start": _start,
    "next": _next,
    "again": _again,
    "pause": _pause,
    "resume": _pause,
    "pace": _pace,
    "sit": _sit,
    "bot": _bot,
    "back": _back,
    "leave": _leave,
    "host": _host,
    "close": _close,
}
