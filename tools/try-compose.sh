#!/bin/sh
# Try docker/compose.yaml with the Docker engine of this machine, as
# docs/operations/containers.md describes: it must start at the first attempt, with
# nothing built before; serve when the database is away; and not restart what has
# not changed.  Its containers, volume and image are new, and removed.
#
#   tools/try-compose.sh
#
# Uses the ports 8443 and 8080 (FATHOM_HTTPS_PORT, FATHOM_HTTP_PORT).  TRY_FILE is
# an additional Compose file, for a machine that lacks what compose.yaml requires.
set -eu
case ${1-} in
-*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
work=$(mktemp -d /tmp/fathom-compose.XXXXXX)
export FATHOM_IMAGE="fathom-try:$$"
https=${FATHOM_HTTPS_PORT:-8443}
passed=0
failed=0

compose()
{
    docker compose -p "fathom-try-$$" -f "$work/docker/compose.yaml" \
        ${TRY_FILE:+-f "$TRY_FILE"} "$@"
}

clean_up()
{
    trap '' INT TERM HUP
    compose down -v >"$work/down" 2>&1 || cat "$work/down"
    docker rmi -f "$FATHOM_IMAGE" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# holds CLAIM COMMAND...: does every step of it succeed?
holds()
{
    claim=$1
    shift
    set +e
    (set -e; "$@") >"$work/output" 2>&1
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        printf 'ok      %s\n' "$claim"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n' "$claim"
        tail -n 40 "$work/output" | sed 's/^/        /'
    fi
}

comes_up()
{
    "$work/docker/make-secrets.sh"
    compose up --build --wait
}

await_nodes() { compose up -d --wait --no-recreate node1 node2 proxy; }

# status PATH: the status of the proxy's response.
status()
{
    curl -s -o "$work/body" -w '%{http_code}' \
        --cacert "$work/docker/secrets/proxy.pem" "https://localhost:$https$1"
}

is_served() { [ "$(status /v1/config)" = 200 ]; }
has_one_image()
{
    compose ps -a -q migration node1 node2 |
        xargs docker inspect -f '{{.Image}}' | sort -u >"$work/ids"
    cat "$work/ids"
    [ "$(wc -l <"$work/ids")" -eq 1 ]
}

is_left_alone()
{
    compose ps -q | sort >"$work/before"
    compose up -d
    compose ps -q | sort | diff "$work/before" -
}

sql() { compose exec -T database psql -U postgres -d fathom -XAtc "$1"; }

# The serving role may not write the tables of migrations.
service_may_not_migrate()
{
    [ "$(sql "SELECT count(*) FROM unnest('{migrations,shared}'::text[]) t,
        unnest('{INSERT,UPDATE,DELETE}'::text[]) p
        WHERE has_table_privilege('fathom', t, p)")" = 0 ]
    [ "$(sql "SELECT has_table_privilege('fathom', 'events', 'INSERT')")" = t ]
}

sorts_by_bytes()
{
    [ "$(sql 'SELECT datcollate FROM pg_database
        WHERE datname = current_database()')" = C.UTF-8 ]
}

# The proxy asks the nodes anyway, and they serve what needs no database.
last_resort_works()
{
    compose stop database
    for seconds in 1 2 3 4 5 6 7 8 9 10; do
        sleep 1
        [ "$(status '/v1/matches?limit=1')" = 503 ] && break
    done
    cat "$work/body"
    grep -q request_id "$work/body" # a node's words, not the proxy's
    [ "$(status /v1/games)" = 200 ]
}

is_back()
{
    compose up -d
    await_nodes
    [ "$(status '/v1/matches?limit=1')" = 200 ]
}

git ls-files -co --exclude-standard -z | tar -c --null -T - | tar -x -C "$work"
docker version --format 'Engine {{.Server.Version}}'
docker compose version
holds 'it starts at the first attempt' comes_up
holds 'it serves requests' is_served
holds 'nodes and migration use the same image' has_one_image
holds 'unchanged containers are not recreated' is_left_alone
holds 'the nodes cannot write what only migrations may write' \
    service_may_not_migrate
holds 'the database sorts by bytes' sorts_by_bytes
holds 'without the database, nodes serve what they can' last_resort_works
holds 'with the database back, it serves as before' is_back
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
