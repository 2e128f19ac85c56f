"""Makes the screenshots of docs/screenshots: the main states of the control page, in three widths and both themes.

python3 screenshots.py FOLDER

The clocks of session and browser stand still, so that the same page has the same texts, numbers and places.
"""

from __future__ import annotations

import base64
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from fake_server import Server

SIZES = [(1440, 900), (1024, 768), (390, 844)]
THEMES = ["light", "dark"]
# What all pictures together may have, in bytes, and the quality with which they have less.
LIMIT = 1_000_000
QUALITY = 40

# The browser's clock stands at a time of its own, and moves only when `pageClock.shift` does.
CLOCK = """
(() => {
    const start = Date.UTC(2026, 0, 15, 19, 30), System = Date, now = () => start + pageClock.shift;
    window.pageClock = { shift: 0 };
    window.Date = class extends System {
        constructor(...values) { if (values.length > 0) super(...values); else super(now()); }
        static now() { return now(); }
    };
    performance.now = () => 10000 + pageClock.shift;
})();
"""


class Studio:
    """A page in front of a session, in one size and theme."""

    def __init__(self, browser: Browser, width: int, height: int, theme: str) -> None:
        self.browser, self.server = browser, Server()
        self.session = self.server.sessions[0]
        self.session.stands_at = 1834.0
        browser.resize(width, height)
        features = [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        browser.command("Emulation.setEmulatedMedia", features=features)

    def calm(self) -> None:
        """A session without an alarm: its stream has come back."""
        self.session.set_output(2, "live")

    def open(self) -> None:
        """Opens the page, and waits for its picture, its meters and its outputs."""
        self.browser.driver.get(self.server.address)
        self.wait("the picture", lambda: self.browser.run("return studio?.show?.picture?.naturalWidth"))
        self.wait("the meters", lambda: re.search("dB|muted", self.browser.find(".meters").text))
        self.wait("the outputs", lambda: len(self.browser.all(".output")) == 3)

    def wait(self, what: str, condition: Callable[[], Any]) -> None:
        """Waits until something is in the page."""
        message = f"{what} did not come within 15 s"
        WebDriverWait(self.browser.driver, 15, 0.05).until(lambda _: condition(), message)

    def wait_for_summary(self, pattern: str) -> None:
        """Waits for the alarms in words."""
        self.wait(f"the alarms '{pattern}'", lambda: re.search(pattern, self.browser.find(".summary").text))

    def wait_for_news_of(self, seconds: int) -> None:
        """Lets time pass without news."""
        self.browser.run("pageClock.shift += 1000 * arguments[0]", seconds)
        wanted = f"no news for {seconds} s"
        self.wait(wanted, lambda: wanted in self.browser.find(".chips").text)

    def picture(self) -> bytes:
        """What is in the window."""
        self.browser.run("document.activeElement?.blur(); scrollTo(0, 0)")
        # The round corners of the moving picture differ by a few pixels from one time to the next.
        self.browser.run("document.querySelector('.screen').style.borderRadius = 0")
        self.browser.drawn()
        answer = self.browser.command("Page.captureScreenshot", format="webp", quality=QUALITY)
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        """Leaves the page, and ends the server."""
        self.browser.driver.get("about:blank")
        self.server.stop()


def sending(studio: Studio) -> None:
    """Nothing is wrong."""
    studio.calm()
    studio.open()
    studio.wait_for_summary("^No alarm$")


def alarms(studio: Studio) -> None:
    """A failed output, one that retries, a silent pipe with its slate, a disk that is getting full, a muted program."""
    session = studio.session
    failure = {"attempt": None, "cause": "storageFull", "delay": None, "message": "the disk is full", "state": "failed"}
    session.output(1).update(state="failed", cause="storageFull", message="the disk is full", diskSecondsLeft=None)
    session.output(1)["diskFreeBytes"] = None
    session.emit("outputChanged", address="show.mp4", output=1, change=failure)
    session.output(2)["secondsToAttempt"] = 8
    session.output(3).update(diskFreeBytes=94_000_000, diskSecondsLeft=510)
    session.set_audio(isMuted=True)
    session.snapshot["waitingFor"] = [{"media": "video", "name": "camera.fifo", "seconds": 3}]
    session.show_slate("stalled")
    studio.open()
    studio.wait_for_summary("^6 alarms: ")


def no_news(studio: Studio) -> None:
    """The server is gone, and nothing is shown as present."""
    studio.calm()
    studio.open()
    studio.wait_for_summary("^No alarm$")
    studio.server.stop()
    studio.wait_for_summary("the server is gone")
    studio.wait_for_news_of(8)


def killed(studio: Studio) -> None:
    """The session was killed: what its outputs do is unknown."""
    studio.calm()
    studio.open()
    studio.wait_for_summary("^No alarm$")
    studio.session.kill()
    studio.wait_for_summary("the session was killed")


STATES: list[Callable[[Studio], None]] = [sending, alarms, no_news, killed]


def main(folder: Path) -> int:
    """Writes all pictures, if they are small enough together."""
    # Only with these, Chromium draws the same pixels each time: a part as a whole, by one thread, in the same way.
    browser = Browser("--disable-partial-raster", "--disable-skia-runtime-opts", "--num-raster-threads=1")
    browser.command("Emulation.setTimezoneOverride", timezoneId="UTC")
    browser.command("Emulation.setLocaleOverride", locale="en-GB")
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)
    made: dict[str, bytes] = {}
    try:
        for width, height in SIZES:
            for theme in THEMES:
                for state in STATES:
                    studio = Studio(browser, width, height, theme)
                    try:
                        state(studio)
                        made[f"{state.__name__.replace('_', '-')}-{width}-{theme}.webp"] = studio.picture()
                    finally:
                        studio.close()
    finally:
        browser.driver.quit()
    total = sum(len(picture) for picture in made.values())
    for name, picture in made.items():
        print(f"{len(picture):8} {name}")
    print(f"{total:8} of {LIMIT} bytes in all")
    if total > LIMIT:
        print("screenshots: the pictures are too large; lower QUALITY in screenshots.py", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()
    for name, picture in made.items():
        (folder / name).write_bytes(picture)
    return 0


if __name__ == "__main__":
    if not shutil.which("chromedriver"):
        sys.exit("screenshots: the Debian package chromium-driver is missing")
    if len(sys.argv) != 2:
        sys.exit("usage: screenshots.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
