"""Parcels: what a browser takes along to another device. A parcel is sealed with a secret that the server forgets.

Only the link has the secret. Its parcel has a name and a key that are derived from it, so the store can find a parcel
whose secret is shown, and can open none by itself.
"""

from __future__ import annotations

import hashlib
import sqlite3

from kartentisch.store.checks import check_id, check_ints
from kartentisch.store.sealing import KEY_BYTES, seal, unseal
from kartentisch.store.values import Parcel

SECRET_BYTES = 16
"""The fewest bytes of a secret."""
NAME, KEY = b"kt parcel name 1", b"kt parcel key 1"


def parcel_id(secret: bytes) -> str:
    """The name under which the parcel of a secret is kept. It does not tell the secret."""
    return _derived(secret, NAME).hex()


def pack(secret: bytes, text: str) -> bytes:
    """The text, sealed for anyone who has the secret."""
    return seal(_derived(secret, KEY), f"parcel {parcel_id(secret)}", text)


def unpack(secret: bytes, sealed: bytes) -> str:
    """The text of a parcel. Raises StoreFailed if it was not sealed with this secret."""
    (text,) = unseal(_derived(secret, KEY), f"parcel {parcel_id(secret)}", sealed)
    return text


def _derived(secret: bytes, label: bytes) -> bytes:
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"a secret has at least {SECRET_BYTES} bytes")
    return hashlib.blake2b(key=secret, person=label, digest_size=KEY_BYTES).digest()


# ---- What every store does with them ---------------------------------------------------------------------------------


def check_parcel(name: str, parcel: Parcel) -> None:
    """Raise ValueError or TypeError for a parcel that a store could not give back exactly."""
    check_id(name)
    check_ints(parcel.until)
    if not parcel.sealed or not isinstance(parcel.sealed, bytes):
        raise ValueError("a parcel has sealed bytes in it")


def keep(db: sqlite3.Connection, name: str, parcel: Parcel, room: int) -> bool:
    held: int = db.execute("SELECT coalesce(sum(length(sealed)), 0) FROM parcels").fetchone()[0]
    if held + len(parcel.sealed) > room:
        return False
    db.execute("INSERT INTO parcels VALUES (?, ?, ?)", (name, *parcel))
    return True


def take(db: sqlite3.Connection, name: str, now: int) -> bytes:
    row = db.execute("SELECT sealed FROM parcels WHERE parcel_id = ? AND until > ?", (name, now)).fetchone()
    db.execute("UPDATE parcels SET sealed = x'' WHERE parcel_id = ? AND until > ?", (name, now))
    return bytes(row[0]) if row else b""


def drop(db: sqlite3.Connection, name: str) -> bool:
    row = db.execute("DELETE FROM parcels WHERE parcel_id = ? RETURNING length(sealed)", (name,)).fetchall()
    return bool(row and row[0][0])


def drop_old(db: sqlite3.Connection, now: int) -> int:
    return db.execute("DELETE FROM parcels WHERE until <= ?", (now,)).rowcount
