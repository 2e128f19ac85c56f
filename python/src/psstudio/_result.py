"""What became of an app."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .reports import Finding, Trace, Verification


@dataclass(frozen=True)
class Result:
    """What became of an app."""

    exit_code: int
    """That of `psstudio exec`: 0, or the app's own, or 3, 5, 7 from the verification, or 128 and a signal."""
    app_exit_code: int | None
    """The app's own; None when a signal ended it."""
    signal: int | None
    """The signal that ended the app."""
    was_stopped: bool
    """Whether it was stopped: by `stop_after`, by `App.stop`, or at the end of a test."""
    was_killed: bool
    """Whether it did not end in time after SIGTERM."""
    message: str | None
    """Why it failed by itself, in one line with a hint."""
    verification: Verification
    stdout: str
    stderr: str

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The violated rules in all sessions of the app."""
        return self.verification.violations

    @property
    def crashed(self) -> bool:
        """Whether a signal ended the app that nobody sent to stop it."""
        return self.signal is not None and not self.was_stopped

    @property
    def traces(self) -> tuple[Path, ...]:
        """The traces of its sessions; they exist until the app is closed."""
        return tuple(trace.path for trace in self.verification.traces)

    def trace(self, number: int = 0) -> Trace:
        """Reads the trace of a session."""
        from .reports import read_trace

        return read_trace(self.traces[number])

    def check(self, strict: bool = False) -> Result:
        """Fails when the app crashed, failed, or broke the contract.

        Args:
            strict: every finding fails, also about quality.

        Raises:
            AssertionError: with each rule, its diagnosis and what to do.
        """
        found = [violation for violation in self.violations if strict or violation.is_contract]
        if found or self.exit_code not in (0, 7):
            lines = [str(violation) for violation in found]
            reason = self.message or f"the app ended with exit code {self.exit_code}"
            raise AssertionError("\n".join([reason if self.exit_code else "the app violated rules", *lines]))
        return self
