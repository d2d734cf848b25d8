"""Who sits where: taking and leaving seats, bots for seats, and the host's rights over the seats of others."""

from __future__ import annotations

from kartentisch.table.contents import (
    BecomesHost,
    BotPlays,
    Closed,
    GuestPlays,
    Left,
    MayWatch,
    PlaysAgain,
    Sat,
    SeatGiven,
)
from kartentisch.table.dealing import deal_if_full
from kartentisch.table.facts import Ask
from kartentisch.table.settings import WATCHERS
from kartentisch.table.table import Table
from kartentisch.table.ticking import used_up
from kartentisch.table.verdict import Inputs, Verdict, one, refuse, seat_in, stand_in


def _unknown(table: Table, text: str) -> Verdict:
    return refuse(table, "seat_unknown", seat=text[:8], seats=table.seats)


def _persons(table: Table, seat: int) -> bool:
    return 0 <= seat < table.seats and table.chairs[seat].person


def _is_host(table: Table, ask: Ask) -> bool:
    return ask.seat >= 0 and ask.seat == table.host


def _bot_for(table: Table, seat: int, inputs: Inputs) -> str:
    """The level of the bot that plays on for a person who goes; "" before the match, when the seat is open again."""
    return "" if table.phase == "waiting" and not table.deals else table.chairs[seat].bot or stand_in(inputs.levels)


# ---- For everyone ----------------------------------------------------------------------------------------------------


def sit(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Sit down. Anyone who takes a bot's chair in the middle of a round becomes a guest, who cannot see its hand. At a
    table with only bots the hand is no secret worth keeping, so the person plays at once.
    """
    return _sit(table, ask, inputs)


def _sit(table: Table, ask: Ask, inputs: Inputs, program: bool = False) -> Verdict:
    seat = seat_in(table, ask.arg)
    if seat is None:
        return _unknown(table, ask.arg)
    chair = table.chairs[seat]
    if chair.person:
        return refuse(table, "seat_taken", seat=seat)
    if table.next_table:
        return refuse(table, "went_on")
    late = table.running and bool(chair.bot) and any(other.person for other in table.chairs)
    return deal_if_full(one(table, Sat(late, program), ask, inputs.now, seat), ask, inputs.now, inputs.luck)


def leave(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if not _persons(table, ask.seat):
        return refuse(table, "watching")
    return one(table, Left(_bot_for(table, ask.seat, inputs)), ask, inputs.now)


def bot(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Put a bot on a seat: `arg` is "<seat> <level>". Host and owner may ask, and the table if the owner is away."""
    where, _, level = ask.arg.partition(" ")
    seat = seat_in(table, where)
    if seat is None:
        return _unknown(table, where)
    if level not in inputs.levels:
        return refuse(table, "level_unknown", value=level[:20], allowed=", ".join(inputs.levels))
    chair = table.chairs[seat]
    own = seat == ask.seat and not chair.guest
    away = ask.seat < 0 and inputs.away and chair.person
    if not own and not _is_host(table, ask) and not away:
        return refuse(table, "host_only")
    by = ask.seat if chair.person and not away else None
    return deal_if_full(one(table, BotPlays(level, by, away), ask, inputs.now, seat), ask, inputs.now, inputs.luck)


def back(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Let a person play again instead of the bot: at the asker's own seat, or, for the host, at the seat in `arg`."""
    seat = seat_in(table, ask.arg) if ask.arg else ask.seat
    if seat is None:
        return _unknown(table, ask.arg)
    if not _persons(table, seat):
        return refuse(table, "watching" if seat == ask.seat else "nobodys", seat=seat)
    if seat != ask.seat and not _is_host(table, ask):
        return refuse(table, "host_only")
    chair = table.chairs[seat]
    if not chair.bot:
        return refuse(table, "you_play" if seat == ask.seat else "plays", seat=seat)
    if used_up(table, seat):
        return refuse(table, "time_up")
    if chair.guest:
        return refuse(table, "guest" if seat == ask.seat else "guest_there", seat=seat)
    return one(table, PlaysAgain(by=None if seat == ask.seat else ask.seat), ask, inputs.now, seat)


def host(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Take over the role of a host who is away, or, as the host, give it to the person in `arg`."""
    if ask.arg:
        seat = _others_seat(table, ask)
        if not isinstance(seat, int):
            return seat
        if table.chairs[seat].program:
            return refuse(table, "people_only")
        return one(table, BecomesHost(), ask, inputs.now, seat)
    if not _persons(table, ask.seat):
        return refuse(table, "watching")
    if table.chairs[ask.seat].program:
        return refuse(table, "people_only")
    if table.host >= 0 and not inputs.away:
        return refuse(table, "host_here")
    return one(table, BecomesHost(), ask, inputs.now)


# ---- For the host ----------------------------------------------------------------------------------------------------


def _others_seat(table: Table, ask: Ask) -> int | Verdict:
    """The other person's seat that the host's ask is about, or the verdict that refuses it."""
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    if table.next_table:
        return refuse(table, "went_on")
    seat = seat_in(table, ask.arg)
    if seat is None:
        return _unknown(table, ask.arg)
    if seat == ask.seat:
        return refuse(table, "own_seat")
    return seat if table.chairs[seat].person else refuse(table, "nobodys", seat=seat)


def remove(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Take the seat in `arg` from its person. It is then open, or, during a match, a bot's."""
    seat = _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    return one(table, Left(_bot_for(table, seat, inputs), removed=True), ask, inputs.now, seat)


def give(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Give the seat in `arg` to somebody else. In the middle of a round that person becomes a guest, like everyone who
    comes late.
    """
    seat = _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    bot = (table.chairs[seat].bot or stand_in(inputs.levels)) if table.running else ""
    return one(table, SeatGiven(bot), ask, inputs.now, seat)


def program(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Let a program take the seat in `arg`. On a bot's chair in the middle of a round it becomes a guest."""
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    if table.phase == "over":
        return refuse(table, "match_over")
    return _sit(table, ask, inputs, program=True)


def let_in(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Let a guest play without waiting for the next deal. The host may ask, or the guest if nobody else is left."""
    alone = [seat for seat, chair in enumerate(table.chairs) if chair.person] == [ask.seat]
    seat = ask.seat if alone and ask.arg == str(ask.seat) else _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    if not table.chairs[seat].guest:
        return refuse(table, "plays", seat=seat)
    return one(table, GuestPlays(), ask, inputs.now, seat)


def watchers(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    """Set who may watch from now on."""
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    if ask.arg not in WATCHERS:
        return refuse(table, "watchers_unknown", value=ask.arg[:20])
    return one(table, MayWatch(ask.arg), ask, inputs.now)


def close(table: Table, ask: Ask, inputs: Inputs) -> Verdict:
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    return one(table, Closed("host"), ask, inputs.now)
