#!/bin/sh
# Serve from this checkout: a private PostgreSQL in .local/, its database
# made on first use, then the service in the foreground until a signal.
#
#   tools/serve.sh build/release/fathomd
#
# FATHOM_LISTEN=host:port moves the listener.
set -eu
cd "$(dirname "$0")/.."

if [ "${1-}" = --with-database ]; then
    shift
    exists=$(psql "$FATHOM_LOCAL_DATABASE" -AXtq -c \
        "SELECT 1 FROM pg_database WHERE datname = 'fathom'")
    [ "$exists" = 1 ] || psql "$FATHOM_LOCAL_DATABASE" -Xq -c \
        "CREATE DATABASE fathom"
    FATHOM_DATABASE=$(printf '%s' "$FATHOM_LOCAL_DATABASE" |
        sed 's/dbname=[^ ]*/dbname=fathom/')
    export FATHOM_DATABASE
    printf '\nFathom listens on http://%s - try  curl http://%s/v1/games\n' \
        "$FATHOM_LISTEN" "$FATHOM_LISTEN"
    printf 'Its database: psql "%s"\nCtrl-C ends both.\n\n' "$FATHOM_DATABASE"
    exec "$@"
fi

export FATHOM_LISTEN="${FATHOM_LISTEN:-127.0.0.1:8080}"
exec db/local.sh run -d .local -- tools/serve.sh --with-database "$@"
