"""What processes use of the machine, and whether it has grown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

# The growth of memory that is no leak: caches and arenas of the allocator. In bytes, as in the soak test.
MEMORY = 8 * 1024 * 1024


@dataclass(frozen=True)
class Use:
    """What a process uses."""

    memory: int
    descriptors: int

    @classmethod
    def of(cls, pid: int) -> Use:
        """The present use: memory of its own, and open descriptors."""
        status = Path(f"/proc/{pid}/status").read_text()
        memory = int(re.findall(r"^RssAnon:\s+(\d+)", status, re.MULTILINE)[0]) * 1024
        return cls(memory, len(list(Path(f"/proc/{pid}/fd").iterdir())))

    def least(self, other: Use) -> Use:
        """The smaller values: what is open for a moment counts in neither."""
        return Use(min(self.memory, other.memory), min(self.descriptors, other.descriptors))


def growth(name: str, before: Use, after: Use, descriptors: int = 0) -> list[str]:
    """What a process uses more than before; each complaint is one line.

    Args:
        name: the process in words.
        before: its use after the first minutes.
        after: its use at the end.
        descriptors: how many further ones its peers may keep open.
    """
    found = []
    if after.memory > before.memory + MEMORY:
        sizes = [f"{size / 1048576:.1f}" for size in (before.memory, after.memory)]
        found.append(f"the memory of the {name} grew from {sizes[0]} to {sizes[1]} MiB; {MEMORY >> 20} MiB are allowed")
    if after.descriptors > before.descriptors + descriptors:
        found.append(
            f"the {name} has {after.descriptors} descriptors, after the first minutes it had {before.descriptors}; "
            f"{descriptors} more are allowed"
        )
    return found
