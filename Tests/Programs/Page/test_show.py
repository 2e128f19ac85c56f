"""The control page in Chromium, in front of the server of psstudio and its sessions."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from conftest import BINARY, Browser
from shows import Program, Receiver, free_port
from test_access import TEXTS, ratio
from test_studio import button, log, output, wait

SMALL = ["--width", "320", "--height", "180", "--role", "cohost"]


@pytest.fixture
def show(tmp_path: Path, chromium: Browser) -> Iterator[Program]:
    """A running show with its server."""
    program = Program(tmp_path, "start", "--serve", "127.0.0.1:0", *SMALL, "--out", "show.mp4", "--force")
    yield program
    chromium.driver.get("about:blank")
    program.end()


def open_page(browser: Browser, program: Program, width: int = 1280, theme: str = "light") -> None:
    """Opens the page of the only session, and waits for its picture."""
    browser.resize(width, 900)
    browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    browser.driver.get("about:blank")
    browser.messages()
    browser.driver.get(program.address)
    wait(browser, lambda: browser.all(".session-head .chip") and browser.run("return studio.show.picture.naturalWidth"))
    wait(browser, lambda: state(browser) == "sending")


def state(browser: Browser) -> str:
    """The state of the session, as the page shows it."""
    return str(browser.run("return document.querySelector('.session-head .chip').textContent"))


def output_state(browser: Browser, number: int) -> str:
    """The state of an output, as the page shows it."""
    return str(browser.run("return document.querySelectorAll('.output .chip')[arguments[0]]?.textContent", number - 1))


def check_loss(browser: Browser) -> None:
    """The console says only that a request came after the end of the session or its server."""
    late = re.compile(r"net::ERR_|/api/v1/sessions/\S+ - Failed to load resource: .* (404|502) ")
    assert [message for message in browser.messages() if not late.search(message)] == []


def test_a_running_show(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    assert browser.find("h1").text == show.sessions()[0]["sessionId"]
    assert "token" not in browser.driver.current_url
    assert output_state(browser, 1) == "live"
    assert "show.mp4" in output(browser, 1).text
    assert "co-host" in browser.find(".participants").text
    bars = "return [...document.querySelectorAll('.meter .bar')].map(e => e.style.transform).join()"
    first, clock = browser.run(bars), browser.find(".timecode").text
    wait(browser, lambda: browser.run(bars) != first)
    wait(browser, lambda: browser.find(".timecode").text != clock)
    wait(browser, lambda: "dBFS" in browser.find(".meters").text)
    assert browser.run("return Object.keys(studio.rules).length") > 100
    browser.find("summary").click()
    wait(browser, lambda: "Start" in browser.find(".scenarios").text)


def test_what_happened_before_the_page_was_opened_is_shown(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    show.perform({"setMute": {"isMuted": True}})
    wait(browser, lambda: any(line.startswith("programAudioChanged") for line in log(browser)))
    lines, times = log(browser), browser.run("return studio.show.items.map(({ time }) => time)")
    open_page(browser, show)
    wait(browser, lambda: any(line.startswith("programAudioChanged") for line in log(browser)))
    assert log(browser)[: len(lines)] == lines
    assert browser.run("return studio.show.items.map(({ time }) => time)")[: len(times)] == times


def test_revoking_the_co_host_ends_the_studio_and_says_why(chromium: Browser, show: Program) -> None:
    open_page(chromium, show)
    button(chromium, "Revoke co-host").click()
    wait(chromium, lambda: state(chromium) == "ended")
    assert "It ended: the right to send was lost" in chromium.find(".session-head").text
    assert output_state(chromium, 1) == "finished"
    assert button(chromium, "Admit").get_attribute("aria-disabled") == "true"
    assert "silence" in chromium.find(".meters").text
    assert show.process.wait(30) == 4
    check_loss(chromium)


def test_an_output_dies_with_its_server_and_is_live_again(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    port = free_port()
    receiver = Receiver(port)
    address = browser.find("[aria-label='Address of a new output']")
    address.send_keys(f"srt://127.0.0.1:{port}", Keys.ENTER)
    try:
        wait(browser, lambda: output_state(browser, 2) == "live")
        receiver.kill()
        wait(browser, lambda: output_state(browser, 2) == "retrying")
        assert "attempt" in output(browser, 2).text
        receiver = Receiver(port)
        wait(browser, lambda: output_state(browser, 2) == "live")
        states = [line.split()[0] for line in log(browser) if "output 2" in line and "addOutput" not in line]
        assert "added" in states
        assert states.index("live") < states.index("retrying")
        assert states[-1] == "live"
    finally:
        receiver.kill()


# The number of the part of the page in which an element is.
PART = """
const parts = 'section, .session-head';
return [...document.querySelectorAll(parts)].indexOf(arguments[0].closest(parts));
"""


def test_by_keyboard_alone(chromium: Browser, show: Program) -> None:
    open_page(chromium, show)
    order: list[float] = []
    for _ in range(80):
        chromium.keys(Keys.TAB)
        element = chromium.driver.switch_to.active_element
        assert element.accessible_name, element.get_attribute("outerHTML")
        order.append(chromium.run(PART, element))
        if element.accessible_name == "Revoke co-host":
            break
    else:
        raise AssertionError("Tab does not reach the button")
    # The focus goes down the page, one column after the other.
    assert all(second >= first for first, second in pairwise(order))
    chromium.keys(Keys.ENTER)
    wait(chromium, lambda: state(chromium) == "ended")
    assert "the right to send was lost" in chromium.find(".session-head").text
    check_loss(chromium)


def test_commands_of_buttons_are_complete(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    commands = browser.run("return actionGroups.flatMap(({ actions }) => actions.map(({ command }) => command))")
    with show.get("/api/v1/openapi.json") as answer:
        known = json.load(answer)["components"]["schemas"]["Command"]["properties"]
    assert len(commands) > 10
    for command in commands:
        [(name, fields)] = command.items()
        schema = known[name]
        assert set(schema.get("required", [])) <= set(fields) <= set(schema.get("properties", {})), command
        for field, value in fields.items():
            assert value in schema["properties"][field].get("enum", [value])


def test_hostile_names_are_text(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    names = ["<img src=x onerror=alert(1)>", "‮evil", "👩‍👩‍👧‍👦" * 20, "x" * 10_000]
    field = browser.find("[aria-label='Name of a new participant']")
    for count, name in enumerate(names, 1):
        browser.run("arguments[0].value = arguments[1]", field, name)
        button(browser, "Add participant").click()
        wait(browser, lambda count=count: len(browser.all(".participants li")) >= 2 + count)
    shown = browser.find(".participants").text
    assert names[0] in shown
    assert "‮" not in shown
    assert browser.run("return document.querySelectorAll('main img').length") == 1
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_program_that_is_muted_elsewhere_is_seen(browser: Browser, show: Program) -> None:
    open_page(browser, show)
    assert browser.driver.title == "● sending – psstudio"
    show.perform({"setMute": {"isMuted": True}})
    wait(browser, lambda: browser.driver.title == "⚠ muted – psstudio")
    wait(browser, lambda: browser.find(".meters").text.split() == ["muted", "muted"])
    button(browser, "Mute").click()
    wait(browser, lambda: browser.driver.title == "● sending – psstudio")


def test_outputs_of_a_killed_session_are_unknown(chromium: Browser, tmp_path: Path) -> None:
    server = Program(tmp_path, "serve", "--listen", "127.0.0.1:0")
    command = [BINARY, "start", "--control", "auto", *SMALL, "--out", "show.mkv", "--force", "--quiet"]
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    session = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait(chromium, lambda: server.sessions())
        open_page(chromium, server)
        wait(chromium, lambda: output_state(chromium, 1) == "live")
        session.kill()
        wait(chromium, lambda: output_state(chromium, 1).startswith("unknown since"))
        assert chromium.driver.title == "⛔ the session was killed or has crashed – psstudio"
    finally:
        session.kill()
        session.wait()
        chromium.driver.get("about:blank")
        server.end()
    check_loss(chromium)


def test_an_app_under_test_is_seen(browser: Browser, tmp_path: Path) -> None:
    app = [sys.executable, "-c", APP, str(tmp_path)]
    program = Program(tmp_path, "exec", "--serve", "127.0.0.1:0", "--", *app)
    try:
        browser.driver.get("about:blank")
        browser.driver.get(program.address)
        wait(browser, lambda: browser.all(".session-head .chip") and state(browser) == "sending")
        assert browser.find("h1").text == program.sessions()[0]["sessionId"]
        button(browser, "Lose connection").click()
        wait(browser, lambda: any(line.startswith("reconnecting") for line in log(browser)))
    finally:
        browser.driver.get("about:blank")
        program.end()


# An app that runs a session, and ends it with the signal that ends the test.
APP = """
import os, subprocess, sys
os.execv(os.environ["PSSTUDIO_BINARY"], ["psstudio", "start", "--width", "64", "--height", "36", "--out", "null:"])
"""


def test_files_have_a_policy_and_are_kept(show: Program) -> None:
    size = 0
    for path, kind in [("/", "text/html"), ("/page.css", "text/css"), ("/page.js", "text/javascript")]:
        with show.get(path, token=False) as answer:
            content = answer.read()
            tag = answer.headers["ETag"]
            assert answer.headers["Content-Type"].startswith(kind)
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Vary"] == "Accept-Encoding"
            assert answer.headers["Content-Encoding"] is None
        with show.get(path, token=False, **{"Accept-Encoding": "gzip"}) as answer:
            compressed = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["ETag"] != tag
            assert gzip.decompress(compressed) == content
            size += len(compressed)
        with pytest.raises(urllib.error.HTTPError) as known:
            show.get(path, token=False, **{"If-None-Match": tag})
        assert known.value.code == 304
        known.value.close()
    # Browsers accept gzip. Without it, the page would take three to four times as much.
    assert size < 60_000
    with pytest.raises(urllib.error.HTTPError) as refused:
        show.get("/api/v1/sessions", token=False)
    assert refused.value.code == 401
    refused.value.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(browser: Browser, show: Program, theme: str) -> None:
    open_page(browser, show, theme=theme)
    pairs = browser.run(TEXTS)
    assert len(pairs) > 50
    assert [(round(ratio(a, b), 2), text) for a, b, text in pairs if ratio(a, b) < 4.5] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_screenshots_of_five_states(chromium: Browser, tmp_path: Path, theme: str) -> None:
    def keep(name: str) -> None:
        time.sleep(0.3)
        for width in (360, 1280, 3840):
            chromium.resize(width, 900)
            chromium.drawn()
            assert chromium.run("return document.documentElement.scrollWidth - innerWidth") <= 0, (name, width)
            assert len(chromium.screenshot(f"show-{name}-{width}-{theme}")) > 5_000

    empty = Program(tmp_path, "serve", "--listen", "127.0.0.1:0")
    try:
        chromium.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        chromium.driver.get("about:blank")
        chromium.driver.get(empty.address)
        wait(chromium, lambda: "Nothing is running" in chromium.find("main").text)
        keep("nothing")
    finally:
        chromium.driver.get("about:blank")
        empty.end()
    show = Program(tmp_path, "start", "--serve", "127.0.0.1:0", *SMALL, "--out", "show.mp4", "--force")
    try:
        open_page(chromium, show, theme=theme)
        keep("on-air")
        chromium.resize(1280, 900)
        address = chromium.find("[aria-label='Address of a new output']")
        address.send_keys(f"rtmp://127.0.0.1:{free_port()}/live/secret", Keys.ENTER)
        wait(chromium, lambda: output_state(chromium, 2) == "failed")
        assert "refused the connection" in output(chromium, 2).text
        assert "secret" not in chromium.find(".outputs").text
        keep("output-lost")
        chromium.resize(1280, 900)
        button(chromium, "Revoke co-host").click()
        wait(chromium, lambda: state(chromium) == "ended")
        keep("ended")
    finally:
        chromium.driver.get("about:blank")
        show.end()
    check_loss(chromium)
