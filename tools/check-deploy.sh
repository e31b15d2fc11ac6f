#!/bin/sh
# Check the files for operators: run the check of every folder.
set -u
cd "$(dirname "$0")/.."
failed=0
for check in tools/deploy/*.sh; do
    [ -e "$check" ] || continue
    "$check" || failed=$((failed + 1))
done
[ "$failed" -eq 0 ]
