"""The commands of the page: toggles, what is refused, and that every command of the protocol can be sent."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from conftest import Browser
from fake_server import ROOT, Server
from test_studio import button, log, open_page, wait

DOCUMENT: dict[str, Any] = json.loads((ROOT / "docs/openapi.json").read_text())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]["Command"]["properties"]
# What the page cannot send, with the reason. The forms come from the same document, so nothing is missing.
NOT_ON_THE_PAGE: dict[str, str] = {}


def open_forms(browser: Browser, server: Server) -> Select:
    """Opens the list of all commands."""
    open_page(browser, server)
    browser.run("document.querySelector('.all-commands').open = true")
    wait(browser, lambda: browser.all("[aria-label=Command]"))
    return Select(browser.find("[aria-label=Command]"))


def check(value: Any, schema: dict[str, Any], place: str) -> None:
    """Whether a value meets the schema, as far as the schemas of commands go."""
    if "enum" in schema:
        assert value in schema["enum"], place
        return
    kinds: dict[str, Any] = {"object": dict, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    assert isinstance(value, kinds[schema["type"]]), (place, value)
    if schema["type"] == "object":
        assert set(schema.get("required", [])) <= set(value) <= set(schema["properties"]), (place, value)
        assert len(value) <= schema.get("maxProperties", 99), place
        assert len(value) >= schema.get("minProperties", 0), place
        for name, field in value.items():
            check(field, schema["properties"][name], f"{place}.{name}")


# Fills the fields of the form: those that are required, or all of them.
FILL = """
const [isAll] = arguments;
for (const input of document.querySelectorAll('.all-commands .fields :is(input, select)')) {
    if (input.closest('[hidden]') || input.value !== '') continue;
    const isOptional = input.closest('label')?.textContent.includes(', optional');
    if (isOptional && !isAll) continue;
    if (input.localName === 'select') input.selectedIndex = 1;
    else input.value = input.type === 'number' ? String(Math.max(2, Number(input.min))) : 'text';
}
"""


def test_every_command_of_the_protocol_can_be_sent(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    answers: list[dict[str, Any]] = []

    def perform(command: dict[str, Any]) -> dict[str, Any]:
        answers.append(command)
        return {"done": {}}

    session.perform = perform  # type: ignore[method-assign]
    choice = open_forms(browser, server)
    offered = [option.text for option in choice.options]
    assert set(offered) | set(NOT_ON_THE_PAGE) == set(SCHEMAS)
    assert not set(offered) & set(NOT_ON_THE_PAGE)
    for name in offered:
        for is_all in (False, True):
            choice.select_by_visible_text(name)
            browser.run(FILL, is_all)
            wait(browser, lambda: not browser.all("[aria-busy]"))
            answers.clear()
            send = browser.find(".all-commands .fields button.command")
            for _ in range(2):
                browser.run("arguments[0].click()", send)
                if answers or "final" not in str(send.get_attribute("class")):
                    break
            assert wait(browser, lambda: answers or browser.all(".all-commands .refusal"))
            assert answers, (name, browser.find(".all-commands").text)
            [(sent, fields)] = answers[0].items()
            assert sent == name
            check(fields, SCHEMAS[name], name)
            if is_all and "maxProperties" not in json.dumps(SCHEMAS[name]):
                assert set(fields) == set(SCHEMAS[name].get("properties", {})), name


def test_each_change_of_a_track_can_be_sent(browser: Browser, server: Server) -> None:
    choice = open_forms(browser, server)
    choice.select_by_visible_text("changeTrack")
    kinds = SCHEMAS["changeTrack"]["properties"]["change"]["properties"]
    for kind in kinds:
        Select(browser.find("[aria-label=Kind]")).select_by_value(kind)
        browser.run(FILL, True)
        wait(browser, lambda: not browser.all("[aria-busy]"))
        count = len(server.sessions[0].commands)
        button(browser, "Send changeTrack").click()
        wait(browser, lambda count=count: len(server.sessions[0].commands) > count)
        command = server.sessions[0].commands[-1]["changeTrack"]
        check(command, SCHEMAS["changeTrack"], kind)
        assert list(command["change"]) == [kind]


def test_a_missing_field_is_named(browser: Browser, server: Server) -> None:
    open_forms(browser, server).select_by_visible_text("addOutput")
    browser.run("document.querySelector('.all-commands .fields input').value = ''")
    Select(browser.find("[aria-label=Command]")).select_by_visible_text("setVolume")
    button(browser, "Send setVolume").click()
    wait(browser, lambda: "factor is missing" in browser.find(".all-commands .refusal").text)
    assert server.sessions[0].commands == []


def test_the_commands_of_the_fixed_parts_meet_the_protocol(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_page(browser, server)
    ann = next(one for one in session.participants if one["name"] == "Ann")["user"]

    def press(name: str, times: int = 1) -> dict[str, Any]:
        count, found = len(session.commands), button(browser, name)
        for _ in range(times):
            browser.run("arguments[0].click()", found)
        wait(browser, lambda: len(session.commands) > count)
        [(command, fields)] = session.commands[-1].items()
        check(fields, SCHEMAS[command], command)
        wait(browser, lambda: not browser.all("[aria-busy]"))
        return session.commands[-1]

    assert press("Mute") == {"setMute": {"isMuted": True}}
    assert press("Slate") == {"showSlate": {}}
    wait(browser, lambda: button(browser, "Slate").get_attribute("aria-pressed") == "true")
    assert press("Slate") == {"endSlate": {}}
    assert press("Sharing") == {"lockShare": {"isLocked": True}}
    wait(browser, lambda: "locked" in button(browser, "Sharing").text)
    assert press("Sharing") == {"lockShare": {"isLocked": False}}
    assert press("Recording") == {"permitRecording": {"isPermitted": True}}
    Select(browser.find("[aria-label='Answer to requests to record']")).select_by_value("timedOut")
    assert press("Answer requests to record") == {"setRecordingResponse": {"response": "timedOut"}}
    volume = browser.find("[aria-label='Volume in percent']")
    volume.clear()
    volume.send_keys("25", Keys.ENTER)
    wait(browser, lambda: session.commands[-1] == {"setVolume": {"factor": 0.25}})
    browser.find("[aria-label^='Source:']").send_keys("clip.mp4")
    browser.find("[aria-label^='Start position']").send_keys("12,5")
    assert press("Change source") == {"changeSource": {"loops": True, "startAt": 12.5, "video": "clip.mp4"}}
    button(browser, "More for Ann").click()
    button(browser, "Set role").click()
    wait(browser, lambda: "the role is attendee already" in browser.find(".more .refusal").text)
    Select(browser.find(".more [aria-label=Role]")).select_by_value("coHost")
    assert press("Set role") == {"setRole": {"role": "coHost", "user": ann}}
    wait(browser, lambda: "co-host, no audio" in browser.find(".participants").text)
    browser.find("[aria-label='Chat message']").send_keys("hello", Keys.ENTER)
    wait(browser, lambda: session.commands[-1] == {"sendChat": {"text": "hello", "user": ann}})
    browser.find("[aria-label^='Media:']").send_keys("coded:")
    assert press("Publish") == {"publishMedia": {"loops": True, "source": "coded:", "user": ann}}
    button(browser, "Share").click()
    wait(browser, lambda: "publishShare" in session.commands[-1])
    assert press("Change") == {"changeTrack": {"change": {"mute": {}}, "track": "camera", "user": ann}}
    assert press("Expel", 2) == {"expel": {"user": ann}}


def test_a_command_says_who_has_given_it_and_when(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    open_page(browser, server)
    button(browser, "Mute").click()
    wait(browser, lambda: "setMute by the control page; isMuted true" in log(browser))
    latest = browser.find(".latest")
    wait(browser, lambda: latest.text.startswith("Last command: set mute by the control page, "))
    session.emit("commandPerformed", command={"showSlate": {}}, origin="obs")
    wait(browser, lambda: "showSlate by OBS" in log(browser))
    wait(browser, lambda: re.fullmatch(r"Last command: show slate by OBS, \d+:\d\d:\d\d.*", latest.text))
    # A session of an earlier version does not know it.
    session.emit("commandPerformed", command={"endSlate": {}})
    wait(browser, lambda: latest.text.startswith("Last command: end slate, "))


def test_a_toggle_has_its_state_in_words(browser: Browser, server: Server) -> None:
    open_page(browser, server)
    video = button(browser, "Video of Ann")
    assert video.text == "Video on"
    video.click()
    wait(browser, lambda: video.text == "Video off")
    assert video.get_attribute("aria-pressed") == "false"
    names = [one.text for one in browser.all("button")]
    assert not {"Unmute", "Show slate", "End slate"} & set(names)


def test_what_would_be_refused_is_disabled_with_its_reason(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    session.participants[0]["role"] = "host"
    session.emit("meetingStatusChanged", status="inMeeting", reason="none")
    open_page(browser, server)

    def reason(name: str) -> str:
        found = button(browser, name)
        return str(found.get_attribute("title")) if found.get_attribute("aria-disabled") == "true" else ""

    wait(browser, lambda: reason("Revoke co-host") == "the client is not co-host, but host")
    assert reason("Leave breakout room") == "the client is not in a breakout room"
    assert reason("Admit") == "the client is not waiting to get into a meeting"
    assert reason("Regain connection") == "the client is connected"
    assert reason("Start output 1") == "the output is running"
    assert reason("Split output 2") == "only a file goes on in another one"
    assert reason("Lose connection") == ""
    # A finger finds no tooltip: a press says it.
    button(browser, "Revoke co-host").click()
    wait(browser, lambda: "the client is not co-host, but host" in browser.find(".refusal").text)
    assert session.commands == []
    session.emit("meetingStatusChanged", status="reconnecting", reason="none")
    wait(browser, lambda: reason("Lose connection") == "the connection to the meeting is lost")
    assert reason("Regain connection") == ""
    session.snapshot["program"].update(hasAudio=False, hasSlate=False)
    wait(browser, lambda: reason("Mute") == "the program has no audio")
    assert "no source of its own" in reason("Slate")


def test_a_rejection_goes_with_the_next_action_or_after_ten_seconds(chromium: Browser, server: Server) -> None:
    open_page(chromium, server)
    button(chromium, "Reclaim host").click()
    wait(chromium, lambda: chromium.all(".refusal"))
    button(chromium, "Mute").click()
    wait(chromium, lambda: not chromium.all(".refusal"))
    button(chromium, "Reclaim host").click()
    wait(chromium, lambda: chromium.all(".refusal"))
    start = time.monotonic()
    while chromium.all(".refusal") and time.monotonic() - start < 12:
        time.sleep(0.1)
    assert 8.5 < time.monotonic() - start < 11.5
    chromium.messages()


def test_prose_has_no_coded_values(browser: Browser, server: Server) -> None:
    session = server.sessions[0]
    session.output(1)["state"] = "awaitingReader"
    session.output(2)["cause"] = "storageFull"
    open_page(browser, server)
    text = browser.find("header.top + *").text + browser.find(".show").text
    wait(browser, lambda: "no reader yet" in browser.find(".outputs").text)
    for code in ("coHost", "awaitingReader", "storageFull", "isMuted"):
        assert code not in text
    browser.ended.add(session.id)
    session.end("meetingEnded")
    wait(browser, lambda: "It ended: the meeting ended" in browser.find(".session-head").text)
    assert "meetingEnded" not in browser.find(".session-head").text
