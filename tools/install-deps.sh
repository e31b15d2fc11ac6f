#!/bin/sh
# Install the Debian packages that some part of the work needs and that are
# missing.  Says and does nothing when all are there.
#
#   tools/install-deps.sh run|test|check|coverage|bench|image ...
set -eu

RUN='libc6-dev libmicrohttpd-dev libjansson-dev libssl-dev ca-certificates
     libcurl4-openssl-dev libpq-dev zlib1g-dev postgresql util-linux procps'
NODE='nodejs npm'
TEST='libcriterion-dev curl chromium slowhttptest openssl haproxy pgbouncer
      prometheus'
CHECK='clang clang-format clang-tidy cppcheck haproxy prometheus'
COVERAGE='gcovr'
BENCH='wrk'
IMAGE='buildah mmdebstrap runc jq curl openssl'

# Of these we need the programs alone: installed by us, none runs by itself.
DAEMONS='haproxy pgbouncer prometheus'

wanted=
for part in "$@"; do
    case $part in
    run)
        wanted="$wanted $RUN"
        # Node may well come from elsewhere than Debian, with npm or without.
        for package in $NODE; do
            command -v "${package%js}" >/dev/null || wanted="$wanted $package"
        done
        ;;
    test)
        wanted="$wanted $TEST"
        # The bot kits; they may well come from elsewhere than Debian.
        command -v python3 >/dev/null || wanted="$wanted python3"
        command -v node >/dev/null || wanted="$wanted nodejs"
        ;;
    check)
        wanted="$wanted $CHECK"
        # May well come from elsewhere than Debian.
        command -v kubectl >/dev/null || wanted="$wanted kubernetes-client"
        ;;
    coverage) wanted="$wanted $COVERAGE" ;;
    bench) wanted="$wanted $BENCH" ;;
    image) wanted="$wanted $IMAGE" ;;
    *) echo "install-deps: unknown part $part" >&2; exit 2 ;;
    esac
done

missing=
for package in $wanted; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) ||
        state=
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "missing packages, and no sudo to install them:$missing" >&2
        exit 1
    }
    as_root=sudo
fi

# Wait for another apt to finish rather than fail; ask nothing.
apt()
{
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "$@" </dev/null >&2
}

# Run what follows without a daemon being started, unless somebody has said
# already what may start.
policy=/usr/sbin/policy-rc.d
forbid_starts()
{
    if [ -e "$policy" ]; then return; fi
    trap allow_starts EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    printf '#!/bin/sh\n# Goes when tools/install-deps.sh has ended.\nexit 101\n' |
        $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
}

allow_starts() { $as_root rm -f "$policy"; }

# What we have just installed does not start with the machine either.
disable_daemons()
{
    for daemon in $DAEMONS; do
        case " $missing " in
        *" $daemon "*) $as_root update-rc.d "$daemon" disable >&2 || true ;;
        esac
    done
}

echo "installing$missing" >&2
apt update
case " $missing " in
*' postgresql '*)
    # Fathom starts clusters of its own; Debian need not make and start one.
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
