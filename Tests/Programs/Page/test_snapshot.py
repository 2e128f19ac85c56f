"""What the page knows from the snapshot alone: disks, attempts, the place in the meeting, what the host permits."""

from __future__ import annotations

import re

from conftest import Browser
from fake_server import Server
from test_alarms import alarms, calm, chips, retry, worst
from test_studio import button, open_page, output, wait


def test_the_disk_has_a_chip_and_an_alarm_at_ten_minutes_and_at_one(browser: Browser, server: Server) -> None:
    calm(server)
    session = server.sessions[0]
    open_page(browser, server)
    wait(browser, lambda: chips(browser).get("disk") == "disk 2 h left")
    assert worst(browser) == "good"
    assert re.search(r"disk\n96\.4 GB\nleft\n2 h", output(browser, 1).text)
    assert "disk" not in output(browser, 2).text, "a server has none"

    def leave(seconds: float, chip: str, level: str) -> None:
        session.output(3)["diskSecondsLeft"] = seconds
        wait(browser, lambda: chips(browser).get("disk") == chip)
        assert worst(browser) == level, seconds

    leave(601, "disk 10 min left", "good")
    leave(599, "disk 9 min left", "warn")
    assert browser.driver.title == "⚠ the disk of output 3 (show.mkv) is getting full – psstudio"
    # A bitrate that varies does not repeat the alarm.
    leave(659, "disk 10 min left", "warn")
    leave(59, "disk 59 s left", "bad")
    assert browser.driver.title == "⛔ the disk of output 3 (show.mkv) is nearly full – psstudio"
    leave(65, "disk 65 s left", "bad")
    leave(67, "disk 67 s left", "warn")
    leave(661, "disk 11 min left", "good")
    assert len(alarms(browser)) == 1
    # One that is removed, or writes no more, has no time.
    leave(30, "disk 30 s left", "bad")
    session.output(3).update(diskSecondsLeft=None, diskFreeBytes=None)
    wait(browser, lambda: worst(browser) == "good")
    assert chips(browser)["disk"] == "disk 2 h left"
    session.output(1).update(diskSecondsLeft=None, diskFreeBytes=None)
    wait(browser, lambda: "disk" not in chips(browser))


def test_a_page_that_is_opened_late_knows_what_no_event_tells(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    session.show_slate("writerGone")
    session.enter("reconnecting")
    session.snapshot.update(isShareLocked=True, isRecordingPermitted=True)
    session.output(2)["secondsToAttempt"] = 300
    # The server does not have the events any more.
    session.kept = session.events[-1]["sequence"]
    open_page(browser, server)
    wait(browser, lambda: chips(browser).get("slate") == "slate on air: the writer of the FIFO has gone")
    assert chips(browser)["meeting"] == "connection lost"
    assert button(browser, "Sharing").text.endswith("locked")
    assert button(browser, "Sharing").get_attribute("aria-pressed") == "true"
    assert button(browser, "Recording").text.endswith("permitted")
    assert chips(browser)["output 2"] in ("2 rtmp retrying 4 min", "2 rtmp retrying 5 min")
    assert re.search(r"attempt 5, next try in (299|300) s", output(browser, 2).text)
    # A command that takes over a slate gives it another reason without an event.
    session.snapshot["slateReason"] = "command"
    wait(browser, lambda: chips(browser)["slate"] == "slate on air: a command asked for it")
    session.snapshot.update(meetingStatus="inMeeting", isInBreakoutRoom=True, isShareLocked=False)
    wait(browser, lambda: browser.find("[aria-label=Meeting]").text == "in a breakout room")
    assert "meeting" not in chips(browser)
    assert button(browser, "Sharing").text.endswith("free")


def test_an_event_is_newer_than_a_snapshot_that_was_on_its_way(browser: Browser, server: Server) -> None:
    calm(server)
    open_page(browser, server)
    wait(browser, lambda: worst(browser) == "good")
    script = """
        const { show } = studio, late = { ...show.snapshot };
        show.take({ sequence: show.sequence + 1, time: show.time(),
            event: { meetingStatusChanged: { status: 'reconnecting', reason: 'none' } } });
        show.showSnapshot(late);
        return [show.watch.place.status, chipsOf(show.watch.facts()).some(({ key }) => key === 'meeting')];
    """
    assert browser.run(script) == ["reconnecting", True]


def test_an_event_before_a_snapshot_is_older(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    session.show_slate("stalled")
    session.snapshot["slateReason"] = "command"
    open_page(browser, server)
    wait(browser, lambda: chips(browser).get("slate") == "slate on air: a command asked for it")
    script = """
        const { watch, snapshot } = studio.show;
        watch.note({ slateShown: { reason: 'stalled' } }, snapshot.sequence);
        return watch.slateReason;
    """
    assert browser.run(script) == "command"


def test_a_session_of_an_earlier_version_is_shown_by_its_events(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    for key in ("slateReason", "meetingStatus", "isInBreakoutRoom", "isShareLocked", "isRecordingPermitted"):
        del session.snapshot[key]
    for one in session.snapshot["outputs"]:
        for key in ("diskFreeBytes", "diskSecondsLeft", "secondsToAttempt"):
            del one[key]
    open_page(browser, server)
    wait(browser, lambda: button(browser, "Sharing").text.endswith("not known"))
    assert "disk" not in chips(browser)
    assert "disk" not in output(browser, 1).text
    retry(server, 3, 40)
    wait(browser, lambda: re.fullmatch(r"3 show.mkv retrying \d+ s", chips(browser)["output 3"]))
    session.emit("slateShown", at=9, reason="failed")
    session.snapshot["isSlateOnAir"] = True
    wait(browser, lambda: chips(browser).get("slate") == "slate on air: the source has failed")
    session.emit("commandPerformed", command={"lockShare": {"isLocked": True}})
    wait(browser, lambda: button(browser, "Sharing").text.endswith("locked"))
