"""Options of a game: declared once by its rule sheet, checked in one place, refused everywhere in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kartentisch.engine.reasons import Reason


@dataclass(frozen=True)
class Option:
    """Common to all options. `name` and `default` as in JSON; the meaning in words stands in `words/<game>.py`."""

    name: str
    default: Any
    since: int = field(default=1, kw_only=True)
    """Number of the rules from which it exists. Matches of lower numbers neither name nor take it."""
    before: Any = field(default=None, kw_only=True)
    """Its value in matches of lower numbers: that day's play. Required if `since` is not the oldest number."""
    was: tuple[tuple[int, Option], ...] = field(default=(), kw_only=True)
    """(last number, the option up to and including it), oldest first: earlier defaults and allowed values."""

    def at(self, rules: int) -> Option:
        """The option as it was under a number of the rules from `since` on."""
        return next((option for last, option in self.was if rules <= last), self)

    @property
    def column(self) -> str:
        """Its column in the record."""
        return f"option_{self.name}"

    def columns(self) -> tuple[Any, ...]:
        """The column's declaration."""
        return (self.column, np.int32)

    def allowed(self) -> str:
        """What may be chosen, in signs that need no language: "single, tournament", "1-10000"."""
        raise NotImplementedError

    def refuse(self, value: Any) -> Reason | None:
        """Why this value may not be chosen."""
        raise NotImplementedError

    def write(self, record: Any, value: Any) -> None:
        """Put a value that was checked into the record."""
        record[self.column] = int(value)

    def read(self, record: Any) -> Any:
        """The value in the record, as JSON."""
        return int(record[self.column])

    def bad(self, value: Any, code: str = "option_value") -> Reason:
        """The refusal that names option, value and what is allowed."""
        return Reason(code, {"option": self.name, "value": value, "allowed": self.allowed()})


@dataclass(frozen=True)
class Choice(Option):
    """One of some words; the record holds its number."""

    words: tuple[str, ...] = ()

    def allowed(self) -> str:
        return ", ".join(self.words)

    def refuse(self, value: Any) -> Reason | None:
        return None if isinstance(value, str) and value in self.words else self.bad(value)

    def write(self, record: Any, value: Any) -> None:
        record[self.column] = self.words.index(value)

    def read(self, record: Any) -> Any:
        return self.words[int(record[self.column])]


@dataclass(frozen=True)
class Switch(Option):
    """Yes or no."""

    def allowed(self) -> str:
        return "true, false"

    def refuse(self, value: Any) -> Reason | None:
        return None if isinstance(value, bool) else self.bad(value)

    def read(self, record: Any) -> Any:
        return bool(record[self.column])


@dataclass(frozen=True)
class Count(Option):
    """A whole number from `low` to `high`."""

    low: int = 0
    high: int = 2**31 - 1

    def allowed(self) -> str:
        return f"{self.low}-{self.high}"

    def refuse(self, value: Any) -> Reason | None:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            return self.bad(value)
        return None


@dataclass(frozen=True)
class Split(Option):
    """A mapping kind -> count that adds up to `total`; a kind left out counts 0. `default` is the full mapping."""

    total: int = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds, in their order."""
        return tuple(self.default)

    def columns(self) -> tuple[Any, ...]:
        return (self.column, np.int32, (len(self.kinds),))

    def allowed(self) -> str:
        return f"{' '.join(self.kinds)}: {self.total}"

    def refuse(self, value: Any) -> Reason | None:
        if not isinstance(value, dict) or not set(value) <= set(self.kinds):
            return self.bad(value, "option_split")
        counts = list(value.values())
        if any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in counts) or sum(counts) != self.total:
            return self.bad(value, "option_split")
        return None

    def write(self, record: Any, value: Any) -> None:
        record[self.column] = [value.get(kind, 0) for kind in self.kinds]

    def read(self, record: Any) -> Any:
        return {kind: int(n) for kind, n in zip(self.kinds, record[self.column], strict=True)}


def check_options(known: Mapping[str, Option], given: Any) -> dict[str, Any] | Reason:
    """All options with the given ones in place, or why they are refused."""
    if not isinstance(given, Mapping):
        return Reason("options_kind", {"value": given})
    for name, value in given.items():
        if name not in known:
            return Reason("option_unknown", {"option": name, "allowed": ", ".join(known)})
        if reason := known[name].refuse(value):
            return reason
    return {name: given.get(name, option.default) for name, option in known.items()}
