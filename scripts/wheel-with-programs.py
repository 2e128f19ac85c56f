#!/usr/bin/env python3
"""Adds programs, libraries, headers and documents to a pure wheel, and prints the path of the new one.

    wheel-with-programs.py WHEEL FOLDER OUTPUT

pip puts `bin` where it puts scripts, and the other folders below the prefix of the environment. So the programs lie there as they do
below any other prefix, and pip removes what it has put there.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sys
import time
import zipfile
from pathlib import Path

TAG = "py3-none-linux_x86_64"


def data_name(path: Path) -> str:
    """The path inside of the wheel's data folder."""
    return f"scripts/{path.name}" if path.parts[0] == "bin" else f"data/{path}"


def contents(tree: Path) -> dict[str, tuple[bytes, int]]:
    """Names with bytes and mode. A wheel has no links: the short name of a library is a script for the linker."""
    found = {}
    for path in sorted(tree.rglob("*")):
        name = data_name(path.relative_to(tree))
        if path.is_symlink():
            found[name] = (f"INPUT({os.readlink(path)})\n".encode(), 0o644)
        elif path.is_file():
            found[name] = (path.read_bytes(), 0o755 if path.stat().st_mode & 0o100 else 0o644)
    return found


def main() -> None:
    pure, tree, output = (Path(word) for word in sys.argv[1:])
    with zipfile.ZipFile(pure) as wheel:
        files = {name: (wheel.read(name), 0o644) for name in wheel.namelist()}
    info = next(name.split("/")[0] for name in files if name.endswith(".dist-info/RECORD"))
    stem = info.removesuffix(".dist-info")
    text = files[f"{info}/WHEEL"][0].decode().splitlines()
    text = [line for line in text if not line.startswith(("Root-Is-Purelib", "Tag"))]
    files[f"{info}/WHEEL"] = ("\n".join([*text, "Root-Is-Purelib: false", f"Tag: {TAG}", ""]).encode(), 0o644)
    files |= {f"{stem}.data/{name}": entry for name, entry in contents(tree).items()}
    record = []
    for name in sorted(files):
        if name != f"{info}/RECORD":
            data = files[name][0]
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n", 0o644)  # type: ignore[assignment]
    when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    path = output / f"{stem}-{TAG}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        # What describes the wheel comes last, as PEP 427 recommends.
        for name in sorted(files, key=lambda name: (name.startswith(info), name)):
            entry = zipfile.ZipInfo(name, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | files[name][1]) << 16
            wheel.writestr(entry, files[name][0])
    print(path)


main()
