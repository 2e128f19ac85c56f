"""The page of verify in Chromium: what it shows, with which policy, at which sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import traces
from conftest import Browser, verify

Pages = Callable[..., Path]
WIDTHS = (360, 1280, 3840)
THEMES = ("light", "dark")
# How much wider than the window the page is.
OVERFLOW = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_findings_have_rule_explanation_and_fix(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken"))
    assert browser.find("h1").text.endswith("broken.jsonl"), "the session with violations opens first"
    assert browser.find(".verdict").text == "contract broken"
    findings = browser.all(".finding")
    first = findings[0].text
    assert "PS-SEND-005" in first
    assert "10 times" in first
    assert "the frame is 642x360, expected 640x360" in first
    assert "Fix: scale before sending, or restart with this size" in first
    assert "Rule: The frame's width and height must be the declared ones." in first
    late = next(finding.text for finding in findings if "TRACE-ORDER-002" in finding.text)
    assert "Fix: End the producer in onStopSend" in late
    for finding in findings:
        assert "Fix: " in finding.text
    browser.find(".finding button").click()
    browser.drawn()
    chosen = browser.find(".chosen").text
    assert "PS-SEND-005" in chosen
    assert "Fix: scale before sending" in chosen


def test_sessions_are_listed_and_opened_by_their_links(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken", "lost"))
    links = browser.all("nav a")
    assert [link.text.splitlines()[-1].split()[0] for link in links] == ["ok", "contract", "ok,"]
    links[0].click()
    browser.drawn()
    assert browser.find("h1").text.endswith("good.jsonl")
    assert links[0].get_attribute("aria-current") == "page"
    assert "The app broke no rule." in browser.find("main").text
    buttons = browser.all(".tools .group:first-of-type button")
    assert all(button.get_attribute("aria-disabled") == "true" for button in buttons)


def test_unreadable_traces_say_why(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("nothing\n")
    html = verify(tmp_path, {"good": traces.good()}, str(tmp_path / "bad.txt"))
    browser.open(html)
    assert browser.find("h1").text.endswith("bad.txt")
    assert "not the header of a trace" in browser.find("main").text


def test_only_the_page_s_own_script_runs(chromium: Browser, page: Pages) -> None:
    chromium.open(page("broken"))
    chromium.messages()
    chromium.run(
        """
        const script = document.createElement('script');
        script.textContent = 'window.hacked = 1';
        document.body.append(script);
        const image = document.createElement('img');
        image.setAttribute('onerror', 'window.hacked = 2');
        image.src = 'data:image/png,no';
        document.body.append(image);
        """
    )
    chromium.drawn()
    assert chromium.run("return window.hacked") is None
    refused = [message for message in chromium.messages() if "Content Security Policy" in message]
    assert len(refused) >= 2


def test_without_scripts_the_findings_are_there(chromium: Browser, page: Pages) -> None:
    chromium.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.driver.get(f"file://{page('broken')}")
        text = chromium.find("main").text
    finally:
        chromium.command("Emulation.setScriptExecutionDisabled", value=False)
    assert "contract broken" in text
    assert "PS-SEND-005" in text


def test_hostile_texts_are_texts(browser: Browser, page: Pages, tmp_path: Path) -> None:
    browser.open(page("hostile"))
    for _ in range(2):
        assert browser.run("return window.hacked") is None
        assert browser.all("main img, main script, main b b") == []
        browser.run("report.view.timeLine.setByOrder(true); report.view.timeLine.axis.zoom(0.1);")
        browser.drawn()
    count = browser.run("return report.view.items.length")
    for index in range(count):
        browser.run("report.view.choose(arguments[0], true)", index)
    browser.drawn()
    assert browser.run("return window.hacked") is None
    # A long text is shown to its end only where it can be scrolled, and moves nothing else.
    assert browser.run(OVERFLOW) == 0
    assert browser.run("return Math.max(...[...document.querySelectorAll('.finding')].map(e => e.offsetHeight))") < 500
    assert browser.find(".chosen").size["height"] < 500
    # Nothing reverses the order of what follows.
    assert "\u202e" not in browser.find("main").text
    assert browser.run(
        "return [...document.querySelectorAll('bdi')].every(e => getComputedStyle(e).unicodeBidi === 'isolate')"
    )
    names = browser.run("return report.view.items.map(made => made.name)")
    assert traces.HOSTILE[0] in names


def test_hostile_names_of_files_are_texts(browser: Browser, tmp_path: Path) -> None:
    name = "<img src=x onerror=hacked=1>\u202eא👩‍👧"
    html = verify(tmp_path, {name: traces.good(2), "b" * 200: traces.good(2)})
    browser.open(html, width=360)
    assert browser.all("main img") == []
    assert "<img src=x onerror=hacked=1>" in browser.find("h1").text
    assert browser.run(OVERFLOW) == 0


@pytest.mark.parametrize("width", [320, 360, 640, 800, 1280, 1920, 3840])
def test_nothing_is_cut_at_any_width(browser: Browser, page: Pages, width: int) -> None:
    browser.open(page("good", "broken", "lost"), width=width)
    browser.run("report.view.choose(20, true)")
    browser.drawn()
    assert browser.run(OVERFLOW) == 0
    outside = browser.run(
        """
        return [...document.querySelectorAll('main *')].filter(e => {
            const box = e.getBoundingClientRect();
            const isOutside = box.left < 0 || box.right > innerWidth + 0.5;
            return box.width > 0 && !e.closest('[role=listbox]') && isOutside;
        }).map(e => e.outerHTML.slice(0, 200));
        """
    )
    assert outside == []
    sizes = browser.run(
        """
        const hasText = (e) => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        const small = [...document.querySelectorAll('main *')].filter(e =>
            hasText(e) && parseFloat(getComputedStyle(e).fontSize) < 12);
        const targets = [...document.querySelectorAll('button, a, input')].filter(e =>
            e.offsetHeight < 24 || e.offsetWidth < 24);
        return [...small, ...targets].map(e => e.outerHTML.slice(0, 200));
        """
    )
    assert sizes == [], "smaller than 12 pixels, or harder to hit than 24"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("state", ["good", "lost", "broken", "long"])
def test_screenshots(browser: Browser, page: Pages, state: str, width: int, theme: str) -> None:
    browser.open(page("good", "lost", "broken", "long"), width=width, theme=theme)
    index = ["good", "lost", "broken", "long"].index(state)
    browser.run("location.hash = arguments[0]", f"#{index + 1}")
    browser.drawn()
    if state == "broken":
        browser.find(".finding button").click()
        browser.drawn()
    assert len(browser.screenshot(f"verify-{state}-{width}-{theme}")) > 20_000
    painted = browser.run(
        """
        const canvas = document.querySelector('canvas'), context = canvas.getContext('2d');
        const data = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        return new Set(data).size;
        """
    )
    assert painted > 50, "the canvas is empty"
