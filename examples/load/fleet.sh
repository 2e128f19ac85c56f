#!/bin/sh
# Runs COUNT bots at the same time for TIME each, and prints what failed: fleet.sh COUNT TIME BOT…
# Needs GNU parallel. SCENARIO is the scenario.
count=$1 time=$2; shift 2
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
seq "$count" | parallel --jobs "$count" --delay 0.05 --joblog "$folder/log" --quote psstudio exec --quiet --seed {} \
    ${SCENARIO:+--scenario "$SCENARIO"} --stop-after "$time" --grace 5s --report "$folder/{}.json" -- "$@"
failed=$(awk 'NR > 1 && $7 != 0' "$folder/log" | wc -l)
echo "$count bots, $failed failed"
grep -h '"rule"\|"message" : "' "$folder"/*.json | sort | uniq -c
[ "$failed" = 0 ]
