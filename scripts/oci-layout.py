#!/usr/bin/env python3
"""Writes a folder as an image in the OCI layout, with one layer.

    oci-layout.py ROOT OUTPUT VERSION COMMIT
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path


def layer(root: Path, when: int) -> bytes:
    """All files, sorted, no newer than the time, so that equal roots give equal bytes."""
    buffer = io.BytesIO()

    def entry(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.mtime = min(int(info.mtime), when)
        info.uname = info.gname = ""
        return info

    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(root.rglob("*")):
            # Devices of the build are none of the image's.
            if path.is_symlink() or path.is_dir() or path.is_file():
                tar.add(path, arcname=str(path.relative_to(root)), recursive=False, filter=entry)
    return buffer.getvalue()


def main() -> None:
    root, output, version, commit = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    created = datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    blobs = output / "blobs/sha256"
    blobs.mkdir(parents=True)

    def blob(data: bytes, media: str) -> dict[str, object]:
        digest = hashlib.sha256(data).hexdigest()
        (blobs / digest).write_bytes(data)
        return {"mediaType": media, "digest": f"sha256:{digest}", "size": len(data)}

    def text(value: object) -> bytes:
        return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

    plain = layer(root, when)
    packed = blob(gzip.compress(plain, 6, mtime=0), "application/vnd.oci.image.layer.v1.tar+gzip")
    labels = {
        "org.opencontainers.image.title": "psstudio",
        "org.opencontainers.image.description": "Emulated Production Studio for Linux",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": commit,
        "org.opencontainers.image.created": created,
        # The encoder x264 makes the whole subject to its licence.
        "org.opencontainers.image.licenses": "MIT AND GPL-2.0-or-later",
    }
    config = {
        "created": created,
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "User": "1000:1000",
            "Env": ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/home/psstudio"],
            "Entrypoint": ["psstudio"],
            "WorkingDir": "/media",
            "StopSignal": "SIGTERM",
            "Labels": labels,
        },
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(plain).hexdigest()]},
        "history": [{"created": created, "created_by": "scripts/image.sh"}],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(text(config), "application/vnd.oci.image.config.v1+json"),
        "layers": [packed],
        "annotations": labels,
    }
    entry = blob(text(manifest), "application/vnd.oci.image.manifest.v1+json")
    entry["annotations"] = {"org.opencontainers.image.ref.name": version.replace("~", "-")}
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [entry]}
    (output / "index.json").write_bytes(text(index))
    (output / "oci-layout").write_text('{"imageLayoutVersion":"1.0.0"}')


main()
