"""Why an ask is refused: a code with arguments, which `words/` turns into a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reason:
    """Why something is refused. `code` names a sentence of `words/`, and `args` fills it.

    `paragraph` is the paragraph of docs/rules/ that the refusal follows from, or "" if there is none.
    """

    code: str
    """The name of a sentence."""
    args: dict[str, Any] = field(default_factory=dict)
    """What fills the sentence."""
    paragraph: str = ""
    """The paragraph of docs/rules/ that it follows from; "" if there is none."""


class Refused(ValueError):  # noqa: N818 - not a fault of the program: somebody asked for something not allowed
    """Raised for an input that is not allowed. `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason
        """Why it is refused."""
