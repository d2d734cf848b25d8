"""Which legal move fits a pattern of tokens, and if none does, why not. See `words/question.py` for patterns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from kartentisch.engine import moves
from kartentisch.engine.luck import new_luck
from kartentisch.engine.reasons import Reason
from kartentisch.engine.views import View

MOST_TRIED = 4_000
"""Steps that are tried for one pattern: cards picked in any order have many."""
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Part:
    """One token of a pattern, several in any order (`bag`), or any tokens (`rest`)."""

    token: str = ""
    bag: tuple[str, ...] = ()
    rest: bool = False


def parts(pattern: str, values: Mapping[str, Any]) -> tuple[Part, ...]:
    """A pattern with the values of the slots in it."""
    found: list[Part] = []
    for token in pattern.split():
        whole = _SLOT.fullmatch(token)
        value = values.get(whole[1], "") if whole else ""
        if whole and isinstance(value, tuple):
            found.append(Part(bag=value) if value else Part(rest=True))
        elif token.startswith("["):
            found.append(Part(bag=tuple(token[1:-1].split("|"))))
        elif token == "**":
            found.append(Part(rest=True))
        else:
            found.append(Part(_SLOT.sub(lambda slot: str(values.get(slot[1], "")) or "*", token)))
    return tuple(found)


def fits(move: str, pattern: str, values: Mapping[str, Any]) -> bool:
    """Whether the text of a move fits a pattern in which no cards come in any order."""
    texts = ["*" if part.rest else part.token for part in parts(pattern, values)]
    return fnmatchcase(move, " ".join(texts))


@dataclass
class Search:
    """One seat looks for a move. After `find` without success, `why` holds the reason that came furthest."""

    view: View
    rules: Iterable[str]
    """Codes that follow from rules: they are told before those that come from writing moves."""
    why: Reason | None = None
    _rank: tuple[bool, int] = (False, -1)
    _tried: int = 0
    _dead: set[tuple[bytes, tuple[Part, ...]]] = field(default_factory=set)

    def find(self, patterns: Sequence[str], values: Mapping[str, Any]) -> tuple[str, ...] | None:
        """The tokens of the first legal move that fits one of the patterns."""
        seat = self.view.seat
        assert seat is not None
        self.why = moves.barred(self.view.game, self.view.records, seat)
        if self.why is not None:
            return None
        for pattern in patterns:
            found = self._walk(self.view.records, parts(pattern, values), ())
            if found is not None:
                return found
        return None

    def _walk(self, records: Any, left: tuple[Part, ...], said: tuple[str, ...]) -> tuple[str, ...] | None:
        """The rest of a move, from the record after the tokens `said`."""
        game, seat = self.view.game, self.view.seat
        assert seat is not None
        if not left:
            self._refused(Reason("move_unfinished", {"move": " ".join(said)}), len(said))
            return None
        mark = (records.tobytes(), left)
        if mark in self._dead or self._tried > MOST_TRIED:
            return None
        legal = [game.tokens[step] for step in moves.legal(game, records, seat)]
        for token, after in self._next(legal, left):
            self._tried += 1
            if token not in legal:
                self._refused(game.why(records[0], seat, game.numbers[token]), len(said))
                continue
            step = game.numbers[token]
            if game.run.ends(records, 0, seat, step):
                if all(part.rest for part in after):
                    return (*said, token)
                self._refused(Reason("move_overfull", {"token": token}), len(said))
                continue
            draft = game.layout.copy(records)
            game.run.apply(draft, 0, seat, step, new_luck())
            if found := self._walk(draft, after, (*said, token)):
                return found
        self._dead.add(mark)
        return None

    def _next(self, legal: list[str], left: tuple[Part, ...]) -> Iterable[tuple[str, tuple[Part, ...]]]:
        """The tokens that can come next, each with what must follow it."""
        part, after = left[0], left[1:]
        if part.rest:
            for token in legal:
                yield token, left
            if after:
                yield from self._next(legal, after)
        elif part.bag:
            for token in Counter(part.bag):
                bag = list(part.bag)
                bag.remove(token)
                yield token, ((Part(bag=tuple(bag)), *after) if bag else after)
        elif "*" in part.token:
            fitting = [token for token in legal if fnmatchcase(token, part.token)]
            every = fitting or [token for token in self.view.game.tokens if fnmatchcase(token, part.token)][:1]
            yield from ((token, after) for token in every)
        else:
            yield part.token, after

    def _refused(self, why: Reason, depth: int) -> None:
        """Keep the reason of a rule before others, then the one that came furthest, then the first."""
        rank = (why.code in self.rules, depth)
        if self.why is None or rank > self._rank:
            self.why, self._rank = why, rank
