"""From asks to facts: `decide` handles what people, bots and programs want, `tick` what is due at a given time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kartentisch.engine import moves
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table import dealing, seating, timing
from kartentisch.table.after import after, play
from kartentisch.table.contents import BotPace, BotPlays, Hinted, Move, NextTable, Paused
from kartentisch.table.dealing import deal, refuse_while_dealing, shuffled, with_secret, without_key
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.luck import Luck, enough, of_move
from kartentisch.table.settings import PACES
from kartentisch.table.table import Table
from kartentisch.table.verdict import Inputs, Verdict, one, refuse, seat_in, stand_in
from kartentisch.table.windows import due, waited, window_length, window_seats

MOST_MOVES = 8
"""The number of moves that one ask may carry. `decide` needs that many luck values, if it is given values."""


def decide(table: Table, ask: Ask, now: int, luck: Luck, levels: tuple[str, ...] = (), away: bool = False) -> Verdict:
    """The verdict on an ask. For the other inputs see `Inputs`. The given table is unchanged."""
    if ask.id and (effect := table.asks.get(ask.id)) is not None:
        if effect.fits(ask, seat_in(table, ask.arg.partition(" ")[0])):
            return refuse(table, "done_before", n=effect.number)
        return refuse(table, "id_used")
    handler = _HANDLERS.get(ask.do)
    if handler is None:
        return refuse(table, "ask_unknown", do=ask.do[:20])
    if table.closed:
        return refuse(table, "table_closed")
    return _told(table, now, luck, lambda here: handler(here, ask, Inputs(now, luck, levels, away)))


def _told(table: Table, now: int, luck: Luck, what: Callable[[Table], Verdict]) -> Verdict:
    """A verdict with what is to be said of the secret of drawn luck: that it is lost, or, at the end, the secret."""
    first, here, _ = without_key(table, now, luck)
    verdict = what(here)
    if not verdict.facts:
        return what(table) if first else verdict  # what is said must be written, and this is not worth it
    return with_secret(verdict._replace(facts=first + verdict.facts), now, luck)


def tick(table: Table, now: int, luck: Luck) -> Verdict:
    """What the table does by itself at `now`: answer at the end of a window, deal the next round after a result."""
    when = due(table)
    if when is None or now < when:
        return Verdict([], table)
    return _told(table, now, luck, lambda here: _tick(here, now, luck, table.deals))


def _tick(table: Table, now: int, luck: Luck, deals: bool) -> Verdict:
    """`deals`: a deal was asked for, perhaps before the key was lost."""
    if table.shuffling:
        return shuffled(table, now, luck)
    if deals:
        return deal(table, Ask("next"), now, luck, first=table.records is None, gather=False)
    if table.phase == "result":
        return deal(table, Ask("next"), now, luck, first=False)
    facts: list[Fact] = []
    here = table
    asked = window_seats(table)
    for place, seat in enumerate(asked[: enough(luck, len(asked))]):
        if here.records is None or not (int(here.game.run.window(here.records, 0)) >> seat) & 1:
            continue
        step = int(here.game.run.answer(here.records, 0, seat))
        fact, here = _move(here, Ask("play", seat), (step,), now, of_move(luck, here, seat, place))
        facts.append(fact)
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


def _move(table: Table, ask: Ask, steps: moves.Steps, now: int, value: int) -> tuple[Fact, Table]:
    """The fact of a legal move, and the table after it. `value`: its luck."""
    reached = play(table, ask.seat, steps, value)
    said, bits, after_it = Move(moves.write(table.game, steps)), f"{value:016x}", digest(table.game, reached.records)
    fact = Fact.of(table.number + 1, said, ask.seat, ask.id, luck=bits, digest=after_it, time=now)
    return fact, after(table, fact, reached)


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


def _play(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if reason := _barred(table, ask):
        return Verdict([], table, reason)
    if not 1 <= len(ask.moves) <= enough(inputs.luck, MOST_MOVES):
        return refuse(table, "moves_number", high=MOST_MOVES)
    if ask.since < table.since[ask.seat]:
        return refuse(table, "late")
    facts: list[Fact] = []
    here = table
    for place, text in enumerate(ask.moves):
        seen = here.view(ask.seat)
        steps = Reason("not_dealt") if seen is None else seen.checked(text)
        if isinstance(steps, Reason):
            return Verdict(facts, here, steps)
        if len(steps) == 1 and rests(here, ask.seat, steps[0]):
            here = replace(here, idle=here.idle | {ask.seat})
            continue
        fact, here = _move(here, ask, steps, inputs.now, of_move(inputs.luck, here, ask.seat, place))
        facts.append(fact)
    return Verdict(facts, here)


def _hint(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """A hint for a seat that has to decide something now. Everyone hears of the ask; only that seat sees the hint."""
    if not table.settings.friendly:
        return refuse(table, "no_hints")
    if reason := _barred(table, ask):
        return Verdict([], table, reason)
    asked = waited(table)
    if not asked:
        return refuse(table, "hint_nothing")
    if ask.seat not in asked:
        return refuse(table, "hint_turn", seat=asked[0])
    return one(table, Hinted(), ask, inputs.now)


def _begin(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
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


def _start(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    of_bots = table.host < 0 and not any(chair.open for chair in table.chairs)
    if ask.seat != table.host or (ask.seat < 0 and not of_bots):
        return refuse(table, "host_only")
    if table.phase != "waiting":
        return refuse(table, "started")
    if refused := refuse_while_dealing(table):
        return refused
    facts: list[Fact] = []
    here = table
    for seat, chair in enumerate(table.chairs):
        if chair.open:
            level = ask.arg if ask.arg in inputs.levels else stand_in(inputs.levels)
            more, here, _ = one(here, BotPlays(level), ask, inputs.now, seat)
            facts += more
    more, here, _ = deal(here, ask, inputs.now, inputs.luck, first=True)
    return Verdict(facts + more, here)


def _next(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != "result":
        return refuse(table, "no_result")
    if refused := refuse_while_dealing(table):
        return refused
    ready = table.ready | {ask.seat}
    if ready >= set(table.people):
        return deal(table, ask, inputs.now, inputs.luck, first=False)
    return Verdict([], replace(table, ready=ready))


def _again(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Continue at another table, whose id is `arg`. The server has opened it."""
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != "over":
        return refuse(table, "not_over")
    if table.next_table:
        return Verdict([], table)
    if not ask.arg:
        return refuse(table, "table_unknown")
    return one(table, NextTable(ask.arg), ask, inputs.now)


# ---- Around the play ------------------------------------------------------------------------------------------------


def _pause(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if table.phase != ("playing" if ask.do == "pause" else "paused"):
        return refuse(table, "no_pause" if ask.do == "pause" else "not_paused")
    return one(table, Paused(on=ask.do == "pause"), ask, inputs.now)


def _pace(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if not 0 <= ask.seat < table.seats:
        return refuse(table, "watching")
    if ask.arg not in PACES:
        return refuse(table, "pace_unknown", value=ask.arg[:20])
    if len(table.people) > 1 and ask.seat != table.host:
        return refuse(table, "host_only")
    return one(table, BotPace(ask.arg), ask, inputs.now)


_HANDLERS: dict[str, Callable[[Table, Ask, Inputs], Verdict]] = {
    "play": _play,
    "begin": _begin,
    "hint": _hint,
    "start": _start,
    "unseal": dealing.unseal,
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
