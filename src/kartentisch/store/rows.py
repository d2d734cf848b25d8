"""The row of a log: the data that the start and the lists need, without the log's facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from kartentisch.store.values import UNKNOWN, Listed, Standing
from kartentisch.table.contents import Kind
from kartentisch.table.facts import Fact
from kartentisch.table.settings import heading

TABLE_FACTS = frozenset(get_args(Kind))


def kind_of(first: Fact) -> str:
    """What a log is about, by its first fact: "table", or the kind of that fact.

    A log of a kind that this program does not know is in none of its lists, so nothing is done with it.
    """
    return "table" if first.kind in TABLE_FACTS else first.kind


def followed(row: Listed | None, table_id: str, facts: Sequence[Fact], standing: Standing = UNKNOWN) -> Listed:
    """The row after these facts. There must be at least one."""
    changed = next((fact.time for fact in reversed(facts) if fact.kind != "woke"), row.time if row else 0)
    closed = (row is not None and row.closed) or any(fact.kind == "closed" for fact in facts)
    opened, game, rules = (row.opened, row.game, row.rules) if row else (facts[0].time, *heading(facts[0].text))
    if closed:
        standing = Standing("closed")
    kind = row.kind if row else kind_of(facts[0])
    return Listed(table_id, facts[-1].number, closed, changed, opened, game, rules, *standing, kind=kind)


def stands(row: Listed, standing: Standing) -> Listed:
    """The row with the current standing."""
    return row._replace(phase=standing.phase, public=standing.public, wake_at=standing.wake_at)
