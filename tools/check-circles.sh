#!/bin/sh
# Find circles: files that need each other, directly or through others, as the
# symbols of their objects show.  Nobody can read, test or replace one file of
# a circle without the others.
#
#   tools/check-circles.sh             build/release/obj, with gcc-nm
#   tools/check-circles.sh DIRECTORY   other objects
#   tools/check-circles.sh --help      this text
#
# tools/circles.txt names the files that may be in one, at most eight.  Fails,
# and prints each file with the files and symbols that it needs, if other files
# are in a circle or a file of the list is not.
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
--help | -h)
    sed -n '2,/^set /{/^set /d;s/^#\{0,1\} \{0,1\}//;p;}' "$0"
    exit 0
    ;;
esac
objects=${1:-build/release/obj}
[ -d "$objects" ] || {
    printf '%s: no such directory; run make all first\n' "$objects" >&2
    exit 2
}
directories=
for directory in service api db; do
    [ ! -d "$objects/$directory" ] || directories="$directories $objects/$directory"
done
# shellcheck disable=SC2086 # directory names without spaces
find $directories -name '*.o' | LC_ALL=C sort |
    xargs gcc-nm --print-file-name |
    perl tools/circles.pl "$objects/" tools/circles.txt
