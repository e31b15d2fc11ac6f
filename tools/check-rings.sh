#!/bin/sh
# Check that every ring includes only what it may.  The compiler's -I enforces
# most of this; here is the rest, and words that reveal a leak.
#
#   rules <- bots <- play <- api        db implements play/store.h
#   base: what any of play, db, api and the programs may use
#   json: documents of jansson for the rules; what api and cli may use
set -u
cd "$(dirname "$0")/.."
found=0

# refuse WHY PATTERN FILE...: no line of the files may match.
refuse()
{
    why=$1 pattern=$2
    shift 2
    [ $# -gt 0 ] || return 0
    if grep -nE "$pattern" "$@" /dev/null; then
        printf '  ^ %s\n' "$why"
        found=$((found + 1))
    fi
}

files() { find "$@" -name '*.[ch]' 2>/dev/null | sort; }

inc='^[[:space:]]*#[[:space:]]*include[[:space:]]*'
system='(libpq|postgres|microhttpd|jansson|openssl|curl)'
games=$(find service/rules -mindepth 2 -maxdepth 2 -name game.c -printf '%h\n' |
    sed 's|.*/||' | paste -sd '|')

# shellcheck disable=SC2046 # file names without spaces, as in this project
{
refuse 'base includes only itself, libc, and OpenSSL in digest.c' \
    "$inc<$system|$inc\"(rules|bots|json|play|db|api|cli)/" \
    $(files service/base | grep -v /digest.c)
refuse 'digest.c includes only base, libc and OpenSSL' \
    "$inc<(libpq|postgres|microhttpd|jansson|curl)|$inc\"(rules|bots|json|play|db|api|cli)/" \
    service/base/digest.c
refuse 'OpenSSL computes SHA-256 in base/digest.c only' "$inc<openssl/sha" \
    $(files api service/cli service/base)
refuse 'rules use no library but libc' \
    "$inc<($system|time|sys/|unistd|pthread|fcntl|signal|locale)" \
    $(files service/rules)
refuse 'rules include only themselves' \
    "$inc\"(base|bots|json|play|db|api|cli)/" $(files service/rules)
refuse 'rules use no heap, files or clocks' \
    '(^|[^a-z_])(malloc|calloc|realloc|free|fopen|printf|time|clock)[[:space:]]*\(' \
    $(files service/rules)
refuse 'bots include only rules/game.h and rules/random.h' \
    "$inc\"(base|json|play|db|api|cli)/|$inc\"rules/[^\"]*/|$inc<$system" \
    $(files service/bots)
refuse 'json includes only jansson and rules/sink.h' \
    "$inc\"(base|bots|play|db|api|cli)/|$inc\"rules/[^s]|$inc<(libpq|postgres|microhttpd|openssl|curl)" \
    $(files service/json)
refuse 'play uses no SQL, no HTTP, no JSON' \
    "$inc\"(json|db|api|cli)/|$inc<(libpq|postgres|microhttpd|jansson|curl)|json_t|MHD_" \
    $(files service/play)
refuse 'only a game includes its headers' "$inc\"rules/($games)/" \
    $(files service/play service/bots api db service/cli service/rules/kit) \
    $(find service/rules -maxdepth 1 -name '*.[ch]')
refuse 'only games include the game kit' "$inc\"rules/kit/" \
    $(files service/play service/bots api db service/cli) \
    $(find service/rules -maxdepth 1 -name '*.[ch]')
for game in $(printf '%s' "$games" | tr '|' ' '); do
    refuse 'a game includes no header of another game' \
        "$inc\"rules/($(printf '%s' "$games" | tr '|' '\n' |
            grep -vx "$game" | paste -sd '|'))/" $(files "service/rules/$game")
done
refuse 'db uses neither HTTP nor any game' \
    "$inc\"(json|api|bots|cli)/|$inc<(microhttpd|jansson|curl)|json_t|MHD_" \
    $(files db)
refuse 'api uses no database' \
    "$inc\"(db|cli)/|$inc<(libpq|postgres)|PG(conn|result)" $(files api)
refuse 'SQL belongs in db' \
    '"[[:space:]]*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) ' \
    $(files service api)
refuse 'libmicrohttpd belongs in api' "$inc<microhttpd" \
    $(files service db)
for game in $(printf '%s' "$games" | tr '|' ' '); do
    refuse 'a game includes no file of another' "$inc\"rules/$game/" \
        $(files service/rules | grep -v -e "/rules/$game/" -e '/rules/games.c$')
done
refuse 'an include names its file from the root of its ring' \
    "$inc\"\\.\\./|$inc\"[^/\"]*\"" $(files service/*/ db api | grep -v -e api/operations/docs.c -e api/operations/web.c)
}

[ "$found" -eq 0 ]
