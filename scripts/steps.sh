#!/usr/bin/env bash
# Runs the steps of a tier, and prints each with its duration and result. The exit status is 1 when one failed.
#
#   steps.sh check      the steps of `check`, a further one of `nightly`, and the two cheapest ones of `nightly` that belong to the
#                       folders that the last ten commits touch; the first failure ends it
#   steps.sh nightly    the steps of `check` and `nightly`
#   steps.sh weekly     the steps of `weekly`
#   --list TIER         prints what would run: why, seconds, command
#
# The commit's hash chooses the further step, so that each step runs for some commits, and a repetition runs the same ones.
set -euo pipefail
cd "$(dirname "$0")/.."

# Tier; seconds on two cores; `first` for the step before all others, `wait` for what mostly waits and holds on a busy machine, so
# that it runs beside the others, `work` for the others; command; folders and files that it belongs to.
steps() {
    sed 's/ *| */|/g' <<'TABLE'
check   | 1087 | first | SANITIZE=address make test |
check   |   16 | work  | make lint |
check   |   56 | work  | SANITIZE=address make docs |
check   |   24 | work  | make test-install |
check   |   89 | work  | make counts |
nightly |  147 | work  | make test-server | Sources/Programs/psstudio-server Sources/Programs/StudioServer Sources/Programs/ServerAccess Sources/Programs/ServerArguments Tests/Programs/Server
nightly |   40 | work  | make test-obs | Sources/Programs/StudioServer Sources/Programs/OBSWebSocket Tests/Programs/OBS
nightly |  146 | work  | make test-page | Sources/Programs/StudioPage Sources/Programs/CPageFiles Tests/Programs/Page
nightly |  103 | work  | make test-embedding | Sources/Programs/PSStudioLibrary Sources/Programs/CPSStudio Sources/Programs/PSStudioLink Sources/Programs/EmbeddingRules Sources/Programs/GstPSStudio Tests/Programs/Embedding examples/embedding
nightly |  193 | work  | make test-meetingsdk | Sources/Programs/MeetingSDK Sources/Programs/PSStudioLibrary Sources/Interfaces/ZoomMeetingClient Tests/Programs/MeetingSDK
nightly |   45 | work  | make test-vendor-answers | Sources/Programs/MeetingSDK Tests/Programs/MeetingSDK
nightly |   50 | work  | make test-python | python docs/pytest.md
nightly |   56 | work  | make test-deb | packaging Makefile
nightly |  600 | work  | make test-platforms | packaging examples/ci docs/install.md
nightly |  300 | work  | SANITIZE=address make test-additions | scripts/additions Sources/Session/SessionProtocol Sources/Session/StudioScenario Sources/Programs/StudioServer/HTTP
nightly |  180 | work  | make test-app | Package.swift scripts/versions.txt
nightly |  298 | work  | make examples | examples README.md Sources/Interfaces Sources/Programs/ProductionStudioTesting
nightly |  334 | work  | make tsan | Sources/System Sources/Studio Sources/Media Sources/Session Sources/Interfaces
nightly |  300 | work  | make test-matrix | Tests/Programs/Clients examples/bots examples/scenarios Sources/Interfaces Sources/Session/StudioTrace Sources/Session/ContentDiagnosis
nightly |  350 | work  | SECONDS_TO_RUN=300 make operators-day | Tests/Programs/Operator Sources/Programs/CPageFiles Sources/Programs/StudioServer/HTTP
nightly |   33 | wait  | SELFTEST_SECONDS=5 SELFTEST_SIZE=1280x720 make selftest | pipelines Sources/Core Sources/Studio Sources/Media Sources/Programs/psstudio
nightly |  119 | wait  | SECONDS_TO_RUN=60 make soak | pipelines Sources/System Sources/Media Tests/Programs/Soak
nightly |   76 | wait  | SECONDS_TO_RUN=60 make control-churn | Sources/Session/SessionControl Sources/Session/SessionClient Sources/Media/MediaOutputs Tests/Programs/Soak
nightly |  130 | wait  | SECONDS_TO_RUN=60 make recording-churn | Sources/Session/StudioEngine Tests/Programs/Soak
nightly |  166 | wait  | SECONDS_TO_RUN=150 make torture | Sources/Core Sources/Session Sources/Programs/psstudio Tests/Programs/Torture
weekly  |  640 | work  | make soak |
weekly  |  640 | work  | make control-churn |
weekly  |  860 | work  | make recording-churn |
weekly  | 1840 | work  | make outputs-churn |
weekly  | 3640 | work  | make losses |
weekly  |  640 | work  | make changes |
weekly  |  240 | work  | make network-faults |
weekly  |  900 | work  | make fuzz |
weekly  | 3600 | work  | HOURS=1 make torture |
weekly  |  240 | work  | make fleet |
weekly  | 3700 | work  | make operators-day |
TABLE
}

of_tier() { steps | awk -F '|' -v tier="$1" '$1 == tier'; }

# The files that the last ten commits touch. Of the oldest commit of a shallow clone, nothing tells what it changes.
touched() {
    local shallow
    shallow=$(git rev-parse --git-path shallow)
    git log -10 --format=%H | { if [ -s "$shallow" ]; then grep -vxFf "$shallow" || true; else cat; fi; } |
        git diff-tree --stdin --root -r --name-only --no-commit-id | sort -u
}

# Prints the further step, and then the two cheapest other ones that belong to touched folders.
chosen() {
    local hash count further files
    hash=$(git rev-parse HEAD)
    count=$(of_tier nightly | wc -l)
    further=$((16#${hash:0:8} % count + 1))
    of_tier nightly | sed -n "${further}s/^nightly/further/p"
    files=$(touched)
    of_tier nightly | sed "${further}d" | sort -t '|' -s -n -k 2,2 |
        awk -F '|' -v files="$files" '
            BEGIN { count = split(files, touched, "\n") }
            function belongs(folder,    i) {
                for (i = 1; i <= count; i++) if (index(touched[i] "/", folder "/") == 1) return 1
                return 0
            }
            { n = split($5, folders, " "); for (i = 1; i <= n; i++) if (belongs(folders[i])) { print; next } }' |
        sed -n '1,2s/^nightly/touched/p'
}

selected() {
    case $1 in
        check) of_tier check && chosen ;;
        nightly) of_tier check && of_tier nightly ;;
        weekly) of_tier weekly ;;
        *) echo "steps.sh: unknown tier '$1'; use check, nightly or weekly" >&2 && return 2 ;;
    esac
}

if [ "${1:-}" = --list ]; then
    selected "${2:-}" | awk -F '|' '{ printf "%-8s %5d  %s\n", $1, $2, $4 }'
    exit
fi
tier=${1:-}
table=$(selected "$tier")
reports=$(mktemp -d)
waiting=
: >"$reports/results"
# A step is a make inside of make.
export MAKEFLAGS=--no-print-directory
trap '[ -z "$waiting" ] || kill -- "-$waiting" 2>/dev/null || true; rm -rf "$reports"' EXIT
# Kept for a look at the pages.
export PSSTUDIO_SCREENSHOTS="$PWD/.build/screenshots"
# Some tests have a long form.
[ "$tier" != nightly ] || export PSSTUDIO_LONG=1
mkdir -p "$PSSTUDIO_SCREENSHOTS"

# Runs the steps of a kind.
run() {
    local why seconds kind command began result
    while IFS='|' read -r why seconds kind command _; do
        [ "$kind" = "$1" ] || continue
        case $why in
            further) echo "== further step, chosen by the commit: $command" ;;
            touched) echo "== further step, for the folders of the last commits: $command" ;;
            *) echo "== $command" ;;
        esac
        began=$SECONDS
        result=passed
        bash -c "$command" </dev/null || result=FAILED
        echo "== took $((SECONDS - began)) s, $result: $command"
        printf '%-60s %7d  %s\n' "$command" $((SECONDS - began)) "$result" >>"$reports/results"
        [ $result = passed ] || [ "$tier" != check ] || return 1
    done <<<"$table"
}

status=0
run first || status=1
if [ $status = 0 ] || [ "$tier" != check ]; then
    # A group of its own, which ends as a whole.
    set -m
    run wait >"$reports/waiting" 2>&1 &
    waiting=$!
    set +m
    run work || status=1
    wait "$waiting" || status=1
    waiting=
    cat "$reports/waiting"
fi
printf '\n%-60s %7s  %s\n' step seconds result
cat "$reports/results"
while IFS='|' read -r why _ _ command _; do
    case $why in further | touched) echo "repeat the further step: $command" ;; esac
done <<<"$table"
echo "screenshots: $PSSTUDIO_SCREENSHOTS"
! grep -q 'FAILED$' "$reports/results" || status=1
exit $status
