"""Fixtures of the tests of the page: one Chromium for all of them, and pages made of traces."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

import traces
from fake_server import Server

BINARY = os.environ["PSSTUDIO_BINARY"]
SCREENSHOTS = os.environ.get("PSSTUDIO_SCREENSHOTS")


class Browser:
    """Chromium with a page."""

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)
        # The identifiers of sessions that the test has ended.
        self.ended: set[str] = set()

    def command(self, name: str, **arguments: Any) -> Any:
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, arguments)

    def resize(self, width: int, height: int) -> None:
        """Makes the window so wide and high."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    def open(self, page: Path, width: int = 1280, height: int = 900, theme: str = "light", place: str = "") -> None:
        """Opens a page, and waits until it is drawn."""
        self.resize(width, height)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        self.driver.get("about:blank")
        self.driver.get(f"file://{page}{place}")
        self.drawn()

    def drawn(self) -> None:
        """Waits for two frames: what a script wants to draw is drawn in the first one."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
        )

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> WebElement:
        """The first element of a selector."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        """All elements of a selector."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def keys(self, *keys: str) -> None:
        """Presses keys one after the other, with the focus where it is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()
        self.drawn()

    def messages(self) -> list[str]:
        """What the console says since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def findings(self) -> list[str]:
        """What the console says, except that a request came after the end of a session that a test has ended."""
        late = re.compile(rf"/api/v1/sessions/({'|'.join(self.ended) or '-'})[/ ].*Failed to load resource: .* 404 ")
        return [message for message in self.messages() if not late.search(message)]

    def screenshot(self, name: str) -> bytes:
        """The whole page, kept in the folder of CI."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return innerWidth")
        self.resize(width, min(max(height, 600), 4000))
        self.drawn()
        image = self.driver.get_screenshot_as_png()
        if SCREENSHOTS:
            (Path(SCREENSHOTS) / f"{name}.png").write_bytes(image)
        return image


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, which takes a second to start."""
    assert shutil.which("chromedriver"), "the Debian package chromium-driver is missing"
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser; the test fails when the console has a message in the end."""
    chromium.messages()
    chromium.ended.clear()
    yield chromium
    assert chromium.findings() == []


@pytest.fixture
def server(chromium: Browser) -> Iterator[Server]:
    """A server with one session, which the page leaves before it ends."""
    server = Server()
    yield server
    chromium.driver.get("about:blank")
    server.stop()


def verify(folder: Path, sessions: dict[str, list[traces.Record]], *more: str) -> Path:
    """The page of traces by name."""
    page = folder / "page.html"
    paths = [str(traces.write(folder / f"{name}.jsonl", records)) for name, records in sessions.items()]
    command = [BINARY, "verify", *paths, *more, "--html", str(page), "--force", "--quiet"]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode in (0, 3, 5, 7), outcome.stderr
    return page


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Pages by the names of their sessions, each made once."""
    made: dict[tuple[str, ...], Path] = {}

    def make(*names: str) -> Path:
        if names not in made:
            sessions = {name: getattr(traces, name)() for name in names}
            made[names] = verify(tmp_path_factory.mktemp("page"), sessions, "--max-interval", "100ms")
        return made[names]

    return make
