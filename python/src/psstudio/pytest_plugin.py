"""The pytest plugin: fixtures `studio` and `meeting`, the mark `scenario`, and what a failed test shows.

Everything that is slow to load is loaded when a test uses a fixture.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from . import App, Finding, Result, Session
    from .aio import AsyncApp

#: How many events a failed test shows.
EVENTS = 20


class Studio:
    """The fixture `studio`: starts apps, and ends them when the test has ended."""

    def __init__(self, scenario: str | None, seed: int | None, *, is_strict: bool) -> None:
        self.scenario = scenario
        """That of the mark; None without one."""
        self.seed = seed
        self.is_strict = is_strict
        self.apps: list[App] = []
        """The apps that the test has started."""
        # Whether the test has ended, and its apps with it.
        self.is_judged = False
        self._expected: set[str] = set()

    def run(self, command: Sequence[str | os.PathLike[str]], *, timeout: float = 10.0, **arguments: Any) -> App:
        """Starts an app, and reaches its first session; see `psstudio.run`.

        The scenario and the seed are those of the mark, unless they are given.
        """
        app = self.start(command, **arguments)
        app.wait_for_session(timeout)
        return app

    async def run_async(
        self, command: Sequence[str | os.PathLike[str]], *, timeout: float = 10.0, **arguments: Any
    ) -> AsyncApp:
        """The same as `run` in a test with asyncio."""
        from .aio import AsyncApp

        app = AsyncApp(self.start(command, **arguments))
        await app.wait_for_session(timeout)
        return app

    def start(self, command: Sequence[str | os.PathLike[str]], **arguments: Any) -> App:
        """Starts an app without waiting for its session; `app.wait_for_session` reaches it."""
        from . import App

        app = App(command, **{"scenario": self.scenario, "seed": self.seed, **arguments})
        self.apps.append(app)
        return app

    def expect(self, rule: str) -> None:
        """Declares that the app violates a rule: the test fails without that violation, and not because of it."""
        self._expected.add(rule)

    @property
    def session(self) -> Session:
        """The first session of the first app."""
        from . import NoSession

        if not self.apps:
            raise NoSession("the test has started no app; call studio.run([...]) before it uses the meeting")
        return self.apps[0].session

    # The end

    def judge(self) -> None:
        """Ends the apps, and fails for what they did wrong."""
        self.is_judged = True
        reasons: list[str] = []
        violated: set[str] = set()
        errors: list[Exception] = []
        # The test has seen the error of an app that could not be started.
        for app in [app for app in self.apps if app.failure is None]:
            was_running = app.is_running
            try:
                result = app.stop() if was_running else app.wait()
            except Exception as error:
                errors.append(error)
                continue
            violated |= {finding.rule for finding in result.violations}
            reasons += self._reasons(app, result, was_running=was_running)
        reasons += [f"{rule} was expected and not violated" for rule in sorted(self._expected - violated)]
        if reasons or errors:
            pytest.fail("\n".join([*reasons, *_lines(errors)]), pytrace=False)

    def _reasons(self, app: App, result: Result, *, was_running: bool) -> list[str]:
        name = app.command[0]
        # The quality of what a test cuts off is no fault of the app.
        is_strict = self.is_strict and not was_running
        found = [
            finding
            for finding in result.violations
            if finding.rule not in self._expected and (finding.is_contract or is_strict)
        ]
        reasons = [f"{name} violated {finding}" for finding in found]
        if result.crashed or result.was_killed:
            reasons.append(result.message or f"{name} was killed by signal {result.signal}")
        reasons += [f"{name}: {problem}" for problem in result.problems]
        return reasons

    def finish(self) -> list[Exception]:
        """Ends the apps without judging them; nothing stays behind.

        Returns:
            The errors of apps that could not be ended.
        """
        errors: list[Exception] = []
        for app in self.apps:
            try:
                if app.is_running:
                    app.stop()
            except Exception as error:
                # That of an app that could not be started, or was stopped before it began, is in the report.
                if error is not app.failure:
                    errors.append(error)
        return errors

    def close(self) -> None:
        """Removes the files of the apps, of all of them also after an error."""
        errors: list[BaseException] = []
        while self.apps:
            try:
                self.apps.pop().close()
            except BaseException as error:
                errors.append(error)
        if errors:
            # An interruption of the run counts more than an app.
            errors.sort(key=lambda error: isinstance(error, Exception))
            for line in _lines(errors[1:]):
                errors[0].add_note(line)
            raise errors[0]


def _lines(errors: Sequence[BaseException]) -> list[str]:
    return [f"{type(error).__name__}: {error}" for error in errors]


STUDIO = pytest.StashKey[Studio]()


# Options and marks


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("psstudio")
    group.addoption(
        "--psstudio-strict", action="store_true", help="every violation is a failure, also those of quality"
    )
    group.addoption(
        "--psstudio-artifacts",
        default="psstudio-artifacts",
        metavar="DIR",
        help="folder that gets traces and standard error of failed tests (default: psstudio-artifacts)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declares the mark."""
    config.addinivalue_line(
        "markers",
        "scenario(scenario, seed=None): the scenario of the apps of the test: a name of `psstudio scenarios`, "
        "the path of a file beside the test, or the YAML text itself",
    )


def _scenario(request: pytest.FixtureRequest) -> tuple[str | None, int | None]:
    mark = request.node.get_closest_marker("scenario")
    if mark is None:
        return None, None
    if len(mark.args) != 1 or set(mark.kwargs) - {"seed"}:
        raise pytest.UsageError('write @pytest.mark.scenario("NAME"), with seed=NUMBER if needed')
    text = os.fspath(mark.args[0])
    beside = request.path.parent / text if "\n" not in text else None
    if beside is not None and beside.is_file():
        text = str(beside)
    return text, mark.kwargs.get("seed")


# Fixtures


@pytest.fixture
def studio(request: pytest.FixtureRequest) -> Generator[Studio, None, None]:
    """Starts apps, ends them when the test ends, and leaves no process, socket or file behind."""
    scenario, seed = _scenario(request)
    studio = Studio(scenario, seed, is_strict=request.config.getoption("--psstudio-strict"))
    request.node.stash[STUDIO] = studio
    try:
        yield studio
    finally:
        studio.close()


@pytest.fixture
def meeting(studio: Studio) -> Session:
    """The meeting of the test's first app: its methods are the commands of a session. It is reached when it is used."""
    from ._session import LateSession

    return LateSession(lambda: studio.session)


# Results


# The hooks are of the form that pytest 7.2 knows, which Debian 12 has.


@pytest.hookimpl(specname="pytest_runtest_call", trylast=True)
def pytest_judge_apps(item: pytest.Item) -> None:
    """Judges the apps of a test that has passed."""
    studio = item.stash.get(STUDIO, None)
    if studio is not None:
        studio.judge()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, None]:
    """Ends the apps of a test that has not passed."""
    outcome = yield
    studio = item.stash.get(STUDIO, None)
    if studio is not None and outcome.excinfo is not None and not studio.is_judged:
        for line in _lines(studio.finish()):
            outcome.excinfo[1].add_note(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Adds what the apps did to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    studio = item.stash.get(STUDIO, None)
    if studio is not None and call.when == "call" and report.failed:
        for number, app in enumerate(studio.apps, 1):
            suffix = "" if len(studio.apps) == 1 else f" {number}"
            for name, text in _sections(app).items():
                report.sections.append((f"psstudio: {name}{suffix}", text))
        if studio.apps:
            report.sections.append(("psstudio: artefacts", _kept(item, studio.apps)))


def _sections(app: App) -> Mapping[str, str]:
    from . import StudioError

    sections = {"app": " ".join(app.command)}
    try:
        result = app.result
    except StudioError as error:
        sections["app"] += f"\n{error}"
    else:
        if result is None:
            sections["app"] += "\nstill runs"
        else:
            sections["app"] += f"\nexit code {result.exit_code}" + (f": {result.message}" if result.message else "")
            sections["violations"] = _listed(result.violations)
            if result.problems:
                sections["problems"] = "\n".join(result.problems)
    events = [event for session in app.observers for event in session.events]
    missed = sum(session.missed for session in app.observers)
    lines = [str(event) for event in events[-EVENTS:]]
    if missed:
        lines.append(f"{missed} events were missed, because the test did not read them")
    sections["last events"] = "\n".join(lines) or "no event"
    errors = app.stderr.rstrip()
    if errors:
        sections["standard error"] = "\n".join(errors.splitlines()[-EVENTS:])
    return sections


def _listed(findings: Sequence[Finding]) -> str:
    return "\n".join(str(finding) for finding in findings) or "none"


def _artifacts(item: pytest.Item) -> Path:
    """The folder of a failed test, without what an earlier run has left."""
    base = Path(item.config.getoption("--psstudio-artifacts"))
    folder = base if base.is_absolute() else item.config.rootpath / base
    folder /= re.sub(r"[^\w.-]+", "-", item.nodeid)[-150:]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _kept(item: pytest.Item, apps: Sequence[App]) -> str:
    """Keeps the files of the apps, and returns where; an error of the file system ends no run of tests."""
    try:
        folder = _artifacts(item)
        for number, app in enumerate(apps, 1):
            _keep(app, folder if len(apps) == 1 else folder / str(number))
    except OSError as error:
        return f"could not be kept: {error}"
    return str(folder)


def _keep(app: App, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for path in (app.stdout_path, app.stderr_path, *sorted(app.traces.glob("*.jsonl"))):
        if path.exists():
            shutil.copy(path, folder / path.name)
