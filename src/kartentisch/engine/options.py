"""Options of a game: declared once by its rule sheet, checked in one place, refused in the same words everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kartentisch.engine.reasons import Reason


@dataclass(frozen=True)
class Option:
    """The base of all options. `name` and `default` are as in JSON. `words/<game>.py` has the meaning in words."""

    name: str
    """Its key in JSON, and the name of its column."""
    default: Any
    """The value of a match that does not set it."""
    since: int = field(default=1, kw_only=True)
    """The rules number from which it exists. Matches of lower numbers neither have nor accept it."""
    before: Any = field(default=None, kw_only=True)
    """Its value in matches of lower numbers: how they were played. Required if `since` is above the oldest number."""
    was: tuple[tuple[int, Option], ...] = field(default=(), kw_only=True)
    """Earlier defaults and allowed values: (rules number, the option up to and including it), oldest first."""

    def at(self, rules: int) -> Option:
        """The option under a rules number, which must be `since` or higher."""
        return next((option for last, option in self.was if rules <= last), self)

    @property
    def column(self) -> str:
        """The name of its column in the record."""
        return f"option_{self.name}"

    def columns(self) -> tuple[Any, ...]:
        """Its column of the record: (name, dtype[, shape])."""
        return (self.column, np.int32)

    def allowed(self) -> str:
        """The allowed values, as text for every language: "single, tournament", "1-10000"."""
        raise NotImplementedError

    def refuse(self, value: Any) -> Reason | None:
        """Why this value, as JSON, is not allowed; None if it is."""
        raise NotImplementedError

    def write(self, record: Any, value: Any) -> None:
        """Write a checked value to the record."""
        record[self.column] = int(value)

    def read(self, record: Any) -> Any:
        """The value in the record, as JSON."""
        return int(record[self.column])

    def bad(self, value: Any, code: str = "option_value") -> Reason:
        """The refusal that names the option, the value, and the allowed values."""
        return Reason(code, {"option": self.name, "value": value, "allowed": self.allowed()})


@dataclass(frozen=True)
class Choice(Option):
    """One of several words. The record has its index."""

    words: tuple[str, ...] = ()
    """The allowed values; the column has the place in this list."""

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
    """Yes or no, in JSON true or false."""

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
    """The lowest value."""
    high: int = 2**31 - 1
    """The highest value."""

    def allowed(self) -> str:
        return f"{self.low}-{self.high}"

    def refuse(self, value: Any) -> Reason | None:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            return self.bad(value)
        return None


@dataclass(frozen=True)
class Split(Option):
    """A mapping kind -> count. The counts add up to `total`, and a missing kind counts 0. `default` has all kinds."""

    total: int = 0
    """What the parts add up to."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds in their order."""
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
    """The values of all options, with defaults for those not given, or why the given ones are refused."""
    if not isinstance(given, Mapping):
        return Reason("options_kind", {"value": given})
    for name, value in given.items():
        if name not in known:
            return Reason("option_unknown", {"option": name, "allowed": ", ".join(known)})
        if reason := known[name].refuse(value):
            return reason
    return {name: given.get(name, option.default) for name, option in known.items()}
