#!/usr/bin/env bash
# Prints the ten slowest tests, names in-process tests above a limit in seconds, and writes all durations as JSON. The folder of
# logs has a log for each module of in-process tests, and the durations of the integration tests, one line for each test case.
#
#   test-durations.sh FOLDER LIMIT FILE.json
set -euo pipefail
logs=$1 limit=$2 file=$3

# Columns: duration, module, test.
all=$(mktemp)
trap 'rm -f "$all"' EXIT
{
    for log in "$logs"/*.log; do
        module=$(basename "$log" .log)
        [ "$module" != IntegrationTests ] || continue
        sed -nE -e '/^[^ ]+ Test run with/d' -e 's/ with [0-9]+ test cases?( (passed|failed) after )/\1/' \
            -e "s/^[^ ]+ Test (.*) (passed|failed) after ([0-9.]+) seconds.*/\3\t$module\t\1/p" "$log"
    done
    # The cases of a test have a line each.
    [ ! -e "$logs/integration.durations" ] || awk -F '\t' '
        { sum[$2 FS $3] += $1 }
        END { for (key in sum) { split(key, part, FS); printf "%.3f\tIntegrationTests\t%s\n", sum[key], part[2] } }
    ' "$logs/integration.durations"
} | sort -t $'\t' -k 1,1 -rn >"$all"

awk -F '\t' '
    function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
    BEGIN { printf "[" }
    {
        sub(/^"/, "", $3); sub(/"$/, "", $3)  # Swift Testing quotes display names.
        printf "%s\n  {\"seconds\": %s, \"module\": %s, \"test\": %s}", (NR > 1 ? "," : ""), $1, quoted($2), quoted($3)
    }
    END { print "\n]" }
' "$all" >"$file"

echo "== The ten slowest of $(wc -l <"$all") tests ($file has all):"
head -n 10 "$all" | awk -F '\t' '{ printf "%8.1f s  %s: %s\n", $1, $2, $3 }'
awk -F '\t' -v limit="$limit" '$2 != "IntegrationTests" && $1 > limit {
    printf "warning: an in-process test took %.1f s, above %s s: %s: %s\n", $1, limit, $2, $3 }' "$all"
