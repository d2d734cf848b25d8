"""One source of rules, run compiled or interpreted.

`rule` compiles a function with Numba. Under `NUMBA_DISABLE_JIT=1` it is the plain Python function, for reading,
debugging and coverage.
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

at = np.uint64
"""Marks an index that is never negative: compiled code then need not look whether it counts from the end."""

COMPILED = not numba.config.DISABLE_JIT
_FLAGS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def rule(function: F) -> F:
    """Compile a small function of the rules, to be inlined where it is called."""
    compiled: F = numba.njit(forceinline=True, **_FLAGS)(function)
    return compiled


def kernel(function: F) -> F:
    """Compile a function that is called from Python, and keep its machine code."""
    with kept():
        compiled: F = numba.njit(cache=True, **_FLAGS)(function)
    return compiled


def bind(template: Callable[..., Any], name: str, verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """A copy of `template` in which global names mean the verbs of one game, compiled and cached under `name`.

    Numba does not find closures again in its disk cache; a function of its own name and globals it does. For a game
    from elsewhere the name carries a hash of the files that its verbs stand in, since the cache folder does not.
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


def inline(template: Callable[..., Any], verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """Such a copy as a part of other kernels."""
    return rule(_rebound(template, template.__name__, verbs))


def _rebound(template: Callable[..., Any], name: str, verbs: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    scope = {**template.__globals__, **verbs}
    bound = types.FunctionType(template.__code__, scope, name, template.__defaults__)
    bound.__qualname__ = name
    bound.__module__ = template.__module__
    return bound


def _borrowed(context: Any, array: Any) -> Any:
    """Typing and code of `borrowed`: the array's struct with no owner in it."""

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = target.make_array(signature.args[0])(target, builder, value=arguments[0])
        struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
        struct.parent = cgutils.get_null_value(struct.parent.type)
        return struct._getvalue()

    return array(array), code


def _itself(array: Any) -> Any:
    return array


borrowed = intrinsic(_borrowed) if COMPILED else _itself
"""The same array without its count of references, which the caller's own keeps alive.

Numba counts references to an array at many places in inlined code, each time with an atomic instruction. In the loops
over the rules that was half of the time.
"""


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether machine code of a bound function is kept (true when nothing is compiled)."""
    return not COMPILED or any(CACHE.rglob(f"*.{function.__name__}-*.nbc"))
