"""What is wrong is in sight: line, title, icon and list of alarms. Nothing that is past is shown as present."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import unquote

import pytest
from selenium.webdriver.common.by import By

from conftest import Browser
from fake_server import Server
from test_access import TEXTS, ratio
from test_following import show_links
from test_studio import button, open_page, output, wait


def worst(browser: Browser) -> str:
    """The state that colours the header."""
    return str(browser.run("return document.documentElement.dataset.worst"))


def chips(browser: Browser) -> dict[str, str]:
    """The texts of the chips by their keys."""
    script = "return [...document.querySelectorAll('.chips .chip')].map(e => [e.dataset.key, e.textContent])"
    return dict(browser.run(script))


def alarms(browser: Browser) -> list[str]:
    """The list of alarms, the latest first."""
    return [row.text.replace("\n", " ") for row in browser.all(".alarms li")]


def calm(server: Server) -> None:
    """Stops the output that has been retrying in the recording: nothing is wrong any more."""
    server.sessions[0].set_output(2, "stopped")


def retry(server: Server, number: int, delay: int) -> None:
    """An output has lost its connection, and tries again."""
    session, change = server.sessions[0], {"attempt": 1, "cause": "disconnected", "delay": delay, "message": "it went"}
    session.output(number).update(state="retrying", cause="disconnected", message="it went", attempt=1)
    if "secondsToAttempt" in session.output(number):
        session.output(number)["secondsToAttempt"] = delay
    address = session.output(number)["destination"]
    session.emit("outputChanged", address=address, output=number, change={**change, "state": "retrying"})


def test_every_output_has_a_chip_and_the_worst_state_is_outside(browser: Browser, server: Server) -> None:
    calm(server)
    open_page(browser, server)
    wait(browser, lambda: worst(browser) == "good")
    assert chips(browser)["output 1"] == "1 show.mp4 live"
    assert chips(browser)["studio"] == "PS sending"
    assert chips(browser)["sound"] == "volume 100 %"
    assert browser.driver.title == "● sending – psstudio"
    assert browser.find(".summary").text == "No alarm"
    retry(server, 3, 40)
    wait(browser, lambda: worst(browser) == "warn")
    wait(browser, lambda: re.fullmatch(r"3 show.mkv retrying \d+ s", chips(browser)["output 3"]))
    assert browser.driver.title == "⚠ output 3 (show.mkv) is retrying – psstudio"
    # Each attempt is connecting for a moment.
    server.sessions[0].set_output(3, "connecting")
    wait(browser, lambda: chips(browser)["output 3"] == "3 show.mkv connecting")
    assert worst(browser) == "warn"
    failure = {"attempt": None, "cause": "storageFull", "delay": None, "message": "the disk is full", "state": "failed"}
    session = server.sessions[0]
    session.output(1).update(state="failed", cause="storageFull", message="the disk is full")
    session.emit("outputChanged", address="show.mp4", output=1, change=failure)
    wait(browser, lambda: worst(browser) == "bad")
    assert browser.driver.title.startswith(
        "⛔ output 1 (show.mp4) has failed: storage full: the disk is full and 1 more"
    )
    icon = browser.find("link[rel=icon]").get_attribute("href")
    assert "#d1242f" in unquote(str(icon))
    session.set_output(1, "live")
    session.set_output(3, "live")
    wait(browser, lambda: worst(browser) == "good")
    assert [line.split("output")[1][:2] for line in alarms(browser)] == [" 1", " 3"], "one alarm for all attempts"


def test_the_line_stays_in_sight_and_is_read_out(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    line = wait(browser, lambda: browser.find(".status-line"))
    assert browser.run("return document.querySelector('header.top').nextElementSibling.contains(arguments[0])", line)
    browser.run("scrollTo(0, document.documentElement.scrollHeight)")
    browser.drawn()
    box = browser.run("const { top, bottom } = arguments[0].getBoundingClientRect(); return [top, bottom]", line)
    assert 0 <= box[0] < box[1] < 450
    summary = browser.find(".summary")
    assert summary.get_attribute("aria-live") == "polite"
    assert summary.text == "Alarm: output 2 (rtmp) is retrying"


@pytest.mark.parametrize("elsewhere", [True, False])
def test_mute_and_volume_are_shown_wherever_they_were_changed(
    browser: Browser, server: Server, elsewhere: bool
) -> None:
    calm(server)
    open_page(browser, server)
    wait(browser, lambda: worst(browser) == "good")
    if elsewhere:
        server.sessions[0].set_audio(isMuted=True, volumeFactor=0.5)
    else:
        button(browser, "Mute").click()
    volume = "50" if elsewhere else "100"
    wait(browser, lambda: chips(browser)["sound"] == f"muted, volume {volume} %")
    assert worst(browser) == "warn"
    assert browser.driver.title == "⚠ muted – psstudio"
    assert button(browser, "Mute").get_attribute("aria-pressed") == "true"
    assert button(browser, "Mute").text.startswith("Mute on")
    # The meters show the program, not what it is made of.
    wait(browser, lambda: browser.find(".meters").text.split("\n") == ["muted", "muted"])
    assert browser.find(".meter .bar").get_attribute("style") == "transform: scaleX(0);"
    note = "from this page" if not elsewhere else "Acknowledge"
    assert note in alarms(browser)[0], "an operator's own command is acknowledged"


def test_slate_source_encoder_meeting_and_rejections(browser: Browser, server: Server) -> None:
    calm(server)
    session = server.sessions[0]
    open_page(browser, server)
    wait(browser, lambda: worst(browser) == "good")
    session.show_slate("stalled")
    wait(browser, lambda: chips(browser).get("slate") == "slate on air: the source delivers nothing")
    assert worst(browser) == "bad"
    wait(browser, lambda: "not from a command" in str(button(browser, "Slate").get_attribute("title")))
    session.show_slate(None)
    wait(browser, lambda: worst(browser) == "good")
    session.snapshot["waitingFor"] = [{"media": "video", "name": "camera.fifo", "seconds": 3}]
    wait(browser, lambda: chips(browser).get("source") == "source stalled: camera.fifo delivers no video")
    session.snapshot["waitingFor"] = []
    wait(browser, lambda: worst(browser) == "good")
    session.snapshot["video"]["secondsSinceLast"] = 3
    wait(browser, lambda: chips(browser).get("source") == "source stalled: no frames")
    session.snapshot["video"]["secondsSinceLast"] = 0
    wait(browser, lambda: worst(browser) == "good")
    session.output(1)["outputSkippedFrames"] += 5
    wait(browser, lambda: "output 1 (show.mp4) loses media" in browser.driver.title)
    session.snapshot["drops"]["encoderOverload"] += 12
    wait(browser, lambda: chips(browser).get("encoder") == "encoder behind: media is dropped")
    # It is over as soon as nothing more is dropped.
    wait(browser, lambda: "encoder" not in chips(browser))
    session.snapshot["video"]["refused"] += 1
    wait(browser, lambda: chips(browser).get("rejected") == "frames or audio are rejected")
    session.emit("meetingStatusChanged", status="reconnecting", reason="none")
    wait(browser, lambda: chips(browser).get("meeting") == "connection lost")
    session.emit("meetingStatusChanged", status="inMeeting", reason="none")
    wait(browser, lambda: worst(browser) == "good")
    times = [re.match(r"(\S+ ?[AP]?M?) – (\S+)", line) for line in alarms(browser)]
    assert len(times) == 7
    assert all(found and found[2] != "now" for found in times)


def test_an_alarm_is_acknowledged_and_sounds_only_where_it_is_switched_on(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    wait(browser, lambda: worst(browser) == "warn")
    browser.run("window.tones = 0; AlarmTone.prototype.play = function () { window.tones += 1; this.last = -1e9; }")
    retry(server, 3, 40)
    wait(browser, lambda: len(alarms(browser)) == 2)
    assert browser.run("return window.tones") == 0, "off by default"
    switch = next(one for one in browser.all("button") if one.text.startswith("Alarm sound"))
    assert switch.text == "Alarm sound off"
    switch.click()
    assert switch.text == "Alarm sound on"
    wait(browser, lambda: browser.run("return window.tones") > 3)
    button(browser, "Acknowledge: output 3 (show.mkv) is retrying").click()
    wait(browser, lambda: "acknowledged" in alarms(browser)[0])
    button(browser, "Acknowledge").click()
    assert all("acknowledged" in line for line in alarms(browser))
    assert button(browser, "Acknowledge").get_attribute("aria-disabled") == "true"
    count = browser.run("return window.tones")
    browser.driver.execute_async_script("setTimeout(arguments[0], 700)")
    assert browser.run("return window.tones") == count
    assert worst(browser) == "warn", "what is wrong stays in sight"


def test_the_tone_is_one_that_browsers_play(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    next(one for one in browser.all("button") if one.text.startswith("Alarm sound")).click()
    wait(browser, lambda: browser.run("return studio.show.watch.tone.context.state") in ("running", "suspended"))


def test_a_killed_session_s_outputs_are_unknown(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    browser.ended.add(server.sessions[0].id)
    wait(browser, lambda: worst(browser) == "warn")
    browser.messages()
    server.sessions[0].kill()
    wait(browser, lambda: browser.find(".session-head .chip").text == "ended")
    states = [one.find_element(By.CSS_SELECTOR, ".chip").text for one in browser.all(".output")]
    assert all(re.fullmatch(r"unknown since \d+:\d\d:\d\d.*", state) for state in states), states
    assert browser.all(".output .chip.good") == []
    assert chips(browser)["studio"] == "killed or crashed"
    assert re.fullmatch(r"1 show.mp4 unknown since \d+:\d\d:\d\d.*", chips(browser)["output 1"])
    assert browser.driver.title == "⛔ the session was killed or has crashed – psstudio"
    assert browser.find(".session-head .reason").text == "The session was killed or has crashed."
    late = re.compile("502|404")
    assert all(late.search(message) for message in browser.messages())


def test_a_session_that_ends_in_order_keeps_the_states_of_its_outputs(browser: Browser, server: Server) -> None:
    calm(server)
    open_page(browser, server)
    browser.ended.add(server.sessions[0].id)
    server.sessions[0].end("stopped")
    wait(browser, lambda: browser.find(".session-head .chip").text == "ended")
    assert output(browser, 1).find_element(By.CSS_SELECTOR, ".chip").text == "finished"
    assert chips(browser)["output 1"] == "1 show.mp4 finished"
    assert chips(browser)["studio"] == "it was stopped"
    assert worst(browser) == "idle"
    assert button(browser, "Mute").get_attribute("title") == "the session has ended"


def test_without_news_nothing_is_shown_as_present(chromium: Browser) -> None:
    server = Server()
    port = server.server_port
    open_page(chromium, server)
    wait(chromium, lambda: chips(chromium))
    server.stop()
    wait(chromium, lambda: worst(chromium) == "bad")
    wait(chromium, lambda: re.fullmatch(r"no news for [1-9]\d* s", chromium.find(".no-news").text))
    assert re.fullmatch(r"no news for \d+ s", chips(chromium)["studio"])
    assert chips(chromium)["output 1"] == "1 show.mp4 was live"
    assert output(chromium, 1).find_element(By.CSS_SELECTOR, ".chip").text == "was live"
    assert chromium.all(".chip.good") == []
    assert "kbit/s" not in output(chromium, 1).text
    assert re.fullmatch(r"4 participants, \d+ s ago", chromium.find("[aria-label=Participants] h2").text)
    opacity = "return ['.picture', '.meter'].map(e => getComputedStyle(document.querySelector(e)).opacity)"
    assert chromium.run(opacity) == ["0.25", "0.25"]
    assert chromium.driver.title == "⛔ the server is gone – psstudio"
    again = Server(port)
    again.sessions[0].snapshot["drops"]["encoderOverload"] = 40
    again.sessions[0].output(1)["outputSkippedFrames"] = 40
    try:
        wait(chromium, lambda: chips(chromium)["output 1"] == "1 show.mp4 live")
        time.sleep(1.2)
        assert "encoder" not in chips(chromium), "what has grown meanwhile is not growing now"
        assert worst(chromium) == "warn"
        assert "retrying" in chromium.find(".summary").text
        assert not chromium.find(".no-news").is_displayed()
        assert chromium.run(opacity) == ["1", "1"]
    finally:
        chromium.driver.get("about:blank")
        again.stop()
        chromium.messages()


def test_a_session_that_hangs_raises_the_alarm(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    server.sessions[0].silent = True
    wait(browser, lambda: browser.driver.title == "⛔ no news from the session – psstudio")
    assert worst(browser) == "bad"
    server.sessions[0].silent = False
    wait(browser, lambda: worst(browser) == "warn")


def test_a_hidden_page_claims_nothing(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    browser.run("studio.show.setPresent(false)")
    assert browser.driver.title == "○ paused while hidden – psstudio"
    assert worst(browser) == "idle"


def test_the_list_says_why_a_session_ended(browser: Browser) -> None:
    server = Server(sessions=3)
    first, second, third = server.sessions
    try:
        open_page(browser, server)
        browser.ended.update(one.id for one in server.sessions)
        wait(browser, lambda: sum("sending" in line for line in show_links(browser)) == 3)
        second.snapshot["stopReason"] = "error:storageFull"
        wait(browser, lambda: browser.run("return studio.facts.get(arguments[0]).stopReason", second.id))
        server.forgotten = {second.id, third.id}
        second.ended = third.ended = True
        first.end("meetingEnded")
        wait(browser, lambda: sum("ended" in line.split("\n")[2] for line in show_links(browser)) == 3)
        lines = {one.id: next(line for line in show_links(browser) if one.id in line) for one in server.sessions}
        assert lines[first.id].endswith(": the meeting ended")
        assert lines[second.id].endswith(": error: storage full")
        assert lines[third.id].endswith(": its end was not seen"), "never the last state, as if it were the reason"
    finally:
        browser.driver.get("about:blank")
        server.stop()
        browser.messages()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["good", "warn", "bad", "ended"])
def test_contrast_in_all_states(browser: Browser, server: Server, theme: str, state: str) -> None:
    def set_state() -> Any:
        session = server.sessions[0]
        if state != "warn":
            calm(server)
        if state == "bad":
            session.show_slate("failed")
            session.output(1)["state"] = "failed"
        return session

    session = set_state()
    open_page(browser, server, theme=theme)
    if state == "ended":
        browser.ended.add(session.id)
        session.end("roleLost")
    wait(browser, lambda: worst(browser) == ("bad" if state == "ended" else state))
    weak = [(round(ratio(a, b), 2), text) for a, b, text in browser.run(TEXTS) if ratio(a, b) < 4.5]
    assert weak == []
