#!/bin/sh
# Install the missing Debian or Ubuntu packages for the given purposes.  Prints and
# does nothing if all are installed.
#
#   tools/install-deps.sh build|run|test|check|node|coverage|bench|image ...
#
# FATHOM_DEPS=have installs nothing: everything is installed from elsewhere.
set -eu
[ "${FATHOM_DEPS-}" != have ] || exit 0

# docker/Dockerfile builds with the same list.
BUILD='libc6-dev libmicrohttpd-dev libjansson-dev libssl-dev libargon2-dev
       libcurl4-openssl-dev libpq-dev zlib1g-dev libdeflate-dev libunistring-dev
       ca-certificates'
RUN='postgresql util-linux procps'
NODE='nodejs npm'
TEST='libcriterion-dev curl slowhttptest openssl haproxy pgbouncer prometheus codespell'
CHECK='clang clang-format clang-tidy cppcheck codespell haproxy prometheus'
COVERAGE='gcovr'
BENCH='wrk'
IMAGE='buildah mmdebstrap runc jq curl openssl'

# Only the programs of these are needed: no daemon of them is started.
DAEMONS='haproxy pgbouncer prometheus'

# want_program PROGRAM PACKAGE: it may be installed from elsewhere than Debian.
want_program() { command -v "$1" >/dev/null || wanted="$wanted $2"; }

# Node may be installed from elsewhere than Debian, with npm or without.
want_node()
{
    for package in $NODE; do want_program "${package%js}" "$package"; done
}

# A test draws the page /docs in a browser.  Ubuntu's package only fetches a
# snap; the test is skipped where there is no browser.
want_browser()
{
    for browser in chromium chromium-browser google-chrome; do
        if command -v "$browser" >/dev/null; then return; fi
    done
    system=$({ . /etc/os-release && echo " ${ID-} ${ID_LIKE-} "; } 2>/dev/null) ||
        system=
    case $system in
    *' ubuntu '*) ;;
    *) wanted="$wanted chromium" ;;
    esac
}

want_build()
{
    wanted="$wanted $BUILD"
    want_program "${CC:-gcc}" gcc
    want_program make make
    want_program python3 python3 # the contract of each game
}

wanted=
for part in "$@"; do
    case $part in
    build) want_build ;;
    run)
        want_build
        wanted="$wanted $RUN"
        ;;
    test)
        wanted="$wanted $TEST"
        want_browser
        want_program python3 python3
        want_node
        ;;
    check)
        wanted="$wanted $CHECK"
        want_program python3 python3
        want_node
        want_program kubectl kubernetes-client
        ;;
    node) want_node ;;
    coverage) wanted="$wanted $COVERAGE" ;;
    bench) wanted="$wanted $BENCH" ;;
    image)
        wanted="$wanted $IMAGE"
        want_program node nodejs
        ;;
    *) echo "install-deps: unknown part $part" >&2; exit 2 ;;
    esac
done

# Other systems than Debian and Ubuntu.
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086 # a list of words
    cat >&2 <<WORDS
Fathom installs what it needs on Debian 12 and 13 and on Ubuntu 24.04, and this
system has no apt-get.  It needs these packages, by their names in Debian:
$(printf '%s ' $wanted | fold -s -w 74 | sed 's/^/    /')
Install them, with PostgreSQL 13 or later, then run FATHOM_DEPS=have make run.
Or use containers, which need only Docker: docs/operations/containers.md.
WORDS
    exit 1
fi

find_missing()
{
    missing=
    for package in $wanted; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" \
            2>/dev/null) || state=
        [ "$state" = installed ] || missing="$missing $package"
    done
}

find_missing
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "sudo is not available to install missing packages:$missing" >&2
        exit 1
    }
    as_root=sudo
fi

# Wait for another apt to finish rather than fail; ask nothing.
apt()
{
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "$@" </dev/null >&2 9<&-
}

# Prevent packages from starting daemons, unless a policy for that exists already.
policy=/usr/sbin/policy-rc.d
mark='# Goes when tools/install-deps.sh has ended.'
forbid_starts()
{
    # Left by a run of this script that was killed.
    if [ -e "$policy" ] && ! grep -qxF "$mark" "$policy"; then return; fi
    trap allow_starts EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    printf '#!/bin/sh\n%s\nexit 101\n' "$mark" |
        $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
}

allow_starts() { $as_root rm -f "$policy"; }

# Installed daemons do not start with the machine either, and are stopped if
# another policy let them start.
disable_daemons()
{
    for daemon in $DAEMONS; do
        case " $missing " in
        *" $daemon "*)
            $as_root update-rc.d "$daemon" disable >&2 || true
            $as_root service "$daemon" stop >&2 || true
            ;;
        esac
    done
}

# Only one run at a time on this machine: it locks the directory of the policy
# until it ends.  Another run may have installed everything already.
exec 9<"${policy%/*}"
flock 9
find_missing
[ -n "$missing" ] || exit 0
echo "installing$missing" >&2
apt update
case " $missing " in
*' postgresql '*)
    # Fathom starts clusters of its own; Debian need not create one.
    if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
        apt install --no-install-recommends postgresql-common
        $as_root sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' \
            /etc/postgresql-common/createcluster.conf
    fi
    ;;
esac
forbid_starts
# shellcheck disable=SC2086 # a list of words
apt install --no-install-recommends $missing
disable_daemons
