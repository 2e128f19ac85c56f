"""Chromium as the operator's window: it writes down what is in sight, twenty times a second."""

from __future__ import annotations

import time
from typing import Any

from browser import Browser
from judge import STANDSTILL, Alarm, Look

WIDTH, HEIGHT = 1440, 900

# Looks are kept in the page and fetched by the script. Only changes are kept; the browser has the clock of the script.
RECORDER = """
if (!window.operator) {
    const isInSight = (element) => {
        if (!element) return false;
        const { top, left, bottom, right } = element.getBoundingClientRect();
        if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || bottom <= top) return false;
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(found);
    };
    window.operator = { looks: [], last: '', lookedAt: Date.now() };
    const look = () => {
        const now = Date.now(), root = document.documentElement;
        const summary = document.querySelector('.summary'), header = document.querySelector('header.top');
        const stood = now - operator.lookedAt;
        operator.lookedAt = now;
        const seen = {
            title: document.title, worst: root.dataset.worst ?? 'idle', summary: summary?.textContent ?? '',
            isInSight: isInSight(header) && isInSight(summary),
            alarms: (studio.show?.watch.log.active ?? []).map(({ level, text }) => [level, text]),
        };
        const text = JSON.stringify(seen);
        if (text === operator.last && stood < 1000 * arguments[0]) return;
        operator.last = text;
        operator.looks.push({ ...seen, time: now, stood });
    };
    look();
    setInterval(look, 50);
}
return operator.looks.splice(0);
"""


class Window:
    """The window of the operator, with all looks since its beginning."""

    def __init__(self) -> None:
        self.browser = Browser()
        self.browser.resize(WIDTH, HEIGHT)
        self.browser.driver.set_page_load_timeout(30)
        self.looks: list[Look] = []

    def open(self, address: str) -> None:
        """Opens a page, as the address that psstudio has printed. The looks of the page before it are kept."""
        self.look()
        # The same address with another fragment would not load the page again.
        self.browser.driver.get("about:blank")
        self.browser.driver.get(address)
        self.look()

    def look(self) -> list[Look]:
        """Fetches the looks that were not fetched yet, and returns all."""
        if not self.browser.driver.current_url.startswith("http"):
            return self.looks
        for found in self.browser.run(RECORDER, STANDSTILL):
            self.looks.append(self.made(found))
        return self.looks

    @staticmethod
    def made(found: dict[str, Any]) -> Look:
        """A look as the page has written it down."""
        stood = found["stood"] / 1000
        return Look(
            time=found["time"] / 1000,
            title=found["title"],
            worst=found["worst"],
            summary=found["summary"],
            is_in_sight=found["isInSight"],
            alarms=tuple(Alarm(level, text) for level, text in found["alarms"]),
            stood=stood if stood > STANDSTILL else 0,
        )

    def wait(self, condition: Any, seconds: float) -> bool:
        """Waits until a function of the present look is true."""
        deadline = time.time() + seconds
        while True:
            looks = self.look()
            if looks and condition(looks[-1]):
                return True
            if time.time() > deadline:
                return False
            time.sleep(0.05)

    def watch(self, seconds: float) -> None:
        """Looks at the page for a time."""
        deadline = time.time() + seconds
        while (rest := deadline - time.time()) > 0:
            self.look()
            time.sleep(min(0.5, rest))
        self.look()

    def picture(self) -> bytes:
        """What is in the window."""
        return bytes(self.browser.driver.get_screenshot_as_png())

    def close(self) -> None:
        """Ends the browser."""
        self.browser.driver.quit()
