"""The rules of the operator's day, without a browser."""

from __future__ import annotations

import pytest

from judge import Alarm, Course, Look, false_alarms, first_seen, judge, last_seen

MUTED = Alarm("warn", "muted")
FAILED = Alarm("bad", "output 2 (rtmp) has failed: refused: localhost refused the connection")


def look(time: float, *alarms: Alarm, **changes: object) -> Look:
    """A look at a page that shows its alarms as it should."""
    worst = "bad" if any(one.level == "bad" for one in alarms) else "warn" if alarms else "good"
    mark = {"bad": "⛔", "warn": "⚠", "good": "●"}[worst]
    more = f" and {len(alarms) - 1} more" if len(alarms) > 1 else ""
    values: dict[str, object] = {
        "time": time,
        "title": f"{mark} {alarms[0].text[:80] + more if alarms else 'sending'} – psstudio",
        "worst": worst,
        "summary": "; ".join(one.text for one in alarms) or "No alarm",
        "is_in_sight": True,
        "alarms": alarms,
    }
    return Look(**{**values, **changes})  # type: ignore[arg-type]


def course(pattern: str | None = "muted", **changes: object) -> Course:
    """A fault from 10 to 20 s, watched until 30 s."""
    values: dict[str, object] = {"name": "mute", "pattern": pattern, "caused": 9, "begin": 10, "end": 20, "until": 30}
    return Course(**{**values, **changes})  # type: ignore[arg-type]


def test_a_fault_that_is_in_sight_and_gone_in_time_has_no_complaint() -> None:
    assert judge(course(), [look(0), look(12.9, MUTED), look(22.9)]) == []


@pytest.mark.parametrize(
    ("looks", "complaint"),
    [
        ([look(0)], "was not in sight at all, expected within 3 s; at 3 s no alarm matches: title '● sending"),
        ([look(0), look(13.5, MUTED), look(21)], "was in sight after 3.5 s, expected within 3 s"),
        ([look(0), look(11, MUTED)], "stayed as long as it was watched after its end, expected at most 3 s"),
        ([look(0), look(11, MUTED), look(24.5)], "stayed for 4.5 s after its end, expected at most 3 s"),
        ([look(0), look(11, MUTED, is_in_sight=False), look(21)], "'muted' is outside of the window, or covered"),
        ([look(0), look(11, MUTED, worst="good"), look(21)], "the header is good, although 'muted' is warn"),
        ([look(0), look(11, MUTED, title="● sending"), look(21)], "the title has no ⚠"),
        ([look(0), look(11, MUTED, title="⚠ slate – psstudio"), look(21)], "the title does not have 'muted'"),
        ([look(0), look(11, MUTED, summary="No alarm"), look(21)], "the line does not have 'muted'"),
        ([look(0), look(11, Alarm("bad", "muted")), look(21)], "was bad, expected warn"),
        ([look(0), look(14, MUTED, stood=1.4), look(21)], "after 4.0 s, expected within 3 s; at 3 s no alarm matches"),
        (
            [look(0), look(14, MUTED, stood=1.4), look(21)],
            "; the page did not look for 1.4 s: its scripts or the machine",
        ),
        ([look(0), look(12, MUTED, stood=3.2), look(21)], "mute: the page did not look for 3.2 s"),
        ([], "was not in sight at all, expected within 3 s; no page"),
    ],
)
def test_each_complaint_says_what_was_seen(looks: list[Look], complaint: str) -> None:
    found = judge(course(), looks)
    assert len(found) == 1
    assert found[0].startswith("mute: ")
    assert complaint in found[0]


def test_a_short_standstill_does_not_matter_when_all_was_seen() -> None:
    assert judge(course(), [look(0), look(12, MUTED, stood=1.4), look(21)]) == []


def test_of_several_alarms_the_title_has_the_first_and_their_number() -> None:
    both = look(11, FAILED, MUTED)
    assert both.shows("muted")
    assert both.shows(r"output 2 \(rtmp\) has failed")
    assert not both.shows("slate")


def test_a_fault_that_was_known_before_is_in_sight_from_its_beginning() -> None:
    looks = [look(0), look(9, MUTED), look(21)]
    assert first_seen(looks, "muted", 10) == 10
    assert last_seen(looks, "muted", 20, 30) == 21
    assert last_seen(looks, "muted", 21, 30) is None
    assert judge(course(), looks) == []


def test_an_alarm_that_returns_has_not_gone() -> None:
    looks = [look(0), look(11, MUTED), look(20.5), look(26, MUTED), look(27)]
    assert last_seen(looks, "muted", 20, 30) == 27
    assert len(judge(course(), looks)) == 1


def test_an_alarm_without_a_fault_is_false() -> None:
    one = course(also="slate on air", settles=5)
    slate = Alarm("warn", "slate on air: a command asked for it")
    looks = [look(5), look(9.5, MUTED), look(12, MUTED, slate), look(24, slate), look(26)]
    assert false_alarms(looks, one.permissions) == []
    late = [*looks, look(26, slate), look(27, FAILED), look(28, FAILED)]
    assert false_alarms(late, one.permissions) == [(26, slate), (27, FAILED)]
    assert false_alarms(looks, course(None).permissions) == [(9.5, MUTED), (12, slate)]


def test_a_fault_that_raises_no_alarm_is_judged_by_false_ones_only() -> None:
    assert judge(course(None), [look(0)]) == []
