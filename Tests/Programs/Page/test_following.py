"""What the control page does beside the plain case: several tabs and sessions, gaps, refusals, focus and calm."""

from __future__ import annotations

import time

import pytest
from selenium.webdriver.common.keys import Keys

from conftest import Browser
from fake_server import Server
from test_studio import button, log, open_page, wait


def show_links(browser: Browser) -> list[str]:
    """The lines of the list of sessions."""
    return [link.text for link in browser.all("nav a")]


def visible_open(server: Server) -> list[str]:
    """The streams of events that are open."""
    return [path for path in server.open if "/events" in path]


def test_six_tabs_have_one_stream(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    first = browser.driver.current_window_handle
    try:
        for _ in range(5):
            browser.driver.switch_to.new_window("tab")
            browser.driver.get(server.address)
            wait(browser, lambda: browser.run("return studio.show?.picture.naturalWidth"))
        wait(browser, lambda: len(visible_open(server)) == 1)
        server.sessions[0].emit("note", message="while the first tab is hidden")
        for tab in browser.driver.window_handles[1:]:
            browser.driver.switch_to.window(tab)
            browser.driver.close()
    finally:
        browser.driver.switch_to.window(first)
    wait(browser, lambda: any("while the first tab is hidden" in line for line in log(browser)))
    wait(browser, lambda: len(visible_open(server)) == 1)
    assert server.streams[-1][2] is not None, "the stream goes on after the last event"
    assert sum("while the first tab" in line for line in log(browser)) == 1


def test_going_away_and_back_leaves_no_stream(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    for number in range(4):
        chromium.driver.get(f"{server.address.split('#')[0]}page.css")
        wait(chromium, lambda: visible_open(server) == [])
        server.sessions[0].emit("note", message=f"away {number}")
        chromium.driver.back()
        wait(chromium, lambda: chromium.run("return studio.show?.picture.naturalWidth"))
        wait(chromium, lambda number=number: any(f"away {number}" in line for line in log(chromium)))
        assert len(visible_open(server)) == 1
    # Chromium asks for an icon of a text.
    assert all("favicon.ico" in message for message in chromium.messages())
    assert sum("away 0" in line for line in log(chromium)) == 1


def test_what_happened_before_anybody_looked_is_known_from_the_snapshot(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    rule, message = "PS-SEND-006", "PS-SEND-006 InvalidParameter: got 86390 bytes; send 86400 bytes"
    session.snapshot["violations"] = [{"rule": rule, "code": "InvalidParameter", "count": 30, "message": message}]
    session.kept = session.events[-1]["sequence"]
    open_page(browser, server)
    lines = wait(browser, lambda: log(browser))
    assert lines[0].startswith("not seen events 1 to ")
    assert "PS-SEND-006 got 86390 bytes; send 86400 bytes" in lines
    assert any(line.startswith("sending session") for line in lines)
    assert [line.split()[0] for line in lines if "output " in line] == ["live", "retrying", "live"]
    assert browser.find(".tools .count").text == "30 violations of 1 rule"
    browser.run("studio.show.timeLine.chooseViolation(1)")
    assert "30 times" in browser.find(".chosen h3").text
    wait(browser, lambda: "PS-SEND-006 ×30 got 86390" in browser.find("[aria-selected=true]").text)
    session.snapshot["violations"][0]["count"] = 31
    wait(browser, lambda: browser.find(".tools .count").text == "31 violations of 1 rule")
    wait(browser, lambda: "31 times" in browser.find(".chosen h3").text)


def test_violations_that_no_event_tells_are_shown_once(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    known = {"rule": "PS-SEND-006", "code": "c", "count": 2, "message": "too short; send all"}
    late = {"rule": "PS-SEND-005", "code": "c", "count": 1, "message": "too wide; scale it"}
    session.snapshot["violations"] = [known, late]
    open_page(browser, server)
    wait(browser, lambda: browser.find(".tools .count").text == "3 violations of 2 rules")
    session.emit("violation", rule="PS-SEND-005", code="c", message="too wide; scale it", isRefusal=True)
    session.emit("note", message="after it")
    wait(browser, lambda: log(browser)[-1] == "note after it")
    assert sum(line.startswith("PS-SEND") for line in log(browser)) == 2
    times = browser.run("return studio.show.items.map(({ time }) => time)")
    assert times == sorted(times)


def test_events_that_were_not_seen_are_marked(chromium: Browser) -> None:
    server = Server()
    open_page(chromium, server)
    wait(chromium, lambda: log(chromium))
    last, port = server.sessions[0].events[-1]["sequence"], server.server_port
    server.stop()
    wait(chromium, lambda: "The server is gone since" in chromium.find(".banner").text)
    again = Server(port)
    session = again.sessions[0]
    for number in range(3):
        session.emit("note", message=f"unseen {number}")
    session.kept = session.events[-1]["sequence"]
    try:
        wait(chromium, lambda: chromium.find(".banner").text == "")
        wait(
            chromium,
            lambda: any(line.startswith(f"not seen events {last + 1} to {last + 3}") for line in log(chromium)),
        )
        session.emit("note", message="seen again")
        wait(chromium, lambda: log(chromium)[-1] == "note seen again")
    finally:
        chromium.driver.get("about:blank")
        again.stop()
        chromium.messages()


def test_a_new_token_is_no_end(chromium: Browser) -> None:
    server = Server()
    port = server.server_port
    open_page(chromium, server)
    server.stop()
    wait(chromium, lambda: "The server is gone since" in chromium.find(".banner").text)
    again = Server(port)
    again.token = "a1" * 16
    try:
        wait(chromium, lambda: "needs the token" in chromium.find(".banner").text)
        assert chromium.find(".session-head .chip").text in ("sending", "was sending")
        assert button(chromium, "Mute").get_attribute("aria-disabled") != "true"
        chromium.run("location.hash = arguments[0]", f"#token={again.token}")
        wait(chromium, lambda: chromium.find(".banner").text == "")
        again.sessions[0].emit("note", message="with the new token")
        wait(chromium, lambda: any("with the new token" in line for line in log(chromium)))
    finally:
        chromium.driver.get("about:blank")
        again.stop()
        chromium.messages()


def test_an_ended_session_stays_beside_a_new_one(browser: Browser) -> None:
    server = Server(sessions=2)
    first, second = server.sessions
    first.snapshot["violations"] = [{"rule": "PS-SEND-006", "code": "c", "count": 3, "message": "m"}]
    try:
        open_page(browser, server)
        assert browser.find("h1").text == first.id
        browser.ended.add(first.id)
        button(browser, "Revoke co-host").click()
        wait(browser, lambda: browser.find(".session-head .chip").text == "ended")
        wait(
            browser,
            lambda: any(
                "ended" in line and "the right to send was lost, 3 violations" in line for line in show_links(browser)
            ),
        )
        assert browser.find("h1").text == first.id, "the reader keeps what is read"
        assert "the right to send was lost" in browser.find(".session-head .reason").text
        next(link for link in browser.all("nav a") if second.id in link.text).click()
        wait(browser, lambda: browser.find("h1").text == second.id)
        next(link for link in browser.all("nav a") if first.id in link.text).click()
        wait(browser, lambda: browser.find("h1").text == first.id)
        assert "the right to send was lost" in browser.find(".session-head .reason").text
        assert any(line.startswith("revokeCoHost") for line in log(browser))
        button(browser, "Follow new sessions").click()
        wait(browser, lambda: browser.find("h1").text == second.id)
    finally:
        browser.driver.get("about:blank")
        server.stop()


def test_an_address_without_a_session_says_so(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    browser.run("location.hash = '#/%'")
    wait(browser, lambda: "This session is not running" in browser.find("main").text)
    browser.find("nav a").click()
    wait(browser, lambda: browser.find("h1").text == server.sessions[0].id)


# Where all buttons are.
PLACES = """
return [...document.querySelectorAll('button.command')].map(e => {
    const { x, y, width } = e.getBoundingClientRect();
    return [x, y + scrollY, width].map(Math.round);
});
"""


ASK = f"""
for (const button of arguments[0]) button.click();
const places = (() => {{ {PLACES} }})();
return [document.querySelectorAll('.asking').length, places];
"""


@pytest.mark.parametrize("width", [360, 1024, 1280, 1920, 3840])
def test_nothing_moves_under_the_second_click(chromium: Browser, server: Server, width: int) -> None:
    open_page(chromium, server, width)
    # The events of the past are there, with what only they tell.
    wait(chromium, lambda: log(chromium))
    before = chromium.run(PLACES)
    names = ["Stop session", "Leave", "End meeting", "Fail meeting", "Enter breakout room", "Into waiting room"]
    # Together: each asks for four seconds.
    asking, places = chromium.run(ASK, [button(chromium, name) for name in names])
    assert asking == len(names), "what ends the session asks first"
    assert places == before
    refused = button(chromium, "Reclaim host")
    rect = refused.rect
    refused.click()
    wait(chromium, lambda: chromium.all(".refusal"))
    assert refused.rect == rect
    assert not server.sessions[0].ended
    chromium.messages()


def test_a_pressed_button_keeps_the_focus(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    for name in ("Mute", "Stop output 1", "Video of Ann"):
        browser.run("arguments[0].focus()", button(browser, name))
        browser.keys(Keys.ENTER)
        wait(browser, lambda: not browser.all("[aria-busy]"))
        assert browser.driver.switch_to.active_element.accessible_name == name
    wait(browser, lambda: button(browser, "Stop output 1").get_attribute("aria-disabled") == "true")
    assert browser.driver.switch_to.active_element.accessible_name == "Video of Ann"
    browser.run("arguments[0].focus()", button(browser, "Remove Ann"))
    browser.keys(Keys.ENTER)
    browser.keys(Keys.ENTER)
    wait(browser, lambda: browser.run("return document.activeElement.ariaLabel") == "Participants")


HEIGHTS = """
const { outputs } = studio.show, [output] = studio.show.snapshot.outputs, card = outputs.card(1);
return arguments[0].map((change) => {
    card.show({ ...output, ...change });
    return card.box.offsetHeight;
});
"""


def test_numbers_move_nothing(browser: Browser, server: Server) -> None:
    numbers = [(0, 0), (9999, 1), (10000, 9999), (160000, 1234567)]
    changes = [
        {
            "diskFreeBytes": frames * 1e6,
            "diskSecondsLeft": bitrate,
            "outputBitrate": bitrate,
            "outputSkippedFrames": frames,
        }
        for bitrate, frames in numbers
    ]
    changes.append({"diskFreeBytes": None, "diskSecondsLeft": None})
    for width in (360, 1280, 3840):
        open_page(browser, server, width)
        heights = browser.run(HEIGHTS, changes)
        assert len(set(heights)) == 1, heights


def test_an_output_that_tries_again_keeps_its_height(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    output = {"destination": "rtmp://127.0.0.1:1935/live/of-a-name-that-fills-a-line", "cause": "refused"}
    later = (time.time() + 3600) * 1000
    changes = [
        {"state": "retrying", "attempt": 1, "nextTry": None},
        {"state": "retrying", "attempt": 1, "nextTry": later},
        {"state": "connecting", "attempt": 0, "cause": None, "message": None},
        {"state": "retrying", "attempt": 1000, "nextTry": 0},
        {"state": "connecting", "attempt": 1000, "cause": None, "message": None},
    ]
    for width in range(320, 1400, 12):
        browser.resize(width, 900)
        for length in (1, 12, 40):
            message = ("the connection was refused " * 3)[:length]
            heights = browser.run(HEIGHTS, [{**output, "message": message, **change} for change in changes])
            assert len(set(heights)) == 1, (width, length, heights)


def test_the_reason_has_its_own_message(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_page(browser, server)
    failure = {"category": "output", "code": "notWritable", "message": "the folder is missing", "rule": None}
    session.emit("failed", failure=failure)
    browser.ended.add(session.id)
    session.end("roleLost")
    wait(browser, lambda: browser.find(".session-head .chip").text == "ended")
    assert browser.find(".session-head .reason").text == "It ended: the right to send was lost"


def test_the_place_in_the_meeting_is_shown(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    server.sessions[0].emit("meetingStatusChanged", status="reconnecting", reason="none")
    wait(browser, lambda: "connection lost" in browser.find(".session-head").text)
    server.sessions[0].emit("meetingStatusChanged", status="inMeeting", reason="none")
    wait(browser, lambda: "connection lost" not in browser.find(".session-head").text)


def test_the_log_begins_at_its_end_and_stays_where_it_is_read(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    for number in range(5200):
        session.emit("participantLeft", user=number)
    open_page(browser, server)
    wait(browser, lambda: log(browser)[-1:] == ["participantLeft user 5199"])
    place = "const { scrollTop, clientHeight, scrollHeight } = studio.show.log.list;"
    wait(browser, lambda: browser.run(place + "return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 4"))
    first = """
        const { list } = studio.show.log, { top } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('[role=option]')]
            .filter(row => row.getBoundingClientRect().top >= top - 1);
        return rows.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet)[0].querySelector('.what').textContent;
    """
    browser.run("studio.show.log.list.scrollTop = 50000")
    browser.drawn()
    read = browser.run(first)
    mark = "const row = document.querySelectorAll('[role=option] .what')[12]; getSelection().selectAllChildren(row);"
    browser.run(mark)
    for number in range(20):
        session.emit("participantLeft", user=10000 + number)
    wait(browser, lambda: log(browser)[-1:] == ["participantLeft user 10019"])
    browser.drawn()
    assert browser.run(first) == read
    assert "participantLeft" in browser.run("return getSelection().toString()")


def test_events_of_a_page_that_is_not_drawn_are_bounded(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    waiting = browser.run(
        """
        const { show } = studio, real = requestAnimationFrame;
        window.requestAnimationFrame = () => 1;
        for (let number = 0; number < 200000; number += 1) {
            show.take({ time: show.time(), sequence: show.sequence + 1, event: { note: { message: `n${number}` } } });
        }
        window.requestAnimationFrame = real;
        show.frame = null;
        show.draw();
        return show.waiting.length;
        """
    )
    assert waiting <= 10000
    wait(browser, lambda: log(browser)[-1] == "note n199999")
    assert len(log(browser)) == 5000


def test_a_scenario_is_started_where_the_server_starts_sessions(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    chromium.find("summary").click()
    name = "Start the scenario role-lost"
    wait(chromium, lambda: any(one.get_attribute("aria-label") == name for one in chromium.all("button")))
    button(chromium, name).click()
    wait(chromium, lambda: "serves the sessions of another program" in chromium.find(".refusal").text)
    assert "psstudio start --serve --scenario role-lost" in chromium.find(".scenarios").text
    assert not button(chromium, name).is_displayed()
    server.starts_sessions = True
    chromium.driver.refresh()
    wait(chromium, lambda: chromium.all("summary"))
    chromium.find("summary").click()
    wait(chromium, lambda: any(one.get_attribute("aria-label") == name for one in chromium.all("button")))
    button(chromium, name).click()
    wait(chromium, lambda: chromium.run("return studio.show.id") == f"{2:016x}")
    assert "not running" not in chromium.find("main").text
    chromium.messages()


def test_a_session_that_hangs_is_seen(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    server.sessions[0].silent = True
    wait(browser, lambda: "does not answer" in browser.find(".session-head").text)
    clock = browser.find(".timecode").text
    browser.driver.execute_async_script("setTimeout(arguments[0], 1200)")
    assert browser.find(".timecode").text == clock
    server.sessions[0].silent = False
    wait(browser, lambda: "does not answer" not in browser.find(".session-head").text)
    wait(browser, lambda: browser.find(".timecode").text != clock)


def test_the_death_of_a_server_stands_in_the_log(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    death = "psstudio-server was killed by signal 9"
    server.sessions[0].emit("serverChanged", state="restarting", message=death)
    server.sessions[0].emit("serverChanged", state="running", message="psstudio-server answers again")
    wait(browser, lambda: "server running psstudio-server answers again" in log(browser))
    assert f"server restarting {death}" in log(browser)
