"""The fixed vocabulary of what a client draws.

A scene holds all that one reader may see of a table, in their language. The browser draws it and knows no game: a new
one brings a scene module (`web/scenes/<game>.py`) that speaks this vocabulary, and no JavaScript.

**Elements.** Everything that can be picked has an element id, a string:

- `zone` (a zone's id, such as `A1`): the zone itself. A zone may stand for more: `Zone.means` lists what it answers to.
- `zone/face` (such as `hand/b10`): any card with that face in that zone.
- `zone:number` (such as `track:12`): a space of a ring; -1, -2, ...: the places in its middle where pieces wait.
- `seat:2`: the figure of a seat; `button:end`: a button of the action row.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kartentisch.web.hinted import Hint
from kartentisch.web.orders import Look, Order
from kartentisch.web.scorecard import FreeSeat, Result, Standing


class Card(msgspec.Struct, omit_defaults=True):
    """A card (or pig, or task) lying face up."""

    id: str
    """Face and running number among equal faces of the scene, `b10.1`: the key under which a client keeps its node."""
    face: str
    """The drawing, `<sheet>/<symbol>`: symbol `b10` of `static/cards/<sheet>.svg`; a card's element id uses `b10`."""
    label: str
    """The card in words: "blue 10"."""
    says: str = ""
    """What the prompt says when this card is raised: where it fits, or why it fits nowhere."""
    low: bool = False
    """Fits nowhere right now (own turn only): sits lower in the hand."""
    at: int = -1
    """Space on a ring or cell of a grid, counted from 0; -1 where order is enough. -1, -2, ... on a ring: it waits in
    its middle."""
    tag: str = ""
    """A small word or figure on the card: a group's number, "keep"."""
    runs: bool = False
    """On a ring: drawn facing right, so mirrored where the way leads back to the left."""


class Zone(msgspec.Struct, omit_defaults=True):
    """A place where cards lie. `kind` says how they lie:

    pile  one on another: `cards` holds at most the top one; `hidden` or `count` says how many there are
    fan   a hand: side by side, overlapping when there is no room
    row   side by side, wrapping
    grid  cells by `Card.at`, `columns` a row
    ring  a closed track of `spaces`, cards stand on space `Card.at`; zones within its cells are drawn in its middle
    score a list of counters only
    """

    id: str
    kind: Literal["pile", "fan", "row", "grid", "ring", "score"]
    label: str
    """Name of the zone in words, for the screen and for screen readers."""
    place: Literal["table", "hand", "own", "seat"]
    """table: in the middle, at `at`; hand: the reader's hand; own: beside that hand; seat: at the seat `seat`, where
    cards that lie open to the reader can be looked up: a tap on the seat opens a sheet that names them."""
    at: tuple[int, int, int, int] = (0, 0, 1, 1)
    """Cell of the table's grid: column, row, columns spanned, rows spanned (from 0)."""
    seat: int = -1
    cards: list[Card] = []
    hidden: int = 0
    """Cards lying face down in it, drawn as backs."""
    count: int = -1
    """Number shown on a badge; -1: none."""
    back: str = ""
    """Drawing of the back, like `Card.face`."""
    caption: str = ""
    """A line under the zone: "wants a 7"."""
    means: list[str] = []
    """Further element ids that a tap on this zone can stand for."""
    size: Literal["big", "card", "small"] = "card"
    columns: int = 0
    spaces: int = 0
    start: int = -1
    """The space of a ring that is marked as the start line; -1: none."""
    next: int = -1
    """The space of a ring that is filled next: marked until it is; -1: none."""
    arrow: bool = False
    """Draw an arrow from this zone to the next one on its right."""
    counters: list[Counter] = []
    show_label: bool = False
    """Print the label above the zone (it is always there for screen readers)."""
    orders: list[Order] = []
    """For a hand: other orders that the reader may choose; `cards` itself stands in the game's order."""
    room: int = 0
    """For a hand that grows: the number of cards for which room is kept, so that the table does not move. For a ring:
    the number of pieces that may wait in its middle, each at its place."""
    look: Look | None = None


class Counter(msgspec.Struct, omit_defaults=True):
    """A number with an icon (`static/icons.svg`) and its words: "4 in hand"."""

    icon: str
    n: int
    """-1: no number, only the icon and the words."""
    label: str
    strong: bool = False
    """To be shown in the accent colour: the last card."""


class Seat(msgspec.Struct, omit_defaults=True):
    seat: int
    name: str
    figure: str
    """Name of the drawing of that person: `mug`, `pear`, ..."""
    kind: Literal["person", "bot", "open"]
    you: bool = False
    turn: bool = False
    """The game waits for this seat."""
    away: bool = False
    host: bool = False
    guest: bool = False
    """Its person came in the middle of the round and sees what a bystander sees: a bot plays until the next deal."""
    state: str = ""
    """What there is to say about it, in words: "away", "bot, greedy", "ready"."""
    counters: list[Counter] = []
    element: str = ""
    about: str = ""
    """More about its state, in a sentence: what happens while somebody is away."""
    left: int = -1
    """Milliseconds it has for its decision, or would have in turn; -1: it has no clock. `runs`: they go by now."""
    runs: bool = False
    called: str = ""
    """The name of a bot without the word for it, for where there is a sign instead; empty: it is no bot."""


class Step(msgspec.Struct, omit_defaults=True):
    """One next step of this seat, and the ways to pick it."""

    token: str
    """What the move goes on with: a token, or several where nothing is to be asked between them."""
    path: list[str]
    """Elements to pick in turn. A path of one button is a button of the action row."""
    labels: list[str]
    """What a button that stands for each element of the path says: ["Green 7", "On A1"]."""
    says: str
    """The step as a sentence: "Play green 7 on A1"."""
    ends: bool = True
    """It completes the move: picking it plays. Else it is begun, and the server sends the steps after it."""
    aside: bool = False
    """Out of turn: dashed ring, never takes the focus, makes no sound."""
    ghost: str = ""
    """A face drawn faintly on the last element of the path, a space of a ring, while that can be picked."""
    along: list[str] = []
    """Ids of the pressed buttons whose move goes along with this one."""


class Button(msgspec.Struct, omit_defaults=True):
    """A button of the action row that never moves. Without a step whose path is `[id]` it is dashed and asks why."""

    id: str
    label: str
    lead: bool = False
    """What the turn is about: accent."""
    icon: str = ""
    joins: str = ""
    """A whole move that may go along with another: pressed until a step takes it along or it is one by itself."""
    says: str = ""
    """What it answers when it is pressed while nothing can make its move legal: then it does not stay pressed."""


class Control(msgspec.Struct, omit_defaults=True):
    """Something to do with the table rather than in the game: start, pause, next round, a bot for a seat."""

    do: str
    """What the ask says: `next`, `pause`, `bot`, ..."""
    label: str
    arg: str = ""
    where: Literal["row", "menu", "middle", "question", "timer", "board"] = "menu"
    """middle: in a pause; question: beside `Scene.question`; timer: beside a short time; board: a tap on the table."""
    lead: bool = False
    confirm: str = ""
    """A question to be asked first; empty: none."""
    chosen: bool = False
    """One of several choices (pace) and the present one."""
    group: str = ""
    """Heading of the choices it belongs to, in words."""
    seat: int = -1
    """The seat it is about: it stands in the sheet of that seat, not in the menu."""


class Moved(msgspec.Struct, omit_defaults=True):
    """Cards that went from one element to another since the scene before; to the same one: they were shuffled there."""

    source: str
    target: str
    faces: list[str] = []
    """Faces this reader may see; none: backs."""
    n: int = 1


class Prompt(msgspec.Struct, omit_defaults=True):
    lead: str
    """Who is meant, "Your turn."; shown in the accent colour if `yours`."""
    text: str = ""
    yours: bool = False
    sum: str = ""
    """Figures that run along with a begun move, printed large before the text: 6 + 5 = 11."""


class Line(msgspec.Struct, omit_defaults=True):
    """A sentence of the log."""

    n: int
    """Number of the fact it tells of."""
    text: str
    seat: int = -1
    bold: str = ""
    """The words of `text`, at its beginning, that name the person."""
    you: bool = False
    """Somebody else's move did this to the reader; where only one line is shown, it is this one."""


class Timer(msgspec.Struct, omit_defaults=True):
    """A time that runs for everybody alike; the client draws it, the server alone decides.

    window  seats may react; next: the next round comes; turn: somebody's decision; away: a bot will step in
    """

    kind: Literal["window", "next", "turn", "away"]
    left: int
    """Milliseconds left when the scene was made."""
    total: int
    label: str
    then: str = ""
    """What happens when it is over, in a sentence: shown and spoken once when it is short."""


class Invite(msgspec.Struct, omit_defaults=True):
    """How others get here."""

    link: str
    """Empty when the table is reachable from this machine only."""
    qr: str
    """The link as an SVG picture; empty without a link."""
    text: str
    """What to do: send the link, or the command that opens the table to the home network."""
    code: str = ""
    """Five to seven letters to be typed in on the first page of the server, for who cannot scan; empty: none."""
    seats: list[FreeSeat] = []
    """On a screen in the middle of the table: each seat that can be taken."""


class Scene(msgspec.Struct, omit_defaults=True):
    n: int
    """Number of the newest fact in it."""
    since: int
    """Number of the fact since which this seat has not moved and its moves have not changed: goes back with an ask."""
    game: str
    title: str
    subtitle: str
    language: str
    seat: int
    """The reader's seat; -1: a bystander."""
    phase: Literal["waiting", "playing", "paused", "result", "over", "closed"]
    prompt: Prompt
    seats: list[Seat]
    options: list[str] = []
    """What this table plays otherwise than the game by itself, in words: "Rounds: 5 rounds"."""
    columns: list[float] = []
    """Relative widths of the columns of the table's grid."""
    rows: int = 1
    zones: list[Zone] = []
    buttons: list[Button] = []
    steps: list[Step] = []
    begun: list[str] = []
    """Tokens of the move this seat has begun, the same on all its devices."""
    picked: list[str] = []
    """Elements that the begun tokens stand for, in the order picked; `Card.tag` numbers them where that helps."""
    controls: list[Control] = []
    moved: list[Moved] = []
    timer: Timer | None = None
    result: Result | None = None
    invite: Invite | None = None
    cheer: str = ""
    """A word to be celebrated for a moment, with the newest fact: a client shows it once, when it comes."""
    question: str = ""
    """What somebody asks of all people, in words; the answers are controls."""
    follow: str = ""
    """Where this reader goes on, at another table. A page that was open when it came goes there by itself."""
    watchers: Counter | None = None
    """How many watch, in words; None: nobody does."""
    hint: Hint | None = None
    talk: Literal["", "read", "write"] = ""
    """What the reader may do with what people say at the table; empty: nobody is there to talk to."""
    notice: str = ""
    """A sentence for the whole table: "Anna has paused the match." """
    standing: list[Standing] = []
    """On a screen in the middle of the table: the points so far, the best first."""
