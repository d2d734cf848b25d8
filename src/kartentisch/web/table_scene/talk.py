"""What a reader may do with the talk of a table."""

from __future__ import annotations

from typing import Literal

from kartentisch.web.table_scene.reader import Reader


def allowed(at: Reader) -> Literal["", "read", "write"]:
    """The reader's right: "write", "read", or "" if the table has no talk.

    A person alone with bots has nobody to talk to.
    """
    talk = at.room.talk
    if not talk.lines and sum(chair.person and not chair.program for chair in at.table.chairs) < 2:
        return ""
    if at.watching or at.table.closed or not at.table.chairs[at.reader].person:
        return "read" if talk.lines or not at.table.closed else ""
    return "write"
