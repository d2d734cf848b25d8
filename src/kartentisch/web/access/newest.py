"""A mapping that keeps its newest entries."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(dict[K, V]):
    """At most `most` entries. The oldest go first; `keep` makes an entry the newest."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        self.pop(key, None)
        self[key] = value
        while len(self) > self.most:
            del self[next(iter(self))]
        return value
