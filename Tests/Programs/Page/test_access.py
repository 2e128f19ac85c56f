"""Names and roles for screen readers, and contrast."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from conftest import Browser

Pages = Callable[..., Path]
Color = tuple[float, float, float]

# The colours that lie on each other, of every visible text of the page.
TEXTS = """
const opaque = (element) => {
    for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (!/rgba\\(.*, 0\\)/.test(color)) return color;
    }
    return getComputedStyle(document.body).backgroundColor;
};
const idle = ':disabled, [aria-disabled=true], [aria-disabled=true] *';
return [...document.querySelectorAll('body *')].filter(e => e.offsetHeight > 0 && !e.matches(idle)
    && getComputedStyle(e).visibility === 'visible' && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => [getComputedStyle(e).color, opaque(e), e.outerHTML.slice(0, 120)])
    .concat([...document.querySelectorAll('[placeholder]')].filter(e => e.offsetHeight > 0).map(e =>
        [getComputedStyle(e, '::placeholder').color, opaque(e), e.placeholder]));
"""


def parsed(text: str) -> Color:
    """`#1b1f24` or `rgb(27, 31, 36)`"""
    if text.startswith("#"):
        return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))  # type: ignore[return-value]
    return tuple(float(number) for number in re.findall(r"[\d.]+", text)[:3])  # type: ignore[return-value]


def luminance(color: Color) -> float:
    """As WCAG 2.1 defines it."""
    parts = [value / 255 for value in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(first: str, second: str) -> float:
    """The contrast of two colours."""
    low, high = sorted((luminance(parsed(first)), luminance(parsed(second))))
    return (high + 0.05) / (low + 0.05)


def test_ratio_of_known_pairs() -> None:
    assert ratio("#000000", "rgb(255, 255, 255)") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_of_texts(browser: Browser, page: Pages, theme: str) -> None:
    browser.open(page("good", "broken", "lost"), theme=theme)
    browser.find(".finding button").click()
    browser.find(".kinds button").click()
    browser.drawn()
    pairs = browser.run(TEXTS)
    assert len(pairs) > 100
    weak = [(round(ratio(text, ground), 2), element) for text, ground, element in pairs if ratio(text, ground) < 4.5]
    assert weak == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_on_the_canvas(browser: Browser, page: Pages, theme: str) -> None:
    browser.open(page("broken"), theme=theme)
    colors = browser.run("return report.view.timeLine.painter.colors")
    expected = "#ffffff" if theme == "light" else "#0f1318"
    assert colors["ground"] == expected
    grounds = ["ground", "panel", "good-fill", "busy-fill", "idle-fill", "warn-fill", "bad-fill", "chosen"]
    texts = {(text, ground): ratio(colors[text], colors[ground]) for text in ("text",) for ground in grounds}
    texts |= {("faint", ground): ratio(colors["faint"], colors[ground]) for ground in ("ground", "panel")}
    assert {pair: value for pair, value in texts.items() if value < 4.5} == {}
    lanes = ["violations", "calls", "callbacks", "commands", "drops", "failures", "notes", "accent", "warn", "bad"]
    marks = {(mark, ground): ratio(colors[mark], colors[ground]) for mark in lanes for ground in ("ground", "panel")}
    assert {pair: value for pair, value in marks.items() if value < 3} == {}


def test_every_control_has_a_name_and_a_role(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken"))
    controls = browser.all("a, button, input, [tabindex='0']")
    assert len(controls) > 15
    roles = {"link", "button", "searchbox", "slider", "listbox"}
    for control in controls:
        assert control.accessible_name.strip(), control.get_attribute("outerHTML")
        assert control.aria_role in roles, control.aria_role
    slider = browser.find("[role=slider]")
    assert slider.accessible_name.startswith("Time line of ")
    assert slider.get_attribute("aria-valuemax") == str(browser.run("return report.view.items.length"))
    described = browser.find("#" + str(slider.get_attribute("aria-describedby")))
    assert "zoom" in described.text


def test_landmarks_and_headings(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken"))
    assert browser.find("html").get_attribute("lang") == "en"
    assert browser.driver.title == "psstudio verify"
    assert browser.find("main").aria_role == "main"
    assert browser.find("nav").accessible_name == "Sessions"
    regions = [region.accessible_name for region in browser.all("main section")]
    assert regions == ["Time line", "Chosen event", "Findings", "Measured values", "Log"]
    levels = browser.run("return [...document.querySelectorAll('h1, h2, h3')].map(e => Number(e.tagName[1]))")
    assert levels.count(1) == 1
    assert all(second - first <= 1 for first, second in pairwise(levels[1:]))


def test_options_of_the_log_have_their_place(browser: Browser, page: Pages) -> None:
    browser.open(page("long"))
    options = browser.all("[role=option]")
    count = browser.run("return report.view.items.length")
    assert options[0].aria_role == "option"
    assert options[0].get_attribute("aria-posinset") == "1"
    assert options[0].get_attribute("aria-setsize") == str(count)
    assert "opening" in options[0].accessible_name
