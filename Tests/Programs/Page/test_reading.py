"""The page of a token that only reads, for displays on a wall."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from conftest import Browser
from fake_server import Server
from test_studio import wait


def open_display(browser: Browser, server: Server) -> None:
    """Opens the page with the token that only reads."""
    browser.resize(1280, 900)
    browser.driver.get("about:blank")
    browser.messages()
    browser.driver.get(server.read_address)
    wait(browser, lambda: browser.all(".output") and browser.run("return studio.show.picture.naturalWidth"))


def test_a_display_has_no_actions(browser: Browser, server: Server) -> None:
    open_display(browser, server)
    wait(browser, lambda: browser.find(".reads").is_displayed())
    shown = [
        one.text
        for one in browser.all("button.command, button.keys, form.line, .participants button")
        if one.is_displayed()
    ]
    assert shown == []
    assert not browser.find(".all-commands").is_displayed()
    assert browser.find(".picture").is_displayed()
    assert "live" in browser.find(".outputs").text
    assert browser.find(".latest").is_displayed()


def test_a_display_follows_what_others_do(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_display(browser, server)
    session.origin = "http"
    session.perform({"setMute": {"isMuted": True}})
    wait(browser, lambda: "muted" in browser.find(".summary").text)
    wait(browser, lambda: browser.find(".latest").text.startswith("Last command: set mute by HTTP, "))


def test_the_keys_of_a_display_command_nothing(browser: Browser, server: Server) -> None:
    open_display(browser, server)
    wait(browser, lambda: browser.find(".reads").is_displayed())
    browser.keys("m", "s", Keys.ENTER)
    browser.drawn()
    assert server.sessions[0].commands == []


def test_the_page_of_an_operator_is_not_one_of_a_display(browser: Browser, server: Server) -> None:
    browser.resize(1280, 900)
    browser.driver.get("about:blank")
    browser.driver.get(server.address)
    wait(browser, lambda: browser.all(".output") and browser.run("return studio.server.access"))
    assert not browser.find(".reads").is_displayed()
