"""Who sits where: sitting down and leaving, bots for seats, and what the host may do with the seats of others."""

from __future__ import annotations

from kartentisch.table.clocks import used_up
from kartentisch.table.facts import Ask
from kartentisch.table.settings import WATCHERS
from kartentisch.table.table import Table
from kartentisch.table.verdict import Luck, Verdict, deal_if_full, one, refuse, seat_in

Levels = tuple[str, ...]


def _unknown(table: Table, text: str) -> Verdict:
    return refuse(table, "seat_unknown", seat=text[:8], seats=table.seats)


def _persons(table: Table, seat: int) -> bool:
    return 0 <= seat < table.seats and table.chairs[seat].person


def _is_host(table: Table, ask: Ask) -> bool:
    return ask.seat >= 0 and ask.seat == table.host


# ---- For everybody ---------------------------------------------------------------------------------------------------


def sit(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """On a bot's chair in the middle of a round one becomes a guest, so that nobody can peek at a bot's hand.

    Where only bots sit there is nobody to be wronged.
    """
    return _sit(table, ask, now, luck, "")


def _sit(table: Table, ask: Ask, now: int, luck: Luck, who: str) -> Verdict:
    seat = seat_in(table, ask.arg)
    if seat is None:
        return _unknown(table, ask.arg)
    chair = table.chairs[seat]
    if chair.person:
        return refuse(table, "seat_taken", seat=seat)
    if table.next_table:
        return refuse(table, "went_on")
    late = table.running and bool(chair.bot) and any(other.person for other in table.chairs)
    return deal_if_full(one(table, "sat", ask, now, f"{'late' if late else ''} {who}".strip(), seat), ask, now, luck)


def leave(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    if not _persons(table, ask.seat):
        return refuse(table, "watching")
    return one(table, "left", ask, now, "" if table.phase == "waiting" else table.chairs[ask.seat].bot or levels[-1])


def bot(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """A bot for a seat: `arg` is "<seat> <level>". Of the host, of its owner, or of the table while they are away."""
    where, _, level = ask.arg.partition(" ")
    seat = seat_in(table, where)
    if seat is None:
        return _unknown(table, where)
    if level not in levels:
        return refuse(table, "level_unknown", value=level[:20], allowed=", ".join(levels))
    chair = table.chairs[seat]
    own = seat == ask.seat and not chair.guest
    away = ask.seat < 0 and ask.away and chair.person
    if not own and not _is_host(table, ask) and not away:
        return refuse(table, "host_only")
    who = "" if not chair.person else " away" if away else f" by {ask.seat}"
    return deal_if_full(one(table, "handed", ask, now, f"bot {level}{who}", seat), ask, now, luck)


def back(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """A person plays again instead of the bot: one's own seat, or as the host the seat in `arg`."""
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
    return one(table, "handed", ask, now, "back" if seat == ask.seat else f"back by {ask.seat}", seat)


def host(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """Take the role of a host who is away, or as the host give it to the person in `arg`."""
    if ask.arg:
        seat = _others_seat(table, ask)
        if not isinstance(seat, int):
            return seat
        if table.chairs[seat].program:
            return refuse(table, "people_only")
        return one(table, "handed", ask, now, "host", seat)
    if not _persons(table, ask.seat):
        return refuse(table, "watching")
    if table.chairs[ask.seat].program:
        return refuse(table, "people_only")
    if table.host >= 0 and not ask.away:
        return refuse(table, "host_here")
    return one(table, "handed", ask, now, "host")


# ---- For the host ----------------------------------------------------------------------------------------------------


def _others_seat(table: Table, ask: Ask) -> int | Verdict:
    """The seat of another person that the host's ask is about, or why not."""
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


def remove(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """Take the seat in `arg` from its person: it is open again, in a match a bot's."""
    seat = _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    bot = "" if table.phase == "waiting" else table.chairs[seat].bot or levels[-1]
    return one(table, "left", ask, now, f"removed {bot}".rstrip(), seat)


def give(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """The seat in `arg` will be somebody else's. In the middle of a round they are a guest like all who come late."""
    seat = _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    bot = (table.chairs[seat].bot or levels[-1]) if table.running else ""
    return one(table, "handed", ask, now, f"given {bot}".rstrip(), seat)


def program(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """A program takes the seat in `arg`: on a bot's chair in the middle of a round it is a guest like all others."""
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    if table.phase == "over":
        return refuse(table, "match_over")
    return _sit(table, ask, now, luck, "program")


def let_in(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """A guest need not wait for the next deal: the host says so, or the guest where nobody else is left."""
    alone = [seat for seat, chair in enumerate(table.chairs) if chair.person] == [ask.seat]
    seat = ask.seat if alone and ask.arg == str(ask.seat) else _others_seat(table, ask)
    if not isinstance(seat, int):
        return seat
    if not table.chairs[seat].guest:
        return refuse(table, "plays", seat=seat)
    return one(table, "handed", ask, now, "in", seat)


def watchers(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    """Who may watch from now on."""
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    if ask.arg not in WATCHERS:
        return refuse(table, "watchers_unknown", value=ask.arg[:20])
    return one(table, "watchers", ask, now, ask.arg)


def close(table: Table, ask: Ask, now: int, luck: Luck, levels: Levels) -> Verdict:
    if not _is_host(table, ask):
        return refuse(table, "host_only")
    return one(table, "closed", ask, now, "host")
