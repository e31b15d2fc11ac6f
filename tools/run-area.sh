#!/bin/sh
# Run the test program of one area and count its results; for tools/run-tests.sh.
#
#   tools/run-area.sh BUILD_DIR FILTER AREA LOGS JOBS
#
# Prints the program's output.  In the directory LOGS it leaves
#
#   AREA.sum        the numbers of tests that passed and failed, and of cases
#   AREA.failed     a line suite/name for each test that failed
#   AREA.failures   what failed, in words
#   AREA.found      the place of each error that a sanitizer reported
#
# The tests, and the programs that they start, are those of BUILD_DIR, unless
# FATHOM_BUILDS has a word AREA:TESTS:PROGRAMS or AREA:TESTS:PROGRAMS:EXPOSED: then
# those of build/TESTS and build/PROGRAMS, and the nodes that get hostile input those
# of build/EXPOSED.
#
# A program that was not built, crashed or ran out of time counts as one failure.
set -u

build=$1
filter=$2
area=$3
logs=$4
jobs=$5

log=$logs/$area
good=0
bad=0
: >"$log.failures"
: >"$log.failed"
: >"$log.found"

limit=${FATHOM_TEST_SECONDS:-3600}
programs=$build
exposed=
for word in ${FATHOM_BUILDS-}; do
    case $word in
    "$area":*:*)
        IFS=: read -r _ build programs exposed <<EOF
$word
EOF
        build=build/$build
        programs=build/$programs
        exposed=${exposed:+build/$exposed}
        ;;
    esac
done
runner=$build/tests/$area
# Looking for leaks takes three quarters of the time of a short process.  The rules
# do not allocate memory; a process that only asks the service says so itself.
case $area in
base | bots | play | db | api | clients | web | operations) leaks= ;;
*) leaks=:detect_leaks=0 ;;
esac

note() { printf '  %s: %s\n' "$area" "$1" | cut -c 1-300 >>"$log.failures"; }

# Freed memory that is kept for long, to find its use, costs a fresh page for each
# allocation: a third of the time of tests that read and write JSON.
kept=
case $area in
api | clients | web | operations)
    kept=:quarantine_size_mb=1:thread_local_quarantine_size_kb=16
    ;;
esac

# Criterion starts the program again for every test: run a copy, so that building
# meanwhile does not change it under our feet.
run()
{
    cp "$runner" "$log.runner"
    mkdir "$log.replies"
    export FATHOM_BUILD_DIR="$programs" FATHOM_REPLIES="$log.replies"
    export FATHOM_EXPOSED_DIR="${exposed:-$programs}"
    export FATHOM_EMPTY_CLUSTER="$log.cluster"
    # Looking for the use of returned frames takes a third of the time.
    export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_stack_use_after_return=0$leaks$kept}:log_path=$log.sanitizer"
    export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}:log_path=$log.sanitizer"
    export TSAN_OPTIONS="${TSAN_OPTIONS-} log_path=$log.sanitizer"
    case $build in
    */tsan)
        # gcc 12's thread sanitizer does not support the address layout of new
        # kernels.
        timeout -k 10 "$limit" setarch -R "$log.runner" ${filter:+"$filter"}
        ;;
    *)
        LC_ALL=C.UTF-8 TERM=dumb timeout -k 10 "$limit" "$log.runner" \
            --color=never --verbose --jobs "$jobs" ${filter:+--filter "$filter"}
        ;;
    esac 2>&1
    echo $? >"$log.status"
}

# The number after a word of Criterion's last line:
# Synthesis: Tested: 9 | Passing: 9 | Failing: 0 | Crashing: 0
number() { sed -n "s/.*$1: *\([0-9]*\).*/\1/p" "$log.last"; }

# Are all leaks that a sanitizer reports in the test framework itself?  It leaks an
# object now and then; leaks of a test are allocated by one of our functions.
is_frameworks()
{
    awk '/^(Direct|Indirect) leak of/ { leaks++ }
         /^ *#1 .*libcriterion\.so/ { theirs++ }
         /ERROR: / && !/LeakSanitizer/ { other++ }
         END { exit !(leaks > 0 && leaks == theirs && !other) }' "$1"
}

# Print what sanitizers reported, except for the framework's leaks.
read_reports()
{
    theirs=0
    for report in "$log".sanitizer.*; do
        [ -s "$report" ] || continue
        if is_frameworks "$report"; then
            theirs=$((theirs + 1))
            continue
        fi
        cat "$report"
        grep -am 1 -E 'ERROR|error:' "$report" >>"$log.found"
    done
}

# A program may fail beside its tests: by a time limit, or by what a sanitizer found
# in a process at its end (a leak passes in Criterion).
count()
{
    status=$(cat "$log.status")
    grep -a 'Synthesis:' "$log" | tail -n 1 >"$log.last"
    good=$(number Passing)
    bad=$(number Failing)
    crashed=$(number Crashing)
    good=${good:-0}
    bad=$((${bad:-0} + ${crashed:-0}))
    sed -n 's|^\[FAIL\] \([A-Za-z0-9_]*\)::\([A-Za-z0-9_]*\):.*|\1/\2|p' "$log" \
        >"$log.failed"
    read_reports
    while read -r line; do note "$line"; done <"$log.found"
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        case $status:$theirs:$good in
        1:[1-9]*:[1-9]* | 23:[1-9]*:[1-9]*) ;; # a sanitizer's exit status
        *)
            bad=1
            note "the runner exited with status $status"
            ;;
        esac
    fi
    found=$(wc -l <"$log.found")
    if [ "$found" -gt "$bad" ]; then bad=$found; fi
    # Criterion prints failed assertions before the line of their test.
    grep -aE '^\[(----|FAIL)\] *[^ ]' "$log" | head -n 40 |
        while read -r line; do [ "$bad" -eq 0 ] || note "$line"; done
}

# Validate the responses that the tests received against openapi.yaml; a whole run
# must have received every documented one.  Counts as one test.
check_replies()
{
    whole=whole
    [ "${FATHOM_DEPTH-}" = deep ] || whole=
    case $build:$filter in
    */tsan:* | *:?*) whole= ;;
    esac
    if node tests/api/check-replies.cjs "$log.replies" $whole; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        note 'responses do not match openapi.yaml'
    fi
}

if [ -x "$runner" ]; then
    run | tee "$log"
    count
    case $area:$(ls "$log.replies") in
    api:?*) check_replies ;;
    esac
    rm -rf "$log.replies" "$log.cluster" "$log.runner"
else
    note "$runner was not built"
    bad=1
fi
# A test of a game's rules runs all cases of a file.
cases=$(grep -ac '^\[CASE\] ' "$log" 2>/dev/null)
echo "$good $bad ${cases:-0}" >"$log.sum"
