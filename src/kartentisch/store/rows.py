"""The row of a table: the data that the start and the lists need, without the table's facts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kartentisch.store.base import UNKNOWN, Listed, Standing
from kartentisch.table.facts import Fact


class _Heading(msgspec.Struct):
    """The part of a table's settings that is read here."""

    game: str = ""
    rules: int = 0


def heading(text: str) -> tuple[str, int]:
    """The game and the rules number in the text of an `opened` fact; ("", 0) if it does not have them."""
    try:
        said = msgspec.json.decode(text, type=_Heading)
    except msgspec.DecodeError:
        return "", 0
    return said.game, said.rules if 0 <= said.rules < 2**31 else 0


def followed(row: Listed | None, table_id: str, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Listed:
    """The row after these facts. There must be at least one."""
    changed = next((fact.time for fact in reversed(facts) if fact.kind != "woke"), row.time if row else 0)
    closed = (row is not None and row.closed) or any(fact.kind == "closed" for fact in facts)
    opened, game, rules = (row.opened, row.game, row.rules) if row else (facts[0].time, *heading(facts[0].text))
    if closed:
        standing = Standing("closed")
    return Listed(table_id, facts[-1].number, closed, changed, opened, game, rules, *standing)


def stands(row: Listed, standing: Standing) -> Listed:
    """The row with the current standing."""
    return row._replace(phase=standing.phase, public=standing.public, wake_at=standing.wake_at)
