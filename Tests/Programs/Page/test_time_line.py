"""The time line itself: names that have room, and the cost of many events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from conftest import Browser

Pages = Callable[..., Path]

# Whatever is drawn as text in one frame.
DRAWN = """
const texts = [], { painter } = report.view.timeLine, real = painter.context.fillText;
painter.context.fillText = function (text, x, y) { texts.push([text, x, y]); real.apply(this, arguments); };
painter.draw();
delete painter.context.fillText;
return texts;
"""

# The names of all lanes: [lane, row, left, right, more].
NAMES = """
const { painter } = report.view.timeLine;
painter.draw();
return painter.content.filter(({ spans }) => !spans).flatMap((content) => painter.layout(content).map((name) =>
    [content.lane.id, name.row, name.left, name.right + name.room, name.more, content.indices.length]));
"""


def test_events_have_their_names_when_there_is_room(browser: Browser, page: Pages) -> None:
    browser.open(page("broken"))
    texts = [text for text, _, _ in browser.run(DRAWN)]
    for name in ("initialise", "startAnswered", "stop", "sendingStopped", "setRole", "sending"):
        assert any(text.startswith(name) for text in texts), texts
    assert any(text.startswith("PS-SEND-005") for text in texts)
    # What follows has room by order.
    browser.run("report.view.timeLine.setByOrder(true); report.view.timeLine.axis.zoom(0.4, 0)")
    texts = [text for text, _, _ in browser.run(DRAWN)]
    for name in ("initialise", "authenticate", "join", "setDelegate", "isSupported", "canStart", "start"):
        assert any(text.split()[0] == name for text in texts), f"{name} is not in {texts}"


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_no_name_covers_another_and_none_is_forgotten(browser: Browser, page: Pages, width: int) -> None:
    browser.open(page("long"), width=width)
    for by_order in (False, True):
        browser.run("report.view.timeLine.setByOrder(arguments[0]); report.view.timeLine.axis.showAll()", by_order)
        for _ in range(8):
            names = browser.run(NAMES)
            lanes: dict[str, list[list]] = {}
            for lane, *rest in names:
                lanes.setdefault(lane, []).append(rest)
            for lane, placed in lanes.items():
                assert sum(1 + more for _, _, _, more, _ in placed) == placed[0][4], f"{lane} forgets an event"
                for row in {row for row, *_ in placed}:
                    ends = [(left, right) for own, left, right, _, _ in placed if own == row]
                    for (_, right), (left, _) in pairwise(ends):
                        assert right <= left, f"{lane}: names cover each other"
            browser.run("report.view.timeLine.axis.zoom(0.5, 0.3)")


def test_names_stay_in_their_rows_while_the_line_moves(browser: Browser, page: Pages) -> None:
    browser.open(page("long"))
    browser.run("report.view.timeLine.axis.zoom(0.02)")
    before = browser.run(NAMES)
    browser.run("const { axis } = report.view.timeLine; axis.move(axis.length / 3)")
    assert browser.run(NAMES) == before


def test_axis_has_round_times(browser: Browser, page: Pages) -> None:
    browser.open(page("long"))
    times = "return report.view.timeLine.axis.ticks(arguments[0]).map(({ text }) => text)"
    assert browser.run(times, 500)[:4] == ["0 s", "10:00", "20:00", "30:00"]
    browser.run("report.view.timeLine.axis.show(59.9, 60.4)")
    assert browser.run(times, 0.1) == ["59.9 s", "1:00.0", "1:00.1", "1:00.2", "1:00.3", "1:00.4"]
    browser.run("report.view.timeLine.axis.show(3599.5, 3600.5)")
    assert browser.run("return [0.0005, 0.002, 0.3, 7, 11, 70, 5000].map(roundStep)") == [
        0.0005,
        0.002,
        0.5,
        10,
        15,
        120,
        7200,
    ]


def test_places_and_times_agree_by_order(browser: Browser, page: Pages) -> None:
    browser.open(page("broken"))
    errors = browser.run(
        """
        const { axis } = report.view.timeLine;
        axis.setByOrder(true);
        return axis.items.map((made, index) => Math.abs(axis.timeAt(axis.place(index)) - made.time))
            .concat([0.5, 3, 6.1, 8.2].map((time) => Math.abs(axis.timeAt(axis.placeOf(time)) - time)));
        """
    )
    assert max(errors) < 1e-6


def test_texts_are_shortened_between_characters(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    shortened = "return arguments[0].map(([text, longest]) => shortened(text, longest))"
    assert browser.run(
        shortened, [["abc", 3], ["abcd", 3], ["a😀b", 2], ["ae\u0301b", 2], ["👩‍👧x", 2], ["👩‍👧x", 3]]
    ) == [
        "abc",
        "abc…",
        "a…",
        "a…",
        "…",
        "…",
    ]


def test_many_events_cost_what_few_cost(browser: Browser, page: Pages) -> None:
    """Counts what is drawn, which a busy machine does not change; times are printed by `pytest -s`."""
    browser.open(page("long"))
    nodes = "return document.querySelectorAll('*').length"
    assert browser.run(nodes) < 1500
    drawn = """
        const { axis, painter } = report.view.timeLine, counts = [], real = {};
        for (const name of ['fillText', 'fillRect', 'measureText', 'fill']) {
            real[name] = painter.context[name];
            painter.context[name] = function () {
                counts[counts.length - 1] += 1;
                return real[name].apply(this, arguments);
            };
        }
        const took = [];
        for (let number = 0; number < 90; number += 1) {
            if (number < 30) axis.zoom(0.9, 0.4);
            else if (number < 60) axis.move(axis.length / 60);
            else axis.zoom(1 / 0.9, 0.6);
            counts.push(0);
            const start = performance.now();
            painter.draw();
            took.push(performance.now() - start);
        }
        for (const name of Object.keys(real)) delete painter.context[name];
        took.sort((a, b) => a - b);
        return [Math.max(...counts), took[45], took[85]];
    """
    most, median, slow = browser.run(drawn)
    print(f"\n1,000 events: {most} operations at most, {median:.1f} ms a frame, 95 % within {slow:.1f} ms")
    assert most < 6000


def test_a_day_of_events_is_bounded(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    counts = browser.run(
        """
        const { log } = report.view, made = (index) => item('callbacks', index, 'participantJoined', `user ${index}`);
        for (let first = 0; first < 100000; first += 1000) {
            log.append(Array.from({ length: 1000 }, (_, at) => made(first + at)));
        }
        log.draw();
        log.list.scrollTop = 1e9;
        log.draw();
        return [log.entries.length, log.shown.length, log.list.querySelectorAll('[role=option]').length];
        """
    )
    assert counts[:2] == [5000, 5000]
    assert counts[2] < 80
    last = browser.all("[role=option]")[-1]
    assert "user 99999" in last.text


# A running session says the rule and the code in front of the message.
MESSAGE = "PS-SEND-005 InvalidParameter: a; b"


def test_events_of_a_running_session_become_the_same_items(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    events = [
        {"sessionChanged": {"state": "sending"}},
        {"commandPerformed": {"command": {"revokeCoHost": {}}}},
        {"violation": {"code": "InvalidParameter", "isRefusal": True, "message": MESSAGE, "rule": "PS-SEND-005"}},
        {"dropped": {"audioBlocks": 0, "frames": 3, "reason": "encoderOverload"}},
        {"outputChanged": {"address": "a", "output": 1, "change": {"state": "retrying", "attempt": 1, "delay": 2}}},
        {"startCalled": {"code": "Success", "height": 1080, "width": 1920}},
        {"participantLeft": {"user": 16778240}},
        {"failed": {"failure": {"category": "output", "code": "storageFull", "message": "m", "rule": None}}},
    ]
    script = """
        return arguments[0].map((event, time) => itemOfEvent({ time, event }))
            .map(({ lane, name, text, level }) => [lane, name, text, level]);
    """
    assert browser.run(script, events) == [
        ["states", "sending", "session", ""],
        ["commands", "revokeCoHost", "", ""],
        ["violations", "PS-SEND-005", "a; b", "bad"],
        ["drops", "encoderOverload", "3 frames, 0 audio blocks", "warn"],
        ["outputs", "retrying", "output 1; a; attempt 1; next in 2 s", "warn"],
        ["calls", "start", "Success; height 1080, width 1920", ""],
        ["callbacks", "participantLeft", "user 16778240", ""],
        ["failures", "storageFull", "output: m", "bad"],
    ]


def test_each_output_has_a_row_of_its_own(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    states = [(number, "live") for number in range(1, 7)] + [
        (2, "removed"),
        (5, "removed"),
        (7, "live"),
        (8, "failed"),
        (9, "live"),
    ]
    rows = browser.run(
        """
        const items = arguments[0].map(([number, state], time) => outputItem(time, number, state, {}));
        return spansOf(items, lanes.find(({ id }) => id === 'outputs')).map(({ item, row, end }) =>
            [Number(item.key.slice(7)), item.name, row, end]);
        """,
        states,
    )
    assert [row for _, state, row, _ in rows if state != "removed"] == [0, 1, 2, 3, 4, 5, 1, 4, 6]
    # What was removed ends where another output takes its row.
    assert [end for _, state, _, end in rows if state == "removed"] == [8, 9]


def test_names_at_the_end_of_the_line_keep_their_number(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    placed = browser.run(
        """
        const events = Array.from({ length: 9 }, (_, at) => ({ x: 900 + at, name: 'PS-SEND-006' }));
        const width = (text) => text.length * 8;
        return namesInRows(events, { rows: 2, width, gap: 6, limits: [0, 1000] })
            .map(({ left, right, more }) => [left, right, more]);
        """
    )
    assert sum(1 + more for _, _, more in placed) == 9
    assert all(left >= 0 and right <= 1000 for left, right, _ in placed)


def test_violations_are_counted_with_their_rules(browser: Browser, page: Pages) -> None:
    browser.open(page("good"))
    browser.run(
        """
        const { timeLine } = report.view;
        const made = (rule, count) => ({ ...violationItem(1, { rule, code: 'c', message: 'm' }), count });
        timeLine.append([made('PS-SEND-005', 30), made('PS-SEND-006', 60)], 9);
        """
    )
    assert browser.find(".tools .count").text == "90 violations of 2 rules"
