"""What goes wrong, each with a hint."""

from __future__ import annotations

__all__ = [
    "AppEnded",
    "CommandRejected",
    "NoSession",
    "ProgramFailed",
    "ProgramMissing",
    "ProgramTooOld",
    "SessionGone",
    "StudioError",
    "WaitTimeout",
]


class StudioError(Exception):
    """The base of all errors of this package."""


class ProgramMissing(StudioError):
    """The program psstudio is not installed."""


class ProgramTooOld(StudioError):
    """The installed program is older than this package needs."""


class ProgramFailed(StudioError):
    """The program could not do what it was asked for; the message is its own."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class NoSession(StudioError):
    """There is no such session, or the app has opened none."""


class SessionGone(StudioError):
    """The session has ended, or its process has."""


class AppEnded(StudioError):
    """The app ended before it opened a session."""


class CommandRejected(StudioError):
    """The session did not perform a command."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """One word: `rejected`, `notFound`, `source`, `invalid`, `unsupportedHere`."""


class WaitTimeout(StudioError, TimeoutError):
    """What was waited for has not happened in time."""
