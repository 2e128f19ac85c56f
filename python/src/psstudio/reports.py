"""Results of `psstudio verify` and `psstudio probe`, and traces, as objects.

Times are in seconds unless a unit is given.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _program
from ._decoding import decode


@dataclass(frozen=True)
class Rule:
    """A rule of the contract."""

    rule: str
    """The identifier."""
    statement: str
    """The rule, in one sentence."""
    code: str | None
    """The code that a violating call returns."""
    mark: str
    """The evidence: `documented`, `inferred`, `observed`, `chosen`, or `own` for a rule of psstudio about itself."""
    source: str


@functools.cache
def rules() -> dict[str, Rule]:
    """All rules of the installed program by their identifiers."""
    return {rule.rule: rule for rule in decode(tuple[Rule, ...], json.loads(_program.output(["rules", "--json"])))}


@dataclass(frozen=True)
class Finding:
    """A violated rule in a trace."""

    group: str
    """`contract` for what the app did wrong, `quality` for what a viewer notices."""
    rule: str
    count: int
    time: float
    """The session's time of the first violation."""
    line: int
    """Its line in the trace."""
    message: str
    """The program's words: the diagnosis of the first violation, and a hint."""

    @property
    def diagnosis(self) -> str:
        """What was wrong."""
        return self._parts[0]

    @property
    def fix(self) -> str:
        """What to do: the hint, or else what the rule demands."""
        hint = self._parts[1]
        if hint:
            return hint
        known = rules().get(self.rule)
        return known.statement if known else f"psstudio rules {self.rule}"

    @property
    def _parts(self) -> tuple[str, str]:
        # In a finding of a rule of traces, a measured value or a cause follows the semicolon.
        diagnosis, _, hint = self.message.partition("; ")
        return (self.message, "") if self.rule.startswith("TRACE-") else (diagnosis, hint)

    @property
    def is_contract(self) -> bool:
        """Whether the app broke the contract."""
        return self.group == "contract"

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.rule} at {self.time:.3f} s{times}\n  diagnosis: {self.diagnosis}\n  fix: {self.fix}"


@dataclass(frozen=True)
class VideoMetrics:
    """Measured values of the frames."""

    frames: int
    usual_interval: float | None
    longest_interval: float | None
    longest_freeze: float
    longest_black: float


@dataclass(frozen=True)
class AudioMetrics:
    """Measured values of the audio blocks."""

    blocks: int
    longest_gap: float
    rate: float | None
    """Of real time: 1 is exact."""


@dataclass(frozen=True)
class TraceMetrics:
    """Measured values of a trace."""

    video: VideoMetrics
    audio: AudioMetrics
    tracks_apart: float | None
    dropped: int
    """Dropped frames and audio blocks."""


@dataclass(frozen=True)
class TraceReport:
    """The verification of one trace."""

    path: Path
    session: str
    duration: float
    findings: tuple[Finding, ...]
    metrics: TraceMetrics
    budgets: tuple[Any, ...]
    """Budgets as in the JSON form."""


@dataclass(frozen=True)
class UnreadableTrace:
    """A trace that cannot be read."""

    path: Path
    message: str


@dataclass(frozen=True)
class Verification:
    """The result of `psstudio verify`."""

    traces: tuple[TraceReport, ...]
    unreadable: tuple[UnreadableTrace, ...]
    exit_code: int

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings of all traces."""
        return tuple(finding for trace in self.traces for finding in trace.findings)

    @property
    def problems(self) -> tuple[str, ...]:
        """Each missed budget and each trace that cannot be read, in words."""
        unreadable = [f"{trace.path}: {trace.message}" for trace in self.unreadable]
        missed = [_missed(budget) for trace in self.traces for budget in trace.budgets if not budget["isMet"]]
        return (*unreadable, *missed)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Verification:
        """Decodes the JSON form; unknown keys are ignored."""
        return decode(cls, value)


def _missed(budget: Mapping[str, Any]) -> str:
    measured = budget["measured"]
    found = "could not be measured" if measured is None else f"was missed: measured {measured:g}"
    return f"the budget {budget['name']} {found}, limit {budget['limit']:g}"


def verify(*traces: str | os.PathLike[str], options: Sequence[str] = ()) -> Verification:
    """Verifies traces.

    Args:
        traces: paths.
        options: budgets as on the command line: `["--max-gap", "0ms"]`.

    Raises:
        ProgramFailed: for wrong options. A trace that cannot be read is in the result.
    """
    paths = [os.fspath(trace) for trace in traces]
    text = _program.output(["verify", "--json", *options, "--", *paths], accepted=(0, 3, 5, 7))
    return Verification.from_json(json.loads(text))


# Probe


@dataclass(frozen=True)
class ProbedSession:
    """The source, according to its marks."""

    identity: str
    width: int
    height: int
    rate: str


@dataclass(frozen=True)
class FrameEvent:
    """A frame that is noted."""

    number: int | None
    time: float
    duration: float | None
    share: float | None
    torn: tuple[int, ...] | None


@dataclass(frozen=True)
class Spread:
    """Values of a measured quantity."""

    minimum: float
    mean: float
    maximum: float


@dataclass(frozen=True)
class ProbedVideo:
    """The received frames."""

    count: int
    readable: int
    lowest: int | None
    highest: int | None
    missing: int
    missing_numbers: tuple[tuple[int, ...], ...]
    repeated: tuple[FrameEvent, ...]
    out_of_order: tuple[FrameEvent, ...]
    frozen: tuple[FrameEvent, ...]
    damaged: tuple[FrameEvent, ...]
    unreadable: tuple[FrameEvent, ...]
    foreign: dict[str, int]
    width: int
    height: int
    interval: Spread | None
    """In milliseconds."""
    clock_error: float | None
    begins: float | None
    ends: float | None
    first_delay: float | None


@dataclass(frozen=True)
class AudioEvent:
    """A gap or an overlap."""

    kind: str
    time: float
    milliseconds: float


@dataclass(frozen=True)
class ProbedAudio:
    """The received audio."""

    marks: int
    gaps: tuple[AudioEvent, ...]
    overlaps: tuple[AudioEvent, ...]
    clipped_samples: int
    channel_correlation: float | None
    level: float | None
    """In dB."""
    clock_error: float | None
    begins: float | None
    ends: float | None


@dataclass(frozen=True)
class ProbedSync:
    """How far audio is ahead of video, in milliseconds."""

    start: float
    end: float
    worst: float
    worst_time: float
    drift: float | None
    """In parts per million."""


@dataclass(frozen=True)
class ProbedStream:
    """A coded stream."""

    kind: str
    codec: str
    profile: str | None
    width: int | None
    height: int | None
    rate: str | None
    sample_rate: int | None
    channels: int | None
    units: int
    bitrate: float | None
    """In bit/s."""


@dataclass(frozen=True)
class ProbeFinding:
    """What a viewer or listener would notice."""

    kind: str
    message: str


@dataclass(frozen=True)
class Probe:
    """The result of `psstudio probe`."""

    source: str
    session: ProbedSession | None
    video: ProbedVideo | None
    audio: ProbedAudio | None
    sync: ProbedSync | None
    streams: tuple[ProbedStream, ...]
    declared_duration: float | None
    interruption: str | None
    findings: tuple[ProbeFinding, ...]
    budgets: tuple[Any, ...]
    """Budgets as in the JSON form."""
    exit_code: int

    @property
    def meets_budgets(self) -> bool:
        """Whether no budget was missed."""
        return self.exit_code != 7


def probe(source: str | os.PathLike[str], options: Sequence[str] = (), timeout: float | None = None) -> Probe:
    """Measures a file or a stream with coded media.

    Args:
        source: a path or an address.
        options: as on the command line: `["--max-missing", "0", "--duration", "10s"]`.
        timeout: in seconds; None waits until the source ends.

    Raises:
        ProgramFailed: for a source without marks, one that cannot be read, and wrong options.
        WaitTimeout: the source did not end in time; limit a live one with the option `--duration`.
    """
    arguments = ["probe", "--json", *options, "--", os.fspath(source)]
    return decode(Probe, json.loads(_program.output(arguments, accepted=(0, 7), timeout=timeout)))


# Traces


@dataclass(frozen=True)
class TraceRecord:
    """A line of a trace."""

    time: float
    event: str
    """`call`, `callback`, `state`, `command`, `video`, `audio`, `violation` and so on."""
    values: Mapping[str, Any]
    """The other keys."""

    def __getitem__(self, key: str) -> Any:
        return self.values[key]


@dataclass(frozen=True)
class Trace:
    """A trace that was read."""

    header: Mapping[str, Any]
    records: tuple[TraceRecord, ...]

    def of(self, event: str, name: str | None = None) -> Iterator[TraceRecord]:
        """The records of one kind, and with one name."""
        return (
            record for record in self.records if record.event == event and name in (None, record.values.get("name"))
        )


def read_trace(path: str | os.PathLike[str]) -> Trace:
    """Reads a trace. The last line of a session that crashed may be cut off; it is left out."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    complete = [line for line in lines[:-1] if line]
    header, *rest = [json.loads(line) for line in complete] or [{}]
    records = tuple(TraceRecord(line.pop("time"), line.pop("event"), line) for line in rest)
    return Trace(header, records)
