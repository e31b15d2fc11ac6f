#!/bin/sh
# Run a command with a service and a database of its own.
#
#   db/local.sh run -- tools/with-service.sh BUILD-DIRECTORY COMMAND...
#
# FATHOM_URL is the address of the service in the environment of the command.
# Settings of the service come from the environment, as ever.
set -eu
build=${1:?with-service.sh BUILD-DIRECTORY COMMAND...}
shift
work=$(mktemp -d /tmp/fathom-with.XXXXXX)
name=fathom_with_$$
service=

clean_up()
{
    if [ -n "$service" ]; then
        kill "$service" 2>/dev/null || true
        wait "$service" || true
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

port=$(node -e '
const server = require("net").createServer();
server.listen(0, "127.0.0.1", () => {
  console.log(server.address().port);
  server.close();
});')
FATHOM_URL=http://127.0.0.1:$port
export FATHOM_URL

psql -qAtX -d "${FATHOM_LOCAL_DATABASE:?}" -c "CREATE DATABASE $name"
FATHOM_DATABASE="$FATHOM_LOCAL_DATABASE dbname=$name" \
    FATHOM_LISTEN=127.0.0.1:$port "$build/fathomd" >"$work/log" 2>&1 & service=$!
tries=0
until curl -sf "$FATHOM_URL/v1/config" >"$work/ready"; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { cat "$work/log" >&2; exit 1; }
    sleep 0.1
done
"$@"
