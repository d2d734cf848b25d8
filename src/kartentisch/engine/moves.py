"""Moves as text, their steps, and why a move is refused. Match, View and the live table share this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.outcomes import outcomes
from kartentisch.engine.reasons import Reason

Steps = tuple[int, ...]
"""The steps of a move, as numbers."""

LONGEST = 2000
"""The most characters of a text that is read as a move. The longest real move (52 cards) has under 400."""


def read(game: Game, text: Any) -> Steps | Reason:
    """The steps of a move from its text, or why it cannot be read.

    The text has tokens separated by spaces. Additional spaces are ignored.
    """
    if not isinstance(text, str):
        return Reason("move_kind", {"value": type(text).__name__})
    if len(text) > LONGEST:
        return Reason("move_long", {"limit": LONGEST})
    tokens = [token for token in text.split(" ") if token]
    for token in tokens:
        if token not in game.numbers:
            return Reason("token_unknown", {"token": token[:40]})
    return tuple(game.numbers[token] for token in tokens)


def write(game: Game, steps: Sequence[int]) -> str:
    """The text of a move: its tokens, separated by single spaces."""
    return " ".join(game.tokens[step] for step in steps)


def heard(game: Game, records: Records, seat: int, steps: Sequence[int], reader: int) -> list[str | None]:
    """The tokens of a move that `reader` (a seat, or BYSTANDER) may know, with None for each other token.

    `records`: the state before the move, or any reader's view of it.
    """
    return [game.tokens[step] if game.heard(records[0], seat, step, reader) else None for step in steps]


def legal(game: Game, records: Records, seat: int) -> list[int]:
    """The legal next steps of a seat, ascending, given the steps begun in the record."""
    out = game.buffer()
    steps: list[int] = out[: game.run.legal(records, 0, seat, out)].tolist()
    return steps


def begin(game: Game, records: Records, seat: int, steps: Sequence[int]) -> Records | tuple[int, Reason]:
    """The record after these first steps of a move, or the index of the step that is refused and the reason.

    If `records` is the view of the seat, the result uses only what the seat sees. The step that completes a move is
    checked but not applied, since that would need luck and cards that a view does not have.
    """
    draft = game.layout.copy(records)
    luck = new_luck()
    done = False
    for number, step in enumerate(steps):
        if done:
            return number, Reason("move_overfull", {"token": game.tokens[step]})
        if step not in legal(game, draft, seat):
            return number, game.why(draft[0], seat, step)
        done = bool(game.run.ends(draft, 0, seat, step))
        if not done:
            game.run.apply(draft, 0, seat, step, luck)
    return draft


def barred(game: Game, records: Records, seat: Any) -> Reason | None:
    """Why this seat cannot act at all now; None if it can."""
    s = records[0]
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < int(s["seats"]):
        return Reason("seat_unknown", {"seat": seat, "seats": int(s["seats"])})
    if s["over"]:
        return Reason("match_over")
    if s["round_over"]:
        return Reason("round_over")
    if not legal(game, records, seat):
        return Reason("not_your_turn", {"turn": int(game.run.asked(records, 0))})
    return None


def refusal(game: Game, records: Records, seat: Any, text: Any) -> Reason | None:
    """Why this text is not a legal complete move of the seat now; None if it is. `records`: its view, or the truth."""
    found = checked(game, records, seat, text)
    return found if isinstance(found, Reason) else None


def checked(game: Game, records: Records, seat: Any, text: Any) -> Steps | Reason:
    """The steps of a legal complete move of the seat, or why the text is none. `records`: its view, or the truth."""
    if reason := barred(game, records, seat):
        return reason
    steps = read(game, text)
    if isinstance(steps, Reason):
        return steps
    if not steps:
        return Reason("move_empty")
    reached = begin(game, records, seat, steps)
    if isinstance(reached, tuple):
        return reached[1]
    if reached[0]["begun"] == len(steps):
        return Reason("move_unfinished", {"move": write(game, steps)})
    return steps


def next_tokens(game: Game, records: Records, seat: int, text: Any) -> list[str] | Reason:
    """The legal next tokens after the tokens in `text`, or why `text` is refused.

    There are none after a complete move, and none for a seat that may not act.
    """
    first = legal(game, records, seat)
    if not first:
        return []
    steps = read(game, text)
    if isinstance(steps, Reason):
        return steps
    if not steps:
        return [game.tokens[step] for step in first]
    reached = begin(game, records, seat, steps)
    if isinstance(reached, tuple):
        return reached[1]
    if reached[0]["begun"] < len(steps):
        return []
    return [game.tokens[step] for step in legal(game, reached, seat)]


def complete(game: Game, records: Records, seat: int, limit: int) -> list[Steps]:
    """The legal complete moves of a seat, in the game's order; at most `limit` + 1 of them."""
    if game.gist is not None:
        return outcomes(game, records, seat, limit)
    found: list[Steps] = []
    for move in _search(game, records, seat, ()):
        found.append(move)
        if len(found) > limit:
            break
    return found


def _search(game: Game, records: Records, seat: int, first: Steps) -> Iterator[Steps]:
    for step in legal(game, records, seat):
        if game.run.ends(records, 0, seat, step):
            yield (*first, step)
            continue
        draft = game.layout.copy(records)
        game.run.apply(draft, 0, seat, step, new_luck())
        yield from _search(game, draft, seat, (*first, step))
