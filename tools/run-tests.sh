#!/bin/sh
# Run the test programs of some areas and sum their results.
#
#   tools/run-tests.sh BUILD_DIR FILTER AREA...
#
# FATHOM_DEPTH=deep runs every test; without it the long ones are skipped and
# matches, positions and rounds are fewer, for people who wait for the result.
#
# Prints each runner's own output, what failed once more by its name and, as
# the very last line, `N passed, N failed`.  A runner that was not built,
# crashed or ran out of time counts as one failure.  No test at all is a
# failure, too.
set -u

build=$1
filter=$2
shift 2

logs=$(mktemp -d /tmp/fathom-tests.XXXXXX)
template=
trap 'rm -rf "$logs"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

ubsan=${UBSAN_OPTIONS:-print_stacktrace=1}
export FATHOM_BUILD_DIR="$build"
limit=${FATHOM_TEST_SECONDS:-1500}

# Checking for the use of returned frames takes a third of the time of the rules.
returned=1
if [ "${FATHOM_DEPTH-}" != deep ]; then
    returned=0
    export FATHOM_MATCHES="${FATHOM_MATCHES-16}"
    export FATHOM_POSITIONS="${FATHOM_POSITIONS-4000}"
fi
asan=${ASAN_OPTIONS:-detect_stack_use_after_return=$returned}

passed=0
failed=0

# The number after a word of Criterion's last line: Passing: 12
number() { sed -n "s/.*$1: *\([0-9]*\).*/\1/p" "$2" | tail -n 1; }

# Are all leaks that a sanitizer reports in the test framework itself?  It leaks an
# object now and then; leaks of a test are allocated by one of our functions.
is_frameworks()
{
    awk '/^(Direct|Indirect) leak of/ { leaks++ }
         /^ *#1 .*libcriterion\.so/ { theirs++ }
         /ERROR: / && !/LeakSanitizer/ { other++ }
         END { exit !(leaks > 0 && leaks == theirs && !other) }' "$1"
}

# Repeat failures at the end, because the log of a whole run is long.
# Criterion prints failed assertions before the line of their test.
: >"$logs/failures"
note() { printf '  %s: %s\n' "$1" "$2" | cut -c 1-300 >>"$logs/failures"; }
note_tests()
{
    grep -aE '^\[(----|FAIL)\] *[^ ]' "$1" | head -n 40 |
        while read -r line; do note "$(basename "$1")" "$line"; done
}

# Synthesis: Tested: 9 | Passing: 9 | Failing: 0 | Crashing: 0
count()
{
    grep -a 'Synthesis:' "$1" | sed 's/\x1b\[[0-9;]*m//g' | tail -n 1 \
        >"$1.sum"
    good=$(number Passing "$1.sum")
    bad=$(number Failing "$1.sum")
    crashed=$(number Crashing "$1.sum")
    good=${good:-0}
    bad=$((${bad:-0} + ${crashed:-0}))
    found=0
    theirs=0
    for report in "$1".sanitizer.*; do
        [ -s "$report" ] || continue
        if is_frameworks "$report"; then
            theirs=$((theirs + 1))
            continue
        fi
        cat "$report"
        note "$(basename "$1")" "$(grep -am 1 -E 'ERROR|error:' "$report")"
        found=$((found + 1))
    done
    # A runner may fail beside its tests: by a time limit, or by what a
    # sanitizer found in a process at its end (a leak passes in Criterion).
    if [ "$2" -ne 0 ] && [ "$bad" -eq 0 ]; then
        case $2:$theirs:$good in
        1:[1-9]*:[1-9]* | 23:[1-9]*:[1-9]*) ;; # a sanitizer's exit status
        *)
            bad=1
            note "$(basename "$1")" "the runner exited with status $2"
            ;;
        esac
    fi
    if [ "$found" -gt "$bad" ]; then bad=$found; fi
    if [ "$bad" -gt 0 ]; then note_tests "$1"; fi
    passed=$((passed + good))
    failed=$((failed + bad))
}

# Validate the responses that the tests received against openapi.yaml; a whole
# run must have received every documented one.  Counts as one test.
check_replies()
{
    whole=whole
    [ "${FATHOM_DEPTH-}" = deep ] || whole=
    case $build:$filter in
    */tsan:* | *:?*) whole= ;;
    esac
    if node tests/api/check-replies.cjs "$1" $whole; then
        good=$((good + 1))
        passed=$((passed + 1))
    else
        bad=$((bad + 1))
        failed=$((failed + 1))
        note "$area" 'responses do not match openapi.yaml'
    fi
}

case " $* " in
*' api '*) tools/npm-install.sh contract || exit 1 ;;
esac
case " $* " in
*' play '*) tools/npm-install.sh openskill || exit 1 ;;
esac

case " $* " in
*' web '*)
    tools/npm-install.sh web || exit 1
    tools/npm-install.sh browser || exit 1
    ;;
esac

# A database with all tables, which tests copy: migrating takes most of the
# time that a test of the service needs to begin.
make_template()
{
    database=$FATHOM_TEST_DATABASE
    template=fathom_template_$$
    psql -qX -d "$database" -c "CREATE DATABASE $template" &&
        "$build/fathomd" migrate --database "$database dbname=$template" \
            >/dev/null 2>&1 &&
        psql -qX -d "$database" \
            -c "ALTER DATABASE $template ALLOW_CONNECTIONS false" &&
        export FATHOM_TEST_TEMPLATE="$template"
}
drop_template()
{
    [ -z "$template" ] || psql -qX -d "$database" \
        -c "DROP DATABASE IF EXISTS $template" >/dev/null 2>&1
}
trap 'rm -rf "$logs"; drop_template' EXIT
case " $* " in
*' play '* | *' db '* | *' api '* | *' clients '* | \
    *' web '* | *' operations '*)
    make_template || echo 'no template: every test migrates its database'
    ;;
esac

# Tests with a database mostly wait for it: more of them run at once.
jobs_of()
{
    case $1 in
    play | db | api | clients) echo $(($(nproc) * 2)) ;;
    web) echo 1 ;; # a browser keeps every processor busy
    *) nproc ;;
    esac
}

for area in "$@"; do
    runner=$build/tests/$area
    printf '=== %s\n' "$area"
    if [ ! -x "$runner" ]; then
        note "$area" "$runner was not built"
        failed=$((failed + 1))
        continue
    fi
    log=$logs/$area
    # Criterion starts the program again for every test: run a copy, so that
    # building meanwhile does not change it under our feet.
    cp "$runner" "$log.runner"
    export FATHOM_REPLIES="$log.replies"
    mkdir "$FATHOM_REPLIES"
    begun=$(date +%s)
    export ASAN_OPTIONS="$asan:log_path=$log.sanitizer"
    export UBSAN_OPTIONS="$ubsan:log_path=$log.sanitizer"
    export TSAN_OPTIONS="${TSAN_OPTIONS-} log_path=$log.sanitizer"
    {
        case $build in
        */tsan)
            # gcc 12's thread sanitizer does not support the address layout of new kernels.
            timeout -k 10 "$limit" setarch -R "$log.runner" \
                ${filter:+"$filter"} 2>&1
            ;;
        *)
            LC_ALL=C.UTF-8 TERM=dumb timeout -k 10 "$limit" "$log.runner" \
                --color=never --verbose --jobs "$(jobs_of "$area")" \
                ${filter:+--filter "$filter"} 2>&1
            ;;
        esac
        echo $? >"$logs/status"
    } | tee "$log"
    status=$(cat "$logs/status")
    count "$log" "$status"
    case $area:$(ls "$FATHOM_REPLIES") in
    api:?*) check_replies "$FATHOM_REPLIES" ;;
    esac
    rm -rf "$FATHOM_REPLIES"
    printf '=== %s: %d passed, %d failed, %d s\n' "$area" "$good" "$bad" \
        "$(($(date +%s) - begun))"
done

# An old runner must not be used when its sources do not compile.
if [ -n "${FATHOM_BROKEN-}" ]; then
    note build 'compilation failed, see above'
    failed=$((failed + 1))
fi
if [ "$failed" -gt 0 ]; then
    printf '\nFailures:\n'
    cat "$logs/failures"
fi
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
