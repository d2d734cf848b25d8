"""From asks to facts: `decide` handles what people, bots and programs want, `tick` what is due at a given time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kartentisch.engine import moves
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table import seating, timing
from kartentisch.table.after import after
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import PACES
from kartentisch.table.table import Table
from kartentisch.table.verdict import Luck, Verdict, deal, one, refuse, seat_in, stand_in
from kartentisch.table.windows import due, waited, window_length, window_seats

MOST_MOVES = 8
"""The number of moves that one ask may carry. `decide` needs that many luck values."""


def decide(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...] = ()) -> Verdict:
    """The verdict on an ask. `levels`: the names of all available bots. The given table is unchanged."""
    if ask.id and (done := table.asks.get(ask.id)) is not None:
        again = done.answers(ask, seat_in(table, ask.arg.partition(" ")[0]))
        return refuse(table, "done_before", n=done.number) if again else refuse(table, "id_used")
    handler = _HANDLERS.get(ask.do)
    if handler is None:
        return refuse(table, "ask_unknown", do=ask.do[:20])
    if table.closed:
        return refuse(table, "table_closed")
    return handler(table, ask, now, luck, levels)


def tick(table: Table, now: int, luck: Luck) -> Verdict:
    """What the table does by itself at `now`: answer at the end of a window, deal the next round after a result."""
    when = due(table)
    if when is None or now < when:
        return Verdict([], table)
    if table.phase == "result":
        return deal(table, Ask("next"), now, luck, "next")
    facts: list[Fact] = []
    here = table
    for seat, value in zip(window_seats(table), luck, strict=False):
        if here.records is None or not (int(here.game.run.window(here.records, 0)) >> seat) & 1:
            continue
        step = int(here.game.run.answer(here.records, 0, seat))
        fact = _move(here, Ask("play", seat), (step,), now, value)
        facts.append(fact)
        here = after(here, fact)
    return Verdict(facts, here)


def rests(table: Table, seat: int, step: int) -> bool:
    """Whether this legal step becomes a note instead of a move: it is idle, or the answer the table gives at the end of
    the window.

    The table gives all such answers at once, so their time reveals nothing about a hand.
    """
    if step in table.game.idle:
        return True
    if table.records is None or not window_length(table) or seat not in window_seats(table):
        return False
    return step == int(table.game.run.answer(table.records, 0, seat))


def wants(table: Table, seat: int) -> bool:
    """Whether a program at this seat should be asked for a move now."""
    return seat in table.actors() and seat not in table.idle


def _move(table: Table, ask: Ask, steps: moves.Steps, now: int, value: int) -> Fact:
    assert table.records is not None
    draft = table.game.layout.copy(table.records)
    luck = new_luck(value)
    for step in steps:
        table.game.run.apply(draft, 0, ask.seat, step, luck)
    text = moves.write(table.game, steps)
    return Fact(table.number + 1, "moved", ask.seat, ask.id, text, f"{value:016x}", digest(table.game, draft), now)


# ---- Playing --------------------------------------------------------------------------------------------------------


def _barred(table: Table, ask: Ask) -> Reason | None:
    if not 0 <= ask.seat < table.seats:
        return Reason("watching")
    chair = table.chairs[ask.seat]
    if ask.by == "person" and chair.once:
        return Reason("time_up")
    if ask.by == "person" and chair.bot:
        code = "guest" if chair.guest else "bot_plays" if chair.person else "seat_taken"
        return Reason(code, {"seat": ask.seat})
    if ask.by == "bot" and not chair.bot:  # its person came back while it was thinking
        return Reason("late")
    if table.phase == "waiting":
        return Reason("not_dealt")
    if table.phase == "paused":
        return Reason("paused")
    return None


def _play(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if reason := _barred(table, ask):
        return Verdict([], table, reason)
    if not 1 <= len(ask.moves) <= min(MOST_MOVES, len(luck)):
        return refuse(table, "moves_number", high=MOST_MOVES)
    if ask.since < table.since[ask.seat]:
        return refuse(table, "late")
    facts: list[Fact] = []
    here = table
    for text, value in zip(ask.moves, luck, strict=False):
        seen = here.view(ask.seat)
        reason = Reason("not_dealt") if seen is None else seen.refusal(text)
        if reason:
            return Verdict(facts, here, reason)
        steps = moves.read(table.game, text)
        assert isinstance(steps, tuple)
        if len(steps) == 1 and rests(here, ask.seat, steps[0]):
            here = replace(here, idle=here.idle | {ask.seat})
            continue
        fact = _move(here, ask, steps, now, value)
        facts.append(fact)
        here = after(here, fact)
    return Verdict(facts, here)


def _hint(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    """A hint for a seat that has to decide something now. All hear of the ask; only that seat sees the hint."""
    if not table.settings.friendly:
        return refuse(table, "no_hints")
    if reason := _barred(table, ask):
        return Verdict([], table, reason)
    asked = waited(table)
    if not asked:
        return refuse(table, "hint_nothing")
    if ask.seat not in asked:
        return refuse(table, "hint_turn", seat=asked[0])
    return one(table, "hinted", ask, now)


def _begin(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if reason := _barred(table, ask):
        return Verdict([], table, reason)
    others = tuple(pair for pair in table.begun if pair[0] != ask.seat)
    prefix = " ".join(ask.moves[0].split()) if ask.moves else ""
    if not prefix:
        return Verdict([], replace(table, begun=others))
    seen = table.view(ask.seat)
    follow = Reason("not_dealt") if seen is None else seen.steps(prefix)
    if isinstance(follow, Reason):
        return Verdict([], table, follow)
    if not follow:
        return refuse(table, "not_begun")
    return Verdict([], replace(table, begun=(*others, (ask.seat, prefix))))


def _start(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    of_bots = table.host < 0 and not any(chair.open for chair in table.chairs)
    if ask.seat != table.host or (ask.seat < 0 and not of_bots):
        return refuse(table, "host_only")
    if table.phase != "waiting":
        return refuse(table, "started")
    facts: list[Fact] = []
    here = table
    for seat, chair in enumerate(table.chairs):
        if chair.open:
            level = ask.arg if ask.arg in levels else stand_in(levels)
            more, here, _ = one(here, "handed", ask, now, f"bot {level}", seat)
            facts += more
    more, here, _ = deal(here, ask, now, luck, "first")
    return Verdict(facts + more, here)


def _next(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != "result":
        return refuse(table, "no_result")
    ready = table.ready | {ask.seat}
    if ready >= set(table.people):
        return deal(table, ask, now, luck, "next")
    return Verdict([], replace(table, ready=ready))


def _again(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    """Continue at another table, whose id is `arg`. The server has opened it."""
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != "over":
        return refuse(table, "not_over")
    if table.next_table:
        return Verdict([], table)
    if not ask.arg:
        return refuse(table, "table_unknown")
    return one(table, "again", ask, now, ask.arg)


# ---- Around the play ------------------------------------------------------------------------------------------------


def _pause(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != ("playing" if ask.do == "pause" else "paused"):
        return refuse(table, "no_pause" if ask.do == "pause" else "not_paused")
    return one(table, "paused", ask, now, "on" if ask.do == "pause" else "off")


def _pace(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...]) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if ask.arg not in PACES:
        return refuse(table, "pace_unknown", value=ask.arg[:20])
    if len(table.people) > 1 and ask.seat != table.host:
        return refuse(table, "host_only")
    return one(table, "pace", ask, now, ask.arg)


_HANDLERS: dict[str, Callable[[Table, Ask, int, Luck, tuple[str, ...]], Verdict]] = {
    "play": _play,
    "begin": _begin,
    "hint": _hint,
    "start": _start,
    "next": _next,
    "again": _again,
    "pause": _pause,
    "resume": _pause,
    "pace": _pace,
    "clock": timing.clock,
    "refuse": timing.deny,
    "more": timing.more,
    "sit": seating.sit,
    "leave": seating.leave,
    "bot": seating.bot,
    "back": seating.back,
    "host": seating.host,
    "remove": seating.remove,
    "give": seating.give,
    "in": seating.let_in,
    "program": seating.program,
    "watchers": seating.watchers,
    "close": seating.close,
}
