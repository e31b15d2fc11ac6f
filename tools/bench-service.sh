#!/bin/sh
# Measure what the service does per second, and what this machine allows, in one
# run, so that the ratios are valid on any machine.  Takes about four minutes on
# an idle machine.
#
#   db/local.sh run -- tools/bench-service.sh build/release
#
# Everything is measured in ROUNDS (3) rounds: the table has the median, the least
# and the greatest of each figure, and of its ratio to its limit in the same round.
# SECONDS_EACH (3) is for each load of reads, SECONDS_MOVES (5) for each of moves.
# GAME and SEATS select the game.  FATHOMD is the program that is measured, if it is
# not the one in the directory.  FIGURES is a file to which the medians are written,
# a line "name median higher-is-better" for each.
set -eu

build=${1:?bench-service.sh BUILD-DIRECTORY}
each=${SECONDS_EACH:-3}
long=${SECONDS_MOVES:-5}
rounds=${ROUNDS:-3}
game=${GAME:-underwater-cities}
seats=${SEATS:-2}
connections=64
pg_clients=16
baseline_matches=1000
here=$(dirname "$0")/..
work=$(mktemp -d /tmp/fathom-bench.XXXXXX)
database="${FATHOM_ADMIN_DATABASE:?} dbname=fathom_bench"
pids=

say() { printf '%s\n' "$*" >&2; }
die() { say "bench-service: $*"; exit 1; }

clean_up()
{
    for pid in $pids; do
        kill "$pid" 2>/dev/null || continue
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

sql() { psql -qAtX -d "$database" -c "$1"; }

# --- Measurements ----------------------------------------------------------

# Start the baseline with these arguments; set `baseline` to its URL.
start_baseline()
{
    rm -f "$work/baseline" # another baseline's address
    "$build/baseline" "$@" >"$work/baseline" & baseline_pid=$!
    pids="$pids $baseline_pid"
    tries=0
    until [ -s "$work/baseline" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || die "the reference server did not start"
        sleep 0.1
    done
    . "$work/baseline"
    baseline=http://$address
}

# reads NAME URL [ARGUMENTS of wrk]: NAME_rps, NAME_p50, NAME_p99 (microseconds)
reads()
{
    name=$1 where=$2
    shift 2
    # The first response is made slowly, and the service keeps at most 32 such
    # requests of a client waiting.
    wrk -t1 -c1 -d1s "$@" "$where" >/dev/null
    wrk -t2 -c"$connections" -d"$each" --latency "$@" "$where" >"$work/wrk" 2>&1
    if grep -E 'Non-2xx|Socket errors' "$work/wrk" >&2; then
        die "$name: not every response was valid"
    fi
    awk -v name="$name" '
        function us(v) {
            if (v ~ /us$/) return v + 0
            if (v ~ /ms$/) return v * 1000
            return v * 1000000
        }
        $1 == "50%" { p50 = us($2) }
        $1 == "99%" { p99 = us($2) }
        /^Requests\/sec/ { rps = $2 }
        END { printf "%s_rps=%.0f\n%s_p50=%.0f\n%s_p99=%.0f\n",
              name, rps, name, p50, name, p99 }' "$work/wrk" >"$work/figures"
    . "$work/figures"
    eval "say \"  $name: \$${name}_rps per second\""
}

# User and system time of a process, in microseconds.
cpu_us()
{
    ticks=$(getconf CLK_TCK)
    awk -v ticks="$ticks" '{ sub(/^.*\) /, ""); print ($12 + $13) * 1000000 / ticks }' \
        "/proc/$1/stat"
}

# transactions SCRIPT CLIENTS: run it with pgbench; print its transactions per second.
transactions()
{
    pgbench -n -M prepared -T "$each" -c "$2" -j 2 \
        -D "state=$state" -D "last=$((row - 1))" -D "matches=$baseline_matches" \
        -f "$1" "$database" 2>"$work/pgbench.err" |
        awk '/^tps/ { printf "%.0f\n", $3 }'
    [ -s "$work/pgbench.err" ] && cat "$work/pgbench.err" >&2 || true
}

# --- The service -----------------------------------------------------------

start_service()
{
    psql -qAtX -d "$FATHOM_ADMIN_DATABASE" -c 'DROP DATABASE IF EXISTS fathom_bench' \
        -c 'CREATE DATABASE fathom_bench' 2>/dev/null
    # The limits count, but are never reached.
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:0 FATHOM_DATABASE=$database FATHOM_PASSWORD_MEMORY_KIB=64 \
        "${FATHOMD:-$build/fathomd}" --rate-address=1000000/1 --rate-token=1000000/1 \
        --rate-match=1000000/1 --rate-sign-in=0 --rate-registration=0 \
        --live-matches=1000000 --sandbox-matches=1000000 ${FATHOMD_FLAGS-} \
        >/dev/null 2>"$work/log" &
    service=$!
    pids="$pids $service"
    tries=0
    until grep -q '"listening"' "$work/log"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] && kill -0 "$service" 2>/dev/null || {
            cat "$work/log" >&2
            die "fathomd did not start"
        }
        sleep 0.1
    done
    service_address=$(sed -n 's/.*"listening".*"address":"\([^"]*\)".*/\1/p' "$work/log")
}

# --- The run ---------------------------------------------------------------

# note NAME VALUE: a figure of this round
note() { printf '%s %s %s\n' "$round" "$1" "$2" >>"$work/notes"; }

# Reads of a match, and of the baseline, which does nothing else.
read_round()
{
    start_baseline "$bytes"
    reads hello "$baseline/"
    reads static "$baseline/bytes"
    cpu=$(cpu_us "$service")
    reads state "$url/state" -H "$authorization"
    cpu=$(($(cpu_us "$service") - cpu))
    note state_cpu "$(awk -v c=$cpu -v n=$((state_rps * each)) 'BEGIN { print c / n }')"
    # With this header the response is not cached.
    cpu=$(cpu_us "$service")
    reads changed "$url/state" -H "$authorization" -H 'Prefer: return=representation'
    cpu=$(($(cpu_us "$service") - cpu))
    note changed_cpu "$(awk -v c=$cpu -v n=$((changed_rps * each)) 'BEGIN { print c / n }')"
    reads packed "$url/state" -H "$authorization" -H 'Accept-Encoding: gzip'
    reads known "$url/state" -H "$authorization" -H "If-None-Match: $tag"
    reads legal "$url/legal-moves" -H "$authorization"
    reads match_ "$url" -H "$authorization"
    kill "$baseline_pid" && wait "$baseline_pid" 2>/dev/null || true
    for name in hello static state changed packed known legal match_; do
        eval "note $name \$${name}_rps"
    done
    note state_p99 "$state_p99"
}

# User and system time of all processes of the cluster, in microseconds.
cluster_cpu_us()
{
    for pid in $(sql 'SELECT pid FROM pg_stat_activity'); do
        cpu_us "$pid" 2>/dev/null || true
    done | awk '{ sum += $1 } END { printf "%.0f\n", sum }'
}

# move_round PREFIX LOAD CONNECTIONS
move_round()
{
    sql CHECKPOINT
    wal=$(sql 'SELECT pg_current_wal_insert_lsn()')
    cpu=$(cpu_us "$service")
    pg=$(cluster_cpu_us)
    "$build/load" "$2" "$service_address" "$game" "$seats" "$3" "$long" >"$work/moves"
    cpu=$(($(cpu_us "$service") - cpu))
    pg=$(($(cluster_cpu_us) - pg))
    . "$work/moves"
    wal=$(sql "SELECT pg_current_wal_insert_lsn() - '$wal'::pg_lsn")
    say "  $1: $moves_per_s per second"
    note "$1" "$moves_per_s"
    note "$1_p50" "$p50_us"
    note "$1_p99" "$p99_us"
    note "$1_worst" "$max_us"
    note "$1_cpu" "$(awk -v a="$cpu" -v n="$moves" 'BEGIN { print a / n }')"
    note "$1_pg" "$(awk -v a="$pg" -v n="$moves" 'BEGIN { print a / n }')"
    note "$1_wal" "$(awk -v a="$wal" -v n="$moves" 'BEGIN { print a / n }')"
    acknowledged=$((acknowledged + moves))
}

# Tables like those of the service, and scripts that write as it does.
prepare_limits()
{
    sql "CREATE TABLE baseline_matches (id int PRIMARY KEY, seq int NOT NULL,
           state bytea NOT NULL) WITH (fillfactor = 50);
         ALTER TABLE baseline_matches ALTER state SET STORAGE PLAIN;
         CREATE TABLE baseline_moves (at timestamptz NOT NULL DEFAULT now(),
           match int NOT NULL, seat smallint NOT NULL, move text NOT NULL);
         INSERT INTO baseline_matches SELECT i, 0, decode(repeat('5a', $row), 'hex')
           FROM generate_series(0, $baseline_matches) i"
    state=$(head -c "$row" /dev/urandom | od -An -v -tx1 | tr -d ' \n')
    state="\\x$state"
    for kind in seq pipe; do
        {
            printf '%s\n' "\\set id random(0, $((baseline_matches - 1)))" \
                '\set byte random(0, 255)'
            if [ "$kind" = pipe ]; then printf '%s\n' '\startpipeline'; fi
            printf '%s\n' 'BEGIN;' \
                'UPDATE baseline_matches SET state = set_byte(:state::bytea, :last, :byte), seq = seq + 1 WHERE id = :id;' \
                "INSERT INTO baseline_moves (match, seat, move) VALUES (:id, 1, 'place red3 28');" \
                'COMMIT;'
            if [ "$kind" = pipe ]; then printf '%s\n' '\endpipeline'; fi
        } >"$work/$kind.sql"
    done
    echo "INSERT INTO baseline_moves (match, seat, move) VALUES (1, 1, 'place red3 28');" \
        >"$work/commit.sql"
}

# The same rows written without the service; and a row alone by two clients, each of
# which waits for its commit as a player does, in milliseconds.
limit_round()
{
    sql CHECKPOINT
    note seq "$(transactions "$work/seq.sql" "$pg_clients")"
    note pipe "$(transactions "$work/pipe.sql" "$pg_clients")"
    note commit "$(transactions "$work/commit.sql" 2 | awk '{ print 2000 / $1 }')"
    start_baseline "$row" "$database" "$baseline_matches"
    reads baseline "$baseline/" -s "$here/tools/load/post.lua"
    kill "$baseline_pid" && wait "$baseline_pid" 2>/dev/null || true
    note baseline "$baseline_rps"
    note baseline_p99 "$baseline_p99"
}

export PGOPTIONS='-c client_min_messages=warning'
acknowledged=80 # of the match to read from
start_service
say "playing a match of $game to read from"
"$build/load" prepare "$service_address" "$game" "$seats" 80 >"$work/match"
. "$work/match"
url=http://$service_address/v1/matches/$match
# The bytes of a state: rows of running matches have none.
"$build/load" moves "$service_address" "$game" "$seats" 1 1 >"$work/moves"
. "$work/moves"
acknowledged=$((acknowledged + moves))
row=$(sql 'SELECT coalesce(max(octet_length(state)), 1136) FROM matches')
prepare_limits
round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    say "round $round of $rounds: reads, $each s each; moves, $long s each; the limits, $each s each"
    read_round
    move_round moves moves "$connections"
    move_round turns turns "$connections"
    move_round alone moves 2
    move_round alone_turns turns 2
    limit_round
done
stored=$(sql 'SELECT count(*) FROM events WHERE kind = 3')
rss=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$service/status")

# --- The table -------------------------------------------------------------

awk -v rounds="$rounds" -v bytes="$bytes" -v row="$row" -v rss="$rss" \
    -v acknowledged="$acknowledged" -v stored="$stored" -v figures="${FIGURES-}" '
{ at[$1, $2] = $3 }
# The median of value[1..n]; sets least and most.
function median(n,    i, j, held) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && value[j] < value[j - 1]; j--) {
            held = value[j]; value[j] = value[j - 1]; value[j - 1] = held
        }
    least = value[1]; most = value[n]
    return n % 2 ? value[(n + 1) / 2] : (value[n / 2] + value[n / 2 + 1]) / 2
}
function of(name, scale,    r) {
    for (r = 1; r <= rounds; r++) value[r] = at[r, name] * scale
    return median(rounds)
}
function ratio(name, limit,    r) {
    for (r = 1; r <= rounds; r++)
        value[r] = at[r, limit] ? at[r, name] / at[r, limit] : 0
    return median(rounds)
}
function keep(name, middle, is_higher_better) {
    if (figures != "") print name, middle, is_higher_better >figures
}
# A rate beside its limit.
function line(number, what, limit_words, name, limit, must, aim,    middle, low, high) {
    what = what " : " limit_words
    middle = ratio(name, limit)
    low = least
    high = most
    keep(what, middle, 1)
    printf "%3s %-41s %8.0f %8.0f   %4.2f (%.2f-%.2f)  %6s %6s\n", number, what, \
        of(name, 1), of(limit, 1), middle, low, high, must, aim
}
# A time or a size; fewer is better.
function plain(number, what, name, scale, format, must, aim,    middle) {
    middle = of(name, scale)
    keep(what, middle, 0)
    printf "%3s %-41s " format " %8s   (" format " -" format ")  %6s %6s\n", \
        number, what, middle, "", least, most, must, aim
}
END {
    printf "\nthe service with 64 connections, all on this machine: medians of %d rounds\n", rounds
    printf "%3s %-41s %8s %8s   %-17s %6s %6s\n", "", "", "figure", "limit", \
        "ratio (least-most)", "must", "aim"
    line(1, "moves/s", "BEGIN UPDATE INSERT COMMIT", "moves", "seq", "1.0", "2.0")
    line(2, "moves/s", "the same pipelined", "moves", "pipe", "0.8", "1.5")
    line(3, "moves/s", "baseline, shared commits", "moves", "baseline", "0.4", "0.75")
    line(6, "GET state/s", "hello", "state", "hello", "0.6", "0.8")
    line("", "GET state/s", "static of that size", "state", "static", "", "")
    line("", "GET state, changed", "hello", "changed", "hello", "", "")
    line("", "GET state, gzip", "hello", "packed", "hello", "", "")
    line("", "GET state, 304", "hello", "known", "hello", "", "")
    line(7, "GET legal-moves/s", "hello", "legal", "hello", "0.4", "0.7")
    line("", "GET match/s", "hello", "match_", "hello", "", "")
    plain(8, "POST move, p99 in ms", "moves_p99", 0.001, "%8.1f", "8", "4")
    plain("", "POST move, p50 in ms", "moves_p50", 0.001, "%8.1f", "", "")
    plain(9, "CPU of the service per move, us", "moves_cpu", 1, "%8.1f", "40", "20")
    plain("", "CPU of PostgreSQL per move, us", "moves_pg", 1, "%8.1f", "", "")
    plain(17, "bytes of WAL per move", "moves_wal", 1, "%8.0f", "2500", "1400")
    plain("", "CPU of the service per GET state, us", "state_cpu", 1, "%8.1f", "", "")
    plain("", "... if the state has changed", "changed_cpu", 1, "%8.1f", "", "38")
    line("", "moves/s, state in the response", "moves/s", "turns", "moves", "", "")
    plain("", "... POST move, p99 in ms", "turns_p99", 0.001, "%8.1f", "", "")
    plain("", "... CPU of the service per move, us", "turns_cpu", 1, "%8.1f", "", "")
    plain("", "2 connections: POST move, p50 in ms", "alone_p50", 0.001, "%8.2f", "", "0.6")
    plain("", "... with the state in the response", "alone_turns_p50", 0.001, "%8.2f", "", "")
    plain("", "... of 2 clients of pgbench: a commit, ms", "commit", 1, "%8.2f", "", "")
    plain("", "2 connections: POST move, p99 in ms", "alone_p99", 0.001, "%8.1f", "", "")
    plain("", "2 connections: CPU of the service, us", "alone_cpu", 1, "%8.0f", "", "")
    plain("", "2 connections: CPU of PostgreSQL, us", "alone_pg", 1, "%8.0f", "", "")
    printf "\n  state of %d bytes as JSON, %d in a row; %d MiB of memory\n", bytes, row, rss
    printf "  %d moves acknowledged in all, %d stored\n", acknowledged, stored
}' "$work/notes"
