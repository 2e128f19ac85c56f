"""Tests for apps in any language that use psstudio: start an app, steer its meeting, and see what it did wrong.

    with psstudio.run(["./bot"], scenario="co-host-revoked") as app:
        app.session.wait_for(psstudio.SendingStopped)
        app.wait(10).check()

`psstudio.aio` has the same for asyncio.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _table
from ._errors import *  # noqa: F403
from ._errors import __all__ as _errors
from ._program import is_available, version
from ._session import Session, attach
from ._table import *  # noqa: F403
from ._values import Delivery, Event, Participant, UnknownEvent, User
from ._version import __version__

if TYPE_CHECKING:
    from . import aio as aio
    from ._app import App, run
    from ._result import Result
    from .reports import (
        Finding,
        Probe,
        Rule,
        Trace,
        TraceRecord,
        TraceReport,
        Verification,
        probe,
        read_trace,
        rules,
        verify,
    )

_APPS = frozenset(("App", "run"))
_REPORTS = frozenset(
    (
        "Finding",
        "Probe",
        "Rule",
        "Trace",
        "TraceRecord",
        "TraceReport",
        "Verification",
        "probe",
        "read_trace",
        "rules",
        "verify",
    )
)

__all__ = [
    "App",
    "Delivery",
    "Event",
    "Finding",
    "Participant",
    "Probe",
    "Result",
    "Rule",
    "Session",
    "Trace",
    "TraceRecord",
    "TraceReport",
    "UnknownEvent",
    "User",
    "Verification",
    "__version__",
    "attach",
    "is_available",
    "probe",
    "read_trace",
    "rules",
    "run",
    "verify",
    "version",
    *_errors,
    *_table.__all__,
]


def __getattr__(name: str) -> Any:
    # Loaded when they are used: `import psstudio` stays fast.
    from importlib import import_module

    if name in ("aio", "reports"):
        return import_module(f"{__name__}.{name}")
    if name in _APPS:
        return getattr(import_module(f"{__name__}._app"), name)
    if name == "Result":
        return import_module(f"{__name__}._result").Result
    if name in _REPORTS:
        return getattr(import_module(f"{__name__}.reports"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
