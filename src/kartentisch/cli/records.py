"""The records that a command line names: files, folders of them, and JSON lines with a record each."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kartentisch.cli.screen import MistakeError

TEXT, LINES = ".txt", ".jsonl"
"""The suffixes of files with one record, as pages save it, and with many."""


@dataclass(frozen=True)
class Given:
    """A record, or a sentence why there is none."""

    name: str
    """The file; with its line, of JSON lines."""
    text: str = ""
    fault: str = ""


def files(paths: Sequence[str]) -> list[str]:
    """The files that are named here or in these folders, each once, in a folder by name. `-` is the standard input.

    Raises MistakeError for a path without any.
    """
    return list(dict.fromkeys(file for path in paths for file in _files(path)))


def read(names: Iterable[str]) -> list[Given]:
    """The records in these files."""
    return [one for name in names for one in _read(name)]


def _files(path: str) -> list[str]:
    if path == "-":
        return [path]
    place = Path(path)
    if place.is_dir():
        try:
            found = sorted(file for file in place.rglob("*") if file.suffix in (TEXT, LINES) and file.is_file())
        except OSError as error:
            raise MistakeError(f"{path} cannot be read: {error.strerror or error}.") from error
        if not found:
            raise MistakeError(f"{path} has no records: no files that end in {TEXT} or {LINES}.")
        return [str(file) for file in found]
    if not place.exists():
        raise MistakeError(f"There is no file {path}.")
    return [str(place)]


def _read(file: str) -> Iterator[Given]:
    name = os.fsencode(file).decode(errors="replace")
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield Given(name, fault="this is no text")
        return
    except OSError as error:
        yield Given(name, fault=f"it cannot be read: {error.strerror or error}")
        return
    if name.endswith(LINES) or (file == "-" and text.startswith(("{", '"'))):
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield _of_line(f"{name}:{number}", line)
    else:
        yield Given(name, text)


def _of_line(name: str, line: str) -> Given:
    """A line is the text of a record as a JSON string, or an object that has it as `record`."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return Given(name, fault="this line is no JSON")
    text = found.get("record") if isinstance(found, dict) else found
    if not isinstance(text, str):
        return Given(name, fault="this line has no record: it must be a JSON string, or an object with “record”")
    return Given(name, text)
