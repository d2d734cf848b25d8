"""Write the types of the wire for the browser's code from those of Python: `python -m scripts.wire_types`.

A generator of our own, because the browser needs each part of a scene three times: as sent, with its defaults filled
in, and the defaults themselves, so that tsc checks the code that fills them in. Tools that read a JSON Schema write one
interface each, and need npm.
"""

from __future__ import annotations

import inspect
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import inspect as types

from kartentisch.web import wire
from scripts.wire_docs import DOWN, UP, notes_of

FILE = Path(__file__).resolve().parents[1] / "src/kartentisch/web/static/js/wire-types.d.ts"

HEAD = """/**
 * The messages of the wire and the vocabulary of scenes, made from `web/wire.py` and `web/scene.py` by `make docs`.
 *
 * Each part of a scene is here with all its fields; `Sent` has it as it comes, without the fields at their default
 * value, and `Defaults` has these values. Messages are as sent.
 */
"""


def text() -> str:
    """The whole file."""
    messages = [struct_of(kind) for kind in (*UP, *DOWN)]
    parts = sorted(below(messages), key=lambda part: part.cls.__name__)
    lines = [HEAD]
    for message in messages:
        lines += [*_remark(inspect.cleandoc(message.cls.__doc__ or "")), *_interface(message, "sent", "Sent.")]
    for name, kinds in (("Up", get_args(wire.Up)), ("Down", get_args(wire.Down))):
        lines += [f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};", ""]
    for part in parts:
        lines += [*_remark(inspect.cleandoc(part.cls.__doc__ or "")), *_interface(part, "whole")]
    for space, form in (("Sent", "sent"), ("Defaults", "defaults")):
        kept = [part for part in parts if form == "sent" or not all(field.required for field in part.fields)]
        inner = "\n".join(line for part in kept for line in _interface(part, form)).rstrip()
        lines += [f"export namespace {space} {{", textwrap.indent(inner, "  "), "}", ""]
    return "\n".join(lines).rstrip() + "\n"


def struct_of(kind: type[msgspec.Struct]) -> types.StructType:
    found = types.type_info(kind)
    assert isinstance(found, types.StructType)
    return found


def below(messages: list[types.StructType]) -> list[types.StructType]:
    """All parts that the messages are made of."""
    seen = {message.cls: message for message in messages}
    left = list(messages)
    while left:
        for part in (one for field in left.pop().fields for one in _structs(field.type)):
            if part.cls not in seen:
                seen[part.cls] = part
                left.append(part)
    return [part for part in seen.values() if part.tag is None]


def _structs(kind: types.Type) -> Iterator[types.StructType]:
    match kind:
        case types.StructType():
            yield kind
        case types.ListType():
            yield from _structs(kind.item_type)
        case types.UnionType():
            for one in kind.types:
                yield from _structs(one)


def _interface(part: types.StructType, form: str, inside: str = "") -> list[str]:
    """A struct with all fields, as it is sent, or its defaults. `inside`: the namespace of the parts it holds."""
    lines = [f"export interface {part.cls.__name__} {{"]
    if part.tag is not None:
        lines.append(f"  {part.tag_field}: {json.dumps(part.tag)};")
    notes = notes_of(part.cls)
    for field in part.fields:
        if form == "defaults":
            if not field.required:
                lines.append(f"  {field.encode_name}: {_default(field)};")
            continue
        if form == "whole" or part.tag is not None:
            lines += [f"  {line}" for line in _remark(notes[field.name])]
        mark = "?" if form == "sent" and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, inside)};")
    return [*lines, "}", ""]


def _default(field: types.Field) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return json.dumps(field.default_factory())
    return json.dumps(field.default)


def _type(kind: types.Type, inside: str) -> str:
    """A type in TypeScript."""
    match kind:
        case types.StructType():
            return inside + kind.cls.__name__
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.AnyType():
            return "unknown"
        case types.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case types.ListType():
            item = _type(kind.item_type, inside)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case types.TupleType():
            return f"[{', '.join(_type(item, inside) for item in kind.item_types)}]"
        case types.DictType():
            return f"Record<{_type(kind.key_type, inside)}, {_type(kind.value_type, inside)}>"
        case types.UnionType():
            return " | ".join(sorted((_type(one, inside) for one in kind.types), key=lambda one: one == "null"))
    raise TypeError(f"no type in TypeScript for {kind}")


def _remark(note: str) -> list[str]:
    """A comment above a declaration; none without a note."""
    lines = note.splitlines()
    if len(lines) < 2:
        return [f"/** {line} */" for line in lines]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def main() -> int:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
