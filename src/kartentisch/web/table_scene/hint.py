"""A hint in words: whether the reader can ask for one, and what it says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from kartentisch import words
from kartentisch.bots.thinking import Worth
from kartentisch.table.table import Table
from kartentisch.table.windows import waited
from kartentisch.web.hinted import Hint
from kartentisch.web.live.advisor import asked, current
from kartentisch.web.scene import Step
from kartentisch.web.table_scene.reader import Reader
from kartentisch.words.language import Language

SURE = 2
"""A move is called better only if it leads by more than this many standard errors."""


def said(t: Language, table: Table) -> list[str]:
    """A note about hints at this table, if they are not as usual."""
    return [] if table.settings.friendly else [t.say("At this table there are no hints.")]


def offered(at: Reader) -> bool:
    """Whether the reader can ask for a hint now."""
    table = at.table
    if at.watching or not table.settings.friendly or table.chairs[at.reader].bot:
        return False
    return at.reader in waited(table) and current(at.room, at.reader) is None


def shown(at: Reader, steps: Sequence[Step], begun: str) -> Hint | None:
    """The reader's hint, as far as it has been computed. `steps`: those that can be picked after `begun`."""
    if at.watching or (hint := asked(at.room, at.reader)) is None:
        return None
    t = at.t
    if hint.failed:
        return Hint(hint.number, t.say("There is no hint this time: something went wrong on the server."))
    if (seconds := at.room.bot_pool.compiler.seconds(at.table.game)) is not None:
        learning = t.many(
            "First the bots' search is compiled, once: {n} second so far, about a minute in all.",
            "First the bots' search is compiled, once: {n} seconds so far, about a minute in all.",
            seconds,
        )
        return Hint(hint.number, learning, done=0, of=hint.of)
    if not hint.done:
        return Hint(hint.number, t.say("Your hint is being computed."), done=len(hint.parts), of=hint.of)
    best, *others = hint.worths()
    move = words.of(at.table.game.name).move(t, best.move.split(), at.names)
    more = [sentence(at, best), *alternatives(at, best, others)]
    why = because(t, best, others[0]) if others else ""
    return Hint(hint.number, t.say("Best: {move}.", move=move), more, why=why, path=elements(best.move, steps, begun))


def because(t: Language, best: Worth, other: Worth) -> str:
    """How the best move beats the second-best one, in words."""
    chance, points = best.chance - other.chance, best.points - other.points
    wins = round(100 * chance)
    if wins > 0 and chance > SURE * math.hypot(best.chance_error, other.chance_error):
        return t.say("Of 100 matches, it wins about {n} more than the second-best move.", n=wins)
    if points >= 0.1 and points > SURE * math.hypot(best.points_error, other.points_error):
        return t.say("It is worth about {n} points more than the second-best move.", n=t.decimal(points))
    return t.say("The second-best move is about as good.")


def elements(move: str, steps: Sequence[Step], begun: str) -> list[str]:
    """The elements to pick next for a move; empty if another move has been begun."""
    tokens, held = move.split(), begun.split()
    rest = tokens[len(held) :] if tokens[: len(held)] == held else []
    fitting = [step for step in steps if rest[: len(step.token.split())] == step.token.split()]
    return max(fitting, key=lambda step: len(step.token.split())).path if fitting else []


def alternatives(at: Reader, best: Worth, others: list[Worth]) -> Iterator[str]:
    for one in others:
        yield sentence(at, one)
    if not others:
        yield at.t.say("There is no other move.")


def sentence(at: Reader, one: Worth) -> str:
    """A move and its worth in words."""
    t = at.t
    move = words.of(at.table.game.name).move(t, one.move.split(), at.names)
    sign = "−" if one.points < -0.05 else "+" if one.points >= 0.05 else ""
    points = f"{sign}{t.decimal(abs(one.points))} ± {t.decimal(one.points_error)}"
    chance = f"{100 * one.chance:.0f} ± {100 * one.chance_error:.0f} %"
    return t.say(
        "{move}: {points} points, {chance} to win.",
        move=move,
        points=points.replace(" ", "\N{NO-BREAK SPACE}"),
        chance=chance.replace(" ", "\N{NO-BREAK SPACE}"),
    )
