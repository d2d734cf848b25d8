"""Results in a file of JSON lines, so that a long run can be continued after it was stopped or killed.

The first line says what was played, by which program, and on which kind of processor. The other lines are the results
in the order of the tasks. A line with the name of another kind of processor is about all results after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
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
    found = {
        **{"kept": what, "format": FORMAT, "game": game, **played},
        **{"own": own, "rules": sheet(game).rules, "program": program(), "processor": processor()},
    }
    return dict(json.loads(json.dumps(found)))


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


class Keeper(Generic[Kind]):
    """An engine that plays what a file does not have yet, and appends it. For one call of `in_order`.

    Raises KeptError if the file belongs to something else. It is held until `close`.
    """

    def __init__(self, engine: Engine, path: Path, head: Mapping[str, Any], kind: type[Kind]) -> None:
        self._engine, self._path, self._head, self._kind = engine, path, head, kind
        self._had: list[tuple[str, Kind]] = []
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
        tasks = iter(tasks)
        for (kind, result), _ in zip(self._had, tasks, strict=False):
            self.processor = kind
            yield result
        with closing(self._engine.in_order(work, tasks)) as results:  # type: ignore[type-var]
            for number, result in enumerate(results, len(self._had)):
                self.processor = self._engine.processor
                self._append(number, result)
                yield result

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
            raise KeptError(f"{self._path} has the deals of another command ({found['kept']}). Name another file.")
        for name, wanted in self._head.items():
            if name in {"own", "program", "processor", "rules"} or found.get(name) == wanted:
                continue
            was, now = json.dumps(found.get(name)), json.dumps(wanted)
            raise KeptError(f"{self._path} has other deals: there, {name} is {was}, not {now}. Name another file.")
        for name, digest in self._head["own"].items():
            if found.get("own", {}).get(name) != digest:
                raise KeptError(f"{name} has changed since {self._path} was begun. Name another file.")
        if (found.get("rules"), found.get("program")) != (self._head["rules"], self._head["program"]):
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
            if result is None or found.get("deal") != len(self._had):
                raise KeptError(
                    f"Line {number} of {self._path} is damaged. Delete it and all lines after it: their deals are then "
                    "played again."
                )
            self._had.append((self._written, result))

    def _append(self, number: int, result: Kind) -> None:
        if self._written != self.processor:
            self._write({"processor": self.processor})
            self._written = self.processor
        self._write({"deal": number, "result": msgspec.to_builtins(result)})

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
