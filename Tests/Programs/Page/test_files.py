"""The list of files from which the page chooses a source."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from conftest import Browser
from fake_server import Server
from test_studio import button, open_page, wait


def rows(browser: Browser) -> list[str]:
    """The rows of the list, read at one time: the next list replaces them."""
    found = "[...document.querySelectorAll('dialog.files[open] li')]"
    return list(browser.run(f"return {found}.map((row) => row.innerText.replaceAll('\\n', ' '))"))


def press(browser: Browser, name: str) -> None:
    """Presses the row of a name."""
    next(one for one in browser.all("dialog.files[open] li button") if name in one.text).click()


def test_a_source_is_chosen_in_the_folder_of_the_server(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    wait(browser, lambda: browser.run("return studio.server.access"))
    button(browser, "Browse for the source").click()
    wait(browser, lambda: rows(browser) == ["clips/", "jingle.wav audio, 48.0 kB", "<b>notes</b>.txt 0.0 kB"])
    press(browser, "clips/")
    wait(browser, lambda: rows(browser) == ["↑ folder above", "empty/", "opener & more.mp4 video, 2.5 MB"])
    assert browser.find("dialog.files h3").text == "clips"
    press(browser, "empty/")
    wait(browser, lambda: "The folder is empty." in browser.find("dialog.files").text)
    press(browser, "folder above")
    wait(browser, lambda: len(rows(browser)) == 3)
    press(browser, "opener")
    wait(browser, lambda: not browser.all("dialog.files[open]"))
    field = browser.find("[aria-label^='Source:']")
    assert field.get_attribute("value") == "clips/opener & more.mp4"
    button(browser, "Change source").click()
    expected = {"changeSource": {"loops": True, "video": "clips/opener & more.mp4"}}
    wait(browser, lambda: server.sessions[0].commands == [expected])


def test_the_audio_is_chosen_by_its_own_button_in_the_same_folder(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    button(browser, "Browse for the source").click()
    wait(browser, lambda: len(rows(browser)) == 3)
    press(browser, "clips/")
    wait(browser, lambda: browser.find("dialog.files h3").text == "clips")
    browser.keys(Keys.ESCAPE)
    wait(browser, lambda: not browser.all("dialog.files[open]"))
    assert browser.find("[aria-label^='Source:']").get_attribute("value") == ""
    button(browser, "Browse for the audio of the source").click()
    wait(browser, lambda: browser.find("dialog.files h3").text == "clips")
    press(browser, "folder above")
    wait(browser, lambda: len(rows(browser)) == 3)
    press(browser, "jingle")
    assert browser.find("[aria-label^='Audio of the source']").get_attribute("value") == "jingle.wav"


def test_a_folder_that_is_gone_says_so_and_is_left(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    button(chromium, "Browse for the source").click()
    wait(chromium, lambda: len(rows(chromium)) == 3)
    del server.files["clips"]
    press(chromium, "clips/")
    wait(chromium, lambda: len(rows(chromium)) == 3 and chromium.find("dialog.files h3").text == "Folder of the server")
    chromium.messages()


def test_a_server_without_a_folder_has_no_files(browser: Browser, server: Server) -> None:
    server.has_folder = False
    open_page(browser, server)
    found = button(browser, "Browse for the source")
    wait(browser, lambda: found.get_attribute("title") == "the server has no folder for files")
    found.click()
    assert browser.all("dialog.files[open]") == []
