"""What the page shows of sessions that have ended, also of those that it has never shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conftest import Browser
from fake_server import Server
from test_following import show_links
from test_studio import open_page, wait


@pytest.fixture
def pair(browser: Browser) -> Iterator[Server]:
    """A server with a running session, and one that ended with a failure before the page was opened."""
    server = Server(sessions=2)
    ended = server.sessions[1]
    ended.end("error:storageFull")
    ended.set_output(1, "failed")
    ended.output(1)["cause"], ended.output(1)["message"] = "storageFull", "no space left on the device"
    violation = {"rule": "PS-SEND-006", "code": "InvalidParameter", "count": 3}
    ended.snapshot["violations"] = [{**violation, "message": "PS-SEND-006 InvalidParameter: too short; send all"}]
    ended.process = {"exitCode": 6, "message": "show.mp4: no space left on the device"}
    yield server
    browser.driver.get("about:blank")
    server.stop()


def link_of(browser: Browser, server: Server, number: int) -> str:
    """The text of a session's card."""
    return next(text for text in show_links(browser) if server.sessions[number].id in text)


def choose(browser: Browser, server: Server, number: int) -> None:
    """Chooses a session of the list."""
    name = server.sessions[number].id
    next(link for link in browser.all("nav a") if name in link.text).click()
    wait(browser, lambda: browser.find("h1").text == name)


def test_the_list_says_why_a_session_ended_that_nobody_has_seen(browser: Browser, pair: Server) -> None:
    open_page(browser, pair)
    wait(browser, lambda: len(show_links(browser)) == 2)
    assert link_of(browser, pair, 1).endswith(": error: storage full, exit code 6, 3 violations")
    assert "bad" in str(browser.all("nav a")[1].get_attribute("class"))
    assert browser.find("nav h2").text == "1 running session, 1 ended"
    assert browser.find("h1").text == pair.sessions[0].id, "a running one is shown"


def test_the_result_of_an_ended_session_is_shown(browser: Browser, pair: Server) -> None:
    open_page(browser, pair)
    wait(browser, lambda: len(show_links(browser)) == 2)
    choose(browser, pair, 1)
    assert browser.find(".session-head .chip").text == "ended"
    reason = browser.find(".session-head .reason").text
    assert reason.startswith("It ended: error: storage full; the right to send was lost; show.mp4: no space left")
    assert "exit code6" in browser.run("return document.querySelector('.session-head .facts').textContent")
    output = browser.all(".output")[0].text
    assert "failed" in output
    assert "storage full: no space left on the device" in output
    broken = browser.find("[aria-label=Violations]").text
    assert "PS-SEND-006 ×3" in broken
    assert "too short" in broken
    assert "accepted" in browser.find("[aria-label=Counts]").text
    assert browser.find("nav a[aria-current]").text.startswith(pair.sessions[1].id)
    assert browser.all("button.command") == [], "nothing can be commanded"
    choose(browser, pair, 0)
    wait(browser, lambda: browser.all(".status-line"))


def test_outputs_of_a_session_that_was_killed_are_unknown(browser: Browser) -> None:
    server = Server(sessions=2)
    killed = server.sessions[1]
    killed.kill()
    killed.process["message"] = "the process of the session was killed by signal 9"
    try:
        open_page(browser, server)
        wait(browser, lambda: len(show_links(browser)) == 2)
        assert ": killed or crashed" in link_of(browser, server, 1)
        choose(browser, server, 1)
        assert "unknown since" in browser.all(".output")[0].text
        assert "killed by signal 9" in browser.find(".session-head .reason").text
    finally:
        browser.driver.get("about:blank")
        server.stop()


def test_a_show_that_ends_learns_its_exit_code(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_page(browser, server)
    browser.ended.add(session.id)
    session.process = {"exitCode": 6, "message": "show.mp4: no space left on the device"}
    session.end("stopped")
    wait(browser, lambda: "exit code 6; show.mp4: no space left" in browser.find(".session-head .reason").text)
    assert browser.find(".session-head .reason").text.count("exit code") == 1


def test_a_result_that_the_server_has_forgotten_is_nothing(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    chromium.run("location.hash = '#/0000000000000009'")
    wait(chromium, lambda: "This session is not running" in chromium.find("main").text)
    assert chromium.messages() == [], "nothing was asked for"


def test_fifty_ended_sessions_are_listed(browser: Browser) -> None:
    server = Server(sessions=60)
    for session in server.sessions[1:]:
        session.ended = True
    try:
        open_page(browser, server)
        wait(browser, lambda: len(show_links(browser)) == 51)
        assert server.sessions[59].id in show_links(browser)[1], "the last one stands first"
        assert server.sessions[10].id in show_links(browser)[50]
    finally:
        browser.driver.get("about:blank")
        server.stop()
