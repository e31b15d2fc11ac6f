#!/bin/sh
# Check that the files in api/docs/swagger-ui are those of the npm package that
# tools/docs/package-lock.json pins.
#
#   tools/check-docs.sh             compare; 1 when a file differs
#   tools/check-docs.sh --update    copy the package's files over ours
set -eu
cd "$(dirname "$0")/.."
ours=api/docs/swagger-ui
theirs=build/docs/node_modules/swagger-ui-dist

tools/npm-install.sh docs
status=0
for file in "$ours"/*; do
    name=${file##*/}
    [ "$name" != README.md ] || continue # the only file of our own
    if [ "${1-}" = --update ]; then
        cp "$theirs/$name" "$file"
    elif ! cmp "$file" "$theirs/$name"; then
        status=1
    fi
done
[ "$status" -eq 0 ] || echo "$ours differs from the package; see its README.md"
exit "$status"
