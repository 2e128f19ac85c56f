"""The control page with many participants and outputs: what is in sight, lists of limited height, fingers and keys."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.keys import Keys

from conftest import Browser
from fake_server import Server
from test_studio import button, open_page, wait

SIZES = [(1440, 900), (1024, 768), (390, 844)]


def fill(server: Server) -> None:
    """62 participants and eight outputs."""
    session = server.sessions[0]
    first = session.snapshot["outputs"][0]
    kinds = ["show-{}.mkv", "rtmp://host-{}/live/***", "srt://host-{}:9000"]
    for number in range(4, 9):
        address = kinds[number % 3].format(number)
        session.snapshot["outputs"].append({**json.loads(json.dumps(first)), "output": number, "destination": address})
    for number in range(len(session.participants), 62):
        name = f"Participant {number} of a company with a long name"
        user = 16790000 + 1024 * number
        session.participants.append(
            {"isAudioOn": True, "isMyself": False, "isVideoOn": True, "name": name, "role": "attendee", "user": user}
        )


def open_at(browser: Browser, server: Server, width: int, height: int) -> None:
    """Opens the page in a window of that size, and waits for everybody."""
    fill(server)
    open_page(browser, server, width)
    browser.resize(width, height)
    wait(browser, lambda: len(browser.all(".participants li")) == 62)
    wait(browser, lambda: len(browser.all(".chips .chip")) >= 10)


VISIBLE = """
const { top, left, bottom, right } = arguments[0].getBoundingClientRect();
const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && arguments[0].contains(at);
"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_matters_is_in_sight(browser: Browser, server: Server, width: int, height: int) -> None:
    open_at(browser, server, width, height)
    names = ["Mute", "Slate", "Stop studio", "Stop session", "Acknowledge"]
    for place in (0, 1500):
        browser.run("scrollTo(0, arguments[0])", place)
        browser.drawn()
        hidden = [name for name in names if not browser.run(VISIBLE, button(browser, name))]
        assert hidden == [], place
        chips = [chip.text for chip in browser.all(".chips .chip") if not browser.run(VISIBLE, chip)]
        assert chips == [], "every output is in sight"
    # The line leaves most of the window to the rest.
    assert browser.find(".status-line").size["height"] < 0.36 * height
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    browser.run("scrollTo(0, 0)")
    if width >= 1024:
        assert browser.run(VISIBLE, button(browser, "Revoke co-host"))
        assert browser.run(VISIBLE, button(browser, "Lose connection"))
    assert len(browser.screenshot(f"show-large-{width}")) > 20_000


def test_participants_are_a_list_of_limited_height_with_a_search(browser: Browser, server: Server) -> None:
    open_at(browser, server, 1024, 768)
    assert browser.find(".participants").size["height"] <= 768 * 0.6 + 8
    assert browser.find("[aria-label=Participants] h2").text == "62 participants"
    search = browser.find("[aria-label='Search the participants']")
    search.send_keys("co-host BOB")
    wait(browser, lambda: sum(row.is_displayed() for row in browser.all(".participants li")) == 1)
    assert "1 of 62 participants" in browser.find("[aria-label=Participants]").text
    assert "<b>Bob</b>" in browser.find(".participants").text
    # The search stays when the next snapshot comes.
    server.sessions[0].emit("note", message="a new snapshot")
    browser.driver.execute_async_script("setTimeout(arguments[0], 1300)")
    assert sum(row.is_displayed() for row in browser.all(".participants li")) == 1


def test_fingers_find_their_targets(chromium: Browser, server: Server) -> None:
    chromium.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    try:
        open_at(chromium, server, 390, 844)
        chromium.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        wait(chromium, lambda: chromium.all(".all-commands .fields .command"))
        small = chromium.run(
            """
            return [...document.querySelectorAll('button, select, input, a, summary')].filter(e => {
                const { width, height } = e.getBoundingClientRect();
                return height > 0 && (height < 43.9 || width < 43.9);
            }).map(e => e.outerHTML.slice(0, 160));
            """
        )
        assert small == []
    finally:
        chromium.command("Emulation.setTouchEmulationEnabled", enabled=False)
    assert chromium.messages() == []


def test_keys_mute_and_show_the_slate(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_page(browser, server)
    browser.run("document.activeElement.blur()")
    browser.keys("m")
    wait(browser, lambda: session.snapshot["programAudio"]["isMuted"])
    wait(browser, lambda: button(browser, "Mute").get_attribute("aria-pressed") == "true")
    browser.keys("s")
    wait(browser, lambda: session.snapshot["isSlateOnAir"])
    wait(browser, lambda: button(browser, "Slate").get_attribute("aria-pressed") == "true")
    browser.keys("M")
    wait(browser, lambda: not session.snapshot["programAudio"]["isMuted"])
    assert button(browser, "Mute").get_attribute("aria-keyshortcuts") == "M"
    # A text is a text; and the keys can be switched off.
    count = len(session.commands)
    browser.find("[aria-label='Name of a new participant']").send_keys("sam")
    next(one for one in browser.all("button") if one.text.startswith("Keys M and S")).click()
    browser.keys("m", "s", Keys.SHIFT)
    assert len(session.commands) == count


def test_stop_studio_asks(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    stop = button(browser, "Stop studio")
    stop.click()
    assert stop.text == "Sure?"
    assert server.sessions[0].commands == []
    stop.click()
    wait(browser, lambda: server.sessions[0].commands == [{"stopStudio": {}}])
