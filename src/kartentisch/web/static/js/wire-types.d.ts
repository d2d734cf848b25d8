/**
 * The messages of the wire and the vocabulary of scenes, made from `web/wire.py` and `web/scene.py` by `make docs`.
 *
 * Each part of a scene is here with all its fields; `Sent` has it as it comes, without the fields at their default
 * value, and `Defaults` has these values. Messages are as sent.
 */

/** The first message of a connection. */
export interface Hello {
  t: "hello";
  version: number;
  /** Number of the newest fact the client knows; -1: nothing yet. The log lines after it come with the first scene. */
  have?: number;
  wants?: "scene" | "view";
  language?: string;
  /** `n` of the newest line of talk the client has; -1: none. Those after it come with the first `talk`. */
  talk?: number;
  /** Whether the client takes part in draws by `seal` and `unseal`. The first deal waits only for clients that do. */
  seals?: boolean;
  /** For a lesson: the id of the moment where it goes on; "" for the first one. */
  moment?: string;
}

/**
 * What a client wants. `do` says what:
 *
 * play    commit `moves` (texts of complete moves) in one go; the first refusal refuses the rest
 * begin   keep `moves[0]` (first tokens of a move) as this seat's begun move on all its devices; empty: cancel
 * why     nothing is done; the answer is the sentence why `path` (element ids) or `moves[0]` cannot be played
 * say     a line of talk, `arg`: one line of text, up to 200 characters
 * react   a sign that all see for two seconds, `arg`: `well laugh wow sad thanks moment`
 * what    nothing is done; the answer is a sentence that says what the element `path[0]` is
 * tell    nothing is done; the answer is a sentence to be spoken, `arg`: `last turn hand counts points wants`
 * read    `arg` is `yes` or `no`: the person has opened, or closed, how a round was scored. The next round does not
 *         start by itself while somebody who is alone with bots reads this
 * hint    what a search makes of the situation: it comes with the scenes that follow (`Scene.hint`); all hear of it
 * seal    before a deal: the seal of a number that the client keeps to itself, `arg`: `<draw> <seal>` (docs/trust.md)
 * unseal  answers `draw`: the number behind the seal in the list, `arg`: `<draw> <number>`
 * coach   in a lesson, `arg`: `go` on, `show` me, `skip` this, `from:<id>` of a moment, to the `end`
 * others  the controls of the scene: `start next again pause resume pace bot leave ...` with `arg`
 */
export interface Ask {
  t: "ask";
  /** Chosen by the client: 8 to 40 letters, digits, `-`, `_`, the same when sent again, else new at this table: drawn at random, so that nobody else has it too. */
  id: string;
  do: string;
  /** `since` of the scene on which the person decided; needed for play. */
  since?: number;
  moves?: string[];
  path?: string[];
  arg?: string;
}

/** Answered by `pong`. A client that wants scenes and says nothing for 150 seconds loses the connection. */
export interface Ping {
  t: "ping";
}

/** Asks for the newest scene (or view) again: a `pong` has told that the client is behind. */
export interface Fetch {
  t: "fetch";
  /** As in `hello`. */
  have?: number;
}

/** Answers Hello; a client of another version must be loaded anew. */
export interface Welcome {
  t: "welcome";
  version: number;
  table: string;
  seat: number;
  /** The draw for which a client with a seat may send a `seal` now; 0: the luck of this table cannot be checked. */
  draw?: number;
}

/**
 * A draw is closed: these seals count, and none is replaced. A client that finds its own answers with `unseal`.
 *
 * It is sent once to every client, also after the deal to those who connect later. The next draw is `draw` + 1.
 */
export interface DrawDown {
  t: "draw";
  /** The deals of the table are counted, from 1. */
  draw: number;
  /** A hash that stands for the table. */
  bind: string;
  /** A hash of the secret of the match, which is told in its record once it is over. */
  promise: string;
  /** By seat. */
  seals: Record<number, string>;
}

/** The newest scene, and the log lines since the last scene sent to this client. */
export interface SceneDown {
  t: "scene";
  scene: Sent.Scene;
  log: Sent.Line[];
  /** The log starts anew with these lines (first scene of a connection that had nothing). */
  fresh?: boolean;
}

/** For programs: what `Match.view(seat).json()` gives, with the number of the newest fact and `since`. */
export interface ViewDown {
  t: "view";
  n: number;
  since: number;
  /** None while no round has been dealt. */
  view: Record<string, unknown> | null;
}

/** What was said since the last `talk` sent to this client. Programs (`wants: "view"`) get none. */
export interface TalkDown {
  t: "talk";
  lines: Sent.Spoken[];
  /** The talk starts anew with these lines: all that came before is gone. */
  fresh?: boolean;
}

export interface Done {
  t: "done";
  id: string;
  /** Number of the fact that did it, or of the newest fact where the ask leaves none. */
  n: number;
  /** For `why`: the sentence; empty if it can be played after all. For `what` and `tell`: the sentence. For `again`: the address of the new table. */
  text?: string;
  /** For `why` and `what`: the paragraph of the game's rules that the sentence follows from (`6.4`), if there is one. Its page is `/rules/<game>/<paragraph>`. */
  paragraph?: string;
}

export interface Refused {
  t: "refused";
  id: string;
  /** One word for programs: `late busy store paused bot_plays not_your_turn ...`, or that of the rule. */
  code: string;
  /** The sentence for people, in the language of the connection. */
  text: string;
  /** The paragraph of the game's rules that the refusal follows from, as in `done`, if there is one. */
  paragraph?: string;
}

/** Answers `ping`. It comes after the scene (or view) of that fact: whoever has not got it asks by `fetch`. */
export interface Pong {
  t: "pong";
  /** Number of the newest fact. */
  n: number;
}

/** The last message before the server closes: why, and whether coming back makes sense. */
export interface Bye {
  t: "bye";
  code: string;
  text: string;
  again?: boolean;
}

export type Up = Hello | Ask | Ping | Fetch;

export type Down = Welcome | DrawDown | SceneDown | ViewDown | TalkDown | Done | Refused | Pong | Bye;

/** A button of the action row that never moves. Without a step whose path is `[id]` it is dashed and asks why. */
export interface Button {
  /** Its element id, `button:end`. */
  id: string;
  /** The word on it. */
  label: string;
  /** It is what the turn is about, and is shown in the accent colour. */
  lead: boolean;
  /** The name of an icon of `static/icons.svg`; "" for none. */
  icon: string;
  /** It is a whole move that may go along with another one. It stays pressed until a step takes it along, or until it is a move by itself. */
  joins: string;
  /** The answer to a press if nothing can make its move legal. Then it does not stay pressed. */
  says: string;
}

/** A card (or pig, or task) lying face up. */
export interface Card {
  /** The face and a running number among equal faces of the scene, `b10.1`. A client keeps its node by this key. */
  id: string;
  /** The drawing, `<sheet>/<symbol>`: symbol `b10` of `static/cards/<sheet>.svg`; a card's element id uses `b10`. */
  face: string;
  /** The card in words: "blue 10". */
  label: string;
  /** What the prompt says when this card is raised: where it fits, or why it fits nowhere. */
  says: string;
  /** It fits nowhere right now and sits lower in the hand. Only in the reader's own turn. */
  low: boolean;
  /** The space on a ring or the cell of a grid, counted from 0; -1 where the order is enough. -1, -2, ... on a ring: it waits in the middle. */
  at: number;
  /** A small word or number on the card: the number of a group, "keep". */
  tag: string;
  /** On a ring: the drawing faces right, so it is mirrored where the way leads back to the left. */
  runs: boolean;
}

/** In a lesson: the note of the one thing that it is about now. Words between asterisks are bold. */
export interface Coach {
  /** The id of this moment, by which the client keeps the progress. */
  id: string;
  /** The number of this moment, from 1. */
  step: number;
  /** The number of moments of the lesson. */
  of: number;
  /** The note, in the reader's language. */
  text: string;
  /** The elements that it is about. */
  at: string[];
  /** There is nothing to do but to go on: the ask `coach`, `arg` `go`. */
  more: boolean;
  /** The paragraph of the rules behind it, `4.2`. */
  why: string;
  /** wrong: the learner has tried something else; right: they have done it. */
  tone: "" | "right" | "wrong";
  /** The elements to pick one after the other, shown because the learner asked or was wrong twice. */
  path: string[];
  /** The learner has just done it alone: without a wrong try, and without being shown. */
  found: boolean;
}

/** Something to do with the table rather than in the game: start, pause, next round, a bot for a seat. */
export interface Control {
  /** The ask that it sends: `next`, `pause`, `bot`, ... */
  do: string;
  /** The words on it. */
  label: string;
  /** The argument of the ask: a seat, a pace, a name; "" for none. */
  arg: string;
  /** middle: in a pause; question: beside `Scene.question`; timer: beside a short time; board: a tap on the table. */
  where: "board" | "menu" | "middle" | "question" | "row" | "timer";
  /** It is what most people want next, and is shown in the accent colour. */
  lead: boolean;
  /** A question to ask first; "" for none. */
  confirm: string;
  /** It is the current one of several choices, such as the pace. */
  chosen: boolean;
  /** The heading of the choices that it belongs to, in words. */
  group: string;
  /** The seat that it is about. It is on the sheet of that seat, not in the menu. */
  seat: number;
}

/** A number with an icon (`static/icons.svg`) and its words: "4 in hand". */
export interface Counter {
  /** The name of the icon. */
  icon: string;
  /** The number; -1 for none, only the icon and the words. */
  n: number;
  /** The number in words, for screen readers and as a tooltip. */
  label: string;
  /** It is shown in the accent colour, as for the last card. */
  strong: boolean;
  /** The cards that it counts, if they lie open: where there is room, they are shown before the seat. */
  faces: string[];
}

/** A seat that somebody could take, and the way to it. */
export interface FreeSeat {
  /** The seat, from 0. */
  seat: number;
  /** Its name: "Seat 3", or the name of its bot. */
  label: string;
  /** The address at which it can be taken. */
  link: string;
  /** The link as a QR code in SVG. */
  qr: string;
}

/** What a search makes of the reader's situation: only for the reader, who has asked for it. */
export interface Hint {
  /** The number of the fact that asked for it, which is different for each hint. */
  n: number;
  /** The best move as a sentence, or the progress. */
  text: string;
  /** Moves with their figures, the best first. */
  more: string[];
  /** How it beats the second-best move, in words. */
  why: string;
  /** The elements to pick for it, the next one first. */
  path: string[];
  /** How much of it has been computed, while it is being computed; 0 once it is there. */
  done: number;
  /** How much there is to compute, while it is being computed; 0 once it is there. */
  of: number;
}

/** How others get here. */
export interface Invite {
  /** The link; "" if only this machine can reach the table. */
  link: string;
  /** The link as a QR code in SVG; "" without a link. */
  qr: string;
  /** What to do: send the link, or run the command that opens the table to the home network. */
  text: string;
  /** Five to seven letters to type on the first page of the server, for people who cannot scan; "" for none. */
  code: string;
  /** On a screen in the middle of the table: the seats that can be taken. */
  seats: FreeSeat[];
}

/** A sentence of the log. */
export interface Line {
  /** The number of the fact that it is about. */
  n: number;
  /** The sentence, in the reader's language. */
  text: string;
  /** The seat that it is about; -1 for nobody in particular. */
  seat: number;
  /** The words at the beginning of `text` that name the person. */
  bold: string;
  /** Somebody else's move did this to the reader. Where only one line is shown, it is this one. */
  you: boolean;
}

/** The cards of a pile that may be looked through: a tap on it that picks nothing opens them. */
export interface Look {
  /** What the cards are, in words. */
  label: string;
  /** Their faces. If their order means something, the newest comes first. */
  cards: string[];
  /** Each face in words. */
  names: Record<string, string>;
  /** Their order means something: the newest comes first. */
  ordered: boolean;
}

/** Cards that went from one element to another since the scene before; to the same one: they were shuffled there. */
export interface Moved {
  /** The element id of where they were. */
  source: string;
  /** The element id of where they are now. */
  target: string;
  /** The faces that this reader may see; backs are shown if there are none. */
  faces: string[];
  /** The number of cards. */
  n: number;
  /** A big moment, which a client may celebrate with a gesture and a quiet sound: hands change owners, four cards are to be drawn, the table is swept, the lead changes, somebody goes out. The first one in a scene counts. */
  big: "" | "four" | "hands" | "lead" | "out" | "sweep";
}

/** A way to sort a hand: the client remembers the choice. */
export interface Order {
  /** `colour` or `number`. */
  id: string;
  /** The word on its button. */
  label: string;
  /** The ids of the cards in this order. */
  cards: string[];
}

export interface Prompt {
  /** Whose turn it is, "Your turn."; shown in the accent colour if `yours`. */
  lead: string;
  /** What the reader can do, or for whom the game waits, as a sentence. */
  text: string;
  /** The game waits for the reader. */
  yours: boolean;
  /** A calculation that goes with a begun move, printed large before the text: 6 + 5 = 11. */
  sum: string;
}

/**
 * A client gets the record of the match, checks it against what it was shown, and says what it found. See
 * docs/trust.md.
 */
export interface Proof {
  /** The number of the match at its table, which the address of the record needs. */
  match: number;
  /** The sentences for each possible finding, by code. */
  texts: Record<string, string>;
}

export interface Result {
  /** "Anna wins with 24 points." */
  title: string;
  /** The reader's own points, and whether the most or the fewest points win. */
  text: string;
  /** The column heads: the rounds, then the total. */
  heads: string[];
  /** A row for each seat, the best first. */
  rows: Row[];
  /** The match is over, not only a round. */
  over: boolean;
  /** How the points of the round were scored, line by line. */
  lines: Tally[];
  /** The total above which the match ends, for the drawing; 0 if it ends otherwise. */
  limit: number;
  /** What the reader can share of a finished match; None if others may not see it. */
  share: Share | null;
  /** How the client can check the luck of a finished match; None while it runs. */
  proof: Proof | null;
}

/** A row of the result: one seat. */
export interface Row {
  /** The seat, from 0. */
  seat: number;
  /** Its name; “You” for the reader. */
  name: string;
  /** Its points in each round, oldest first. */
  rounds: number[];
  /** Its points in the match. */
  total: number;
  /** It has won the match. */
  won: boolean;
  /** The drawing of its person, `mug`; "" for a bot. */
  figure: string;
}

export interface Scene {
  /** The number of the newest fact in it. */
  n: number;
  /** The number of the fact since which this seat has not moved and its moves have not changed. Asks send it back. */
  since: number;
  /** The name of the game, as in addresses. */
  game: string;
  /** The game's name as its publisher writes it. */
  title: string;
  /** A line under the title, such as the number of the round. */
  subtitle: string;
  /** The code of the reader's language, `en`. */
  language: string;
  /** The reader's seat; -1 for a bystander. */
  seat: number;
  /** The phase of the table. `result`: a round is over; `over`: the match is over. */
  phase: "closed" | "over" | "paused" | "playing" | "result" | "waiting";
  /** Whose turn it is, and what the reader can do. */
  prompt: Prompt;
  /** All seats, seat 0 first. */
  seats: Seat[];
  /** The options of this table that are not the usual ones, in words: "Rounds: 5 rounds". */
  options: string[];
  /** The relative widths of the columns of the table's grid. */
  columns: number[];
  /** The number of rows of the table's grid. */
  rows: number;
  /** The places where cards lie. */
  zones: Zone[];
  /** The action row, from left to right. */
  buttons: Button[];
  /** The next steps of this seat; none if it may not act. */
  steps: Step[];
  /** The tokens of the move that this seat has begun, the same on all its devices. */
  begun: string[];
  /** The elements that the begun tokens stand for, in the order picked. `Card.tag` numbers them where that helps. */
  picked: string[];
  /** What the reader may do with the table. */
  controls: Control[];
  /** The cards that moved since the scene before. */
  moved: Moved[];
  /** The time that is running; None if none is. */
  timer: Timer | null;
  /** The result of the round or match; None while it is being played. */
  result: Result | null;
  /** How others get here; None if nobody can. */
  invite: Invite | null;
  /** A word that celebrates the newest fact. A client shows it once, for a moment. */
  cheer: string;
  /** A question to all people, in words. The answers are controls. */
  question: string;
  /** The address of the next table for this reader. A page that is open when it appears goes there by itself. */
  follow: string;
  /** The number of people who watch, in words; None for nobody. */
  watchers: Counter | null;
  /** The hint that the reader has asked for; None without one. */
  hint: Hint | null;
  /** What the reader may do with the talk at the table; "" if nobody is there to talk to. */
  talk: "" | "read" | "write";
  /** A sentence for the whole table: "Anna has paused the match." */
  notice: string;
  /** The operator's message to everybody, until it is taken back. */
  maintenance: string;
  /** On a screen in the middle of the table: the points so far, the best first. */
  standing: Standing[];
  /** The direction of play where it can change; "" elsewhere. */
  way: "" | "left" | "right";
  /** How things stand, for a place beside a large table; None before the first deal. */
  summary: Summary | null;
  /** The motif embroidered along the edge of a large tablecloth; "" for a plain one. */
  hem: "" | "slant" | "snout" | "star" | "sweep";
  /** What a lesson says; None at all other tables. */
  coach: Coach | null;
}

export interface Seat {
  /** Its number, from 0. */
  seat: number;
  /** Whose seat it is: a name, “Bot …”, or “seat 2”. */
  name: string;
  /** The name of the drawing of that person: `mug`, `pear`, ... */
  figure: string;
  /** Who has it: `open` means nobody. */
  kind: "bot" | "open" | "person";
  /** It is the reader's own. */
  you: boolean;
  /** The game waits for this seat. */
  turn: boolean;
  /** Its person has no page open. */
  away: boolean;
  /** Its person is the host, who may close the table and decide about the seats of others. */
  host: boolean;
  /** Its person came in the middle of the round and sees what a bystander sees. A bot plays until the next deal. */
  guest: boolean;
  /** Its state in words: "away", "bot, greedy", "ready". */
  state: string;
  /** What everybody may know about its cards and points. */
  counters: Counter[];
  /** The element id of its figure, `seat:2`. */
  element: string;
  /** More about its state, as a sentence: what happens while somebody is away. */
  about: string;
  /** Milliseconds that it has for its decision, or would have; -1 if it has no clock. See `runs`. */
  left: number;
  /** Its time is running now: see `left`. */
  runs: boolean;
  /** It comes after the player to move, if nothing happens in between. Only where the direction can change. */
  next: boolean;
  /** The name of a bot without the word "bot", for places with a sign instead; "" if it is no bot. */
  called: string;
}

/** It says and opens no more than everybody may see who has the link of the table. */
export interface Share {
  /** The end in words, as a bystander tells it: nobody is "you". */
  text: string;
  /** The link to the replay, for people who may watch. It carries no right to a seat. */
  path: string;
}

/** Something that somebody at the table said: a line of text, or a sign. */
export interface Spoken {
  /** Milliseconds since 1970; what was said later has more. */
  n: number;
  seat: number;
  /** Of who said it: somebody else may sit there now. */
  name: string;
  figure: string;
  text: string;
  sign: string;
}

/** What a seat has in all so far. */
export interface Standing {
  /** The seat, from 0. */
  seat: number;
  /** Its name. */
  name: string;
  /** Its points in the match so far. */
  total: number;
}

/** One next step of this seat, and the ways to pick it. */
export interface Step {
  /** The next token of the move, or several tokens if there is no choice between them. */
  token: string;
  /** The elements to pick one after the other. A path of one button is a button of the action row. */
  path: string[];
  /** The words of buttons that stand for the elements of the path: ["Green 7", "On A1"]. */
  labels: string[];
  /** The step as a sentence: "Play green 7 on A1". */
  says: string;
  /** It completes the move, so picking it plays. If not, the move is begun, and the server sends the next steps. */
  ends: boolean;
  /** It is out of turn: it gets a dashed ring, never takes the focus and makes no sound. */
  aside: boolean;
  /** A face drawn faintly on the last element of the path, a space of a ring, while it can be picked. */
  ghost: string;
  /** The ids of the pressed buttons whose move goes along with this one. */
  along: string[];
}

/** How things stand in the middle of a match, in the words of the game. */
export interface Summary {
  /** What it is about: "Standing", "Cards left". */
  title: string;
  /** One row for each seat, the best first. */
  rows: Summed[];
  /** What decides the match, in a sentence; "" for nothing more. */
  note: string;
}

/** A row of a summary. */
export interface Summed {
  /** The seat, from 0. */
  seat: number;
  /** What it has, in words or as a number. */
  says: string;
}

/** A line of the score of a round. */
export interface Tally {
  /** What the points are for, in words. */
  label: string;
  /** One number for each seat, in the order of `Result.rows`. */
  values: number[];
}

/**
 * A time that runs for everybody alike; the client draws it, the server alone decides.
 *
 * window  seats may react; next: the next round comes; turn: somebody's decision; away: a bot will step in
 */
export interface Timer {
  /** What the time is for: see above. */
  kind: "away" | "next" | "turn" | "window";
  /** Milliseconds left when the scene was made. */
  left: number;
  /** Milliseconds of the whole time. */
  total: number;
  /** What the time is for, in words. */
  label: string;
  /** What happens when it is over, as a sentence. It is shown and spoken once when little time is left. */
  then: string;
}

/**
 * A place where cards lie. `kind` says how they lie:
 *
 * pile  one on another: `cards` holds at most the top one; `hidden` or `count` says how many there are
 * fan   a hand: side by side, overlapping when there is no room
 * row   side by side, wrapping
 * grid  cells by `Card.at`, `columns` a row
 * ring  a closed track of `spaces`, cards stand on space `Card.at`; zones within its cells are drawn in its middle
 * score a list of counters only
 */
export interface Zone {
  /** Its element id, which is also its key among the zones of the scene. */
  id: string;
  /** How the cards lie: see above. */
  kind: "fan" | "grid" | "pile" | "ring" | "row" | "score";
  /** The name of the zone in words, for the screen and for screen readers. */
  label: string;
  /** table: in the middle, at `at`; hand: the reader's hand; own: beside that hand; seat: at the seat `seat`, where cards that lie open to the reader can be looked up: a tap on the seat opens a sheet that names them. */
  place: "hand" | "own" | "seat" | "table";
  /** The cell of the table's grid, from 0: column, row, columns spanned, rows spanned. */
  at: [number, number, number, number];
  /** For `place` own and seat: the seat it belongs to; -1 for none. */
  seat: number;
  /** The cards that lie face up, in the order in which they are drawn. */
  cards: Card[];
  /** The number of cards lying face down in it, drawn as backs. */
  hidden: number;
  /** The number shown on a badge; -1 for none. */
  count: number;
  /** The drawing of the back, like `Card.face`. */
  back: string;
  /** A line under the zone: "wants a 7". */
  caption: string;
  /** Other element ids that a tap on this zone can mean. */
  means: string[];
  /** How large its cards are drawn. */
  size: "big" | "card" | "small";
  /** The number of cells in a row of a grid. */
  columns: number;
  /** The number of spaces of a ring. */
  spaces: number;
  /** The space of a ring that is marked as the start line; -1 for none. */
  start: number;
  /** The space of a ring that is filled next, and is marked until then; -1 for none. */
  next: number;
  /** Draw an arrow from this zone to the next one on its right. */
  arrow: boolean;
  /** Numbers printed beside it, such as the points of a pile. */
  counters: Counter[];
  /** Print the label above the zone (it is always there for screen readers). */
  show_label: boolean;
  /** For a hand: other orders that the reader may choose. `cards` is in the game's order. */
  orders: Order[];
  /** For a hand that grows: the number of cards for which there is room, so that the table does not move. For a ring: the number of pieces that may wait in its middle, each in its place. */
  room: number;
  /** For a pile: the faces of the cards right below its top, the lowest first. They lie turned under it. */
  under: string[];
  /** What opens after a tap that picks nothing: all cards of an open pile. */
  look: Look | null;
}

export namespace Sent {
  export interface Button {
    id: string;
    label: string;
    lead?: boolean;
    icon?: string;
    joins?: string;
    says?: string;
  }

  export interface Card {
    id: string;
    face: string;
    label: string;
    says?: string;
    low?: boolean;
    at?: number;
    tag?: string;
    runs?: boolean;
  }

  export interface Coach {
    id: string;
    step: number;
    of: number;
    text: string;
    at?: string[];
    more?: boolean;
    why?: string;
    tone?: "" | "right" | "wrong";
    path?: string[];
    found?: boolean;
  }

  export interface Control {
    do: string;
    label: string;
    arg?: string;
    where?: "board" | "menu" | "middle" | "question" | "row" | "timer";
    lead?: boolean;
    confirm?: string;
    chosen?: boolean;
    group?: string;
    seat?: number;
  }

  export interface Counter {
    icon: string;
    n: number;
    label: string;
    strong?: boolean;
    faces?: string[];
  }

  export interface FreeSeat {
    seat: number;
    label: string;
    link: string;
    qr: string;
  }

  export interface Hint {
    n: number;
    text: string;
    more?: string[];
    why?: string;
    path?: string[];
    done?: number;
    of?: number;
  }

  export interface Invite {
    link: string;
    qr: string;
    text: string;
    code?: string;
    seats?: FreeSeat[];
  }

  export interface Line {
    n: number;
    text: string;
    seat?: number;
    bold?: string;
    you?: boolean;
  }

  export interface Look {
    label: string;
    cards: string[];
    names: Record<string, string>;
    ordered?: boolean;
  }

  export interface Moved {
    source: string;
    target: string;
    faces?: string[];
    n?: number;
    big?: "" | "four" | "hands" | "lead" | "out" | "sweep";
  }

  export interface Order {
    id: string;
    label: string;
    cards: string[];
  }

  export interface Prompt {
    lead: string;
    text?: string;
    yours?: boolean;
    sum?: string;
  }

  export interface Proof {
    match: number;
    texts: Record<string, string>;
  }

  export interface Result {
    title: string;
    text: string;
    heads: string[];
    rows: Row[];
    over: boolean;
    lines?: Tally[];
    limit?: number;
    share?: Share | null;
    proof?: Proof | null;
  }

  export interface Row {
    seat: number;
    name: string;
    rounds: number[];
    total: number;
    won?: boolean;
    figure?: string;
  }

  export interface Scene {
    n: number;
    since: number;
    game: string;
    title: string;
    subtitle: string;
    language: string;
    seat: number;
    phase: "closed" | "over" | "paused" | "playing" | "result" | "waiting";
    prompt: Prompt;
    seats: Seat[];
    options?: string[];
    columns?: number[];
    rows?: number;
    zones?: Zone[];
    buttons?: Button[];
    steps?: Step[];
    begun?: string[];
    picked?: string[];
    controls?: Control[];
    moved?: Moved[];
    timer?: Timer | null;
    result?: Result | null;
    invite?: Invite | null;
    cheer?: string;
    question?: string;
    follow?: string;
    watchers?: Counter | null;
    hint?: Hint | null;
    talk?: "" | "read" | "write";
    notice?: string;
    maintenance?: string;
    standing?: Standing[];
    way?: "" | "left" | "right";
    summary?: Summary | null;
    hem?: "" | "slant" | "snout" | "star" | "sweep";
    coach?: Coach | null;
  }

  export interface Seat {
    seat: number;
    name: string;
    figure: string;
    kind: "bot" | "open" | "person";
    you?: boolean;
    turn?: boolean;
    away?: boolean;
    host?: boolean;
    guest?: boolean;
    state?: string;
    counters?: Counter[];
    element?: string;
    about?: string;
    left?: number;
    runs?: boolean;
    next?: boolean;
    called?: string;
  }

  export interface Share {
    text: string;
    path: string;
  }

  export interface Spoken {
    n: number;
    seat: number;
    name: string;
    figure: string;
    text?: string;
    sign?: string;
  }

  export interface Standing {
    seat: number;
    name: string;
    total: number;
  }

  export interface Step {
    token: string;
    path: string[];
    labels: string[];
    says: string;
    ends?: boolean;
    aside?: boolean;
    ghost?: string;
    along?: string[];
  }

  export interface Summary {
    title: string;
    rows: Summed[];
    note: string;
  }

  export interface Summed {
    seat: number;
    says: string;
  }

  export interface Tally {
    label: string;
    values: number[];
  }

  export interface Timer {
    kind: "away" | "next" | "turn" | "window";
    left: number;
    total: number;
    label: string;
    then?: string;
  }

  export interface Zone {
    id: string;
    kind: "fan" | "grid" | "pile" | "ring" | "row" | "score";
    label: string;
    place: "hand" | "own" | "seat" | "table";
    at?: [number, number, number, number];
    seat?: number;
    cards?: Card[];
    hidden?: number;
    count?: number;
    back?: string;
    caption?: string;
    means?: string[];
    size?: "big" | "card" | "small";
    columns?: number;
    spaces?: number;
    start?: number;
    next?: number;
    arrow?: boolean;
    counters?: Counter[];
    show_label?: boolean;
    orders?: Order[];
    room?: number;
    under?: string[];
    look?: Look | null;
  }
}

export namespace Defaults {
  export interface Button {
    lead: false;
    icon: "";
    joins: "";
    says: "";
  }

  export interface Card {
    says: "";
    low: false;
    at: -1;
    tag: "";
    runs: false;
  }

  export interface Coach {
    at: [];
    more: false;
    why: "";
    tone: "";
    path: [];
    found: false;
  }

  export interface Control {
    arg: "";
    where: "menu";
    lead: false;
    confirm: "";
    chosen: false;
    group: "";
    seat: -1;
  }

  export interface Counter {
    strong: false;
    faces: [];
  }

  export interface Hint {
    more: [];
    why: "";
    path: [];
    done: 0;
    of: 0;
  }

  export interface Invite {
    code: "";
    seats: [];
  }

  export interface Line {
    seat: -1;
    bold: "";
    you: false;
  }

  export interface Look {
    ordered: false;
  }

  export interface Moved {
    faces: [];
    n: 1;
    big: "";
  }

  export interface Prompt {
    text: "";
    yours: false;
    sum: "";
  }

  export interface Result {
    lines: [];
    limit: 0;
    share: null;
    proof: null;
  }

  export interface Row {
    won: false;
    figure: "";
  }

  export interface Scene {
    options: [];
    columns: [];
    rows: 1;
    zones: [];
    buttons: [];
    steps: [];
    begun: [];
    picked: [];
    controls: [];
    moved: [];
    timer: null;
    result: null;
    invite: null;
    cheer: "";
    question: "";
    follow: "";
    watchers: null;
    hint: null;
    talk: "";
    notice: "";
    maintenance: "";
    standing: [];
    way: "";
    summary: null;
    hem: "";
    coach: null;
  }

  export interface Seat {
    you: false;
    turn: false;
    away: false;
    host: false;
    guest: false;
    state: "";
    counters: [];
    element: "";
    about: "";
    left: -1;
    runs: false;
    next: false;
    called: "";
  }

  export interface Spoken {
    text: "";
    sign: "";
  }

  export interface Step {
    ends: true;
    aside: false;
    ghost: "";
    along: [];
  }

  export interface Timer {
    then: "";
  }

  export interface Zone {
    at: [0, 0, 1, 1];
    seat: -1;
    cards: [];
    hidden: 0;
    count: -1;
    back: "";
    caption: "";
    means: [];
    size: "card";
    columns: 0;
    spaces: 0;
    start: -1;
    next: -1;
    arrow: false;
    counters: [];
    show_label: false;
    orders: [];
    room: 0;
    under: [];
    look: null;
  }
}
