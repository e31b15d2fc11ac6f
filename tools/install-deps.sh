#!/bin/sh
# Install the Debian packages that some part of the work needs and that are
# missing.  Says and does nothing when all are there.
#
#   tools/install-deps.sh run|test|check|coverage|bench|image ...
set -eu

RUN='libc6-dev libmicrohttpd-dev libjansson-dev libssl-dev libargon2-dev
     ca-certificates libcurl4-openssl-dev libpq-dev zlib1g-dev postgresql
     util-linux procps'
NODE='nodejs npm'
TEST='libcriterion-dev curl chromium slowhttptest openssl haproxy pgbouncer
      prometheus'
CHECK='clang clang-format clang-tidy cppcheck haproxy prometheus'
COVERAGE='gcovr'
BENCH='wrk'
IMAGE='buildah mmdebstrap runc jq curl openssl'

# Of these we need the programs alone: installed by us, none runs by itself.
DAEMONS='haproxy pgbouncer prometheus'

# Node may well come from elsewhere than Debian, with npm or without.
want_node()
{
    for package in $NODE; do
        command -v "${package%js}" >/dev/null || wanted="$wanted $package"
    done
}

wanted=
for part in "$@"; do
    case $part in
    run)
        wanted="$wanted $RUN"
        want_node
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
    image)
        wanted="$wanted $IMAGE"
        [ "${FATHOM_IMAGE_NPM-}" = inside ] || want_node
        ;;
    *) echo "install-deps: unknown part $part" >&2; exit 2 ;;
    esac
done

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
        echo "missing packages, and no sudo to install them:$missing" >&2
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

# Run what follows without a daemon being started, unless somebody else has said
# already what may start.
policy=/usr/sbin/policy-rc.d
mark='# Goes when tools/install-deps.sh has ended.'
forbid_starts()
{
    # Ours, while nobody but us is here: of a run that was killed.
    if [ -e "$policy" ] && ! grep -qxF "$mark" "$policy"; then return; fi
    trap allow_starts EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    printf '#!/bin/sh\n%s\nexit 101\n' "$mark" |
        $as_root tee "$policy" >/dev/null
    $as_root chmod 755 "$policy"
}

allow_starts() { $as_root rm -f "$policy"; }

# What we have just installed does not start with the machine either; and it
# ends, in case that somebody else's policy let it start.
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

# One run at a time on this machine: the lock of the folder that the policy is
# in, which all can read, ends with us.  Another run may have done our work.
exec 9<"${policy%/*}"
flock 9
find_missing
[ -n "$missing" ] || exit 0
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
