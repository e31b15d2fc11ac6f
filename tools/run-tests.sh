#!/bin/sh
# Run the test programs of some areas and sum their results.
#
#   tools/run-tests.sh BUILD_DIR FILTER AREA...
#
# Areas that wait for services, databases and deadlines run beside those that only
# compute, and these yield to them.  The output of an area is printed when it ends;
# if there is only one, at once.
#
# FATHOM_DEPTH=deep runs every test; without it the long ones are skipped and
# matches, positions and rounds are fewer, for people who wait for the result.
#
# A test that failed is repeated once, alone, when all others have ended.  If it
# passes then, it counts as passed, and is listed below "failed, then passed": a
# defect, of the test or of what it tests.  With a FILTER, or with FATHOM_REPEATS=0,
# nothing is repeated.
#
# Prints what failed once more by its name and, as the very last line,
# `N passed, N failed`.  No test at all is a failure, too.
set -u

build=$1
filter=$2
shift 2

# More failures than this are not by chance: none is repeated.
repeats_max=${FATHOM_REPEATS:-8}

database=${FATHOM_TEST_DATABASE-}
logs=$(mktemp -d /tmp/fathom-tests.XXXXXX)
template=
lanes=
here=$(dirname "$0")

clean_up()
{
    trap '' INT TERM HUP
    # shellcheck disable=SC2086 # a list of words
    [ -z "$lanes" ] || kill -TERM $lanes 2>/dev/null
    drop_template
    rm -rf "$logs"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ "${FATHOM_DEPTH-}" != deep ]; then
    export FATHOM_MATCHES="${FATHOM_MATCHES-16}"
    export FATHOM_POSITIONS="${FATHOM_POSITIONS-4000}"
fi

# --- What the tests need ---------------------------------------------------

install_packages()
{
    for area in "$@"; do
        case $area in
        api) tools/npm-install.sh contract ;;
        play) tools/npm-install.sh openskill ;;
        web) tools/npm-install.sh web && tools/npm-install.sh browser ;;
        esac || exit 1
    done
}

# A database with all tables, which tests copy: migrating takes most of the time
# that a test of the service needs to begin.  Copying its files is quicker than
# writing their pages to the WAL, which became the default in PostgreSQL 15.
make_template()
{
    template=fathom_template_$$
    strategy=
    version=$(psql -qXAt -d "$database" -c 'SHOW server_version_num')
    [ "${version:-0}" -lt 150000 ] || strategy=' STRATEGY FILE_COPY'
    psql -qX -d "$database" -c "CREATE DATABASE $template" &&
        "$build/fathomd" migrate --database "$database dbname=$template" \
            >/dev/null 2>&1 &&
        psql -qX -d "$database" \
            -c "ALTER DATABASE $template ALLOW_CONNECTIONS false" &&
        export FATHOM_TEST_TEMPLATE="$template$strategy"
}
drop_template()
{
    [ -z "$template" ] || psql -qX -d "$database" \
        -c "DROP DATABASE IF EXISTS $template" >/dev/null 2>&1
}

# --- Lanes -----------------------------------------------------------------

# The areas of each lane, those first that take longest.
lane_waits='operations clients'
lane_asks='api play db'
lane_looks='web'
lane_computes='underwater_cities rules otys bots seastead'

# Print those of the areas in $1 that the other arguments name; for the lane that
# computes all others as well.
areas_of()
{
    for area in $1; do
        case " $wanted " in *" $area "*) echo "$area" ;; esac
    done
    [ "$1" = "$lane_computes" ] || return 0
    for area in $wanted; do
        case " $lane_waits $lane_asks $lane_looks $lane_computes " in
        *" $area "*) ;;
        *) echo "$area" ;;
        esac
    done
}

# Tests with a database mostly wait for it: more of them run at once.
jobs_of()
{
    case $1 in
    play | db | api | clients) echo $(($(nproc) * 2)) ;;
    web) echo 1 ;; # a browser keeps every processor busy
    *) nproc ;;
    esac
}

# Print what a command writes, as one block if others print, too.
as_block()
{
    if [ -n "$is_single" ]; then
        "$@"
        return
    fi
    "$@" >"$logs/$area.block" 2>&1
    flock "$logs/lock" cat "$logs/$area.block"
    rm "$logs/$area.block"
}

say() { flock "$logs/lock" printf "$@"; }

# $yields is empty, or a command that starts another as less urgent.
run_areas()
{
    for area in "$@"; do
        begun=$(date +%s)
        say '=== %s: begun\n' "$area"
        # shellcheck disable=SC2086 # a list of words
        as_block $yields "$here/run-area.sh" "$build" "$filter" "$area" "$logs" \
            "$(jobs_of "$area")"
        read -r good bad cases <"$logs/$area.sum" || continue
        about=
        [ "$cases" -eq 0 ] || about=", $cases cases"
        say '=== %s: %d passed, %d failed, %d s%s\n' "$area" "$good" "$bad" \
            "$(($(date +%s) - begun))" "$about"
    done
}

# Run the areas of a lane in the background.
begin_lane()
{
    yields=$2
    # shellcheck disable=SC2046 # words
    set -- $(areas_of "$1")
    [ $# -gt 0 ] || return 0
    (
        trap - EXIT INT TERM HUP
        run_areas "$@"
    ) &
    lanes="$lanes $!"
}

# --- Sums ------------------------------------------------------------------

passed=0
failed=0
: >"$logs/failures"
: >"$logs/repeated"
mkdir "$logs/again"

# Repeat the failed tests of an area, one at a time.  Sets bad and good.
repeat()
{
    tests=$(sort -u "$logs/$1.failed")
    # shellcheck disable=SC2086 # a list of words
    set -- "$1" $tests
    area=$1
    shift
    if [ -n "$filter" ] || [ $# -eq 0 ] || [ $# -gt "$repeats_max" ] ||
        [ -s "$logs/$area.found" ]; then
        return
    fi
    for test in "$@"; do
        printf '=== %s: once more: %s\n' "$area" "$test"
        "$here/run-area.sh" "$build" "$test" "$area" "$logs/again" 1
        read -r again_good again_bad _ <"$logs/again/$area.sum"
        if [ "$again_bad" -gt 0 ] || [ "$again_good" -eq 0 ]; then continue; fi
        echo "  $area: $test" >>"$logs/repeated"
        times=$(grep -cxF "$test" "$logs/$area.failed")
        bad=$((bad - times))
        good=$((good + times))
    done
}

sum()
{
    for area in "$@"; do
        good=0 bad=
        [ ! -s "$logs/$area.sum" ] || read -r good bad _ <"$logs/$area.sum"
        if [ -z "$bad" ]; then
            bad=1
            echo "  $area: did not end" >>"$logs/failures"
        fi
        if [ "$bad" -gt 0 ]; then
            case $build in
            */tsan) ;;
            *) repeat "$area" ;;
            esac
        fi
        if [ "$bad" -gt 0 ]; then cat "$logs/$area.failures" >>"$logs/failures"; fi
        passed=$((passed + good))
        failed=$((failed + bad))
    done
}

# --- Run -------------------------------------------------------------------

wanted=$*
is_single=
[ $# -gt 1 ] || is_single=yes
install_packages "$@"
case " $* " in
*' play '* | *' db '* | *' api '* | *' clients '* | \
    *' web '* | *' operations '*)
    make_template || echo 'no template: every test migrates its database'
    ;;
esac
begin_lane "$lane_waits" ''
begin_lane "$lane_asks" ''
begin_lane "$lane_looks" ''
begin_lane "$lane_computes" 'nice -n 10'
wait
lanes=
sum "$@"

# An old runner must not be used when its sources do not compile.
if [ -n "${FATHOM_BROKEN-}" ]; then
    echo '  build: compilation failed, see above' >>"$logs/failures"
    failed=$((failed + 1))
fi
if [ "$failed" -gt 0 ]; then
    printf '\nFailures:\n'
    cat "$logs/failures"
fi
if [ -s "$logs/repeated" ]; then
    printf '\nfailed, then passed:\n'
    cat "$logs/repeated"
fi
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
