#!/bin/sh
# Compare the service of this checkout with that of an earlier commit: build it,
# measure both by the same tools, and name each figure that differs by more than a
# tenth.  Fails if one is worse.
#
#   db/local.sh run -- tools/bench-check.sh build/release COMMIT
#
# The settings of bench-service.sh apply.
set -eu

build=${1:?bench-check.sh BUILD-DIRECTORY COMMIT} commit=${2:?a commit}
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)

clean_up()
{
    git -C "$here" worktree remove --force "$work/tree" 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

git -C "$here" worktree add --quiet --detach "$work/tree" "$commit"
printf 'building %s\n' "$commit" >&2
make -C "$work/tree" -j"$(nproc)" build/release/fathomd >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; exit 1; }

# Only the ratios and costs of one run mean anything, so both run now.
FIGURES=$work/before FATHOMD=$work/tree/build/release/fathomd \
    "$here/tools/bench-service.sh" "$build"
FIGURES=$work/after "$here/tools/bench-service.sh" "$build"

awk -v commit="$commit" '
{
    better = $NF; value = $(NF - 1)
    name = $0
    sub(/ [^ ]+ [^ ]+$/, "", name)
}
NR == FNR { before[name] = value; next }
before[name] > 0 {
    change = value / before[name] - 1
    if (change > -0.1 && change < 0.1) next
    is_worse = (change < 0) == (better == 1)
    worse += is_worse
    printf "%-45s %10.2f -> %10.2f  %+4.0f %%  %s\n", name, before[name], value, \
        100 * change, is_worse ? "worse" : "better"
    found++
}
END {
    if (!found) printf "no figure differs from that of %s by more than a tenth\n", commit
    exit worse > 0
}' "$work/before" "$work/after"
