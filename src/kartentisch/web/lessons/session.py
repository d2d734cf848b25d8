"""One learner's way through a lesson, as a value that changes. It lives in a connection and is stored nowhere.

There is no clock here: after a move that counts, the caller calls `proceed` as long as `waits`, after as long as it
likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import msgspec

from kartentisch.engine.reasons import Reason
from kartentisch.table.after import after
from kartentisch.table.deciding import decide
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.table import Table
from kartentisch.table.verdict import Verdict
from kartentisch.web import scenes
from kartentisch.web.lessons.course import Course, counts
from kartentisch.web.lessons.lesson import LEARNER, Moment, Reply, fits
from kartentisch.web.live import feed
from kartentisch.web.scene import Moved
from kartentisch.words.language import language

RISES = 2
"""The number of wrong tries after which the fitting card rises by itself."""

MOST_MOVES = 2
"""The number of moves that one ask may carry: one, and one that goes along with it."""

EARLY = ("pick_first", "move_unfinished", "card_first", "aim_first", "items_now", "items_none", "group_open", "late")
"""Refusals of a move that is not finished: they are answered, and are no wrong try."""

Tone = Literal["", "wrong", "right"]
Work = Literal["show", "next"] | Reply


class Try(NamedTuple):
    """A wrong try."""

    reason: Reason | None
    """Why it is refused; None for a move that is allowed, and is not the one that is meant."""
    move: str


class Session:
    """A learner at a moment of a lesson."""

    def __init__(self, course: Course, moment_id: str = "") -> None:
        """`moment_id`: where to begin; an unknown moment, or none, is the first one."""
        self.course = course
        self.lesson = course.lesson
        self.fresh = True
        """The learner has jumped: what they know of the table and of the log is void."""
        self.log: list[int | feed.LogEntry] = []
        """What has happened: moves, and the places of the moments that are over."""
        self.moved: list[Moved] = []
        """The cards that have moved since this was last emptied."""
        self.table: Table = course.tables[0]
        self.place = 0
        self.tone: Tone = ""
        self.wrong: Try | None = None
        self.tries = 0
        self.shown = False
        """The fitting card has risen."""
        self.found = False
        """The learner has done what this moment wants, without a wrong try and without being shown."""
        self.over = False
        """All moments are over."""
        self._joined = ""
        """A move that the learner has sent along with the one before: it is played at the next moment if it counts."""
        self._work: list[Work] = []
        self.jump(moment_id or self.lesson.moments[0].id)

    # ---- Where the learner is ---------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        return self.lesson.moments[self.place]

    @property
    def asking(self) -> bool:
        """Whether the learner is to do something now."""
        return not (self._work or self.over)

    @property
    def waits(self) -> bool:
        """Whether something happens by itself next."""
        return bool(self._work)

    def jump(self, moment_id: str) -> bool:
        """Go on from the start of a moment. False: the lesson has no such moment, and nothing has changed."""
        place = self.lesson.place(moment_id)
        if place is None:
            return False
        self.log = list(range(place))
        self.moved, self._work, self.fresh, self.over = [], [], True, False
        self._enter(place, self.course.tables[place])
        return True

    def forget_told(self) -> None:
        """The learner has asked for everything again."""
        self.fresh = True

    def take_told(self) -> tuple[bool, list[Moved]]:
        """Whether all that the learner knows is void, and else the cards that have moved since this was last asked."""
        fresh, moved = self.fresh, self.moved
        self.fresh, self.moved = False, []
        return fresh, [] if fresh else moved

    def _enter(self, place: int, table: Table) -> None:
        self.place, self.table = place, table
        self.tone, self.wrong, self.tries, self.shown, self.found = "", None, 0, False, False

    # ---- What the learner does --------------------------------------------------------------------------------------

    def ask(self, ask: Ask, path: Sequence[str] = ()) -> Reason | None:
        """Do what the learner asks for. The result is the reason why nothing has happened; None if it has.

        A wrong try changes nothing at the table: its reason is returned, or `lesson_other` if the rules allow it.
        """
        match ask.do:
            case "play":
                return self._play(ask)
            case "begin":
                verdict = decide(self.table, ask, 0, ())
                self.table = verdict.table
                return verdict.reason
            case "why":
                return self.why(path, ask.moves[0] if ask.moves else "")
            case "coach":
                return self._coach(ask.arg)
            case _:
                return Reason("ask_unknown", {"do": ask.do[:20]})

    def _play(self, ask: Ask) -> Reason | None:
        if not self.asking:
            return Reason("lesson_wait")
        if not 1 <= len(ask.moves) <= MOST_MOVES:
            return Reason("moves_number", {"high": MOST_MOVES})
        move, *joined = (" ".join(text.split()) for text in ask.moves)
        moment, verdict = self.moment, decide(self.table, replace(ask, moves=(move,)), 0, (0,))
        if verdict.reason is not None:
            return self._tried(verdict.reason, move)
        if not counts(moment, move):
            return self._tried(None, move)
        self.log.append(self.place)
        self._act(self.course.moved(self.table, moment, move, LEARNER, moment.gives))
        self.tone, self.wrong, self.found = "right", None, not self.tries and not self.shown
        self._work, self._joined = [*moment.then, "next"], "".join(joined)
        return None

    def why(self, path: Sequence[str], move: str = "") -> Reason | None:
        """Why the picked elements, or the move, cannot be played. None if they can."""
        view = feed.seen_by(self.table, LEARNER)
        assert view is not None
        shown = scenes.of(self.lesson.game)
        if begun := self.table.prefix(LEARNER):
            path = [*shown.draw(view, language("en"), [""] * self.table.seats, begun).picked, *path]
        meant = move or shown.move_for(view, path)
        if meant is None:
            return Reason("pick_first")
        reason = view.refusal(meant)
        if reason is not None and self.asking and LEARNER in self.table.actors():
            return self._tried(reason, meant)
        return reason

    def _tried(self, reason: Reason | None, move: str) -> Reason | None:
        """Note a wrong try."""
        if reason is not None and reason.code in EARLY:
            return reason
        self.wrong, self.tone = Try(reason, move), "wrong"
        self.tries += 1
        self.shown = self.shown or self.tries >= RISES
        return reason or Reason("lesson_other")

    def _coach(self, arg: str) -> Reason | None:
        what, _, where = arg.partition(":")
        match what:
            case "from":
                return None if self.jump(where) else Reason("moment_unknown", {"moment": where[:40]})
            case "go" if self.asking and not self.moment.done:
                self.log.append(self.place)
                self._work = [*self.moment.then, "next"]
                self.proceed()
            case "show" if self.asking and self.moment.done:
                self.shown, self.tone, self.wrong = True, "", None
                self._work = ["show"]
            case "skip" if not self.over:
                self._skip()
            case "go" | "show" | "skip":
                return Reason("lesson_wait")
            case _:
                return Reason("coach_unknown", {"arg": arg[:40]})
        return None

    def _skip(self) -> None:
        """Let the script play the rest of this moment."""
        place = self.place
        if self.asking and self.moment.done:
            self._work = ["show"]
        elif self.asking:
            self.log.append(self.place)
            self._work = [*self.moment.then, "next"]
        while self._work and self.place == place:
            self.proceed()

    # ---- What happens by itself -------------------------------------------------------------------------------------

    def proceed(self) -> None:
        """Do the next thing that happens by itself: a move of a kitchen figure, and the next moment after the last."""
        if not self._work:
            return
        work, *self._work = self._work
        moment = self.moment
        if work == "show":
            move = self.course.shown(self.table, moment)
            self.log.append(self.place)
            self._act(self.course.moved(self.table, moment, move, LEARNER, moment.gives))
            self.tone, self.shown = "right", False
            self._work = [*moment.then, "next"]
        elif isinstance(work, Reply):
            self._act(self.course.answered(self.table, moment, work), jumps=self._jumps and self._work == ["next"])
        if work == "next" or (isinstance(work, Reply) and self._work == ["next"]):
            self._next()

    def _next(self) -> None:
        self._work = []
        if self.place + 1 == len(self.lesson.moments):
            self.over, self.tone = True, "right"
            return
        self._enter(self.place + 1, self.course.entered(self.table, self.place + 1))
        joined, self._joined = self._joined, ""
        if joined and counts(self.moment, joined):
            self._play(Ask("play", LEARNER, since=self.table.number, moves=(joined,)))

    @property
    def _jumps(self) -> bool:
        """Whether the next moment does not go on from the table of this one."""
        after = self.lesson.moments[self.place + 1 : self.place + 2]
        return bool(after and after[0].state)

    def _act(self, verdict: Verdict, jumps: bool = False) -> None:
        """Take over the facts of a move, as the learner sees them. `jumps`: what follows from it is not told."""
        table = self.table
        for fact in verdict.facts:
            table = self._seen(table, fact, jumps)
        self.table = verdict.table

    def _seen(self, table: Table, fact: Fact, jumps: bool) -> Table:
        now = after(table, fact)
        change = feed.change(fact, now, feed.seen_by(table, LEARNER), feed.seen_by(now, LEARNER))
        entry = feed.log_entry(change)
        self.log.append(entry._replace(events=msgspec.json.encode(feed.events(change)[:1])) if jumps else entry)
        self.moved += feed.moved(change)
        return now


def kind_word(moment: Moment, wrong: Try) -> str:
    """What the lesson says about a wrong try; "" for nothing."""
    if wrong.reason is not None:
        return moment.wrong.get(wrong.reason.code) or moment.wrong.get("", "")
    return next((said for pattern, said in moment.wrong.items() if pattern and fits(pattern, wrong.move)), "")
