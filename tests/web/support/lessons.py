"""Lessons for tests: every game that has one, and moves that a learner could try by mistake."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.engine.views import View
from kartentisch.table.table import Table
from kartentisch.web import scenes
from kartentisch.web.lessons.course import counts, taught
from kartentisch.web.lessons.lesson import LEARNER, Moment, fits
from kartentisch.web.lessons.scene import names
from kartentisch.web.lessons.session import EARLY
from kartentisch.web.scenes import Drawn
from kartentisch.words.language import language

GAMES = taught()
"""The games that have a lesson."""
MOST = 10_000


def view_of(table: Table) -> View:
    found = table.view(LEARNER)
    assert found is not None
    return found


def drawn_at(table: Table, begun: str = "") -> Drawn:
    return scenes.of(table.game.name).draw(view_of(table), language("en"), names(language("en")), begun)


def elements(drawn: Drawn, seats: int) -> set[str]:
    """Everything that can be picked or pointed at."""
    found = {f"seat:{seat}" for seat in range(seats)} | {button.id for button in drawn.buttons}
    for zone in drawn.zones:
        found |= {zone.id, *(f"{zone.id}/{card.face.rpartition('/')[2]}" for card in zone.cards)}
        found |= {f"{zone.id}:{space}" for space in range(zone.spaces)}
    return found


def moves(table: Table) -> list[str]:
    """All moves of the learner that the rules allow."""
    game, seen = table.game, view_of(table)
    return [" ".join(game.tokens[step] for step in move) for move in seen.complete(MOST)]


def attempts(table: Table) -> Iterator[str]:
    """Moves that somebody could try: single steps, then steps after those that begin a move."""
    seen, tokens = view_of(table), table.game.tokens
    yield from tokens
    begins = seen.steps()
    for _ in range(3):
        further = []
        for begun in begins if isinstance(begins, list) else []:
            after = seen.steps(begun)
            if not isinstance(after, list) or not after:
                continue
            yield from (f"{begun} {token}" for token in tokens)
            further += [f"{begun} {token}" for token in after]
        begins = further


def mistakes(table: Table, moment: Moment) -> dict[str, str]:
    """A move for each kind of wrong try of a moment, by its key in `wrong`; those that cannot occur are left out.

    "allowed" is added: a move that the rules allow, that is not meant, and that the lesson has no word for.
    """
    found: dict[str, str] = {}
    for move in moves(table):
        if not counts(moment, move):
            key = next((pattern for pattern in moment.wrong if pattern and fits(pattern, move)), "allowed")
            found.setdefault(key, move)
    wanted = set(moment.wrong) - set(found)
    seen = view_of(table)
    for move in attempts(table):
        if not wanted:
            break
        why = seen.refusal(move)
        if why is None or why.code in EARLY:
            continue
        key = why.code if why.code in moment.wrong else ""
        if key in wanted:
            found[key] = move
            wanted.discard(key)
    return found
