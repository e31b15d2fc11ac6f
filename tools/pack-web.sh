#!/bin/sh
# Gather the web page that fathomd serves at /.  Takes web/built, which `make web`
# writes, and fills build/web-pack; web.def in it is the list for
# api/operations/web.c:
#
#   WEB_BUILD is a hash of all files
#   WEB_FILE(symbol, "name", "type", "path", "hash")
#   WEB_PAGE(web_page, "type", "path", "hash")
#
# Needs nothing but sed, gzip and sha256sum.
set -eu
cd "$(dirname "$0")/.."
final=build/web-pack
pack=$final.$$
rm -rf "$pack"
mkdir -p "$pack"
trap 'rm -rf "$pack"' EXIT

hash_of() { sha256sum "$1" | cut -c 1-16; }

type_of()
{
    case $1 in
    *.js) echo text/javascript ;;
    *.css) echo text/css ;;
    *.svg) echo image/svg+xml ;;
    *.txt) echo text/plain ;;
    *) echo "pack-web: no type for $1" >&2; exit 1 ;;
    esac
}

# Names and contents of all files.
build=$(cd web/built && sha256sum -- * | sha256sum | cut -c 1-16)
{
    echo '/* Made by tools/pack-web.sh. */'
    echo "#define WEB_BUILD \"$build\""
} >"$pack/web.def"
count=0
for file in web/built/*; do
    name=${file##*/}
    case $name in
    index.html)
        sed "s|@build@|$build|g" "$file" >"$pack/$name"
        row='WEB_PAGE(web_page, "text/html"'
        ;;
    *)
        cp "$file" "$pack/$name"
        count=$((count + 1))
        type=$(type_of "$name")
        row="WEB_FILE(web_$count, \"$name\", \"$type\""
        ;;
    esac
    gzip -9nc "$pack/$name" >"$pack/$name.gz"
    printf '%s, "%s", "%s")\n' "$row" "$final/$name" "$(hash_of "$pack/$name")" \
        >>"$pack/web.def"
done
rm -rf "$final"
mv "$pack" "$final"
