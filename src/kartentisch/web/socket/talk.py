"""Asks to say something: `say` with a line, `react` with a sign. A line is stored first; then the table hears it."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.store import Said, outlasted
from kartentisch.table.facts import Ask
from kartentisch.web.live.chat import AT_ONCE, SECONDS, SIGNS, Sign, Talk, checked_text
from kartentisch.web.live.closing import forget_people
from kartentisch.web.live.tasks import run_to_end
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.wire import Spoken, TalkDown


async def speak(at: Reader, ask: Ask) -> Reason | None:
    """Say something; None if it was said. Raises StoreFailed; then it was not said."""
    talk = at.room.talk
    async with talk.lock:
        if (ask.seat, ask.id) in talk.answered:
            return talk.answered[ask.seat, ask.id]
        if talk.said_before(ask.seat, ask.id):
            return None
        why = _barred(at) or await (_say(at, ask) if ask.do == "say" else _react(at, ask))
        talk.answer(ask.seat, ask.id, why)
        return why


def _barred(at: Reader) -> Reason | None:
    table = at.room.table  # somebody may have left, or closed it, while this waited
    if at.watching or not table.chairs[at.reader].person:
        return Reason("talk_seats")
    if table.closed:
        return Reason("table_closed")
    return None


async def _say(at: Reader, ask: Ask) -> Reason | None:
    room, talk = at.room, at.room.talk
    text = checked_text(ask.arg)
    if isinstance(text, Reason):
        return text
    if not talk.take(ask.seat, at.now):
        return _too_fast()
    name = room.names.get(ask.seat, "")
    said = Said(talk.time_of_next(at.now), ask.seat, name, at.figures[ask.seat], text, ask.id)
    gone = await outlasted(room.store.say(room.ledger.lease, said))
    room.audience.talk_changed(first=talk.add(said))
    if gone is not None:
        raise gone
    return None


async def _react(at: Reader, ask: Ask) -> Reason | None:
    talk = at.room.talk
    if ask.arg not in SIGNS:
        return Reason("sign_unknown", {"value": ask.arg[:20], "allowed": ", ".join(SIGNS)})
    if not talk.take(ask.seat, at.now):
        return _too_fast()
    talk.add_sign(Sign(talk.time_of_next(at.now), ask.seat, ask.arg))
    at.room.audience.talk_changed(first=False)
    return None


def _too_fast() -> Reason:
    return Reason("talk_fast", {"n": AT_ONCE, "seconds": SECONDS})


async def forget(at: Reader) -> Reason | None:
    """Delete names and talk for the host. Raises StoreFailed; then they are still there."""
    if not at.is_host:
        return Reason("host_only")
    await run_to_end(forget_people(at.room))
    return None


# ---- Down ------------------------------------------------------------------------------------------------------------


class ChatCursor:
    """The talk that one page has received so far."""

    def __init__(self, talk: Talk, have: int) -> None:
        """`have`: the newest line that the page has; -1 for none."""
        self._talk = talk
        self._line: int | None = None if have < 0 and talk.lines else have
        self._sign = talk.signs[-1].time if talk.signs else -1

    def misses(self, now: int) -> bool:
        """Whether there is talk that the page has not received."""
        lines, fresh = self._talk.since(self._line)
        return bool(lines or fresh or self._talk.signs_since(self._sign, now))

    def news(self, at: Reader) -> TalkDown:
        """The talk that the page has not received; from now on it counts as received."""
        lines, fresh = self._talk.since(self._line)
        signs = self._talk.signs_since(self._sign, at.now)
        self._line = self._talk.newest
        self._sign = self._talk.signs[-1].time if self._talk.signs else -1
        nobody = [at.t.say("Seat {n}", n=seat + 1) for seat in range(at.table.seats)]
        spoken = [
            Spoken(line.time, line.seat, line.name or nobody[line.seat], line.figure, text=line.text) for line in lines
        ]
        spoken += [
            Spoken(sign.time, sign.seat, at.names[sign.seat], at.figures[sign.seat], sign=sign.sign) for sign in signs
        ]
        return TalkDown(spoken, fresh)
