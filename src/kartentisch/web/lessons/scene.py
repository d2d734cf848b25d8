"""A lesson as a scene: the game's own drawing, the kitchen figures around it, and the coach's note."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch import words
from kartentisch.web import scenes
from kartentisch.web.lessons.lesson import FIGURES, LEARNER, element
from kartentisch.web.lessons.session import Session, kind_word
from kartentisch.web.live import feed
from kartentisch.web.phrases import refusals
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.web.scene import Coach, Control, Line, Moved, Prompt, Scene, Seat
from kartentisch.web.scenes import Drawn
from kartentisch.words.language import LANGUAGES, Language


def names(t: Language) -> list[str]:
    """What the seats are called."""
    return [t.say("You"), t.say("Teapot"), t.say("Salt")]


def scene(session: Session, t: Language, moved: Sequence[Moved] = ()) -> Scene:
    """What the learner sees now."""
    table, game = session.table, session.lesson.game
    view = feed.seen_by(table, LEARNER)
    assert view is not None
    begun = table.prefix(LEARNER)
    drawn = scenes.of(game).draw(view, t, names(t), begun)
    plays = session.asking and bool(session.moment.done)
    return Scene(
        n=table.number,
        since=table.since[LEARNER],
        game=game,
        title=words.of(game).title,
        subtitle=t.say("Learn by playing"),
        language=t.code,
        seat=LEARNER,
        phase="playing",
        prompt=_prompt(session, t, drawn),
        seats=_seats(session, t, drawn),
        columns=drawn.columns,
        rows=drawn.rows,
        zones=drawn.zones,
        buttons=drawn.buttons,
        steps=drawn.steps if plays else [],
        begun=begun.split(),
        picked=drawn.picked,
        controls=_controls(session, t),
        moved=list(moved),
        follow=f"/learn/{game}/done" if session.over else "",
        hem=scenes.hem(game),
        coach=_coach(session, t, drawn, begun.split()),
    )


def _seats(session: Session, t: Language, drawn: Drawn) -> list[Seat]:
    table = session.table
    waits_for = table.actors()[:1]
    return [
        Seat(
            seat=seat,
            name=name,
            figure=("mug", *FIGURES)[seat],
            kind="person",
            you=seat == LEARNER,
            turn=seat in waits_for,
            state=drawn.states[seat] if drawn.states else "",
            counters=drawn.counters[seat] if drawn.counters else [],
            element=f"seat:{seat}",
        )
        for seat, name in enumerate(names(t))
    ]


def _prompt(session: Session, t: Language, drawn: Drawn) -> Prompt:
    moment = session.moment
    if session.asking:
        if not moment.done:
            return Prompt(t.say("Have a look."), t.say(moment.do), yours=True)
        lead = t.say("Once more.") if session.tone == "wrong" else t.say("Try it.")
        begun = bool(session.table.prefix(LEARNER))
        return Prompt(lead, drawn.prompt if begun else t.say(moment.do), yours=True, sum=drawn.sum)
    if session.over or not session.table.actors():
        return Prompt(t.say("That’s it."))
    asked = session.table.actors()[0]
    if asked == LEARNER:
        return Prompt(t.say("Your turn."), "", yours=True)
    return Prompt(t.say("Waiting for {name}.", name=names(t)[asked]))


def _controls(session: Session, t: Language) -> list[Control]:
    first = session.lesson.moments[0].id
    group = t.say("Language")
    return [
        Control("coach", t.say("Once more from the start"), f"from:{first}"),
        Control("coach", t.say("To the end of the lesson"), "end"),
        *[Control("language", LANGUAGE_NAMES[code], code, chosen=code == t.code, group=group) for code in LANGUAGES],
    ]


# ---- The coach ------------------------------------------------------------------------------------------------------


def _coach(session: Session, t: Language, drawn: Drawn, begun: Sequence[str]) -> Coach:
    moment = session.moment
    return Coach(
        id=moment.id,
        step=session.place + 1,
        of=len(session.lesson.moments),
        text=note(session, t),
        at=[] if session.tone == "right" else [element(anchor) for anchor in moment.at],
        more=session.asking and not moment.done,
        why=moment.why,
        tone=session.tone,
        path=_path(session, drawn, begun) if session.shown else [],
        found=session.found,
    )


def note(session: Session, t: Language) -> str:
    """What the note says. Words between asterisks are bold."""
    moment, wrong = session.moment, session.wrong
    if session.tone == "right":
        return t.say("*That’s it.*")
    if wrong is None:
        return t.say(moment.say)
    kind = t.say(kind_word(moment, wrong))
    if wrong.reason is None:
        if kind:
            return " ".join([t.say("That would be allowed too."), kind])
        return " ".join([t.say("That would be allowed too. Here:"), t.say(moment.say)])
    why = refusals.sentence(t, session.lesson.game, wrong.reason, names(t))
    return " ".join(part for part in (t.say("*Almost.*"), why, kind) if part)


def _path(session: Session, drawn: Drawn, begun: Sequence[str]) -> list[str]:
    """The elements to pick next on the way of the move that is shown."""
    shown = session.course.shown(session.table, session.moment).split()
    if list(begun) != shown[: len(begun)]:
        return []
    rest = shown[len(begun) :]
    step = next((step for step in drawn.steps if step.token.split() == rest[: len(step.token.split())]), None)
    return step.path if step else []


def lines(session: Session, t: Language, since: int = 0) -> list[Line]:
    """The log of the lesson from an entry on: what was taught, and the moves."""
    found: list[Line] = []
    for entry in session.log[since:]:
        if isinstance(entry, int):
            found.append(Line(session.table.number, t.say(session.lesson.moments[entry].say).replace("*", "")))
        else:
            found += feed.lines(t, session.lesson.game, [entry], names(t), LEARNER)
    return found
