"""Records: a match as text. `replay` is the way back.

A record has header lines `key: value` and an empty line. Then each deal has a line `deal: luck | digest`, and each
move a line `seat: move | luck | digest`. Luck has 16 hex digits for a move and 32 for a deal; a digest has 16. The
header can have a line `hash: `, which covers the whole text (see `play.texts`), and lines that tell where the luck came
from (see `play.proof`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, set_luck
from kartentisch.play.events import DEAL, Event
from kartentisch.play.proof import Proof


@dataclass(frozen=True)
class Head:
    """The header of a record."""

    game: Game
    rules: int
    seats: int
    options: dict[str, Any]
    start: Records | None = None
    """The given truth from which the match continued. None if the match began with a deal."""


def write(
    head: Head, history: Sequence[Event], digests: Iterable[str] | None = None, proof: Proof | None = None
) -> str:
    """The record of a match. `digests`: one per event. Without them, the events are replayed to compute them.

    `proof`: where the luck came from, if anyone can check it.
    """
    game = head.game
    lines = [f"game: {game.name}", f"rules: {head.rules}", f"seats: {head.seats}", f"options: {_json(head.options)}"]
    if head.start is not None:
        lines.append(f"state: {_json(states.dump(game, head.start))}")
    if proof is not None:
        lines += proof.header()
    lines.append("")
    events = zip(history, digests or _digests(head, history), strict=True)
    for place, ((seat, move, luck), digest) in enumerate(events):
        if proof is not None and place in proof.draws:
            lines.append(proof.draws[place].text())
        text = "deal:" if seat == DEAL else f"{seat}: {' '.join(move.split())} |"
        lines.append(f"{text} {_hex(luck)} | {digest}")
    return "\n".join(lines) + "\n"


def _digests(head: Head, history: Sequence[Event]) -> Iterator[str]:
    """The digest of the truth after each event. The events are trusted: they were played before."""
    game, dealt, luck = head.game, head.start is not None, new_luck()
    records = game.new(head.seats, head.options, head.rules) if head.start is None else game.layout.copy(head.start)
    for seat, move, words in history:
        set_luck(luck, *words)
        if seat == DEAL:
            (game.run.next_round if dealt else game.run.deal)(records, 0, luck)
            dealt = True
        else:
            steps = moves.read(game, move)
            assert isinstance(steps, tuple)
            for step in steps:
                game.run.apply(records, 0, seat, step, luck)
        yield states.digest(game, records)


def _hex(luck: tuple[int, ...]) -> str:
    return "".join(f"{word:016x}" for word in luck)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
