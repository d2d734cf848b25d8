"""The messages between a client and the server: one JSON object each, `t` says which. Version 1.

Up go `Hello` (first), `Ask`, `Ping` and `Fetch`; down come `Welcome`, `Draw`, `Scene` and `Talk` (browsers) or `View`
(programs), `Done`, `Refused`, `Pong` and `Bye`. Every ask is answered once with `Done` or `Refused`. Unknown fields are
ignored, unknown messages are refused with a sentence.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from kartentisch.web.scene import Line, Scene

VERSION = 1
MAX_BYTES = 16 * 1024
"""Largest message that a client may send."""


class Hello(msgspec.Struct, tag="hello", tag_field="t"):
    """The first message of a connection."""

    version: int
    have: int = -1
    """Number of the newest fact the client knows; -1: nothing yet. The log lines after it come with the first scene."""
    wants: Literal["scene", "view"] = "scene"
    language: str = "en"
    talk: int = -1
    """`n` of the newest line of talk the client has; -1: none. Those after it come with the first `talk`."""
    seals: bool = False
    """Whether the client takes part in draws by `seal` and `unseal`. The first deal waits only for clients that do."""
    moment: str = ""
    """For a lesson: the id of the moment where it goes on; "" for the first one."""


class Ask(msgspec.Struct, tag="ask", tag_field="t"):
    """What a client wants. `do` says what:

    play    commit `moves` (texts of complete moves) in one go; the first refusal refuses the rest
    begin   keep `moves[0]` (first tokens of a move) as this seat's begun move on all its devices; empty: cancel
    why     nothing is done; the answer is the sentence why `path` (element ids) or `moves[0]` cannot be played
    say     a line of talk, `arg`: one line of text, up to 200 characters
    react   a sign that all see for two seconds, `arg`: `well laugh wow sad thanks moment`
    what    nothing is done; the answer is a sentence that says what the element `path[0]` is
    tell    nothing is done; the answer is a sentence to be spoken, `arg`: `last turn hand counts points wants`
    read    `arg` is `yes` or `no`: the person has opened, or closed, how a round was scored. The next round does not
            start by itself while somebody who is alone with bots reads this
    hint    what a search makes of the situation: it comes with the scenes that follow (`Scene.hint`); all hear of it
    seal    before a deal: the seal of a number that the client keeps to itself, `arg`: `<draw> <seal>` (docs/trust.md)
    unseal  answers `draw`: the number behind the seal in the list, `arg`: `<draw> <number>`
    coach   in a lesson, `arg`: `go` on, `show` me, `skip` this, `from:<id>` of a moment, to the `end`
    others  the controls of the scene: `start next again pause resume pace bot leave ...` with `arg`
    """

    id: str
    """Chosen by the client: 8 to 40 letters, digits, `-`, `_`, the same when sent again, else new at this table: drawn
    at random, so that nobody else has it too."""
    do: str
    since: int = -1
    """`since` of the scene on which the person decided; needed for play."""
    moves: list[str] = []
    path: list[str] = []
    arg: str = ""


class Ping(msgspec.Struct, tag="ping", tag_field="t"):
    """Answered by `pong`. A client that wants scenes and says nothing for 150 seconds loses the connection."""


class Fetch(msgspec.Struct, tag="fetch", tag_field="t"):
    """Asks for the newest scene (or view) again: a `pong` has told that the client is behind."""

    have: int = -1
    """As in `hello`."""


class Welcome(msgspec.Struct, tag="welcome", tag_field="t", omit_defaults=True):
    """Answers Hello; a client of another version must be loaded anew."""

    version: int
    table: str
    seat: int
    draw: int = 0
    """The draw for which a client with a seat may send a `seal` now; 0: the luck of this table cannot be checked."""


class DrawDown(msgspec.Struct, tag="draw", tag_field="t"):
    """A draw is closed: these seals count, and none is replaced. A client that finds its own answers with `unseal`.

    It is sent once to every client, also after the deal to those who connect later. The next draw is `draw` + 1.
    """

    draw: int
    """The deals of the table are counted, from 1."""
    bind: str
    """A hash that stands for the table."""
    promise: str
    """A hash of the secret of the match, which is told in its record once it is over."""
    seals: dict[int, str]
    """By seat."""


class SceneDown(msgspec.Struct, tag="scene", tag_field="t"):
    """The newest scene, and the log lines since the last scene sent to this client."""

    scene: Scene
    log: list[Line]
    fresh: bool = False
    """The log starts anew with these lines (first scene of a connection that had nothing)."""


class ViewDown(msgspec.Struct, tag="view", tag_field="t"):
    """For programs: what `Match.view(seat).json()` gives, with the number of the newest fact and `since`."""

    n: int
    since: int
    view: dict[str, Any] | None
    """None while no round has been dealt."""


class Done(msgspec.Struct, tag="done", tag_field="t"):
    id: str
    n: int
    """Number of the fact that did it, or of the newest fact where the ask leaves none."""
    text: str = ""
    """For `why`: the sentence; empty if it can be played after all. For `what` and `tell`: the sentence. For
    `again`: the address of the new table."""
    paragraph: str | msgspec.UnsetType = msgspec.UNSET
    """For `why` and `what`: the paragraph of the game's rules that the sentence follows from (`6.4`), if there is one.
    Its page is `/rules/<game>/<paragraph>`."""


class Refused(msgspec.Struct, tag="refused", tag_field="t"):
    id: str
    code: str
    """One word for programs: `late busy store paused bot_plays not_your_turn ...`, or that of the rule."""
    text: str
    """The sentence for people, in the language of the connection."""
    paragraph: str | msgspec.UnsetType = msgspec.UNSET
    """The paragraph of the game's rules that the refusal follows from, as in `done`, if there is one."""


class Spoken(msgspec.Struct, omit_defaults=True):
    """Something that somebody at the table said: a line of text, or a sign."""

    n: int
    """Milliseconds since 1970; what was said later has more."""
    seat: int
    name: str
    """Of who said it: somebody else may sit there now."""
    figure: str
    text: str = ""
    sign: str = ""


class TalkDown(msgspec.Struct, tag="talk", tag_field="t"):
    """What was said since the last `talk` sent to this client. Programs (`wants: "view"`) get none."""

    lines: list[Spoken]
    fresh: bool = False
    """The talk starts anew with these lines: all that came before is gone."""


class Pong(msgspec.Struct, tag="pong", tag_field="t"):
    """Answers `ping`. It comes after the scene (or view) of that fact: whoever has not got it asks by `fetch`."""

    n: int
    """Number of the newest fact."""


class Bye(msgspec.Struct, tag="bye", tag_field="t"):
    """The last message before the server closes: why, and whether coming back makes sense."""

    code: str
    text: str
    again: bool = True


Up = Hello | Ask | Ping | Fetch
Down = Welcome | DrawDown | SceneDown | ViewDown | TalkDown | Done | Refused | Pong | Bye
