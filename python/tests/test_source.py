"""The source of a session, and its slate."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import psstudio
from psstudio import _program, aio


@pytest.fixture
def started(temporary: Path) -> Iterator[Path]:
    """The socket of a session that sends coded video."""
    path = temporary / "studio.sock"
    command = [_program.find(), "start", "--quiet", "--video", "coded:", "--width", "320", "--height", "180"]
    with subprocess.Popen([*command, "--out", "null:", "--control", str(path)]) as process:
        deadline = time.monotonic() + 20
        while not path.exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        yield path
        try:
            assert process.wait(30) == 0
        finally:
            process.kill()


def test_the_source_is_changed_and_a_slate_is_shown(started):
    with psstudio.attach(started) as session:
        session.wait_for(lambda state: state.video.accepted >= 10)
        session.change_source("coded:b")
        assert session.wait_for(psstudio.SourceChanged).source == "coded:b"
        session.show_slate()
        assert session.wait_for(psstudio.SlateShown).reason == "command"
        session.wait_for(lambda state: state.slate_frames > 0)
        session.end_slate()
        session.wait_for(psstudio.SlateEnded)
        with pytest.raises(psstudio.CommandRejected, match="No such file") as caught:
            session.change_source("/none.mp4")
        assert caught.value.code == "source"
        with pytest.raises(psstudio.CommandRejected) as caught:
            session.end_slate()
        assert caught.value.code == "rejected"
        snapshot = session.snapshot()
        assert (snapshot.source_changes, snapshot.slates, snapshot.is_slate_on_air) == (1, 1, False)
        session.stop()


async def test_the_same_with_asyncio(started):
    async with await aio.attach(started) as session:
        await session.wait_for(lambda state: state.video.accepted >= 10)
        await session.change_source()
        assert (await session.wait_for(psstudio.SourceChanged)).source == "test pattern"
        await session.show_slate()
        await session.wait_for(psstudio.SlateShown)
        await session.stop()


def test_an_app_has_no_source(sender, temporary):
    with psstudio.run(sender("frames=30")) as app:
        with pytest.raises(psstudio.CommandRejected) as caught:
            app.session.change_source("coded:")
        assert caught.value.code == "unsupportedHere"
        assert app.wait(30).exit_code == 0
