#!/bin/sh
# Install the packages that tools/NAME/package-lock.json pins into build/NAME,
# unless they are there.  No package's own scripts are run.
#
#   tools/npm-install.sh openapi|contract|docs|openskill|typescript|browser
#   tools/npm-install.sh web     those that web/package-lock.json pins
set -eu
cd "$(dirname "$0")/.."
from=tools/$1
[ "$1" != web ] || from=web
home=build/$1
new=$home.$$

# The directory exists only if it is complete.
cmp -s "$from/package-lock.json" "$home/package-lock.json" && exit 0
mkdir -p "$new"
trap 'rm -rf "$new"' EXIT
cp "$from/package.json" "$from/package-lock.json" "$new/"
# A stalled download is aborted and tried again: npm's cache has what arrived.
tries=3
until (cd "$new" && timeout 150 npm ci --prefer-offline --no-audit --no-fund \
    --ignore-scripts --no-update-notifier --fetch-timeout=30000 \
    --loglevel=error </dev/null >&2); do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ]; then exit 1; fi
    echo "retrying to install the packages of $from" >&2
done
rm -rf "$home"
mv "$new" "$home"
