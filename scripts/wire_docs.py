"""Write docs/wire.md and docs/wire.schema.json from the types of the wire: `python -m scripts.wire_docs`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec

from kartentisch.web import scene, scorecard, wire

DOCS = Path(__file__).resolve().parent.parent / "docs"
UP = (wire.Hello, wire.Ask, wire.Ping, wire.Fetch)
DOWN = (wire.Welcome, wire.SceneDown, wire.ViewDown, wire.TalkDown, wire.Done, wire.Refused, wire.Pong, wire.Bye)
PARTS = (
    scene.Scene, scene.Seat, scene.Counter, scene.Zone, scene.Card, scene.Step, scene.Button, scene.Control,
    scene.Moved, scene.Prompt, scene.Timer, scorecard.Result, scorecard.Row, scorecard.Standing, scene.Invite,
    scorecard.FreeSeat, scene.Line, wire.Spoken,
)  # fmt: skip

HEAD = """# The wire

Made from `src/kartentisch/web/wire.py` and `scene.py` by `make docs`; the JSON Schema is `wire.schema.json`.

A browser opens one WebSocket: `/t/<table>/<seat>/socket` with the cookie of that seat, or `/t/<table>/watch/socket` to
look on. A screen in the middle of the table opens `/t/<table>/screen/socket`, or `/t/<table>/<seat>/screen/socket` with
the cookie of a seat where nobody may watch: it sees what who looks on sees. Each message is one JSON object in a text
frame; `t` says which. The client speaks first (`hello`). Every `ask` is answered once, by `done` or `refused`; a resent
ask (same `id`) gets the answer it got; after a restart `done`, if anything of it stands. An `id` that another ask had
is refused. A refusal comes after the scene that it rests on: first the faster move, then "too late". A `pong` does so
too and carries the number of the newest fact: a client that has not got it asks by `fetch`. Before a planned stop the
server says `bye` with the code `restart`. Fields at their default value are left out on the way down.

A program that the host has let in opens `/t/<table>/<seat>/socket` too, with `Authorization: Bearer <token>` instead of
a cookie. It says `wants: "view"` and gets its view as JSON, the same as `Match.view(seat).json()`, and no scenes; it
answers with `play`, or `back` after a bot had to step in. In games in which others may react, a `play` is done, and
answered, two seconds after the move before it at the earliest. [own-bots.md](own-bots.md) has an example.
"""


def describe(kind: type[msgspec.Struct]) -> list[str]:
    """One message or part as Markdown: its docstring and a table of its fields."""
    config = kind.__struct_config__
    name = f"`{config.tag}`" if config.tag else f"`{kind.__name__}`"
    lines = [f"### {name}", "", inspect.cleandoc(kind.__doc__ or ""), ""]
    fields = msgspec.structs.fields(kind)
    if fields:
        notes = _notes(kind)
        lines += ["| field | type | default | |", "|---|---|---|---|"]
        for field in fields:
            default = "" if field.required else f"`{_default(field)}`"
            kind_name = (
                inspect.formatannotation(field.type)
                .replace("kartentisch.web.scene.", "")
                .replace("kartentisch.web.scorecard.", "")
                .replace("|", "or")
            )
            lines.append(f"| `{field.name}` | {kind_name.replace('typing.', '')} | {default} | {notes[field.name]} |")
        lines.append("")
    return lines


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.json.encode(field.default).decode()
    return msgspec.json.encode(field.default_factory()).decode()


def _notes(kind: type[msgspec.Struct]) -> dict[str, str]:
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
