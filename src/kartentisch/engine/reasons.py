"""Why an ask is refused: a code with arguments, made into a sentence by `words/`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reason:
    """`code` names the sentence, `args` fills it, `paragraph` is the place in docs/rules/ it rests on ("" for none)."""

    code: str
    args: dict[str, Any] = field(default_factory=dict)
    paragraph: str = ""


class Refused(ValueError):  # noqa: N818 - not a fault of the program: somebody asked for what is not allowed
    """Raised where a caller hands in what is not allowed; carries the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
