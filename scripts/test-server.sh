#!/usr/bin/env bash
# Tests the HTTP interface by judges that are no part of psstudio: schemathesis (PyPI) with the OpenAPI document, event streams
# excluded, and promtool (Debian's prometheus) with the metrics. The media of a session beside it has every frame meanwhile.
#
# PSSTUDIO_BINARY names a program that is built already; SCHEMATHESIS_SECONDS is the time of schemathesis, 60 by default.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-server: $*" >&2; exit 1; }

if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    make --no-print-directory build server
    PSSTUDIO_BINARY=$PWD/.build/release/psstudio
fi
environment=$PWD/.build/schemathesis
requirements=Tests/Programs/Server/requirements.txt
settings=$PWD/Tests/Programs/Server/schemathesis.toml
if [ "$(cat "$environment/wanted" 2>/dev/null)" != "$(cat $requirements)" ]; then
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check -r $requirements
    cp $requirements "$environment/wanted"
fi

# Nothing of the user's, and nothing that is left behind.
work=$(mktemp -d)
processes=()
finish() {
    # The sessions that the server has started outlive it.
    [ -z "${url:-}" ] || kill $(get /api/v1/sessions | grep -o '"pid":[0-9]*' | cut -d: -f2) 2>/dev/null || true
    kill "${processes[@]}" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT
export XDG_RUNTIME_DIR=$work/run
mkdir -m 700 "$work/run" "$work/media"

# The program judges itself: frames that were rejected or dropped are in its summary. It has a server of its own, because the requests
# of schemathesis stop what they find.
"$PSSTUDIO_BINARY" start --width 64 --height 36 --quiet --json --control "$work/witness.sock" --serve 127.0.0.1:0 --out null: >"$work/summary" &
witness=$!
processes+=("$witness")
"$PSSTUDIO_BINARY" serve --listen 127.0.0.1:0 --serve-folder "$work/media" 2>"$work/server" &
server=$!
processes+=("$server")
for _ in $(seq 200); do grep -q '#token=' "$work/server" && break || sleep 0.05; done
page=$(sed -n 's/.*control page: //p' "$work/server")
[ -n "$page" ] || complain "the server did not start: $(cat "$work/server")"
url=${page%/#token=*}
token=${page#*#token=}
header="Authorization: Bearer $token"
get() { curl --silent --show-error --fail -H "$header" "$url$1"; }

# A session of its own for each round, because a command may end it.
rounds() {
    local end=$((SECONDS + ${SCHEMATHESIS_SECONDS:-60})) round=0 cases=0
    while [ $SECONDS -lt "$end" ]; do
        round=$((round + 1))
        "$PSSTUDIO_BINARY" start --width 64 --height 36 --quiet --control "$work/run/psstudio/target-$round.sock" --out null: &
        local target=$! left=$((end - SECONDS)) id=
        for _ in $(seq 200); do
            id=$(get /api/v1/sessions | python3 -c '
import json, sys
print("".join(item["sessionId"] for item in json.load(sys.stdin)["items"] if item["pid"] == int(sys.argv[1])))' "$target")
            [ -z "$id" ] || break
            sleep 0.05
        done
        [ -n "$id" ] || complain "session $round is not served"
        # In a folder of its own, because it keeps what it has found.
        SESSION=$id env -C "$work" "$environment/bin/schemathesis" --config-file "$settings" run "$url/api/v1/openapi.json" --url "$url" \
            -H "$header" --seed $((round + ${SCHEMATHESIS_SEED:-0})) --max-time $((left < 30 ? (left > 5 ? left : 5) : 30)) >"$work/report" 2>&1 ||
            { cat "$work/report"; complain "schemathesis has findings; SCHEMATHESIS_SEED=$((round - 1 + ${SCHEMATHESIS_SEED:-0})) repeats them"; }
        cases=$((cases + $(sed -n 's/^ *\([0-9]*\) generated.*/\1/p' "$work/report" | head -1 | grep . || echo 0)))
        kill "$target" 2>/dev/null || true
        wait "$target" || true
    done
    echo "schemathesis has sent $cases cases in $round rounds"
    [ "$cases" -ge 100 ] || complain "that is too few"
}
rounds

kill -0 "$server" || complain "the server has ended: $(cat "$work/server")"
get /metrics >"$work/metrics"
promtool check metrics <"$work/metrics" || complain "promtool has findings"
kill -0 "$witness" || complain "the session beside it has ended"
kill "$witness"
wait "$witness" || true
python3 - "$work/summary" <<'END' || complain "the session beside it has lost media: $(cat "$work/summary")"
import json, sys
video = json.load(open(sys.argv[1]))["video"]
sys.exit(not (video["accepted"] > 0 and video["refused"] == 0 and video["dropped"] == 0))
END
echo "the HTTP interface: schemathesis and promtool have no findings"
