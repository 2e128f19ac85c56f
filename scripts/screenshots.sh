#!/usr/bin/env bash
# Makes the screenshots of the control page in docs/screenshots, in Chromium, from a recorded session: main states, three widths, both
# themes, at most 1 MB in all. No program is built.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/python-environment.sh

prepare_environment
exec "$environment/bin/python" -X dev -W error Tests/Programs/Page/screenshots.py "${1:-docs/screenshots}"
