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

    @property
    def problems(self) -> tuple[str, ...]:
        """Each missed budget and each trace that cannot be read, in words."""
        found = self.verification.problems
        if not found and self.exit_code == 7 and not self.app_exit_code:
            # With the option --strict of `psstudio exec`, the findings are the budget.
            return ("a budget was missed",)
        return found

    def check(self, strict: bool = False) -> Result:
        """Fails when the app crashed, failed, broke the contract, or missed a budget, or a trace cannot be read.

        Args:
            strict: every finding fails, also about quality.

        Raises:
            AssertionError: with each rule, its diagnosis and what to do.
        """
        found = [str(violation) for violation in self.violations if strict or violation.is_contract]
        if found or self.exit_code != 0:
            raise AssertionError("\n".join([self._reason, *self.problems, *found]))
        return self

    @property
    def _reason(self) -> str:
        if self.message:
            return self.message
        if self.app_exit_code:
            return f"the app ended with exit code {self.app_exit_code}"
        reasons = {
            0: "the app violated rules",
            3: "the app violated rules",
            5: "a trace cannot be read" if self.verification.unreadable else "the app opened no session",
            7: "the app missed a budget",
        }
        return reasons.get(self.exit_code, f"psstudio exec ended with exit code {self.exit_code}")
