"""The program: where it is found, what it answers, and what happens without it."""

from __future__ import annotations

import inspect
import os

import pytest

import psstudio


class TestProgram:
    def test_a_source_that_does_not_end_is_not_waited_for(self, tmp_path):
        source = tmp_path / "show.mkv"
        os.mkfifo(source)
        with pytest.raises(psstudio.WaitTimeout, match=r"^psstudio probe did not end within 0.3 s$") as caught:
            psstudio.probe(source, timeout=0.3)
        # An address may have a key.
        assert caught.value.__suppress_context__

    def test_the_marks_are_those_of_the_rules(self):
        marks = {rule.mark for rule in psstudio.rules().values()}
        page = inspect.getsource(psstudio.reports.Rule)
        assert marks == {"documented", "inferred", "observed", "chosen", "own"}
        assert [mark for mark in sorted(marks) if f"`{mark}`" not in page] == []

    def test_a_missing_program_is_reported_with_its_installation(self, monkeypatch):
        monkeypatch.delenv("PSSTUDIO_BINARY", raising=False)
        monkeypatch.setenv("PATH", "/none")
        with pytest.raises(psstudio.ProgramMissing, match="apt-get install psstudio"):
            psstudio.run(["./bot"])
        monkeypatch.setenv("PSSTUDIO_BINARY", "/none/psstudio")
        with pytest.raises(psstudio.ProgramMissing, match="PSSTUDIO_BINARY"):
            psstudio.verify("a.jsonl")

    def test_the_program_of_the_environment_comes_before_that_of_the_path(self, monkeypatch, tmp_path):
        program = tmp_path / "bin/psstudio"
        program.parent.mkdir()
        program.write_text('#!/bin/sh\necho "psstudio 9.8.7 (unknown commit, GStreamer 1.22.0)"\n')
        program.chmod(0o755)
        monkeypatch.delenv("PSSTUDIO_BINARY", raising=False)
        monkeypatch.setattr("sys.prefix", str(tmp_path))
        assert psstudio.version() == "9.8.7"
        assert psstudio.is_available()

    def test_a_program_that_does_not_start_is_not_available(self, monkeypatch, tmp_path):
        program = tmp_path / "psstudio"
        program.write_text('#!/bin/sh\necho "psstudio: libxxhash.so.0 is missing" >&2\nexit 2\n')
        program.chmod(0o755)
        monkeypatch.setenv("PSSTUDIO_BINARY", str(program))
        assert not psstudio.is_available()
        with pytest.raises(psstudio.ProgramFailed, match="libxxhash"):
            psstudio.version()
        monkeypatch.setenv("PSSTUDIO_BINARY", "/none/psstudio")
        assert not psstudio.is_available()

    def test_an_old_program_is_reported(self, monkeypatch, tmp_path):
        old = tmp_path / "psstudio"
        old.write_text(
            '#!/bin/sh\n[ "$1" = --version ] && { echo 0.0.9; exit 0; }\n'
            "echo \"Error: Unknown option '--report'\" >&2\nexit 2\n"
        )
        old.chmod(0o755)
        monkeypatch.setenv("PSSTUDIO_BINARY", str(old))
        with pytest.raises(psstudio.ProgramTooOld, match=r"psstudio 0.0.9 is older than this package"):
            psstudio.run(["./bot"])
