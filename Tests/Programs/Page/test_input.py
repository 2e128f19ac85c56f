"""The page by keyboard alone, and its time line by wheel, mouse and fingers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver.common.keys import Keys

from conftest import Browser

Pages = Callable[..., Path]


def window(browser: Browser) -> tuple[float, float]:
    """The first and last place that the time line shows."""
    first, last = browser.run("const { from, to } = report.view.timeLine.axis; return [from, to];")
    return first, last


def value(browser: Browser) -> str:
    """What a screen reader says of the time line."""
    return str(browser.find("[role=slider]").get_attribute("aria-valuetext"))


def focused(browser: Browser) -> str:
    """The name of the element with the focus, or its text."""
    element = browser.driver.switch_to.active_element
    return element.accessible_name or element.text


def tab_to(browser: Browser, name: str) -> None:
    """Presses Tab until the element of that name has the focus."""
    for _ in range(60):
        browser.keys(Keys.TAB)
        if focused(browser).startswith(name):
            return
    raise AssertionError(f"Tab does not reach {name!r}")


def test_tab_goes_through_the_page_in_the_order_that_is_seen(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken"))
    order = []
    places = []
    for _ in range(40):
        browser.keys(Keys.TAB)
        name = focused(browser)
        if name in order or browser.run("return document.activeElement === document.body"):
            break
        order.append(name)
        places.append(browser.run("return document.activeElement.getBoundingClientRect().top + scrollY"))
        outline = browser.run("return getComputedStyle(document.activeElement).outlineWidth")
        assert float(outline.removesuffix("px")) >= 2, f"{name} does not show the focus"
    expected = ["Previous violation", "Next violation", "Zoom in", "Equal distances between events", "Time line of"]
    found = [next((index for index, name in enumerate(order) if name.startswith(want)), None) for want in expected]
    assert None not in found, order
    assert found == sorted(found, key=lambda index: index or 0)
    for want in ("PS-SEND-005", "Search the events", "Violations", "Calls", "Events"):
        assert want in order
    # Upwards only within a column: never from the log to the head.
    assert places[0] < places[found[0] or 0] < places[found[4] or 0] < places[-1]


def test_everything_by_keys(browser: Browser, page: Pages) -> None:
    browser.open(page("good", "broken"))
    tab_to(browser, "Time line of")
    assert value(browser).startswith("no event chosen of ")
    browser.keys(Keys.ARROW_RIGHT)
    assert value(browser).startswith("1 of ")
    assert "state opening" in value(browser)
    browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert value(browser).startswith("2 of ")
    browser.keys(Keys.PAGE_DOWN)
    assert "violation" in value(browser)
    assert browser.find(".chosen .fix").text.startswith("Fix: ")
    browser.keys(Keys.END)
    assert "end of the trace" in value(browser)
    browser.keys(Keys.PAGE_UP)
    assert "1." not in value(browser).split(" seconds")[0][:2]
    assert "violation" in value(browser)
    browser.keys(Keys.HOME)
    assert value(browser).startswith("1 of ")
    whole = window(browser)
    browser.keys("+", "+")
    assert window(browser)[1] - window(browser)[0] < (whole[1] - whole[0]) / 2
    near = window(browser)
    browser.driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.ARROW_RIGHT)
    browser.drawn()
    assert window(browser)[0] > near[0]
    browser.keys("-")
    assert window(browser)[1] - window(browser)[0] > near[1] - near[0]
    browser.keys("0")
    assert window(browser) == whole
    browser.keys("o")
    assert browser.find(".tools > button").get_attribute("aria-pressed") == "true"
    browser.keys("O", "O")
    assert browser.find(".tools > button").get_attribute("aria-pressed") == "true"
    count = browser.run("return report.view.items.length")
    assert window(browser) == (0, count)
    assert (
        browser.run("return scrollY") == 0
        or browser.run("return document.activeElement.getAttribute('role')") == "slider"
    )


def test_log_by_keys(browser: Browser, page: Pages) -> None:
    browser.open(page("long"))
    tab_to(browser, "Search the events")
    browser.keys("ps-send 642x360")
    shown = browser.run("return report.view.log.shown.length")
    assert 0 < shown < browser.run("return report.view.items.length")
    assert browser.find("[role=status]").text.startswith(f"{shown} of ")
    tab_to(browser, "Events")
    browser.keys(Keys.ARROW_DOWN)
    rows = browser.find("[role=listbox]")
    row = browser.find("[aria-selected=true]")
    assert row.get_attribute("aria-posinset") == "1"
    assert rows.get_attribute("aria-activedescendant") == row.get_attribute("id")
    assert "PS-SEND-005" in browser.find(".chosen").text
    browser.keys(Keys.END)
    row = browser.find("[aria-selected=true]")
    assert row.get_attribute("aria-posinset") == str(shown)
    box, inside = rows.rect, row.rect
    assert box["y"] <= inside["y"]
    assert inside["y"] + inside["height"] <= box["y"] + box["height"] + 1
    assert f"{browser.run('return report.view.timeLine.chosen') + 1} of " in value(browser)
    browser.driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
    tab_to(browser, "Violations")
    tab_to(browser, "Violations")
    browser.keys(Keys.SPACE)
    assert browser.find("[role=status]").text.startswith("0 of ")


def wheel(browser: Browser, x: float, y: float, dx: float = 0, dy: float = 0, modifiers: int = 0) -> None:
    """A turn of the wheel, as the system sends it."""
    browser.command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=dx, deltaY=dy, modifiers=modifiers)
    browser.drawn()


def middle(browser: Browser) -> tuple[float, float]:
    """The middle of the canvas in the window."""
    box = browser.run(
        "const { left, top, width, height } = document.querySelector('canvas').getBoundingClientRect();"
        "return [left + width / 2, top + height / 2]"
    )
    return box[0], box[1]


def quiet(browser: Browser) -> None:
    """Lets the turn of the wheel before be over."""
    browser.run("lastScroll = -Infinity")


def test_wheel_zooms_where_the_pointer_is_and_moves_sideways(browser: Browser, page: Pages) -> None:
    browser.open(page("long"))
    x, y = middle(browser)
    under = "return report.view.timeLine.painter.placeAt(arguments[0])"
    left = browser.run("return document.querySelector('canvas').getBoundingClientRect().left")
    place = browser.run(under, x - left)
    wheel(browser, x, y, dy=-240)
    first, last = window(browser)
    assert last - first < 3000
    assert abs(browser.run(under, x - left) - place) < (last - first) / 500
    wheel(browser, x, y, dx=120)
    assert window(browser)[0] > first
    moved = window(browser)
    wheel(browser, x, y, dy=120, modifiers=8)
    assert window(browser)[0] > moved[0]
    assert browser.run("return scrollY") == 0
    for _ in range(20):
        wheel(browser, x, y, dy=240)
    assert browser.run("return report.view.timeLine.axis.showsAll")


def test_page_scrolls_over_a_time_line_that_shows_all(browser: Browser, page: Pages) -> None:
    browser.open(page("long"), height=500)
    x, y = middle(browser)
    quiet(browser)
    wheel(browser, x, min(y, 480), dy=100)
    browser.driver.execute_async_script("const done = arguments[0]; setTimeout(done, 300)")
    assert browser.run("return scrollY") > 0
    assert browser.run("return report.view.timeLine.axis.showsAll")
    # A turn that began as a scroll goes on as one.
    browser.run("lastScroll = performance.now() + 1e6; scrollTo(0, 0)")
    wheel(browser, *middle(browser), dy=-100)
    assert browser.run("return report.view.timeLine.axis.showsAll")


def mouse(browser: Browser, kind: str, x: float, y: float, **more: Any) -> None:
    browser.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", **more)


def test_mouse_drags_chooses_and_moves_in_the_overview(browser: Browser, page: Pages) -> None:
    browser.open(page("broken"))
    x, y = middle(browser)
    browser.run("report.view.timeLine.change(() => report.view.timeLine.axis.zoom(0.25))")
    before = window(browser)
    mouse(browser, "mousePressed", x, y, clickCount=1)
    for step in range(5):
        mouse(browser, "mouseMoved", x - 20 * step, y, buttons=1)
    mouse(browser, "mouseReleased", x - 80, y, clickCount=1)
    browser.drawn()
    assert window(browser)[0] > before[0]
    assert browser.run("return report.view.timeLine.chosen") is None, "a drag chooses nothing"
    place = browser.run(
        """
        const { painter, axis } = report.view.timeLine, box = document.querySelector('canvas').getBoundingClientRect();
        axis.showAll();
        const calls = painter.content.find(({ lane }) => lane.id === 'calls');
        painter.draw();
        const [name] = painter.layout(calls);
        return [box.left + painter.x(axis.place(name.event.index)) + 20, box.top + calls.top + painter.titleHeight
            + (name.row + 0.5) * painter.rowHeight + 6, name.event.name];
        """
    )
    mouse(browser, "mouseMoved", place[0], place[1])
    browser.drawn()
    assert place[2] in browser.find(".tip").text
    mouse(browser, "mousePressed", place[0], place[1], clickCount=1)
    mouse(browser, "mouseReleased", place[0], place[1], clickCount=1)
    browser.drawn()
    assert browser.find(".chosen h3").text.startswith(place[2])
    browser.run("report.view.timeLine.change(() => report.view.timeLine.axis.zoom(0.1))")
    top = browser.run("return document.querySelector('canvas').getBoundingClientRect().top")
    mouse(browser, "mousePressed", x + 300, top + 12, clickCount=1)
    mouse(browser, "mouseReleased", x + 300, top + 12, clickCount=1)
    assert window(browser)[0] > 4


def touch(browser: Browser, kind: str, *points: tuple[float, float]) -> None:
    browser.command(
        "Input.dispatchTouchEvent",
        type=kind,
        touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)],
    )


def test_fingers_move_zoom_and_choose(browser: Browser, page: Pages) -> None:
    browser.open(page("long"), width=360, height=800)
    browser.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    try:
        browser.run("document.querySelector('canvas').scrollIntoView({ block: 'center' })")
        x, y = middle(browser)
        whole = window(browser)
        touch(browser, "touchStart", (x - 20, y), (x + 20, y))
        for step in range(1, 8):
            touch(browser, "touchMove", (x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
        touch(browser, "touchEnd")
        browser.drawn()
        near = window(browser)
        assert near[1] - near[0] < (whole[1] - whole[0]) / 2
        touch(browser, "touchStart", (x, y))
        for step in range(1, 8):
            touch(browser, "touchMove", (x - 15 * step, y))
        touch(browser, "touchEnd")
        browser.drawn()
        assert window(browser)[0] > near[0]
        assert abs((window(browser)[1] - window(browser)[0]) - (near[1] - near[0])) < 1e-6
    finally:
        browser.command("Emulation.setTouchEmulationEnabled", enabled=False)
