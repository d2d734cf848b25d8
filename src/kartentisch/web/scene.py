"""The fixed vocabulary of what a client draws.

A scene holds all that one reader may see of a table, in their language. The browser draws it and knows no game: a new
one brings a scene module (`web/scenes/<game>`) that speaks this vocabulary, and no JavaScript.

**Elements.** Everything that can be picked has an element id, a string:

- `zone` (a zone's id, such as `A1`): the zone itself. A zone may stand for more: `Zone.means` lists what it answers to.
- `zone/face` (such as `hand/b10`): any card with that face in that zone.
- `zone:number` (such as `track:12`): a space of a ring; -1, -2, ...: the places in its middle where pieces wait.
- `seat:2`: the figure of a seat; `button:end`: a button of the action row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from kartentisch.web.hinted import Hint
from kartentisch.web.orders import Look, Order
from kartentisch.web.scorecard import FreeSeat, Result, Standing, Summary

Big = Literal["", "hands", "four", "sweep", "lead", "out"]
"""The kinds of big moments; "" for none."""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card (or pig, or task) lying face up."""

    id: str
    """The face and a running number among equal faces of the scene, `b10.1`. A client keeps its node by this key."""
    face: str
    """The drawing, `<sheet>/<symbol>`: symbol `b10` of `static/cards/<sheet>.svg`; a card's element id uses `b10`."""
    label: str
    """The card in words: "blue 10"."""
    says: str = ""
    """What the prompt says when this card is raised: where it fits, or why it fits nowhere."""
    low: bool = False
    """It fits nowhere right now and sits lower in the hand. Only in the reader's own turn."""
    at: int = -1
    """The space on a ring or the cell of a grid, counted from 0; -1 where the order is enough. -1, -2, ... on a ring:
    it waits in the middle."""
    tag: str = ""
    """A small word or number on the card: the number of a group, "keep"."""
    runs: bool = False
    """On a ring: the drawing faces right, so it is mirrored where the way leads back to the left."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place where cards lie. `kind` says how they lie:

    pile  one on another: `cards` holds at most the top one; `hidden` or `count` says how many there are
    fan   a hand: side by side, overlapping when there is no room
    row   side by side, wrapping
    grid  cells by `Card.at`, `columns` a row
    ring  a closed track of `spaces`, cards stand on space `Card.at`; zones within its cells are drawn in its middle
    score a list of counters only
    """

    id: str
    """Its element id, which is also its key among the zones of the scene."""
    kind: Literal["pile", "fan", "row", "grid", "ring", "score"]
    """How the cards lie: see above."""
    label: str
    """The name of the zone in words, for the screen and for screen readers."""
    place: Literal["table", "hand", "own", "seat"]
    """table: in the middle, at `at`; hand: the reader's hand; own: beside that hand; seat: at the seat `seat`, where
    cards that lie open to the reader can be looked up: a tap on the seat opens a sheet that names them."""
    at: tuple[int, int, int, int] = (0, 0, 1, 1)
    """The cell of the table's grid, from 0: column, row, columns spanned, rows spanned."""
    seat: int = -1
    """For `place` own and seat: the seat it belongs to; -1 for none."""
    cards: Sequence[Card] = []
    """The cards that lie face up, in the order in which they are drawn."""
    hidden: int = 0
    """The number of cards lying face down in it, drawn as backs."""
    count: int = -1
    """The number shown on a badge; -1 for none."""
    back: str = ""
    """The drawing of the back, like `Card.face`."""
    caption: str = ""
    """A line under the zone: "wants a 7"."""
    means: Sequence[str] = []
    """Other element ids that a tap on this zone can mean."""
    size: Literal["big", "card", "small"] = "card"
    """How large its cards are drawn."""
    columns: int = 0
    """The number of cells in a row of a grid."""
    spaces: int = 0
    """The number of spaces of a ring."""
    start: int = -1
    """The space of a ring that is marked as the start line; -1 for none."""
    next: int = -1
    """The space of a ring that is filled next, and is marked until then; -1 for none."""
    arrow: bool = False
    """Draw an arrow from this zone to the next one on its right."""
    counters: Sequence[Counter] = []
    """Numbers printed beside it, such as the points of a pile."""
    show_label: bool = False
    """Print the label above the zone (it is always there for screen readers)."""
    orders: Sequence[Order] = []
    """For a hand: other orders that the reader may choose. `cards` is in the game's order."""
    room: int = 0
    """For a hand that grows: the number of cards for which there is room, so that the table does not move. For a ring:
    the number of pieces that may wait in its middle, each in its place."""
    under: Sequence[str] = []
    """For a pile: the faces of the cards right below its top, the lowest first. They lie turned under it."""
    look: Look | None = None
    """What opens after a tap that picks nothing: all cards of an open pile."""


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number with an icon (`static/icons.svg`) and its words: "4 in hand"."""

    icon: str
    """The name of the icon."""
    n: int
    """The number; -1 for none, only the icon and the words."""
    label: str
    """The number in words, for screen readers and as a tooltip."""
    strong: bool = False
    """It is shown in the accent colour, as for the last card."""
    faces: Sequence[str] = []
    """The cards that it counts, if they lie open: where there is room, they are shown before the seat."""


class Seat(msgspec.Struct, omit_defaults=True):
    seat: int
    """Its number, from 0."""
    name: str
    """Whose seat it is: a name, “Bot …”, or “seat 2”."""
    figure: str
    """The name of the drawing of that person: `mug`, `pear`, ..."""
    kind: Literal["person", "bot", "open"]
    """Who has it: `open` means nobody."""
    you: bool = False
    """It is the reader's own."""
    turn: bool = False
    """The game waits for this seat."""
    away: bool = False
    """Its person has no page open."""
    host: bool = False
    """Its person is the host, who may close the table and decide about the seats of others."""
    guest: bool = False
    """Its person came in the middle of the round and sees what a bystander sees. A bot plays until the next deal."""
    state: str = ""
    """Its state in words: "away", "bot, greedy", "ready"."""
    counters: list[Counter] = []
    """What everybody may know about its cards and points."""
    element: str = ""
    """The element id of its figure, `seat:2`."""
    about: str = ""
    """More about its state, as a sentence: what happens while somebody is away."""
    left: int = -1
    """Milliseconds that it has for its decision, or would have; -1 if it has no clock. See `runs`."""
    runs: bool = False
    """Its time is running now: see `left`."""
    next: bool = False
    """It comes after the player to move, if nothing happens in between. Only where the direction can change."""
    called: str = ""
    """The name of a bot without the word "bot", for places with a sign instead; "" if it is no bot."""


class Step(msgspec.Struct, omit_defaults=True):
    """One next step of this seat, and the ways to pick it."""

    token: str
    """The next token of the move, or several tokens if there is no choice between them."""
    path: list[str]
    """The elements to pick one after the other. A path of one button is a button of the action row."""
    labels: list[str]
    """The words of buttons that stand for the elements of the path: ["Green 7", "On A1"]."""
    says: str
    """The step as a sentence: "Play green 7 on A1"."""
    ends: bool = True
    """It completes the move, so picking it plays. If not, the move is begun, and the server sends the next steps."""
    aside: bool = False
    """It is out of turn: it gets a dashed ring, never takes the focus and makes no sound."""
    ghost: str = ""
    """A face drawn faintly on the last element of the path, a space of a ring, while it can be picked."""
    along: list[str] = []
    """The ids of the pressed buttons whose move goes along with this one."""


class Button(msgspec.Struct, omit_defaults=True):
    """A button of the action row that never moves. Without a step whose path is `[id]` it is dashed and asks why."""

    id: str
    """Its element id, `button:end`."""
    label: str
    """The word on it."""
    lead: bool = False
    """It is what the turn is about, and is shown in the accent colour."""
    icon: str = ""
    """The name of an icon of `static/icons.svg`; "" for none."""
    joins: str = ""
    """It is a whole move that may go along with another one. It stays pressed until a step takes it along, or until it
    is a move by itself."""
    says: str = ""
    """The answer to a press if nothing can make its move legal. Then it does not stay pressed."""


class Control(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to do with the table rather than in the game: start, pause, next round, a bot for a seat."""

    do: str
    """The ask that it sends: `next`, `pause`, `bot`, ..."""
    label: str
    """The words on it."""
    arg: str = ""
    """The argument of the ask: a seat, a pace, a name; "" for none."""
    where: Literal["row", "menu", "middle", "question", "timer", "board"] = "menu"
    """middle: in a pause; question: beside `Scene.question`; timer: beside a short time; board: a tap on the table."""
    lead: bool = False
    """It is what most people want next, and is shown in the accent colour."""
    confirm: str = ""
    """A question to ask first; "" for none."""
    chosen: bool = False
    """It is the current one of several choices, such as the pace."""
    group: str = ""
    """The heading of the choices that it belongs to, in words."""
    seat: int = -1
    """The seat that it is about. It is on the sheet of that seat, not in the menu."""


class Moved(msgspec.Struct, omit_defaults=True):
    """Cards that went from one element to another since the scene before; to the same one: they were shuffled there."""

    source: str
    """The element id of where they were."""
    target: str
    """The element id of where they are now."""
    faces: list[str] = []
    """The faces that this reader may see; backs are shown if there are none."""
    n: int = 1
    """The number of cards."""
    big: Big = ""
    """A big moment, which a client may celebrate with a gesture and a quiet sound: hands change owners, four cards are
    to be drawn, the table is swept, the lead changes, somebody goes out. The first one in a scene counts."""


class Prompt(msgspec.Struct, omit_defaults=True):
    lead: str
    """Whose turn it is, "Your turn."; shown in the accent colour if `yours`."""
    text: str = ""
    """What the reader can do, or for whom the game waits, as a sentence."""
    yours: bool = False
    """The game waits for the reader."""
    sum: str = ""
    """A calculation that goes with a begun move, printed large before the text: 6 + 5 = 11."""


class Line(msgspec.Struct, omit_defaults=True):
    """A sentence of the log."""

    n: int
    """The number of the fact that it is about."""
    text: str
    """The sentence, in the reader's language."""
    seat: int = -1
    """The seat that it is about; -1 for nobody in particular."""
    bold: str = ""
    """The words at the beginning of `text` that name the person."""
    you: bool = False
    """Somebody else's move did this to the reader. Where only one line is shown, it is this one."""


class Timer(msgspec.Struct, omit_defaults=True):
    """A time that runs for everybody alike; the client draws it, the server alone decides.

    window  seats may react; next: the next round comes; turn: somebody's decision; away: a bot will step in
    """

    kind: Literal["window", "next", "turn", "away"]
    """What the time is for: see above."""
    left: int
    """Milliseconds left when the scene was made."""
    total: int
    """Milliseconds of the whole time."""
    label: str
    """What the time is for, in words."""
    then: str = ""
    """What happens when it is over, as a sentence. It is shown and spoken once when little time is left."""


class Invite(msgspec.Struct, omit_defaults=True):
    """How others get here."""

    link: str
    """The link; "" if only this machine can reach the table."""
    qr: str
    """The link as a QR code in SVG; "" without a link."""
    text: str
    """What to do: send the link, or run the command that opens the table to the home network."""
    code: str = ""
    """Five to seven letters to type on the first page of the server, for people who cannot scan; "" for none."""
    seats: list[FreeSeat] = []
    """On a screen in the middle of the table: the seats that can be taken."""


class Coach(msgspec.Struct, omit_defaults=True):
    """In a lesson: the note of the one thing that it is about now. Words between asterisks are bold."""

    id: str
    """The id of this moment, by which the client keeps the progress."""
    step: int
    """The number of this moment, from 1."""
    of: int
    """The number of moments of the lesson."""
    text: str
    """The note, in the reader's language."""
    at: list[str] = []
    """The elements that it is about."""
    more: bool = False
    """There is nothing to do but to go on: the ask `coach`, `arg` `go`."""
    why: str = ""
    """The paragraph of the rules behind it, `4.2`."""
    tone: Literal["", "wrong", "right"] = ""
    """wrong: the learner has tried something else; right: they have done it."""
    path: list[str] = []
    """The elements to pick one after the other, shown because the learner asked or was wrong twice."""
    found: bool = False
    """The learner has just done it alone: without a wrong try, and without being shown."""


class Scene(msgspec.Struct, omit_defaults=True):
    n: int
    """The number of the newest fact in it."""
    since: int
    """The number of the fact since which this seat has not moved and its moves have not changed. Asks send it back."""
    game: str
    """The name of the game, as in addresses."""
    title: str
    """The game's name as its publisher writes it."""
    subtitle: str
    """A line under the title, such as the number of the round."""
    language: str
    """The code of the reader's language, `en`."""
    seat: int
    """The reader's seat; -1 for a bystander."""
    phase: Literal["waiting", "playing", "paused", "result", "over", "closed"]
    """The phase of the table. `result`: a round is over; `over`: the match is over."""
    prompt: Prompt
    """Whose turn it is, and what the reader can do."""
    seats: list[Seat]
    """All seats, seat 0 first."""
    options: list[str] = []
    """The options of this table that are not the usual ones, in words: "Rounds: 5 rounds"."""
    columns: list[float] = []
    """The relative widths of the columns of the table's grid."""
    rows: int = 1
    """The number of rows of the table's grid."""
    zones: list[Zone] = []
    """The places where cards lie."""
    buttons: list[Button] = []
    """The action row, from left to right."""
    steps: list[Step] = []
    """The next steps of this seat; none if it may not act."""
    begun: list[str] = []
    """The tokens of the move that this seat has begun, the same on all its devices."""
    picked: list[str] = []
    """The elements that the begun tokens stand for, in the order picked. `Card.tag` numbers them where that helps."""
    controls: list[Control] = []
    """What the reader may do with the table."""
    moved: list[Moved] = []
    """The cards that moved since the scene before."""
    timer: Timer | None = None
    """The time that is running; None if none is."""
    result: Result | None = None
    """The result of the round or match; None while it is being played."""
    invite: Invite | None = None
    """How others get here; None if nobody can."""
    cheer: str = ""
    """A word that celebrates the newest fact. A client shows it once, for a moment."""
    question: str = ""
    """A question to all people, in words. The answers are controls."""
    follow: str = ""
    """The address of the next table for this reader. A page that is open when it appears goes there by itself."""
    watchers: Counter | None = None
    """The number of people who watch, in words; None for nobody."""
    hint: Hint | None = None
    """The hint that the reader has asked for; None without one."""
    talk: Literal["", "read", "write"] = ""
    """What the reader may do with the talk at the table; "" if nobody is there to talk to."""
    notice: str = ""
    """A sentence for the whole table: "Anna has paused the match." """
    maintenance: str = ""
    """The operator's message to everybody, until it is taken back."""
    standing: list[Standing] = []
    """On a screen in the middle of the table: the points so far, the best first."""
    way: Literal["", "left", "right"] = ""
    """The direction of play where it can change; "" elsewhere."""
    summary: Summary | None = None
    """How things stand, for a place beside a large table; None before the first deal."""
    hem: Literal["", "slant", "star", "sweep", "snout"] = ""
    """The motif embroidered along the edge of a large tablecloth; "" for a plain one."""
    coach: Coach | None = None
    """What a lesson says; None at all other tables."""
