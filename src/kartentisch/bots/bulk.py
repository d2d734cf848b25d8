"""Reviews of many records, as tasks of an engine: a text goes in, and a review or a fault comes out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from kartentisch.bots.compiling import ready
from kartentisch.bots.reviewing import DEALS, ITERATIONS, Review, affordable, review
from kartentisch.engine.rounds import FEWEST
from kartentisch.play.errors import said
from kartentisch.play.games import games, sheet
from kartentisch.play.replay import follow
from kartentisch.words.language import language

_GAME = re.compile(r"^\ufeff?game: (\w+)", re.MULTILINE)

digest_of = attrgetter("digest")
"""What a task and its result have in common."""


@dataclass(frozen=True)
class Task:
    """The text of a record, and a hash of it."""

    digest: str
    text: str


@dataclass(frozen=True)
class Reviewed:
    """What came of a record. Without a review, `fault` says why: a sentence, as that of `check`."""

    digest: str
    fault: str = ""
    game: str = ""
    rules: int = 0
    seats: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    deals: int = 0
    """The deals for each decision: a long match gets fewer."""
    iterations: int = 0
    review: Review | None = None


def task(text: str) -> Task:
    return Task(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest(), text)


def reviewed(
    task: Task,
    deals: int = DEALS,
    iterations: int = ITERATIONS,
    progress: Callable[[int, int], object] | None = None,
) -> Reviewed:
    """The review of one record. It depends on the text and these numbers, and on the kind of processor."""
    try:
        match = next(follow(task.text))[0]
        head = match.game, match.rules, match.seats, dict(match.options)
        fewest = sheet(match.game).wins == FEWEST
        found = review(task.text, fewest, deals=deals, iterations=iterations, progress=progress)
    except ValueError as error:
        return Reviewed(task.digest, fault=said(error, language("en")))
    many = sum(len(seat.decisions) for seat in found.seats)
    return Reviewed(task.digest, "", *head, affordable(deals, many), iterations, found)


def games_of(texts: Iterable[str]) -> tuple[str, ...]:
    """The games that these records name, each once."""
    named = {found[1] for text in texts if (found := _GAME.search(text))}
    return tuple(name for name in games() if name in named)


def all_ready(names: Iterable[str]) -> None:
    """Compile all that reviews of these games need, unless the cache has it."""
    for name in names:
        ready(name, search=True)
