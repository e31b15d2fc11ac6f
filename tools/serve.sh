#!/bin/sh
# Serve from this checkout: start a private PostgreSQL in .local/, whose database
# is created on first use, then the service in the foreground until a signal.
#
#   tools/serve.sh build/release/fathomd
#
#   FATHOM_LISTEN=host:port   the address to listen on
#   FATHOM_LOCAL=DIR          another directory for the database than .local
#
# When root starts it, neither PostgreSQL nor the service runs as root: both run
# as the user postgres.
set -eu
cd "$(dirname "$0")/.."

# The service as the user that owns the cluster, who may not be able to read this
# checkout: it runs a copy, in the directory of the database's socket.
serve_without_root()
{
    home=$(printf '%s' "$FATHOM_DATABASE" | sed 's/.*host=\([^ ]*\).*/\1/')
    copy=$home/${1##*/}
    install -m 755 "$1" "$copy"
    shift
    cd /
    exec setpriv --reuid=postgres --regid=postgres --init-groups \
        --inh-caps=-all --bounding-set=-all --no-new-privs --pdeathsig TERM -- \
        "$copy" "$@"
}

if [ "${1-}" = --with-database ]; then
    shift
    exists=$(psql "$FATHOM_LOCAL_DATABASE" -AXtq -c \
        "SELECT 1 FROM pg_database WHERE datname = 'fathom'")
    [ "$exists" = 1 ] || psql "$FATHOM_LOCAL_DATABASE" -Xq -c \
        "CREATE DATABASE fathom"
    FATHOM_DATABASE=$(printf '%s' "$FATHOM_LOCAL_DATABASE" |
        sed 's/dbname=[^ ]*/dbname=fathom/')
    export FATHOM_DATABASE
    printf '\nFathom listens on http://%s.  Try:  curl http://%s/v1/games\n' \
        "$FATHOM_LISTEN" "$FATHOM_LISTEN"
    printf 'Database: psql "%s"\nPress Ctrl-C to stop both.\n\n' "$FATHOM_DATABASE"
    if [ "$(id -u)" = 0 ]; then serve_without_root "$@"; fi
    exec "$@"
fi

export FATHOM_LISTEN="${FATHOM_LISTEN:-127.0.0.1:8080}"
exec db/local.sh run -d "${FATHOM_LOCAL:-.local}" -- tools/serve.sh --with-database "$@"
