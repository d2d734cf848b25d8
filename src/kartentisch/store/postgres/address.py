"""The address of a database as an operator gives it, and its password, which must not be in the address."""

from __future__ import annotations

from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from kartentisch.store.postgres.database import Database

SCHEMES = ("postgresql://", "postgres://")
LIKE = "Name it like postgresql://user@host/database?sslmode=verify-full."
IN_THE_OPEN = (
    "The address of the database contains a password, which everybody on this computer can see in the list of "
    "processes. Leave it out, and put it into the variable KARTENTISCH_STORE_PASSWORD, or into a file that "
    "--store-password-file names."
)


def checked(url: str, password: str = "") -> Database:
    """The database at an address. No sentence repeats the address, as it may contain a secret.

    :raises ValueError: with a sentence.
    """
    unreadable = ValueError(f"The address of the database cannot be read. {LIKE}")
    if not url.startswith(SCHEMES):
        raise unreadable
    try:
        found = conninfo_to_dict(url)
    except psycopg.Error:  # whose text may repeat a part of the address
        raise unreadable from None
    if "password" in found:
        raise ValueError(IN_THE_OPEN)
    return Database(url, password)


def password(file: Path | None, variable: str) -> str:
    """The password: the first line of the file, else the variable, else "": libpq may find one itself (PGPASSFILE).

    :raises ValueError: with a sentence, if the file cannot be read or is empty.
    """
    if file is None:
        return variable
    try:
        found = file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"The file with the password of the database cannot be read: {file}.") from error
    if not found:
        raise ValueError(f"The file with the password of the database is empty: {file}.")
    return found
