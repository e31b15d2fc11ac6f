#!/bin/sh
# Repeat the tests of an area while every processor is busy with something else, and
# count how often each of them failed.
#
#   tools/flaky.sh AREA TIMES [FILTER]
#
# FILTER takes only tests whose suite/name match.  FATHOM_BUSY=0 adds no other load.
# Exits with 1 if any test failed in any round.  The output of the rounds in which a
# test failed is kept in build/flaky/.
set -eu
cd "$(dirname "$0")/.."

if [ $# -lt 2 ]; then
    sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
    exit 2
fi
area=$1
times=$2
filter=${3-}

# Build, and come back with a database.
if [ -z "${FATHOM_TEST_DATABASE-}" ]; then
    make -j"$(nproc)" test-build VARIANT=asan AREA="$area"
    FATHOM_BUILD_DIR=build/asan exec setpriv --pdeathsig TERM -- \
        db/local.sh run -t -- tools/flaky.sh "$area" "$times" "$filter"
fi
build=${FATHOM_BUILD_DIR:-build/asan}

kept=build/flaky
mkdir -p "$kept"
log=$(mktemp /tmp/fathom-flaky.XXXXXX)
failures=$(mktemp /tmp/fathom-flaky.XXXXXX)
busy=

clean_up()
{
    # shellcheck disable=SC2086 # a list of words
    [ -z "$busy" ] || kill $busy 2>/dev/null || true
    rm -f "$log" "$failures"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Keep a processor busy until this script ends.
be_busy()
{
    setpriv --pdeathsig KILL -- sh -c 'while :; do :; done' &
    busy="$busy $!"
}

processors=$(nproc)
n=0
while [ "$n" -lt "${FATHOM_BUSY:-$processors}" ]; do
    be_busy
    n=$((n + 1))
done

round=0
rounds_failed=0
while [ "$round" -lt "$times" ]; do
    round=$((round + 1))
    if FATHOM_REPEATS=0 tools/run-tests.sh "$build" "$filter" "$area" \
        >"$log" 2>&1; then
        result=$(tail -n 1 "$log")
    else
        result="$(tail -n 1 "$log"): $kept/$area-$round.log"
        rounds_failed=$((rounds_failed + 1))
        cp "$log" "$kept/$area-$round.log"
        sed -n 's|^\[FAIL\] \([^ ]*\):.*|\1|p' "$log" >"$log.tests"
        # A runner that crashed names no test.
        [ -s "$log.tests" ] || echo "(no test, see the log)" >"$log.tests"
        sort -u "$log.tests" >>"$failures"
        rm "$log.tests"
    fi
    printf 'round %d of %d: %s\n' "$round" "$times" "$result"
done

if [ "$rounds_failed" -gt 0 ]; then
    printf '\n%s failed in %d of %d rounds:\n' "$area" "$rounds_failed" "$times"
    sort "$failures" | uniq -c | sort -rn
    exit 1
fi
printf '\n%s passed %d times\n' "$area" "$times"
