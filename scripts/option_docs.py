"""Write docs/options.md from the declarations in the rule sheets: `python -m scripts.option_docs`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kartentisch import words
from kartentisch.play.games import games, sheet
from kartentisch.words.language import language

FILE = Path(__file__).resolve().parent.parent / "docs" / "options.md"

HEAD = """# Options

Made from the rule sheets by `make docs`. Names and values are those of `kt.Match(game, seats, options={...})`, of
`kartentisch play GAME --option name=value` and of records; the form that opens a table shows the words. An option that
is not given has its default. A value that is not allowed is refused everywhere with the same sentence.
"""

TABLE = ("| name | default | allowed | in English | auf Deutsch |", "|---|---|---|---|---|")


def page() -> str:
    """The whole of docs/options.md."""
    lines = [HEAD]
    english, german = language("en"), language("de")
    for name in games():
        said = words.of(name)
        lines += [f"## {said.title} (`{name}`)", "", *TABLE]
        for option in sheet(name).layout.options:
            cells = [f"`{option.name}`", f"`{json.dumps(option.default)}`", f"`{option.allowed()}`"]
            cells += [said.option(t, option.name)[1] for t in (english, german)]
            lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Write the file."""
    FILE.write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
