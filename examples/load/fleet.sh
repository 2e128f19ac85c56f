#!/bin/sh
# Runs COUNT bots at the same time for TIME each, and prints what failed: fleet.sh COUNT TIME BOT…
# Needs GNU parallel. SCENARIO is the scenario.
[ $# -ge 3 ] || { echo "usage: fleet.sh COUNT TIME BOT…" >&2; exit 2; }
count=$1 time=$2; shift 2
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
seq "$count" | parallel --jobs "$count" --delay 0.05 --joblog "$folder/log" --quote psstudio exec --quiet --seed {} \
    ${SCENARIO:+--scenario "$SCENARIO"} --stop-after "$time" --grace 5s --report "$folder/{}.json" -- "$@"
# The columns 7 and 8 are the exit code and the signal of a job.
started=$(awk 'NR > 1' "$folder/log" | wc -l)
failed=$(awk 'NR > 1 && ($7 != 0 || $8 != 0)' "$folder/log" | wc -l)
echo "$started of $count bots, $failed failed"
grep -hs '"rule"\|"message" : "' "$folder"/*.json | sort | uniq -c
[ "$started" = "$count" ] && [ "$failed" = 0 ]
