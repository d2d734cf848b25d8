# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""Logs of tables with every kind of fact and every text."""

from __future__ import annotations

from pathlib import Path

from kartentisch.bots.bot import Bot
from kartentisch.engine import states
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.views import imagine
from kartentisch.play.games import games
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.facts import Ask
from kartentisch.table.timing import woke
from kartentisch.table.verdict import give
from kartentisch.table.windows import window_seats
from tests.stored.making.driver import LEVELS, Log
from tests.stored.making.matches import write

SHORT = {
    "schwupps": {"match": "tournament", "step_limit": 40},
    "schweinsgalopp": {"rounds": 2, "rotate_start": True},
    "solo": {"rounds": 2, "step_limit": 60},
    "swup": {},
}
"""Options with which a round soon ends."""
ONE = {"schwupps": {"step_limit": 20}, "schweinsgalopp": {"rounds": 1}, "solo": {"rounds": 1}, "swup": {}}


def seats_and_hosts(game: str) -> Log:
    """All that people, programs and the host do with seats, before the deal, in a round and after it."""
    log = Log(game, "you", "open", "open", "bot:greedy", options=SHORT[game], public=True, pace="quick")
    for who in ("nobody", "link", "anyone"):
        log.ask("watchers", 0, who)
    log.ask("sit", -1, "1")
    log.ask("leave", 1)
    log.ask("sit", -1, "1")
    log.ask("remove", 0, "1")
    log.ask("program", 0, "1")
    log.ask("remove", 0, "1")
    log.ask("sit", -1, "1")
    log.ask("give", 0, "1")
    log.ask("bot", 0, "3 easy")
    log.ask("bot", 1, "1 novice")
    log.ask("back", 1)
    log.ask("sit", -1, "2")  # the last free seat: cards are dealt
    log.play(3)
    for seat, level in zip((0, 1, 2, 0, 1, 2, 0), LEVELS, strict=True):
        log.ask("bot", seat, f"{seat} {level}")
        log.play(1)
        log.ask("back", seat)
    log.ask("sit", -1, "3")
    log.play(2)
    log.ask("in", 0, "3")
    log.play(2)
    log.ask("bot", 0, "3 hard")
    log.ask("remove", 0, "3")
    log.ask("program", 0, "3")
    log.ask("give", 0, "1")
    log.play(2)
    for pace in ("calm", "quick", "step"):
        log.ask("pace", 0, pace)
    log.ask("hint", log.table.actors()[0]) if not log.table.chairs[log.table.actors()[0]].bot else None
    log.ask("pause", 2)
    log.ask("resume", 0)
    log.ask("host", 2, away=True)
    log.play(4)
    log.ask("leave", 2)  # the host: another one follows
    log.ask("bot", 0, "3 expert", away=True)
    log.play(300)
    assert log.table.phase == "result", log.table.phase
    for seat in log.table.people:
        log.ask("next", seat)
    assert log.facts[-1].text == "next"
    log.play(3)
    while not log.table.people or log.table.chairs[log.table.actors()[0]].bot:
        log.play(1)
    log.ask("hint", log.table.actors()[0])
    log.ask("close", log.table.host)
    return log


def guests() -> Log:
    """People who come late, and to whom nobody else has followed: their logs say "you"."""
    log = Log("swup", "you", "open", "bot:greedy", clock="relaxed")
    log.ask("sit", -1, "1")
    log.play(5)
    log.ask("sit", -1, "2")
    log.play(2)
    log.ask("in", 0, "2")
    log.play(4)
    log.ask("more", 1, "2")
    log.ask("pause", 2)
    log.ask("resume", 2)
    log.ask("bot", 2, "2 hard")
    log.ask("back", 2)
    log.ask("give", 0, "1")
    log.play(2)
    log.ask("in", 0, "1")
    while log.table.actors()[0] != 1:
        log.play(1)
    log.ask("hint", 1)
    log.ask("leave", 0)
    log.ask("sit", -1, "0")
    log.play(3)
    return log


def clocks(game: str) -> Log:
    """Every clock, with everything that can happen at zero."""
    log = Log(game, "you", "open", "open", options=SHORT[game], clock="brisk", zero="bot", window=3000)
    log.ask("sit", -1, "1")
    log.ask("sit", -1, "2")
    for kind in KINDS:
        for zero in ZEROS:
            if (kind, zero) == (log.table.clocks.kind, log.table.clocks.zero):
                continue
            for seat in log.table.people:
                log.ask("clock", seat, f"{kind} {zero}")
            log.play(1)
            while window_seats(log.table):
                log.move()
            if kind != "none":
                seat = log.table.actors()[0]
                log.ask("more", (seat + 1) % 3, str(seat))
            if kind != "none" and zero != "wait":
                log.zero()
                if zero == "bot":
                    log.move()
                else:
                    log.ask("back", seat)
    log.ask("pause", 0)
    log.ask("resume", 1)
    for seat in log.table.people:
        log.ask("clock", seat, "relaxed wait")
    log.now += 3_600_000
    assert log.keep(woke(log.table, log.now))
    log.play(2)
    return log


def to_the_end(game: str) -> Log:
    """A match to its end, and on to another table; or closed for each of the reasons."""
    log = Log(game, "you", "open", options=ONE[game], friendly=False, watchers="nobody")
    log.ask("sit", -1, "1")
    if game == "solo":
        log.play(9)
        log.now += 1
        log.fact("closed", text="rules")
        return log
    while log.table.phase != "over":
        log.play(1)
        if log.table.phase == "result":
            log.wait()
    if game != "schwupps":
        log.ask("again", 1, "abcdefghjkmn")
    why = {"schwupps": "unused 30", "schweinsgalopp": "unused 1", "swup": "host"}[game]
    log.fact("closed", text=why, seat=0 if why == "host" else -1)
    return log


def played_on(game: str) -> Log:
    """From a moment of another match, as the page of a replay does it."""
    old = Log(game, "you", "bot:greedy", "bot:random", options=ONE[game])
    old.ask("start", 0)
    old.play(8)
    log = Log(game, "bot:greedy", "you", "bot:random", options=ONE[game], pace="step")
    truth = imagine(old.table.view(1), new_luck(*seeded(5, 0, 2)))
    log.keep(give(log.table, Ask("start", 1), log.now, states.dump(log.table.game, truth)))
    log.play(25)
    if log.table.phase == "result":
        log.wait()
        log.play(2)
    return log


def reactions(seats: int) -> Log:
    """People alone where one reacts out of turn, with windows that end by themselves; the host begins it with bots."""
    plan = ("you", *("open",) * (seats - 1))
    log = Log("solo", *plan, seed=seats, options={"rounds": 1}, window=10_000)
    for seat in range(1, seats - 1):
        log.ask("sit", -1, str(seat))
    log.ask("start", 0, "greedy")
    log.bots = [Bot("greedy" if seat % 3 else "random", "solo", seed=seats) for seat in range(seats)]
    log.play(90)
    return log


def of_bots(game: str) -> Log:
    """Nobody but bots."""
    log = Log(game, "bot:medium", "bot:expert", options=SHORT[game], watchers="anyone")
    log.ask("start", -1)
    log.play(12)
    return log


VARIANTS = [
    *({"pace": pace} for pace in ("calm", "quick", "step")),
    *({"window": window} for window in (0, 3000, 5000, 10_000, 60_000)),
    *({"watchers": who} for who in ("anyone", "link", "nobody")),
    *({"clock": kind, "zero": zero} for kind in KINDS for zero in ZEROS),
    {"friendly": False},
    {"public": True},
]


def make(folder: Path) -> None:
    folder, expected = folder / "logs", {}
    for game in games():
        seats_and_hosts(game).save(folder, f"seats-{game}", expected)
        clocks(game).save(folder, f"clocks-{game}", expected)
        to_the_end(game).save(folder, f"end-{game}", expected)
        played_on(game).save(folder, f"given-{game}", expected)
        of_bots(game).save(folder, f"bots-{game}", expected)
    guests().save(folder, "seats-guests", expected)
    for seats in (3, 6, 10):
        reactions(seats).save(folder, f"reactions-{seats}", expected)
    for number, more in enumerate(VARIANTS):
        game = games()[number % 4]
        plan = ("you", f"bot:{LEVELS[number % len(LEVELS)]}", *("open",) * (number % 2))
        log = Log(game, *plan, **more)
        if number % 2:
            log.ask("sit", -1, "2")
        else:
            log.ask("start", 0)
        log.play(1)
        log.save(folder, f"opened-{number:02}", expected)
    write(folder / "expected.json.gz", expected)
