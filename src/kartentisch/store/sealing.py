"""Sealing of names and talk: they are encrypted with a random key per table. Destroying the key makes them unreadable,
even in copies that are still in the file. A later name gets a new key.
"""

from __future__ import annotations

import secrets
import sqlite3

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from kartentisch.store.errors import StoreFailed
from kartentisch.store.statements import SAY, SET_NAME
from kartentisch.store.values import Name, Said

KEY_BYTES = 32
NONCE_BYTES = 12


def seal(key: bytes, place: str, *texts: str) -> bytes:
    """The texts, encrypted for anyone who has the key and knows the place of the texts."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, msgspec.msgpack.encode(texts), place.encode())


def unseal(key: bytes, place: str, sealed: bytes) -> tuple[str, ...]:
    """The decrypted texts. Raises StoreFailed if they were not sealed with this key for this place."""
    nonce, text = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return msgspec.msgpack.decode(ChaCha20Poly1305(key).decrypt(nonce, text, place.encode()), type=tuple[str, ...])
    except (InvalidTag, msgspec.DecodeError, ValueError) as error:
        raise StoreFailed("broken") from error


def _name_place(table_id: str, seat: int) -> str:
    return f"names {table_id} {seat}"


def _said_place(table_id: str, time: int, seat: int) -> str:
    return f"talk {table_id} {time} {seat}"


def key_of(db: sqlite3.Connection, table_id: str) -> bytes:
    """The key of a table. It is made if there is none."""
    found = db.execute("SELECT key FROM slots JOIN keys USING (slot) WHERE table_id = ?", (table_id,)).fetchone()
    if found is not None:
        return bytes(found[0])
    key = secrets.token_bytes(KEY_BYTES)
    slot = db.execute("INSERT INTO keys (key) VALUES (?)", (key,)).lastrowid
    db.execute("INSERT INTO slots VALUES (?, ?)", (table_id, slot))
    return key


def forget(db: sqlite3.Connection, table_id: str) -> None:
    """Throw away the key of a table and everything sealed with it."""
    sql = f"UPDATE keys SET key = zeroblob({KEY_BYTES}) WHERE slot = (SELECT slot FROM slots WHERE table_id = ?)"
    db.execute(sql, (table_id,))
    for name in ("slots", "names", "talk"):
        db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table_id,))


def sealed_name(key: bytes, table_id: str, seat: int, name: str, figure: str) -> bytes:
    return seal(key, _name_place(table_id, seat), name, figure)


def sealed_said(key: bytes, table_id: str, said: Said) -> bytes:
    return seal(key, _said_place(table_id, said.time, said.seat), said.name, said.figure, said.text)


def set_name(db: sqlite3.Connection, table_id: str, seat: int, name: str, figure: str) -> None:
    db.execute(SET_NAME, (table_id, seat, sealed_name(key_of(db, table_id), table_id, seat, name, figure)))


def name_of(table_id: str, seat: int, sealed: bytes, key: bytes) -> Name:
    name, figure = unseal(key, _name_place(table_id, seat), sealed)
    return Name(name, figure)


def say(db: sqlite3.Connection, table_id: str, said: Said) -> None:
    sealed = sealed_said(key_of(db, table_id), table_id, said)
    db.execute(SAY, (table_id, said.time, said.seat, said.ask, sealed))


def said_of(table_id: str, time: int, seat: int, ask: str, sealed: bytes, key: bytes) -> Said:
    name, figure, text = unseal(key, _said_place(table_id, time, seat), sealed)
    return Said(time, seat, name, figure, text, ask)


def seal_all(db: sqlite3.Connection) -> None:
    """Seal the data that an older version of this program stored unencrypted."""
    for table_id, seat, name, figure in db.execute("SELECT * FROM open_names").fetchall():
        set_name(db, table_id, seat, name, figure)
    order = "SELECT table_id, time, seat, name, figure, text, ask FROM open_talk ORDER BY table_id, time"
    for table_id, *line in db.execute(order):
        say(db, table_id, Said(*line))
    db.execute("DROP TABLE open_names")
    db.execute("DROP TABLE open_talk")
