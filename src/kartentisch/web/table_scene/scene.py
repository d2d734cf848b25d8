"""Builds a scene: the parts that all games have in common, around the game's own drawing."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch import words
from kartentisch.bots.levels import searches
from kartentisch.table.table import Table
from kartentisch.table.ticking import left, ticking
from kartentisch.table.windows import waited, window_seats
from kartentisch.web import scenes
from kartentisch.web.live.admission import free_seats
from kartentisch.web.live.presence import HOST
from kartentisch.web.live.rematch import address
from kartentisch.web.phrases import clocks
from kartentisch.web.phrases.clocks import span
from kartentisch.web.phrases.closing import why_closed
from kartentisch.web.phrases.maintenance import framed
from kartentisch.web.scene import Counter, Invite, Moved, Prompt, Scene, Seat
from kartentisch.web.scenes import Drawn
from kartentisch.web.table_scene import hint, timers
from kartentisch.web.table_scene.controls import controls
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.rematch import question as plays_along
from kartentisch.web.table_scene.rematch import renewed
from kartentisch.web.table_scene.result import headline, standing
from kartentisch.web.table_scene.share import ending
from kartentisch.web.table_scene.talk import allowed
from kartentisch.words.shared import level


def scene(at: Reader, moved: Sequence[Moved] = (), celebrated: bool = False) -> Scene:
    """What the reader sees of the table now."""
    table, t = at.table, at.t
    title = words.of(table.game.name).title
    view = at.room.view(at.reader)
    playing = table.phase == "playing"
    begun = table.prefix(at.reader) if playing and _plays(at) else ""
    drawn = scenes.of(table.game.name).draw(view, t, at.names, begun) if view is not None else _bare(at)
    return Scene(
        n=table.number,
        since=table.since[at.reader] if not at.watching else table.number,
        game=table.game.name,
        title=title,
        subtitle=drawn.subtitle,
        options=[
            *words.changed(t, table.game, table.settings.options),
            *clocks.said(t, table),
            *hint.said(t, table),
            *renewed(t, table),
        ],
        language=t.code,
        seat=at.reader,
        phase=table.phase,
        prompt=prompt(at, drawn),
        seats=seats(at, drawn),
        columns=drawn.columns,
        rows=drawn.rows,
        zones=drawn.zones,
        buttons=drawn.buttons if playing and _plays(at) else [],
        steps=drawn.steps if playing and _plays(at) else [],
        begun=begun.split(),
        picked=drawn.picked,
        controls=[] if at.screen else controls(at),
        moved=list(moved),
        timer=timers.timer(at),
        result=ending(at, view, drawn),
        invite=_invite(at) if table.joinable else None,
        follow=address(at.room, at.by if at.screen else at.reader, at.screen),
        watchers=_watchers(at),
        cheer=drawn.cheer if celebrated else "",
        question=timers.question(at) or plays_along(at),
        hint=hint.shown(at, drawn.steps, begun),
        talk=allowed(at),
        notice=drawn.notice if playing else "",
        maintenance=framed(t, at.room.registry.maintenance.text),
        way=drawn.way if playing else "",
        summary=drawn.summary,
        hem=scenes.hem(table.game.name),
        standing=standing(at, view, at.room.scores) if at.screen and view is not None else [],
    )


def _invite(at: Reader) -> Invite:
    invite = at.public_address.invite(at.t, at.room.id, at.room.join_code.letters)
    if at.screen and invite.link:
        chairs, names = at.table.chairs, at.names
        for seat in free_seats(at.table):
            label = at.t.say("Seat {n}", n=seat + 1) if chairs[seat].open else names[seat]
            invite.seats.append(at.public_address.seat(at.room.id, seat, label))
    return invite


def _bare(at: Reader) -> Drawn:
    """The drawing before the first deal: what will be played."""
    table = at.table
    changed = words.changed(at.t, table.game, table.settings.options)
    return Drawn(
        subtitle=" · ".join([words.shared.players(at.t, range(table.seats, table.seats + 1)), *changed]),
        zones=[],
        columns=[],
    )


def _plays(at: Reader) -> bool:
    """The reader has a seat and plays it."""
    return not at.watching and at.table.chairs[at.reader].person and not at.table.chairs[at.reader].bot


def _watchers(at: Reader) -> Counter | None:
    t, n, screens = at.t, at.room.audience.watching, at.room.audience.screens
    if at.screen:
        return None
    if not at.watching:
        said = [t.many("{n} person is watching", "{n} people are watching", n)] if n else []
        said += [t.many("{n} screen shows the table", "{n} screens show the table", screens)] if screens else []
        return Counter("eye", n + screens, " · ".join(said)) if said else None
    others = t.many("You and {n} other person are watching", "You and {n} others are watching", n - 1)
    return Counter("eye", n, others if n > 1 else t.say("You are watching"))


# ---- Seats -----------------------------------------------------------------------------------------------------------


def seats(at: Reader, drawn: Drawn) -> list[Seat]:
    table = at.table
    turn, runs = waited(table), ticking(table) if table.phase == "playing" else -1
    found = []
    for number, chair in enumerate(table.chairs):
        seat = quiet_seat(table, number, drawn, at.names[number], at.figures[number], at.bots[number])
        away = at.away(number)
        seat.you = number == at.reader
        seat.turn = number in turn
        seat.away = away
        seat.host, seat.guest = number == table.host, chair.guest
        seat.state = _state(at, number, drawn, away)
        seat.about = _about(at, number, away)
        seat.next = number == drawn.next and table.phase == "playing"
        seat.left, seat.runs = left(table, number, at.now), number == runs
        found.append(seat)
    return found


def quiet_seat(table: Table, number: int, drawn: Drawn, name: str, figure: str, called: str) -> Seat:
    """A seat without anything that depends on the time or the reader. `called`: its bot's name without a mark."""
    chair = table.chairs[number]
    return Seat(
        seat=number,
        name=name,
        figure=figure,
        kind="open" if chair.open else "bot" if chair.bot else "person",
        state=drawn.states[number] if drawn.states else "",
        counters=drawn.counters[number] if drawn.counters else [],
        element=f"seat:{number}",
        called=called if chair.bot and not chair.person else "",
    )


def _state(at: Reader, number: int, drawn: Drawn, away: bool) -> str:
    t, table, chair = at.t, at.table, at.table.chairs[number]
    if chair.guest:
        return t.say("waits")
    if chair.bot:
        if chair.person:
            return t.say("a bot plays")
        if table.phase == "waiting":
            return level(t, chair.bot)
        seconds = _learns(at, number)
        return "" if seconds is None else t.say("learning: {n} s", n=seconds)
    if away:
        return t.say("away")
    if table.phase == "result" and number in table.ready:
        return t.say("ready")
    return drawn.states[number] if drawn.states else ""


def _about(at: Reader, number: int, away: bool) -> str:
    if at.table.chairs[number].guest:
        return at.t.say("{name} plays from the next round on, until then a bot does.", name=at.names[number])
    if away:
        return timers.away(at, number)
    return _learning(at, number)


def _learns(at: Reader, number: int) -> int | None:
    """The seconds for which this bot's search has been compiling; None if it need not be compiled."""
    level = at.table.chairs[number].bot
    return at.room.bot_pool.compiler.seconds(at.table.game) if level and searches(level) else None


def _learning(at: Reader, number: int) -> str:
    seconds = _learns(at, number)
    if seconds is None:
        return ""
    return at.t.many(
        "Still learning the game ({n} second so far, about a minute in all), and plays more simply until then.",
        "Still learning the game ({n} seconds so far, about a minute in all), and plays more simply until then.",
        seconds,
    )


# ---- Prompt ----------------------------------------------------------------------------------------------------------


def prompt(at: Reader, drawn: Drawn) -> Prompt:
    t, table = at.t, at.table
    if table.deals:
        return Prompt(t.say("The cards are being shuffled."))
    match table.phase:
        case "waiting":
            return _waiting(at)
        case "paused":
            return _paused(at)
        case "result" | "over":
            view = at.room.view(at.reader)
            assert view is not None
            lead, text = headline(at, view, at.room.scores)
            return Prompt(lead, text)
        case "closed":
            assert table.closed is not None
            return Prompt(t.say("This table is closed."), why_closed(t, table.closed))
        case _:
            return _turn(at, drawn)


def _waiting(at: Reader) -> Prompt:
    t, table = at.t, at.table
    free = sum(chair.open for chair in table.chairs)
    lead = t.many("{n} seat is still free.", "{n} seats are still free.", free)
    if at.watching:
        return Prompt(lead, t.say("The cards are dealt once everyone has sat down."))
    if at.reader == table.host:
        if at.public_address.base:
            return Prompt(lead, t.say("Send the link, or add bots."))
        return Prompt(lead, t.say("Add bots, or open the server to your network."))
    if table.host >= 0 and at.away(table.host):
        return Prompt(lead, _host_away(at))
    return Prompt(lead, t.say("The cards are dealt once everyone has sat down."))


def _host_away(at: Reader) -> str:
    """Who else can start, and when."""
    t, name, heir = at.t, at.names[at.table.host], at.heir
    if heir == at.reader:
        return t.say("{name}, the host, is away. You can become the host and start.", name=name)
    if heir >= 0:
        return t.say(
            "{name}, the host, is away. {other} can become the host and start.", name=name, other=at.names[heir]
        )
    wait = span(t, HOST)
    return t.say(
        "{name}, the host, is away. Somebody else can become the host {span} after they left.", name=name, span=wait
    )


def _paused(at: Reader) -> Prompt:
    t, by = at.t, at.table.paused_by
    if by < 0:
        lead = t.say("The match is paused.")
    elif by == at.reader:
        lead = t.say("You have paused the match.")
    else:
        lead = t.say("{name} has paused the match.", name=at.names[by])
    return Prompt(lead, t.say("All clocks and bots are stopped. Anyone can go on."))


def _turn(at: Reader, drawn: Drawn) -> Prompt:
    t, asked = at.t, at.asked
    if at.guest:
        wait = t.say("Until then a bot plays for you; the host can let you in at once.")
        return Prompt(t.say("You play from the next round on."), wait)
    if not at.watching and at.table.chairs[at.reader].bot:
        return Prompt(t.say("A bot plays for you."), t.say("Your seat stays yours."))
    if asked < 0:
        return Prompt("")
    if window_seats(at.table):
        return _window(at, drawn)
    name = at.names[asked]
    if asked == at.reader:
        return Prompt(drawn.lead or t.say("Your turn."), drawn.prompt, yours=True, sum=drawn.sum)
    if at.away(asked):
        held = t.say("The seat is held: {name} can come back any time.", name=name)
        said = drawn.prompt if drawn.steps or at.screen else held
        return Prompt(t.say("Waiting for {name}, who is away.", name=name), said)
    if at.watching and not at.screen:
        return Prompt(t.say("You are watching."), t.say("Waiting for {name}.", name=name))
    return Prompt(t.say("Waiting for {name}.", name=name), drawn.prompt)


def _window(at: Reader, drawn: Drawn) -> Prompt:
    """Who may react now. All others read the same, whatever cards the reacting seats hold."""
    t, seats = at.t, window_seats(at.table)
    if at.reader in seats:
        if at.reader in at.table.idle:
            return Prompt(t.say("Noted."), t.say("Until the time is up you can change your mind."), yours=True)
        return Prompt(drawn.lead or t.say("Your turn."), drawn.prompt, yours=True, sum=drawn.sum)
    if len(seats) > 2:
        return Prompt(t.say("Everyone else may react."), drawn.prompt)
    return Prompt(t.say("{names} may react.", names=t.listing([at.names[seat] for seat in seats])), drawn.prompt)
