#!/bin/sh
# Run the named checks one after the other, also after a failure.  The last line
# has the number of those that passed, and names the others.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
broken=
for check in "$@"; do
    begun=$(date +%s)
    printf '=== %s\n' "$check"
    if "${MAKE:-make}" "$check"; then
        passed=$((passed + 1))
        result=ok
    else
        failed=$((failed + 1))
        broken="$broken $check"
        result=FAILED
    fi
    printf '=== %s: %s, %d s\n' "$check" "$result" "$(($(date +%s) - begun))"
done
printf '\nchecks: %d passed, %d failed%s\n' "$passed" "$failed" \
    "${broken:+:$broken}"
[ "$failed" -eq 0 ]
