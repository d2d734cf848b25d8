"""Write docs/wire.md and docs/wire.schema.json from the types of the wire: `python -m scripts.wire_docs`."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from kartentisch.web import hinted, orders, scene, scorecard, wire

DOCS = Path(__file__).resolve().parent.parent / "docs"
UP = (wire.Hello, wire.Ask, wire.Ping, wire.Fetch)
DOWN = (
    wire.Welcome,
    wire.DrawDown,
    wire.SceneDown,
    wire.ViewDown,
    wire.TalkDown,
    wire.Done,
    wire.Refused,
    wire.Pong,
    wire.Bye,
)
PARTS = (
    scene.Scene, scene.Seat, scene.Counter, scene.Zone, scene.Card, orders.Order, orders.Look, scene.Step, scene.Button,
    scene.Control, scene.Moved, scene.Prompt, scene.Timer, hinted.Hint, scorecard.Result, scorecard.Row,
    scorecard.Tally, scorecard.Share, scorecard.Proof, scorecard.Standing, scorecard.Summary, scorecard.Summed,
    scene.Invite, scorecard.FreeSeat, scene.Coach, scene.Line, wire.Spoken,
)  # fmt: skip

HEAD = """# The wire

Made from `src/kartentisch/web/wire.py` and `scene.py` by `make docs`; the JSON Schema is `wire.schema.json`.

A browser opens one WebSocket: `/t/<table>/<seat>/socket` with the cookie of that seat, or `/t/<table>/watch/socket` to
watch. A screen in the middle of the table opens `/t/<table>/screen/socket`, or, where nobody may watch,
`/t/<table>/<seat>/screen/socket` with the cookie of a seat; it sees what a bystander sees. Each message is one JSON
object in a text frame; `t` says which. The client speaks first (`hello`). Every `ask` is answered once, by `done` or
`refused`. An ask sent again with the same `id` gets the same answer; after a restart it gets `done` if any part of it
was done. An ask with the `id` of another ask is refused. A refusal comes after the scene that explains it: first the
faster move, then "too late". A `pong` also comes after the newest scene and carries the number of the newest fact; a
client that has not received that fact sends `fetch`. Before a planned stop the server says `bye` with the code
`restart`. The server leaves out fields that have their default value.

A program that the host has let in also opens `/t/<table>/<seat>/socket`, with `Authorization: Bearer <token>` instead
of a cookie. It says `wants: "view"` and gets its view as JSON, the same as `Match.view(seat).json()`, instead of
scenes. It answers with `play`, or with `back` after a bot had to step in. In games in which others may react, a `play`
is done and answered no sooner than two seconds after the previous move. [own-bots.md](own-bots.md) has an example.
"""


def describe(kind: type[msgspec.Struct]) -> list[str]:
    """One message or part as Markdown: its docstring and a table of its fields."""
    config = kind.__struct_config__
    name = f"`{config.tag}`" if config.tag else f"`{kind.__name__}`"
    lines = [f"### {name}", "", inspect.cleandoc(kind.__doc__ or ""), ""]
    fields = msgspec.structs.fields(kind)
    if fields:
        notes = notes_of(kind)
        lines += ["| field | type | default | |", "|---|---|---|---|"]
        for field in fields:
            default = "" if field.required else f"`{_default(field)}`"
            lines.append(f"| `{field.name}` | {_named(field.type)} | {default} | {notes[field.name]} |")
        lines.append("")
    return lines


def _named(kind: Any) -> str:
    """A type in words, without the modules of its parts."""
    bare = re.sub(r"\b[a-z_]+\.(?=\w)", "", inspect.formatannotation(kind))
    return bare.replace(" | UnsetType", "").replace("Sequence[", "list[").replace("|", "or")


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return "left out" if field.default is msgspec.UNSET else msgspec.json.encode(field.default).decode()
    return msgspec.json.encode(field.default_factory()).decode()


def notes_of(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The string below each field in the source."""
    notes = dict.fromkeys(kind.__struct_fields__, "")
    last = ""
    collecting = ""
    for line in inspect.getsource(kind).splitlines()[1:]:
        bare = line.strip()
        if collecting or (bare.startswith('"""') and last):
            collecting = f"{collecting} {bare}".strip()
            if len(collecting) > 3 and collecting.endswith('"""'):
                notes[last] = collecting[3:-3].strip().replace("|", "or")
                collecting, last = "", ""
        elif ":" in bare and bare.split(":")[0] in notes:
            last = bare.split(":")[0]
    return notes


def page() -> str:
    """The whole of docs/wire.md."""
    lines = [HEAD, f"Protocol version {wire.VERSION}; a client may send {wire.MAX_BYTES} bytes a message.", ""]
    for title, kinds in (("Up", UP), ("Down", DOWN), ("Parts of a scene", PARTS)):
        lines += [f"## {title}", ""]
        for kind in kinds:
            lines += describe(kind)
    return "\n".join(lines).rstrip() + "\n"


def schema() -> str:
    """The JSON Schema of all messages."""
    (up, down), parts = msgspec.json.schema_components([wire.Up, wire.Down])
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "up": up, "down": down, "$defs": {}}
    text = msgspec.json.encode({**whole, "$defs": parts}).decode().replace("#/components/schemas/", "#/$defs/")
    return msgspec.json.format(text, indent=2) + "\n"


def main() -> int:
    """Write both files."""
    (DOCS / "wire.md").write_text(page(), encoding="utf-8")
    (DOCS / "wire.schema.json").write_text(schema(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
