#!/bin/sh
# Attack what is shipped, with its default limits, while a player plays on it: two
# nodes behind docker/haproxy.cfg, by TLS and HTTP/2.  Each attack gets its own nodes
# and database.  docs/under_attack.md explains the table.
#
#   db/local.sh run -- tools/attack.sh [--direct] build/release [SECONDS] [ATTACK...]
#   tools/attack.sh --help
#
# With --direct, or without HAProxy, there is one node without a proxy, as after
# `make run`.
#
# SECONDS (20) is the duration of each attack.  With 5 or less, times are printed
# but not judged: the player's requests must succeed, limits must refuse the
# attackers, and memory must be released; attacks that concern only a node are made
# without the proxy, and those that resemble another are left out.  FATHOMD_FLAGS are
# passed to the nodes.
#
# Attacks from many IPv6 networks need a network namespace in which these are local;
# a system that does not let users make one skips these attacks.
set -eu

if [ "${1-}" = --help ] || [ $# -eq 0 ]; then
    sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" | sed '$d'
    echo 'Attacks:'
    if [ -x build/release/attack ]; then build/release/attack --list; fi
    exit 0
fi

# --- A network of its own ---------------------------------------------------

# In it every address of fd00:fa::/48 is local, and every port is free.
if [ "$(id -u)" -eq 0 ]; then
    unshared='unshare --net'
else
    unshared='unshare --map-root-user --net'
fi
if [ -z "${ATTACK_NETWORK-}" ]; then
    ATTACK_NETWORK=no
    # shellcheck disable=SC2086 # words
    if $unshared true 2>/dev/null && command -v ip >/dev/null; then
        export ATTACK_NETWORK=yes
        exec $unshared "$0" "$@"
    fi
fi
networks=
if [ "$ATTACK_NETWORK" = yes ]; then
    ip link set lo up
    if ip -6 route add local fd00:fa::/48 dev lo 2>/dev/null &&
        echo 1 2>/dev/null >/proc/sys/net/ipv6/ip_nonlocal_bind; then
        networks=--networks
    fi
fi

# --- The run ----------------------------------------------------------------

direct=
if [ "$1" = --direct ]; then direct=yes; shift; fi
if ! [ -x /usr/sbin/haproxy ]; then
    direct=yes
    echo 'attack: HAProxy is missing: the node is attacked without a proxy'
fi
build=$1
seconds=${2:-20}
shift
if [ $# -gt 0 ]; then shift; fi
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d /tmp/fathom-attack.XXXXXX)
# The nodes at $port and $port + 1, their admin listeners and the proxy after them.
port=$((20000 + $$ % 1000 * 10))
pids=

clean_up()
{
    end_all
    rm -rf "$work"
}
end_all()
{
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    for pid in $pids; do wait "$pid" 2>/dev/null || true; done
    pids=
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

sql() { psql -qAtX -d "$FATHOM_TEST_DATABASE" -c "$1"; }

# await PID WORDS COMMAND...: wait until the command succeeds
await()
{
    awaited=$1 words=$2 tries=0
    shift 2
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] && kill -0 "$awaited" 2>/dev/null || {
            cat "$work"/*log >&2
            echo "attack: $words did not start" >&2
            exit 1
        }
        sleep 0.05
    done
}

# start_node NUMBER FLAGS...: add it to `nodes`
start_node()
{
    number=$1
    shift
    rm -f "$work/$number.log" # of the node before
    FATHOM_HIDDEN_GAMES=yes FATHOM_LISTEN=127.0.0.1:$((port + number)) \
        FATHOM_ADMIN_LISTEN=127.0.0.1:$((port + 2 + number)) \
        FATHOM_DATABASE=$database \
        setpriv --pdeathsig KILL -- "$build/fathomd" "$@" ${FATHOMD_FLAGS-} \
        >/dev/null 2>"$work/$number.log" &
    pids="$pids $!"
    nodes="${nodes:+$nodes }$!,127.0.0.1:$((port + number)),127.0.0.1:$((port + 2 + number))"
    await $! fathomd grep -qs '"listening"' "$work/$number.log"
}

proxy_is_ready()
{
    curl -s "http://127.0.0.1:$((port + 5))/metrics" |
        grep -q '^haproxy_backend_active_servers{proxy="nodes"} 2'
}

# The proxy as it is shipped.  The image lets it have 10,000 connections, for which it
# needs twice as many descriptors; it gets what there are here.
start_proxy()
{
    # shellcheck disable=SC3045 # dash and bash have -H
    files=$(ulimit -H -n)
    most=10000
    if [ "$files" != unlimited ] && [ "$files" -lt 21000 ]; then
        most=$(((files - 1000) / 2))
    fi
    FATHOM_PROXY_LISTEN=127.0.0.1:$((port + 4)),[::1]:$((port + 4)) \
        FATHOM_PROXY_PLAIN_LISTEN=127.0.0.1:$((port + 7)) \
        FATHOM_PROXY_STATS_LISTEN=127.0.0.1:$((port + 5)) \
        FATHOM_PROXY_ONCE_LISTEN=127.0.0.1:$((port + 6)) \
        FATHOM_PROXY_CERTIFICATE=$work/proxy.pem FATHOM_PROXY_CONNECTIONS=$most \
        FATHOM_NODE_1=127.0.0.1:$port FATHOM_NODE_1_ADMIN_PORT=$((port + 2)) \
        FATHOM_NODE_2=127.0.0.1:$((port + 1)) FATHOM_NODE_2_ADMIN_PORT=$((port + 3)) \
        setpriv --pdeathsig KILL -- /usr/sbin/haproxy -db \
        -f "$here/docker/haproxy.cfg" >/dev/null 2>"$work/proxy.log" &
    pids="$pids $!"
    await $! haproxy proxy_is_ready
}

# attack NAME: on nodes and a database of its own.  False when it failed.
attack()
{
    database="$FATHOM_TEST_DATABASE dbname=attack_$1"
    sql "CREATE DATABASE \"attack_$1\" TEMPLATE attack"
    nodes=
    case " $alone " in *" $1 "*) is_alone=yes ;; *) is_alone=$direct ;; esac
    if [ -n "$is_alone" ]; then
        start_node 0
        front=
    else
        start_node 0 --trusted-proxies=1
        start_node 1 --trusted-proxies=1
        start_proxy
        front="--front $((port + 4)) $networks"
    fi
    status=0
    # shellcheck disable=SC2086 # words
    "$build/attack" --seconds "$seconds" $short $front \
        --positions "$here/tools/attack/positions" \
        "$database" "$nodes" "$1" 2>"$work/words" || status=$?
    if [ "$status" -ne 0 ]; then sed 's/^/  /' "$work/words"; fi
    for pid in $pids; do
        if ! kill -0 "$pid" 2>/dev/null; then
            echo "  $1: a node or the proxy has exited"
            tail -n 20 "$work"/*log
            status=1
        fi
    done
    end_all
    return "$status"
}

if [ -z "$direct" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
        -subj /CN=localhost -keyout "$work/key.pem" -out "$work/crt.pem" 2>/dev/null
    cat "$work/crt.pem" "$work/key.pem" >"$work/proxy.pem"
fi
sql "CREATE DATABASE attack"
FATHOM_DATABASE="${FATHOM_TEST_DATABASE:?} dbname=attack" \
    "$build/fathomd" migrate 2>"$work/log" || {
    cat "$work/log" >&2
    exit 1
}
short='' alone=''
if [ "$seconds" -le 5 ]; then
    short=--short
    alone=$("$build/attack" --alone)
fi
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # a list of names
    set -- $("$build/attack" $short --list | cut -d ' ' -f 1)
fi
"$build/attack" --header
failed=
for name in "$@"; do
    attack "$name" || failed="$failed $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
