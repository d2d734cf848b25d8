"""What the doctor finds: a line each, with what is wrong and how to mend it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Level = Literal["ok", "warning", "fault"]


class Finding(NamedTuple):
    level: Level
    """fault: the server cannot do its work, or somebody can do harm; warning: it can, for now."""
    about: str
    """What was checked, in one word."""
    text: str
    """The finding, and for a warning or a fault also how to fix it."""
