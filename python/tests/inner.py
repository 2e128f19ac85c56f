"""What the runs of pytest inside of the tests have in common."""

from __future__ import annotations

import sys
from pathlib import Path

APP = [sys.executable, str(Path(__file__).parent / "apps" / "sender.py")]
# pytest-asyncio warns without it.
LOOP = ("-o", "asyncio_default_fixture_loop_scope=function")
HEAD = f"""
import psstudio, pytest
APP = {APP!r}
"""
