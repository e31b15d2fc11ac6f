#!/bin/sh
# Compare the service of this checkout with that of an earlier commit: build it,
# measure both by the same tools in turns, print the ratio of each figure, and name
# those that differ by more than a tenth, in the same direction in every round.
# Fails if one is worse.
#
#   db/local.sh run -- tools/bench-check.sh build/release COMMIT
#
# The speed of a machine changes within minutes: each of ROUNDS (4) rounds measures
# both, the earlier one first in one round and last in the next, and compares what it
# measured.  The other settings of bench-service.sh apply.
set -eu

build=${1:?bench-check.sh BUILD-DIRECTORY COMMIT} commit=${2:?a commit}
rounds=${ROUNDS:-4}
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

# measure NAME PROGRAM: one round, to the file NAME.ROUND
measure()
{
    printf 'round %s of %s: %s\n' "$round" "$rounds" "$1" >&2
    ROUNDS=1 FIGURES="$work/$1.$round" FATHOMD=$2 \
        "$here/tools/bench-service.sh" "$build" >"$work/log" 2>&1 ||
        { tail -n 20 "$work/log" >&2; exit 1; }
}

round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    if [ $((round % 2)) -eq 1 ]; then
        measure before "$work/tree/build/release/fathomd"
        measure after "$build/fathomd"
    else
        measure after "$build/fathomd"
        measure before "$work/tree/build/release/fathomd"
    fi
done

cat "$work"/before.* >"$work/before"
cat "$work"/after.* >"$work/after"
awk -v commit="$commit" '
function median(n,    i, j, held) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) {
            held = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = held
        }
    return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}
function median_of(values, name, n,    i) {
    for (i = 1; i <= n; i++) sorted[i] = values[name, i]
    return median(n)
}
function median_ratio(name, n,    i) {
    for (i = 1; i <= n; i++)
        sorted[i] = before[name, i] > 0 ? after[name, i] / before[name, i] : 1
    i = median(n)
    least = sorted[1]
    most = sorted[n]
    return i
}
{
    value = $(NF - 1)
    name = $0
    sub(/ [^ ]+ [^ ]+$/, "", name)
}
NR == FNR {
    if (!(name in count)) order[++names] = name
    before[name, ++count[name]] = value
    is_rate[name] = $NF
    next
}
{ after[name, ++seen[name]] = value }
END {
    printf "%-45s %10s    %10s  %s\n", "medians of the rounds", "before", "after", \
        "after : before in a round (least-most)"
    for (k = 1; k <= names; k++) {
        name = order[k]
        n = count[name]
        ratio = median_ratio(name, n)
        verdict = ""
        if ((ratio < 0.9 && most < 1) || (ratio > 1.1 && least > 1))
            verdict = (ratio < 1) == is_rate[name] ? "worse" : "better"
        worse += verdict == "worse"
        found += verdict != ""
        low = least
        high = most
        printf "%-45s %10.2f -> %10.2f  %.2f (%.2f-%.2f)  %s\n", name, \
            median_of(before, name, n), median_of(after, name, n), ratio, low, high, \
            verdict
    }
    if (!found)
        printf "no figure differs from that of %s by more than a tenth in all rounds\n", \
            commit
    exit worse > 0
}' "$work/before" "$work/after"
