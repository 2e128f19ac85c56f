"""The control page in Chromium, in front of a server that plays a recorded session."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from conftest import Browser
from fake_server import Server


def wait(browser: Browser, condition: Callable[[], Any]) -> Any:
    """Waits until something is true, ten seconds at most. What the page has replaced meanwhile is asked for again."""
    stale = [StaleElementReferenceException]
    return WebDriverWait(browser.driver, 10, 0.05, stale).until(lambda _: condition())


def open_page(browser: Browser, server: Server, width: int = 1280, theme: str = "light") -> None:
    """Opens the page, and waits for the picture of the only session."""
    browser.resize(width, 900)
    browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    browser.driver.get("about:blank")
    browser.messages()
    browser.driver.get(server.address)
    wait(browser, lambda: browser.all(".output") and browser.run("return studio.show.picture.naturalWidth"))


def button(browser: Browser, name: str) -> WebElement:
    """The button of a name."""
    return next(one for one in browser.all("button") if name in (one.text, one.get_attribute("aria-label")))


def output(browser: Browser, number: int) -> WebElement:
    """The card of an output."""
    return browser.all(".output")[number - 1]


def log(browser: Browser) -> list[str]:
    """What the log contains."""
    entries = browser.run("return studio.show.log.entries.map(({ made }) => `${made.name} ${made.text}`)")
    return list(entries)


def test_a_single_session_opens_at_once(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    assert browser.find("h1").text == server.sessions[0].id
    assert browser.find(".session-head .chip").text == "sending"
    assert [card.find_element(By.CSS_SELECTOR, ".chip").text for card in browser.all(".output")] == [
        "live",
        "retrying",
        "live",
    ]
    assert "localhost:1 refused the connection\nattempt 5, next try in" in output(browser, 2).text
    assert not browser.find("nav").is_displayed()
    assert "#token" not in browser.driver.current_url
    assert "secret" not in browser.driver.page_source
    wait(
        browser, lambda: any(line.startswith("retrying output 2; rtmp://localhost:1/live/***") for line in log(browser))
    )


def test_several_sessions_are_listed(browser: Browser) -> None:
    server = Server(sessions=3)
    try:
        open_page(browser, server)
        links = browser.all("nav a")
        assert len(links) == 3
        wait(browser, lambda: "sending" in links[1].text)
        link = next(link for link in links if server.sessions[2].id in link.text)
        link.click()
        wait(browser, lambda: browser.find("h1").text == server.sessions[2].id)
        assert link.get_attribute("aria-current") == "page"
    finally:
        browser.driver.get("about:blank")
        server.stop()


def test_revoking_the_co_host_ends_the_studio_and_says_why(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    button(browser, "Revoke co-host").click()
    wait(browser, lambda: "the right to send was lost" in browser.find(".session-head").text)
    wait(browser, lambda: browser.find(".session-head .chip").text in ("ended", "finished"))
    assert "roleLost" not in browser.find("main").text.split("Time line")[0]
    assert any(line.startswith("revokeCoHost") for line in log(browser))
    assert server.sessions[0].ended


def test_a_final_action_needs_two_clicks(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    browser.ended.add(server.sessions[0].id)
    end = button(browser, "End meeting")
    end.click()
    assert end.text == "Sure?"
    assert end.accessible_name == "End meeting: sure?"
    assert not server.sessions[0].ended
    end.click()
    wait(browser, lambda: server.sessions[0].ended)


def test_an_output_is_added_and_controlled(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    address = browser.find("[aria-label='Address of a new output']")
    address.send_keys("<b>new</b>.mkv", Keys.ENTER)
    wait(browser, lambda: len(browser.all(".output")) == 4)
    wait(browser, lambda: output(browser, 4).find_element(By.CSS_SELECTOR, ".chip").text == "live")
    assert "<b>new</b>.mkv" in output(browser, 4).text
    assert address.get_attribute("value") == ""
    button(browser, "Stop output 4").click()
    wait(browser, lambda: output(browser, 4).find_element(By.CSS_SELECTOR, ".chip").text == "stopped")
    assert button(browser, "Stop output 4").get_attribute("aria-disabled") == "true"
    button(browser, "Start output 4").click()
    wait(browser, lambda: output(browser, 4).find_element(By.CSS_SELECTOR, ".chip").text == "live")
    button(browser, "Remove output 4").click()
    wait(browser, lambda: len(browser.all(".output")) == 3)


def test_what_is_refused_says_why(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    button(chromium, "Reclaim host").click()
    refusal = wait(chromium, lambda: chromium.find(".refusal"))
    assert "this needs that another participant has the role of the original host" in refusal.text
    assert "the session is sending" in refusal.text
    assert re.search(r"\d:\d\d", refusal.text), "a rejection has its time of day"
    assert refusal.get_attribute("title") == "rejected"
    assert chromium.run("return arguments[0].parentElement.getAttribute('role')", refusal) == "alert"
    # Chromium logs each answer above 399.
    assert all("409" in message for message in chromium.messages())


def test_meters_and_timecode_move(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    bars = "return [...document.querySelectorAll('.meter .bar')].map(e => e.style.transform).join()"
    first, clock = browser.run(bars), browser.find(".timecode").text
    wait(browser, lambda: browser.run(bars) != first)
    wait(browser, lambda: browser.find(".timecode").text != clock)
    meter = wait(browser, lambda: browser.find("[role=meter][aria-valuetext]"))
    assert meter.accessible_name == "Channel 1"
    assert "dBFS" in str(meter.get_attribute("aria-valuetext"))
    # The bars move without a new layout of the page.
    assert browser.run("return document.querySelectorAll('.meter').length") == 2


def test_by_keyboard_alone(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    for _ in range(80):
        browser.keys(Keys.TAB)
        element = browser.driver.switch_to.active_element
        assert element.accessible_name, element.get_attribute("outerHTML")
        if element.accessible_name == "Revoke co-host":
            break
    else:
        raise AssertionError("Tab does not reach the button")
    browser.keys(Keys.ENTER)
    wait(browser, lambda: server.sessions[0].ended)


def test_a_server_that_goes_is_reported_and_comes_back(chromium: Browser) -> None:
    server = Server()
    port = server.server_port
    open_page(chromium, server)
    before = len(wait(chromium, lambda: log(chromium)))
    server.stop()
    wait(chromium, lambda: "The server is gone since" in chromium.find(".banner").text)
    again = Server(port)
    try:
        wait(chromium, lambda: chromium.find(".banner").text == "")
        again.sessions[0].emit("note", message="here again")
        wait(chromium, lambda: any("here again" in line for line in log(chromium)))
        assert len(log(chromium)) < before + 8, "events are not shown twice"
    finally:
        again.stop()
        chromium.messages()


def test_an_ended_session_stays_and_nothing_running_says_how(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    browser.ended.add(server.sessions[0].id)
    server.sessions[0].end("stopped")
    wait(browser, lambda: browser.find(".session-head .chip").text == "ended")
    server.sessions.clear()
    browser.driver.refresh()
    wait(browser, lambda: "Nothing is running" in browser.find("main").text)


def test_without_its_token_the_page_says_so(chromium: Browser, server: Server) -> None:
    chromium.driver.get("about:blank")
    chromium.driver.get(server.address.split("#")[0] + "#")
    chromium.run("sessionStorage.clear()")
    chromium.driver.refresh()
    wait(chromium, lambda: "needs the token" in chromium.find(".banner").text)
    chromium.messages()


def test_a_thousand_events_a_minute_stay_bounded(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    for number in range(6000):
        server.sessions[0].emit("participantLeft", user=number)
    wait(browser, lambda: any("user 5999" in line for line in log(browser)[-1:]))
    counts = browser.run(
        """
        const { log, timeLine } = studio.show;
        return [log.entries.length, timeLine.items.length, document.querySelectorAll('*').length];
        """
    )
    assert counts[:2] == [5000, 5000]
    assert counts[2] < 2000
    browser.run("studio.show.choose(4999, true)")
    browser.drawn()
    assert "user 5999" in browser.find(".chosen").text
    assert "user 5999" in browser.find("[aria-selected=true]").text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_screenshots_of_a_show(browser: Browser, server: Server, width: int, theme: str) -> None:
    rule = "PS-SEND-001"
    server.rules.append({"mark": "chosen", "rule": rule, "source": "a test", "statement": "What has to be done."})
    open_page(browser, server, width, theme)
    message = "the frame has 10 bytes; send 345600 bytes"
    server.sessions[0].emit("violation", rule=rule, code="invalidFrame", message=message, isRefusal=True)
    wait(browser, lambda: any(line.startswith(rule) for line in log(browser)))
    browser.run("studio.show.choose(studio.show.timeLine.items.findIndex(({ lane }) => lane === 'violations'), true)")
    chosen = browser.find(".chosen").text
    assert "the frame has 10 bytes" in chosen
    assert "Fix: send 345600 bytes" in chosen
    assert "What has to be done." in chosen
    assert len(browser.screenshot(f"show-violation-{width}-{theme}")) > 20_000
    assert browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
