# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""A data folder as one file; and one with logs that the first version cannot read, or must not play on."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import tarfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from kartentisch.store import SqliteStore, signing_key
from kartentisch.table.facts import Fact
from kartentisch.web.tokens import Tokens
from tests.stored.making.driver import Log

FILES = ("tables.sqlite3", "key")


def pack(data: Path, path: Path) -> None:
    """The database in one file, and the key; the same bytes for the same files."""
    with closing(sqlite3.connect(data / FILES[0])) as db:
        assert db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as packed:
        for name in FILES:
            info = tarfile.TarInfo(name)
            info.size, info.mode = (data / name).stat().st_size, 0o600
            packed.addfile(info, io.BytesIO((data / name).read_bytes()))
    path.write_bytes(gzip.compress(raw.getvalue(), 9, mtime=0))


def settings(first: Fact, **changes: object) -> Fact:
    said = msgspec.json.decode(first.text)
    return replace(first, text=msgspec.json.encode({**said, **changes}).decode())


def foreign(data: Path, folder: Path) -> None:
    """Logs of other versions and other programs, each from one of our own by an edit."""
    log = Log("swup", "you", "open", "bot:greedy", seed=5)
    log.ask("sit", -1, "1")
    log.play(10)
    facts, last = log.facts, log.facts[-1]
    ended = [*facts, Fact(len(facts) + 1, "closed", 0, "", "host", time=last.time + 1)]
    more = Fact(len(facts) + 1, "danced", 1, "ask-9999", "a waltz", time=last.time + 1)
    newer = {"a_new_option": True, **msgspec.json.decode(facts[0].text)["options"]}
    logs = {
        "readable": facts,
        "rules 99": [settings(facts[0], rules=99, options=newer, a_new_setting="x"), *facts[1:]],
        "rules 99 closed": [settings(ended[0], rules=99), *ended[1:]],
        "mapping 99": [settings(facts[0], mapping=99), *facts[1:]],
        "unknown game": [settings(facts[0], game="doppelkopf"), *facts[1:]],
        "unknown kind": [*facts, more],
        "unknown kind earlier": [*facts, more, *(replace(fact, number=fact.number + 1) for fact in ended[-1:])],
        "another digest": [*facts[:-1], replace(last, digest="0123456789abcdef")],
        "unknown move": [*facts[:-1], replace(last, text="wobble")],
        "unreadable settings": [replace(facts[0], text="{"), *facts[1:]],
    }
    store, key = SqliteStore(data), signing_key(data)
    tokens = Tokens(key, store)
    told = {"time": log.now, "tables": {}}
    for number, (what, made) in enumerate(logs.items()):
        table = f"foreign{number:05}"
        store.append(table, 0, made).result()
        for seat, name in enumerate(("Anna", "Ben")):
            store.set_name(table, seat, name, "mug").result()
        store.set_code(table, "BCDF" + "GHJKLMNPRST"[number]).result()
        told["tables"][what] = {
            "table": table,
            "facts": len(made),
            "cookies": [tokens.cookie(table, seat) for seat in (0, 1)],
        }
    store.close()
    pack(data, folder / "foreign.tar.gz")
    (folder / "foreign.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
