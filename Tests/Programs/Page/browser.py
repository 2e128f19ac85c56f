"""Chromium, headless, as the tests of the page use it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

SCREENSHOTS = os.environ.get("PSSTUDIO_SCREENSHOTS")


class Browser:
    """Chromium with a page."""

    def __init__(self, *more: str) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1", *more):
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
