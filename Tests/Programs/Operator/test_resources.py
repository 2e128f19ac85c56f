"""The rules for growth, without a session."""

from __future__ import annotations

import os

from resources import MEMORY, Use, growth

USE = Use(100 << 20, 40)


def test_the_same_use_is_no_growth() -> None:
    assert growth("session", USE, USE) == []
    assert growth("session", USE, Use(USE.memory + MEMORY, 40)) == []
    assert growth("server", USE, Use(USE.memory, 46), descriptors=6) == []


def test_growth_names_the_process_and_both_numbers() -> None:
    after = Use(USE.memory + MEMORY + 1, 41)
    assert growth("session", USE, after) == [
        "the memory of the session grew from 100.0 to 108.0 MiB; 8 MiB are allowed",
        "the session has 41 descriptors, after the first minutes it had 40; 0 more are allowed",
    ]


def test_a_descriptor_that_is_open_for_a_moment_does_not_count() -> None:
    pid = os.getpid()
    least = Use.of(pid)
    with open("/dev/null"):
        more = Use.of(pid)
    assert more.descriptors == least.descriptors + 1
    assert more.least(Use.of(pid)).descriptors == least.descriptors
