"""What people say to each other at a table: short lines, which are kept, and signs, which last a moment.

Neither is a fact: nothing in the match follows from it.
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
"""Milliseconds that a sign stays at its seat; whoever reads later does not see it any more."""
SIGNS_WAITING = 32
AT_ONCE = 8
"""Lines and signs that a seat may send in one go, on all its devices together."""
SECONDS = 2
"""After so many seconds it may send one more."""
ANSWERS = 64

_JOINERS = "\u200c\u200d\u200e\u200f"
"""Signs without width that words of some languages, and some pictures, are written with."""
_TAGS = range(0xE0020, 0xE0080)
"""What the flags of some countries are made of."""
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
        """Answers to the newest asks: one that is sent again says nothing twice."""
        self.lock = asyncio.Lock()
        """One line after the other."""
        self._credits: dict[int, TokenBucket] = {}

    def time_of_next(self, now: int) -> int:
        """When the next line or sign was said: later than all before it, whatever the clock says."""
        return max([now, self.newest + 1, *(sign.time + 1 for sign in self.signs)])

    def take(self, seat: int, now: int) -> bool:
        """Whether this seat may say something now."""
        purse = self._credits.setdefault(seat, TokenBucket(now / 1000, AT_ONCE, 1 / SECONDS))
        return purse.take(now / 1000)

    def said_before(self, seat: int, ask: str) -> bool:
        """Whether this ask stands among the lines, also after a restart."""
        return any(line.ask == ask and line.seat == seat for line in self.lines)

    def answer(self, seat: int, ask: str, why: Reason | None) -> None:
        """Keep the answer to an ask."""
        self.answered.keep((seat, ask), why)

    def remember(self, lines: Sequence[Said]) -> None:
        """Only these lines were said."""
        self.lines.clear()
        self.lines.extend(lines)

    def forget(self) -> None:
        """Nothing was ever said."""
        self.lines.clear()
        self.signs.clear()

    @property
    def newest(self) -> int:
        """When the newest line was said; -1: there is none."""
        return self.lines[-1].time if self.lines else -1

    def since(self, have: int | None) -> tuple[list[Said], bool]:
        """The lines after the one that a page has last; True: it should start anew with these.

        -1: there was none yet. None: it does not know what there was.
        """
        if have == self.newest:
            return [], False
        known = have == -1 or any(line.time == have for line in self.lines)
        return [line for line in self.lines if have is None or not known or line.time > have], not known

    def signs_since(self, have: int, now: int) -> list[Sign]:
        """The signs after this time that are still to be seen."""
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
    """No line breaks, no control characters, nothing that turns the direction of what stands around it."""
    if sign in _JOINERS or ord(sign) in _TAGS:
        return True
    return unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
