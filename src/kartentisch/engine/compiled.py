"""Rules that run compiled or as plain Python, from the same source.

`rule` compiles a function with Numba. Under `NUMBA_DISABLE_JIT=1` the function stays plain Python, for debugging and
coverage.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic

from kartentisch.engine.caching import CACHE, PACKAGE, kept

F = TypeVar("F", bound=Callable[..., Any])
"""The type of a decorated function."""

at = np.uint64
"""Marks an index that is never negative, so that compiled code does not check whether it counts from the end."""

COMPILED = not numba.config.DISABLE_JIT
"""Whether the rules run compiled: False under NUMBA_DISABLE_JIT=1."""
_FLAGS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def rule(function: F) -> F:
    """Decorate a function of the rules. Compiled code inlines it wherever it is called."""
    compiled: F = numba.njit(forceinline=True, **_FLAGS)(function)
    return compiled


def kernel(function: F) -> F:
    """Decorate a function that Python calls. Its machine code is cached on disk."""
    with kept():
        compiled: F = numba.njit(cache=True, **_FLAGS)(function)
    return compiled


def bind(template: Callable[..., Any], name: str, verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """A copy of `template` whose global names are the verbs of one game, compiled and cached on disk under `name`.

    Numba does not find closures in its disk cache again, but it finds a function with its own name and globals. The
    cache folder is named by our own sources only. So for a game from elsewhere the name of the function ends with a
    hash of the files with its verbs.
    """
    named = f"{name}{_elsewhere(verbs)}"
    with kept():
        compiled: Callable[..., Any] = numba.njit(cache=True, **_FLAGS)(_rebound(template, named, verbs))
    return compiled


def _elsewhere(verbs: Mapping[str, Callable[..., Any]]) -> str:
    codes = [getattr(verb, "py_func", verb).__code__ for verb in verbs.values()]
    if all(Path(code.co_filename).is_relative_to(PACKAGE) for code in codes):
        return ""
    digest = hashlib.blake2b(digest_size=8)
    for code in codes:
        path = Path(code.co_filename)
        digest.update(path.read_bytes() if path.is_file() else code.co_code)
        digest.update(f"{code.co_name} {code.co_firstlineno}".encode())
    return f"_{digest.hexdigest()}"


def unbound(*_: Any) -> Any:
    """Placeholder of a verb in a template, which `bind` and `inline` replace."""
    raise NotImplementedError("a template runs only after compiled.bind")


def inline(template: Callable[..., Any], verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """A copy of `template` as for `bind`, as a part of other kernels: inlined, not cached by itself."""
    return rule(_rebound(template, template.__name__, verbs))


def _rebound(template: Callable[..., Any], name: str, verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    scope = {**template.__globals__, **verbs}
    bound = types.FunctionType(template.__code__, scope, name, template.__defaults__)
    bound.__qualname__ = name
    bound.__module__ = template.__module__
    return bound


def _borrowed(context: Any, array: Any) -> Any:
    """What Numba needs to compile `borrowed`: its type, and code that copies the array's struct without the owner."""

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = target.make_array(signature.args[0])(target, builder, value=arguments[0])
        struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
        struct.parent = cgutils.get_null_value(struct.parent.type)
        return struct._getvalue()

    return array(array), code


def _itself(array: Any) -> Any:
    return array


borrowed = intrinsic(_borrowed) if COMPILED else _itself
"""The same array without a reference count. The caller must keep the array alive.

Inlined code counts references to an array at many places, each time with an atomic instruction. In the loops over the
rules, this took half of the time.
"""


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether the disk cache holds machine code of a bound function. Always True in plain Python."""
    return not COMPILED or any(CACHE.rglob(f"*.{function.__name__}-*.nbc"))
