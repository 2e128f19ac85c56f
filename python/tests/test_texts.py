"""The words of the package's texts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: A callback notifies, a program reports, an app receives; _table.py has the words of docs/session.md.
WORDS = re.compile(r"\b(tells?|told|says?|said|hears?|heard|speaks?|spoken)\b", re.IGNORECASE)
FILES = [ROOT / "docs" / "pytest.md", ROOT / "docs" / "fleets.md", ROOT / "python" / "README.md"]
FILES += [path for path in (ROOT / "python" / "src").rglob("*.py") if path.name != "_table.py"]
FILES += [path for name in ("load", "pytest") for path in (ROOT / "examples" / name).glob("*.*") if path.is_file()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_words_are_those_of_the_project(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, 1) if WORDS.search(line)] == []


def test_all_texts_are_found():
    assert len(FILES) >= 25
