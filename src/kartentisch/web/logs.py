"""What the server logs, to stderr: one line for each event, as text or (`--log json`) as JSON.

Requests are not logged, so no secret of a link can get into a log. In JSON all loggers have one form: ours, those of
uvicorn and asyncio, and Python's warnings. A line names the request and the table that it belongs to. The messages of
exceptions are left out there, as they may quote what somebody sent: their types and places remain.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
import threading
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send
from structlog.contextvars import bound_contextvars
from structlog.typing import Processor

Form = Literal["text", "json"]
FORMS: tuple[Form, ...] = ("text", "json")
_TABLE = re.compile(r"/t/([a-z0-9]{1,20})(?:/|$)")
_OURS = re.compile(r"(?:StoreFailed|EndUnknown|LeaseLost|OutOfStep)\(.{0,200}\)")
"""Exceptions that quote only our own sentences and numbers of facts."""
_CHATTY = ("uvicorn", "uvicorn.error", "websockets", "httpx2", "httpcore2")
"""Loggers that write addresses and messages at levels below WARNING."""
Event = MutableMapping[str, Any]


def level() -> int:
    """The level that KARTENTISCH_LOG names; WARNING if it names none."""
    found = logging.getLevelName(os.environ.get("KARTENTISCH_LOG", "WARNING").upper())
    return found if isinstance(found, int) else logging.WARNING


def configure(form: Form = "text") -> None:
    if form == "json":
        _as_json()
    else:
        _as_text()


def in_json() -> bool:
    return isinstance(structlog.get_config()["processors"][-1], structlog.processors.JSONRenderer)


def notice(text: str) -> None:
    """Log something that the operator should read at any log level."""
    if in_json():
        structlog.get_logger().warning("notice", text=text.strip())
    else:
        print(text, file=sys.stderr, flush=True)


def _configured(*processors: Processor) -> None:
    structlog.configure(
        processors=list(processors),
        wrapper_class=structlog.make_filtering_bound_logger(level()),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _as_text() -> None:
    _configured(
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event", "table"]),
    )


def _as_json() -> None:
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        discreet,
    ]
    render = structlog.processors.JSONRenderer(ensure_ascii=False)
    _configured(*shared, render)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, _first_line, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level())
    for name in _CHATTY:
        chatty = logging.getLogger(name)
        chatty.setLevel(max(level(), logging.WARNING))
        chatty.handlers.clear()  # their own form
        chatty.propagate = True
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda args: _log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def _first_line(logger: Any, method: str, event: Event) -> Event:
    """Asyncio and uvicorn put tasks and exceptions, with all that these quote, into further lines."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def discreet(logger: Any, method: str, event: Event) -> Event:
    """Exceptions by their type and place, without their messages."""
    found = event.pop("exc_info", None)
    error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["exception"] = type(error).__name__
        event["trace"] = [
            f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)
        ]
    said = event.get("error")
    if isinstance(said, str) and not _OURS.fullmatch(said):
        event["error"] = said.partition("(")[0][:80] if re.match(r"\w+\(", said) else "left out"
    return event


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    structlog.get_logger().error("uncaught exception", exc_info=(kind, error, trace))


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        _log_uncaught(kind, error, trace)


class RequestIds:
    """Gives each request and each connection an id, which its lines in the log carry, with the table that it names."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        named = {"request": secrets.token_hex(4)}
        if found := _TABLE.search(scope["path"]):
            named["table"] = found[1]
        with bound_contextvars(**named):
            await self.app(scope, receive, send)
