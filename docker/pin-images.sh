#!/bin/sh
# Pin the images that the composition is made of and that are not ours: ask their
# registry for the digests that their tags have now, and write them to a file
# that Compose reads.  Tags move when images are built anew; digests do not.
#
#   docker/pin-images.sh [FILE]     docker/.env
#
# Run it again, say weekly, for the security updates of these images, and keep
# the file where you keep your configuration.  Lines about other settings stay.
# Other tags than those of compose.yaml are taken from the environment, by the
# same names: FATHOM_POSTGRES_IMAGE=registry.example/postgres:15-bookworm.
set -eu
case ${1-} in
-*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
here=$(dirname "$0")
file=${1:-$here/.env}

# The default that compose.yaml gives a variable.
tag_of() { sed -n "s/.*\${$1:-\([^}]*\)}.*/\1/p" "$here/compose.yaml"; }

# Of all platforms together, where an image is made for several.
digest_of()
{
    docker buildx imagetools inspect "$1" | sed -n 's/^Digest: *//p'
}

umask 022
trap 'rm -f "$file.new"' EXIT
if [ -e "$file" ]; then
    grep -v '^FATHOM_[A-Z]*_IMAGE=' "$file" >"$file.new" || true
else
    : >"$file.new"
fi
for name in FATHOM_BASE_IMAGE FATHOM_POSTGRES_IMAGE FATHOM_HAPROXY_IMAGE; do
    eval "image=\${$name:-}"
    image=${image:-$(tag_of $name)}
    image=${image%@sha256:*}
    digest=$(digest_of "$image")
    case $digest in
    sha256:????????????????????????????????????????????????????????????????) ;;
    *) echo "pin-images: no digest of $image" >&2; exit 1 ;;
    esac
    printf '%s=%s@%s\n' "$name" "$image" "$digest" | tee -a "$file.new"
done
mv "$file.new" "$file"
