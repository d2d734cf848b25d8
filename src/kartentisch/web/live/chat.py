"""What people say to each other at a table: short lines, which are kept, and signs, which last a moment.

Neither is a fact: they do not affect the match.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from kartentisch.engine.reasons import Reason
from kartentisch.store import TALK_KEPT, Said
from kartentisch.web.access.newest import Newest
from kartentisch.web.access.rate_limit import TokenBucket
from kartentisch.web.live.characters import shows

SIGNS = ("well", "laugh", "wow", "sad", "thanks", "moment")
"""Reactions: the symbols of `static/signs.svg`."""
LONGEST = 200
SIGN_SHOWN = 2_000
"""Milliseconds that a sign stays at its seat. Later readers do not see it."""
SIGNS_WAITING = 32
AT_ONCE = 8
"""The number of lines and signs that a seat may send at once, from all its devices together."""
SECONDS = 2
"""The number of seconds after which it may send one more."""
ANSWERS = 64

_JOINERS = "\u200c\u200d\u200e\u200f"
"""Characters without width that some languages and some emoji need."""
_TAGS = range(0xE0020, 0xE0080)
"""Characters of which the flags of some countries are made."""
_SPACES = "\u00a0\u202f\u2009\u3000"


class Sign(NamedTuple):
    time: int
    seat: int
    sign: str


class Talk:
    def __init__(self, lines: Sequence[Said]) -> None:
        self.lines = deque(lines, TALK_KEPT)
        self.signs: deque[Sign] = deque(maxlen=SIGNS_WAITING)
        self.answered = Newest[tuple[int, str], Reason | None](ANSWERS)
        """The answers to the newest asks, so that an ask sent twice is said only once."""
        self.lock = asyncio.Lock()
        """Lines are added one after the other."""
        self._buckets: dict[int, TokenBucket] = {}

    def time_of_next(self, now: int) -> int:
        """The time of the next line or sign: later than all before it, whatever the clock says."""
        return max([now, self.newest + 1, *(sign.time + 1 for sign in self.signs)])

    def take(self, seat: int, now: int) -> bool:
        """Whether this seat may say something now."""
        bucket = self._buckets.setdefault(seat, TokenBucket(now / 1000, AT_ONCE, 1 / SECONDS))
        return bucket.take(now / 1000)

    def said_before(self, seat: int, ask: str) -> bool:
        """Whether this ask added a line, perhaps before a restart."""
        return any(line.ask == ask and line.seat == seat for line in self.lines)

    def add(self, line: Said) -> bool:
        """Add a line that is stored. True: it is the first one."""
        first = not self.lines
        self.lines.append(line)
        return first

    def add_sign(self, sign: Sign) -> None:
        self.signs.append(sign)

    def answer(self, seat: int, ask: str, why: Reason | None) -> None:
        """Keep the answer to an ask."""
        self.answered.keep((seat, ask), why)

    def remember(self, lines: Sequence[Said]) -> None:
        """Replace all lines by these."""
        self.lines.clear()
        self.lines.extend(lines)

    def forget(self) -> None:
        """Remove all lines and signs."""
        self.lines.clear()
        self.signs.clear()

    @property
    def newest(self) -> int:
        """The time of the newest line; -1 if there is none."""
        return self.lines[-1].time if self.lines else -1

    def since(self, have: int | None) -> tuple[list[Said], bool]:
        """The lines after line `have`, the last one that a page has. True: the page should replace its lines by these.
        -1: it has none, since there was none. None: it does not know.
        """
        if have == self.newest:
            return [], False
        known = have == -1 or any(line.time == have for line in self.lines)
        return [line for line in self.lines if have is None or not known or line.time > have], not known

    def signs_since(self, have: int, now: int) -> list[Sign]:
        """The signs after this time that are still shown."""
        return [sign for sign in self.signs if sign.time > have and now - sign.time < SIGN_SHOWN]


def checked_text(text: str) -> str | Reason:
    """A line with single spaces, or what is wrong with it."""
    text = " ".join(filter(None, re.split(f"[ {_SPACES}]", text)))
    if not any(map(shows, text)):
        return Reason("talk_empty")
    if not all(_allowed(sign) for sign in text):
        return Reason("talk_signs")
    if len(text) > LONGEST:
        return Reason("talk_long", {"high": LONGEST, "n": len(text)})
    return text


def _allowed(sign: str) -> bool:
    """Whether a line may have this character: no line break, control character, or change of direction."""
    if sign in _JOINERS or ord(sign) in _TAGS:
        return True
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
