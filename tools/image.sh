#!/bin/sh
# Build the image of docker/Dockerfile with Debian's buildah, without an engine
# or a registry.  They are kept in a store of this checkout, under build/image.
#
#   tools/image.sh                 build fathom and print its size
#   tools/image.sh buildah ARG...  run buildah on that store:
#       tools/image.sh buildah push fathom docker-archive:/tmp/fathom.tar
#   tools/image.sh clean           delete the store
#
# The base image is built once by mmdebstrap, from the mirrors and through the
# proxies that this machine's apt uses.  Files that differ between machines are
# mounted during the build and are not part of any image.
#
#   FATHOM_IMAGE_BASE=new    make the base again, for Debian's latest updates
set -eu
cd "$(dirname "$0")/.."

# buildah builds as root.
if [ "$(id -u)" != 0 ]; then
    mkdir -p build # belongs to the user who builds
    exec sudo --preserve-env=http_proxy,https_proxy,no_proxy,TMPDIR \
        env FATHOM_IMAGE_BASE="${FATHOM_IMAGE_BASE-}" "$0" "$@"
fi

home=$PWD/build/image
base=docker.io/library/debian:bookworm-slim
inputs=".dockerignore docker/Dockerfile $(sed -n 's/^!//p' .dockerignore | tr '\n' ' ')"
context=$home/context

say() { printf '=== %s\n' "$*"; }

store()
{
    command buildah --root "$home/store" --runroot "$home/run" \
        --storage-driver vfs "$@"
}

has_image() { store inspect --type image "$1" >/dev/null 2>&1; }

# --- What this machine has -------------------------------------------------

# Debian's own sources of this machine, one a line; none when it has no lists.
sources()
{
    # shellcheck disable=SC2016 # for apt
    apt-get indextargets \
        --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' |
        grep -E ' bookworm(-updates|-security)? main$' | sort -u || true
}

# How this machine's apt reaches them.
apt_options()
{
    apt-config dump |
        grep -E '^Acquire::(http|https|Check-Valid-Until|Check-Date)\b' |
        grep -v '"";$' || true
    echo 'Acquire::https::CaInfo "/run/host/ca.crt";'
}

note_machine()
{
    sources >"$home/sources.list"
    apt_options >"$home/apt.conf"
    cp -L /etc/ssl/certs/ca-certificates.crt "$home/ca.crt"
}

# --- The base --------------------------------------------------------------

# As in the official image: no manuals and translations, and dpkg does not wait
# for the disk.
bootstrap()
{
    mirrors=
    [ ! -s "$home/sources.list" ] || mirrors=$home/sources.list
    grep -v CaInfo "$home/apt.conf" >"$home/apt-outside.conf" || true
    mmdebstrap --variant=minbase --mode=root \
        --aptopt="$home/apt-outside.conf" \
        --aptopt='Acquire::Languages "none"' \
        --dpkgopt=force-unsafe-io \
        --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        bookworm "$1" ${mirrors:+"$mirrors"}
}

make_base()
{
    if [ "${FATHOM_IMAGE_BASE-}" != new ] && has_image "$base"; then return; fi
    say "building the base with mmdebstrap"
    bootstrap "$home/base.tar"
    container=$(store from scratch)
    store add -q "$container" "$home/base.tar" / >/dev/null
    store config --cmd bash "$container"
    store commit -q --rm "$container" "$base" >/dev/null
    rm -f "$home/base.tar"
}

# --- The images ------------------------------------------------------------

# All stages are built of the same sources, whatever is edited meanwhile.
copy_sources()
{
    rm -rf "$context"
    mkdir "$context"
    # shellcheck disable=SC2086 # a list of paths
    tar -c $inputs | tar -x -C "$context"
}

# $(revision): git's commit, and whether more than that was built.
revision()
{
    head=$(git rev-parse HEAD 2>/dev/null) || { echo unknown; return; }
    # shellcheck disable=SC2086 # a list of paths
    git diff --quiet HEAD -- $inputs 2>/dev/null || head=$head-changed
    echo "$head"
}

# The time of the last change to what is built.
last_change()
{
    # shellcheck disable=SC2086 # a list of paths
    changed=$(git log -1 --format=%ct -- $inputs 2>/dev/null) || changed=
    echo "${changed:-0}"
}

version()
{
    sed -n 's/^#define FATHOM_VERSION "\(.*\)"$/\1/p' service/base/version.h
}

# build TARGET NAME: one stage of the Dockerfile, and those it is based on.
build()
{
    say "$2"
    store bud --isolation chroot --pull-never --layers --format docker \
        --identity-label=false --timestamp "$epoch" \
        --volume "$home/ca.crt:/run/host/ca.crt:ro" \
        --volume "$home/apt.conf:/etc/apt/apt.conf.d/99host:ro" \
        --build-arg VERSION="$(version)" \
        --build-arg REVISION="$revision" \
        --build-arg SOURCE_DATE_EPOCH="$epoch" \
        -f "$context/docker/Dockerfile" --target "$1" -t "localhost/$2" \
        "$context"
}

say_size()
{
    container=$(store from --pull-never "localhost/$1")
    bytes=$(du -sb "$(store mount "$container")" | cut -f 1)
    store rm "$container" >/dev/null
    printf '%s: %d.%d MB unpacked\n' "$1" $((bytes / 1000000)) \
        $((bytes / 100000 % 10))
}

# Named stages keep their layers for the next time; others are removed.
build_all()
{
    mkdir -p "$home"
    exec 9>"$home/lock"
    flock 9
    store rm --all >/dev/null
    note_machine
    make_base
    copy_sources
    revision=$(revision)
    epoch=$(last_change)
    build toolchain fathom-toolchain
    build build fathom-build
    build service fathom
    store rmi --prune >/dev/null
    say_size fathom
}

case "${1-}" in
'') build_all ;;
buildah) shift; store "$@" ;;
clean) rm -rf "$home" ;;
*) sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
