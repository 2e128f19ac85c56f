"""What an operator's day requires of the page, as rules without a browser: what was in sight, for how long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# Within so many seconds a fault is in sight, and gone.
LIMIT = 3.0
# A time between two looks that a complaint mentions. Of one that is longer than the limit, nothing is known.
STANDSTILL = 0.5

MARKS = {"bad": "⛔", "warn": "⚠", "good": "●", "idle": "○"}
LEVELS = ("idle", "good", "warn", "bad")


@dataclass(frozen=True)
class Alarm:
    """An alarm as the page words it."""

    level: str
    text: str


@dataclass(frozen=True)
class Look:
    """What the window shows from a time on, in seconds since 1970."""

    time: float
    title: str
    worst: str
    summary: str
    # Whether the header and the line with the alarms are in the window, and nothing covers them.
    is_in_sight: bool
    alarms: tuple[Alarm, ...] = ()
    # How long the page did not look before, when that is long: its scripts or the machine stood still.
    stood: float = 0.0

    def shows(self, pattern: str) -> bool:
        """Whether an alarm is where an operator looks: in the line, in the colour of the header, and in the title."""
        return self.complaint(pattern) is None

    def complaint(self, pattern: str) -> str | None:
        """Why an alarm is not in sight; `None` when it is."""
        found = [alarm for alarm in self.alarms if re.search(pattern, alarm.text)]
        if not found:
            return "no alarm matches"
        alarm = found[0]
        if not self.is_in_sight:
            return f"'{alarm.text}' is outside of the window, or covered"
        if alarm.text not in self.summary:
            return f"the line does not have '{alarm.text}'"
        if self.worst not in LEVELS or LEVELS.index(self.worst) < LEVELS.index(alarm.level):
            return f"the header is {self.worst}, although '{alarm.text}' is {alarm.level}"
        if not self.title.startswith(MARKS[self.worst]):
            return f"the title has no {MARKS[self.worst]}"
        if alarm.text[:60] not in self.title and " more – " not in self.title:
            return f"the title does not have '{alarm.text}'"
        return None

    def description(self) -> str:
        """All of it in one line."""
        sight = "" if self.is_in_sight else ", out of sight"
        return f"title '{self.title}', header {self.worst}, line '{self.summary}'{sight}"


@dataclass(frozen=True)
class Permission:
    """Alarms that a fault explains, from its beginning on, until a time."""

    pattern: str
    begin: float
    end: float


@dataclass
class Course:
    """One fault as it went."""

    name: str
    pattern: str | None
    # When the script began to cause it; when it had begun and ended, as far as the script or the session knew it.
    caused: float
    begin: float
    end: float
    # Until when the page was watched.
    until: float
    # `None` for one whose level depends on what the session does.
    level: str | None = "warn"
    # What else it causes, and for how many seconds after its end.
    also: str | None = None
    settles: float = LIMIT
    notes: list[str] = field(default_factory=list)

    @property
    def permissions(self) -> list[Permission]:
        """What may be in sight because of it."""
        patterns = [(self.pattern, LIMIT), (self.also, self.settles)]
        return [Permission(one, self.caused, self.end + seconds) for one, seconds in patterns if one]


def at(looks: Sequence[Look], time: float) -> Look | None:
    """What was in sight at a time."""
    return next((look for look in reversed(looks) if look.time <= time), None)


def first_seen(looks: Sequence[Look], pattern: str, since: float) -> float | None:
    """When an alarm was in sight for the first time, not before `since`."""
    known = at(looks, since)
    if known and known.shows(pattern):
        return since
    return next((look.time for look in looks if look.time > since and look.shows(pattern)), None)


def last_seen(looks: Sequence[Look], pattern: str, since: float, until: float) -> float | None:
    """Until when an alarm was in sight after `since`; `until` if it stayed; `None` if it was gone at once."""
    known = at(looks, since)
    later = [look for look in looks if look.time > since]
    rows = ([known] if known else []) + later
    last = None
    for index, look in enumerate(rows):
        if any(re.search(pattern, alarm.text) for alarm in look.alarms):
            last = rows[index + 1].time if index + 1 < len(rows) else until
    return last


def judge(course: Course, looks: Sequence[Look]) -> list[str]:
    """What is wrong with what the page showed of a fault; each complaint is one line."""
    stood = max((look.stood for look in looks if course.begin <= look.time <= course.until), default=0)
    standstill = f"the page did not look for {stood:.1f} s: its scripts or the machine stood still"
    if stood > LIMIT:
        return [f"{course.name}: {standstill}"]
    found = [] if course.pattern is None else complaints(course, course.pattern, looks)
    return [f"{text}; {standstill}" if stood > STANDSTILL else text for text in found]


def complaints(course: Course, pattern: str, looks: Sequence[Look]) -> list[str]:
    """What is wrong with what the page showed of an alarm."""
    found = []
    seen = first_seen(looks, pattern, course.begin)
    deadline = course.begin + LIMIT
    if seen is None or seen > deadline:
        look = at(looks, deadline) or (looks[-1] if looks else None)
        late = "was not in sight at all" if seen is None else f"was in sight after {seen - course.begin:.1f} s"
        why = f"; at {LIMIT:.0f} s {look.complaint(pattern)}: {look.description()}" if look else "; no page"
        found.append(f"{course.name}: '{pattern}' {late}, expected within {LIMIT:.0f} s{why}")
    elif course.level and not any(one.level == course.level for one in matches(looks, pattern, seen, course.end)):
        levels = sorted({one.level for one in matches(looks, pattern, seen, course.end)})
        found.append(f"{course.name}: '{pattern}' was {' and '.join(levels)}, expected {course.level}")
    last = last_seen(looks, pattern, course.end, course.until)
    if last is not None and last > course.end + LIMIT:
        look = at(looks, course.end + LIMIT)
        after = f"for {last - course.end:.1f} s" if last < course.until else "as long as it was watched"
        what = f": {look.description()}" if look else ""
        found.append(f"{course.name}: '{pattern}' stayed {after} after its end, expected at most {LIMIT:.0f} s{what}")
    return found


def matches(looks: Sequence[Look], pattern: str, begin: float, end: float) -> list[Alarm]:
    """The alarms of a pattern in a time."""
    known = at(looks, begin)
    rows = ([known] if known else []) + [look for look in looks if begin < look.time <= end]
    return [alarm for look in rows for alarm in look.alarms if re.search(pattern, alarm.text)]


def false_alarms(looks: Iterable[Look], permissions: Sequence[Permission]) -> list[tuple[float, Alarm]]:
    """Alarms that no fault explains, each once, with the time of the first look."""
    found: dict[Alarm, float] = {}
    for look in looks:
        for alarm in look.alarms:
            is_explained = any(
                one.begin <= look.time <= one.end and re.search(one.pattern, alarm.text) for one in permissions
            )
            if not is_explained:
                found.setdefault(alarm, look.time)
    return [(time, alarm) for alarm, time in found.items()]
