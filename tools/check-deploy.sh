#!/bin/sh
# Are the files for operators sound?  Every folder's own check, one after the
# other.
set -u
cd "$(dirname "$0")/.."
failed=0
for check in tools/deploy/*.sh; do
    [ -e "$check" ] || continue
    "$check" || failed=$((failed + 1))
done
[ "$failed" -eq 0 ]
