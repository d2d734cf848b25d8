"""Results in a file of JSON lines, so that a long run can be continued after it was stopped or killed.

The first line says what was played, by which program, and on which kind of processor. The other lines are the results
in the order of the tasks. A line with the name of another kind of processor is about all results after it.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from kartentisch.bots.own import is_own
from kartentisch.bots.workers import Engine, Task, processor
from kartentisch.engine.caching import source_stamp
from kartentisch.engine.locking import lock_at_once
from kartentisch.play.games import sheet

Kind = TypeVar("Kind")
FORMAT = 1
_BEGINNING = b'{"kept": '
"""Each file begins with this, so that no other file is ever written to."""


class KeptError(ValueError):
    """A file of results cannot be used. The text is a sentence."""


def program() -> str:
    """A hash of all sources that decide what happens in a deal."""
    return source_stamp("engine", "games", "play", "bots")


def head(what: str, game: str, bots: Iterable[str], /, **played: Any) -> dict[str, Any]:
    """The first line of a file: what was played, without the number of deals of an arena, which may grow."""
    own = {name: _digest(Path(name.rpartition(":")[0])) for name in sorted(set(bots)) if is_own(name)}
    return plain_head(what, game=game, **played, own=own, rules=sheet(game).rules)


def plain_head(what: str, /, **said: Any) -> dict[str, Any]:
    """The first line of a file of results that are of no one game and no bots."""
    found = {"kept": what, "format": FORMAT, **said, "program": program(), "processor": processor()}
    return dict(json.loads(json.dumps(found)))


def _things(kept: object) -> str:
    """The results of a command, in a word."""
    return "reviews" if kept == "review" else "deals"


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


class Keeper(Generic[Kind]):
    """An engine that plays what a file does not have yet, and appends it. For one call of `in_order`.

    `key`: of a task and of its result, what shows that they belong together. Without it, the file has the results of
    the first tasks. Raises KeptError if the file belongs to something else. It is held until `close`.
    """

    def __init__(
        self,
        engine: Engine,
        path: Path,
        head: Mapping[str, Any],
        kind: type[Kind],
        key: Callable[[Any], object] | None = None,
    ) -> None:
        self._engine, self._path, self._head, self._kind, self._key = engine, path, head, kind, key
        self._things = _things(head["kept"])
        self._had: dict[object, tuple[str, Kind]] = {}
        self._lines = 0
        """The number of results in the file."""
        self.processor: str = head["processor"]
        self._written = self.processor
        """The kind of processor that the next line of the file would be about."""
        if path.exists() and not path.is_file():
            raise KeptError(f"{path} is not a plain file.")
        try:
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise self._failed("opened", error) from error
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def lost(self) -> int:
        return self._engine.lost

    def close(self) -> None:
        self._file.close()

    def in_order(self, work: Callable[[Task], Kind], tasks: Iterable[Task]) -> Iterator[Kind]:
        places: Iterator[tuple[int, Task]] = enumerate(tasks)
        for place, task in places:
            if (kept := self._kept(place, task)) is None:
                places = chain([(place, task)], places)
                break
            yield self._told(kept)
        waiting = deque[tuple[str, Kind] | None]()

        def missing() -> Iterator[Task]:
            for place, task in places:
                waiting.append(self._kept(place, task))
                if waiting[-1] is None:
                    yield task

        with closing(self._engine.in_order(work, missing())) as results:  # type: ignore[type-var]
            for result in results:
                while (kept := waiting.popleft()) is not None:
                    yield self._told(kept)
                self.processor = self._engine.processor
                self._append(result)
                yield result
        for kept in waiting:
            assert kept is not None, "the engine has done all that was missing"
            yield self._told(kept)

    def _kept(self, place: int, task: Any) -> tuple[str, Kind] | None:
        return self._had.get(self._key(task) if self._key else place)

    def _told(self, kept: tuple[str, Kind]) -> Kind:
        self.processor, result = kept
        return result

    # ---- The file ----------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            lock_at_once(self._file.fileno())
        except OSError as error:
            raise KeptError(f"{self._path} is used by another run.") from error
        try:
            self._file.seek(0)
            whole, _, half = self._file.readall().rpartition(b"\n")
            if not whole and not (half.startswith(_BEGINNING) or _BEGINNING.startswith(half)):
                raise self._foreign()
            if half:  # the process was killed while it wrote this
                self._file.truncate(len(whole) + 1 if whole else 0)
        except OSError as error:
            raise self._failed("read", error) from error
        if whole:
            first, *lines = whole.split(b"\n")
            self._compare(first)
            self._read(lines)
        else:
            self._write(self._head)

    def _compare(self, line: bytes) -> None:
        found = _dict(line)
        if found is None or "kept" not in found:
            raise self._foreign()
        if found.get("format") != FORMAT:
            raise KeptError(f"{self._path} was written by another version of Kartentisch. Name another file.")
        if found["kept"] != self._head["kept"]:
            things = _things(found["kept"])
            raise KeptError(f"{self._path} has the {things} of another command ({found['kept']}). Name another file.")
        for name, wanted in self._head.items():
            if name in {"own", "program", "processor", "rules"} or found.get(name) == wanted:
                continue
            was, now = json.dumps(found.get(name)), json.dumps(wanted)
            raise KeptError(
                f"{self._path} has other {self._things}: there, {name} is {was}, not {now}. Name another file."
            )
        for name, digest in self._head.get("own", {}).items():
            if found.get("own", {}).get(name) != digest:
                raise KeptError(f"{name} has changed since {self._path} was begun. Name another file.")
        if any(found.get(name) != self._head.get(name) for name in ("rules", "program")):
            raise KeptError(
                f"{self._path} was begun with another version of Kartentisch, whose bots may play differently. "
                "Continue with that version, or name another file."
            )
        self._written = str(found.get("processor"))

    def _read(self, lines: list[bytes]) -> None:
        for number, line in enumerate(lines, 2):
            found = _dict(line) or {}
            if "processor" in found:
                self._written = str(found["processor"])
                continue
            try:
                result = msgspec.convert(found.get("result"), self._kind)
            except ValueError:
                result = None
            if result is None or found.get("deal") != self._lines:
                raise KeptError(
                    f"Line {number} of {self._path} is damaged. Delete it and all lines after it: their {self._things} "
                    f"are then {'made' if self._key else 'played'} again."
                )
            self._had[self._key(result) if self._key else self._lines] = self._written, result
            self._lines += 1

    def _append(self, result: Kind) -> None:
        if self._written != self.processor:
            self._write({"processor": self.processor})
            self._written = self.processor
        self._write({"deal": self._lines, "result": msgspec.to_builtins(result)})
        self._lines += 1

    def _write(self, line: Mapping[str, Any]) -> None:
        rest = json.dumps(line).encode() + b"\n"
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise self._failed("written to", error) from error

    def _foreign(self) -> KeptError:
        return KeptError(f"{self._path} is another kind of file, and is left as it is: --keep has not written it.")

    def _failed(self, what: str, error: OSError) -> KeptError:
        return KeptError(f"{self._path} cannot be {what}: {error.strerror or error}.")


def _dict(line: bytes) -> dict[str, Any] | None:
    """A line as an object, or None if it is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
