#!/bin/sh
# Run a private PostgreSQL cluster for one user.
#
#   db/local.sh run [-d DIR | -t] -- COMMAND...   start, run COMMAND, stop
#   db/local.sh start DIR                         start and keep running
#   db/local.sh stop DIR                          stop a cluster started with start
#
# COMMAND gets connection strings in its environment; `start` prints the first.
#
#   FATHOM_TEST_DATABASE    as the role fathom, which may create databases and is
#                           not a superuser; FATHOM_LOCAL_DATABASE is the same
#   FATHOM_ADMIN_DATABASE   as fathom_admin, a superuser
#
# Without -d the cluster is temporary; with it the cluster in DIR is created once
# and kept.  With -t it is temporary and quick, for tests, which create hundreds of
# databases: it is in memory if there is room, and it does not wait for the disk.
# It loses nothing when its processes are killed, only when the machine fails.
#
# The cluster is private: it listens only on a Unix-domain socket, in a directory
# that other users cannot enter.  Peer authentication lets the user who started it
# connect as these two roles; any other role needs a password.  When root starts
# it, PostgreSQL runs as the user postgres, who may connect as well.
#
# The socket is in a directory under /tmp, because its path must not exceed 107
# bytes; the log and the authentication files are there, too.
set -eu
roles=$(cd "$(dirname "$0")" && pwd -P)/local-roles.sql

# The settings of run -t, and the memory that must be free for its cluster.
quick=
quick_settings='fsync=off full_page_writes=off max_wal_size=256MB'
memory_kib=2097152

say() { printf '%s\n' "$*" >&2; }
die() { say "db/local.sh: $*"; exit 1; }

# --- Where the programs are, and who runs them -----------------------------

find_programs()
{
    bin=
    for d in /usr/lib/postgresql/*/bin; do
        if [ -x "$d/postgres" ] && [ -x "$d/initdb" ]; then bin=$d; fi
    done
    if [ -z "$bin" ] && command -v initdb >/dev/null; then
        bin=$(dirname "$(command -v initdb)")
    fi
    [ -n "$bin" ] || die "PostgreSQL not found (run make install-deps)"
    owner=
    if [ "$(id -u)" = 0 ]; then
        owner=postgres
        id "$owner" >/dev/null 2>&1 || die "user $owner does not exist"
    fi
}

# Run a command as the cluster's owner.  It dies with this shell, should the
# shell be killed without a chance to clean up.
as_owner()
{
    if [ -n "$owner" ]; then
        exec setpriv --reuid="$owner" --regid="$owner" --init-groups \
            --pdeathsig INT -- "$@"
    fi
    exec setpriv --pdeathsig INT -- "$@"
}

# Can the cluster's owner go into directory $1 and write there?
owner_can_use()
{
    (cd / && as_owner test -w "$1" -a -x "$1") 2>/dev/null
}

# --- The cluster -----------------------------------------------------------

# Set data to the directory of the cluster kept in $1.  Where its owner cannot
# reach $1 (a checkout under /root, say), $1/postgres is a link to a home of
# its own.
place_data()
{
    mkdir -p "$1"
    base=$(cd "$1" && pwd -P)
    if [ ! -e "$base/postgres/" ]; then make_home; fi
    data=$(cd "$base/postgres/" && pwd -P)
}

make_home()
{
    rm -f "$base/postgres"
    mkdir -m 700 "$base/postgres"
    if [ -z "$owner" ]; then return; fi
    chown "$owner:" "$base/postgres"
    if owner_can_use "$base/postgres"; then return; fi
    rmdir "$base/postgres"
    mkdir -p /var/lib/fathom
    chmod 755 /var/lib/fathom
    home=$(mktemp -d /var/lib/fathom/XXXXXX)
    chown "$owner:" "$home"
    ln -s "$home" "$base/postgres"
}

# Set data to a directory in memory, or to one on disk where memory is short.
place_in_memory()
{
    free_kib=$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)
    unused_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo)
    if [ "${free_kib:-0}" -lt $memory_kib ] ||
        [ "${unused_kib:-0}" -lt $memory_kib ]; then
        data=$socket/data
        return
    fi
    memory=$(mktemp -d /dev/shm/fathom.XXXXXX)
    if [ -n "$owner" ]; then chown "$owner:" "$memory"; fi
    data=$memory/data
}

# Create the cluster.  One whose creation was interrupted is created again.
make_cluster()
{
    if [ -e "$data/fathom.ready" ]; then return; fi
    mkdir -p "$data"
    if [ -n "$owner" ]; then chown "$owner:" "$data/"; fi
    find "$data/" -mindepth 1 -delete
    (cd / && as_owner "$bin/initdb" -D "$data/" -U fathom_admin -A peer \
        -E UTF8 --locale=C.UTF-8 --no-instructions) >"$socket/initdb.log" \
        2>&1 || { cat "$socket/initdb.log" >&2; die "initdb failed"; }
    touch "$data/fathom.ready"
}

# The files that say who may connect.
write_authentication()
{
    cat >"$socket/pg_hba.conf" <<'HBA'
local all         fathom,fathom_admin peer map=local
local replication fathom_admin        peer map=local
local all         all                 scram-sha-256
HBA
    for user in "$(id -un)" $owner; do
        for role in fathom fathom_admin; do
            printf 'local "%s" %s\n' "$user" "$role"
        done
    done >"$socket/pg_ident.conf"
    if [ -n "$owner" ]; then chown "$owner:" "$socket"/pg_*.conf; fi
}

settings()
{
    # shellcheck disable=SC2086 # a list of words
    printf -- '-c %s ' listen_addresses= "unix_socket_directories=$socket" \
        unix_socket_permissions=0700 "hba_file=$socket/pg_hba.conf" \
        "ident_file=$socket/pg_ident.conf" max_connections=200 \
        shared_buffers=64MB dynamic_shared_memory_type=mmap \
        log_min_messages=warning logging_collector=off $quick
}

# Start the postmaster in the background; its process id goes to postmaster.
start_cluster()
{
    write_authentication
    # shellcheck disable=SC2046 # a list of words
    (cd / && as_owner "$bin/postgres" -D "$data/" $(settings)) \
        >>"$socket/postgres.log" 2>&1 </dev/null &
    postmaster=$!
    tries=0
    until "$bin/pg_isready" -q -h "$socket" -d postgres; do
        tries=$((tries + 1))
        if [ "$tries" -gt 300 ] || ! kill -0 "$postmaster" 2>/dev/null; then
            cat "$socket/postgres.log" >&2
            die "PostgreSQL did not start in $data"
        fi
        sleep 0.1
    done
}

# mktemp keeps other users out of it.  Tests wait longer for a connection, which a
# busy machine may make late.
open_socket_directory()
{
    socket=$(mktemp -d /tmp/fathom.XXXXXX)
    if [ -n "$owner" ]; then chown "$owner:" "$socket"; fi
    database="host=$socket user=fathom${quick:+ connect_timeout=60} dbname=postgres"
    admin="host=$socket user=fathom_admin dbname=postgres"
}

run_sql() { "$bin/psql" -d "$1" -X -q -A -t -v ON_ERROR_STOP=1 "$2" "$3"; }

# In clusters that were made before fathom_admin was there, fathom is the
# superuser with which the cluster began, and owns the service's tables.
make_roles()
{
    if ! run_sql "$admin" -c '' 2>/dev/null; then
        run_sql "$database" -c 'CREATE ROLE fathom_admin SUPERUSER LOGIN'
    fi
    for name in postgres $(run_sql "$admin" -c \
        "SELECT datname FROM pg_database WHERE datname = 'fathom'"); do
        run_sql "${admin%postgres}$name" -f "$roles" ||
            die "cannot create the roles of the cluster in $data"
    done
}

# --- run -------------------------------------------------------------------

# Stop every process that this script started, in reverse order.
clean_up()
{
    trap '' INT TERM HUP
    stop_session "$command"
    stop_process "$postmaster"
    if [ -n "$socket" ]; then rm -rf "$socket"; fi
    if [ -n "$memory" ]; then rm -rf "$memory"; fi
}

stop_process()
{
    [ -n "$1" ] && kill -0 "$1" 2>/dev/null || return 0
    kill -INT "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

# End every process of the command's session: with SIGTERM, then with SIGKILL.
stop_session()
{
    [ -n "$1" ] || return 0
    pkill -TERM -s "$1" 2>/dev/null || return 0
    tries=0
    while pgrep -s "$1" >/dev/null && [ "$tries" -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    pkill -KILL -s "$1" 2>/dev/null || true
}

run()
{
    kept=
    case "${1-}" in
    -d) kept=$2; shift 2 ;;
    -t) quick=$quick_settings; shift ;;
    esac
    [ "${1-}" = -- ] && shift
    [ $# -gt 0 ] || die "run: missing COMMAND"
    socket= postmaster= command= memory=
    trap clean_up EXIT
    # A second signal must not break into the cleaning up.
    trap 'trap "" INT TERM HUP; exit 130' INT
    trap 'trap "" INT TERM HUP; exit 143' TERM HUP
    find_programs
    open_socket_directory
    if [ -n "$kept" ]; then
        place_data "$kept"
    elif [ -n "$quick" ]; then
        place_in_memory
    else
        data=$socket/data
    fi
    make_cluster
    start_cluster
    make_roles
    export FATHOM_TEST_DATABASE="$database" FATHOM_LOCAL_DATABASE="$database"
    export FATHOM_ADMIN_DATABASE="$admin"
    # A session of its own, so that the command's children end with it.
    setsid setpriv --pdeathsig TERM -- "$@" &
    command=$!
    status=0
    wait "$command" || status=$?
    return "$status"
}

# --- start and stop --------------------------------------------------------

start()
{
    socket= postmaster=
    find_programs
    open_socket_directory
    place_data "$1"
    make_cluster
    write_authentication
    (cd / && as_owner "$bin/pg_ctl" -D "$data/" -s -w \
        -l "$socket/postgres.log" -o "$(settings)" start) ||
        die "PostgreSQL did not start"
    make_roles
    printf '%s\n' "$socket" >"$1/socket"
    printf '%s\n' "$database"
}

stop()
{
    find_programs
    base=$(cd "$1" && pwd -P)
    (cd / && as_owner "$bin/pg_ctl" -D "$(cd "$base/postgres/" && pwd -P)" -s -w -m fast stop)
    if [ -s "$1/socket" ]; then rm -rf "$(cat "$1/socket")" "$1/socket"; fi
}

case "${1-}" in
run) shift; run "$@" ;;
start) start "${2:?start DIR}" ;;
stop) stop "${2:?stop DIR}" ;;
*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
