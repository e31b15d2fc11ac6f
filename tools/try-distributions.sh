#!/bin/sh
# Try make run and make test on fresh systems: a chroot of each
# distribution with nothing but git and make, as root and as a user with sudo.
# Needs root, mmdebstrap and some gigabytes below build/try.
#
#   tools/try-distributions.sh [SUITE...]     bookworm trixie noble
#
#   TRY_AS='root user'   users to run as
#   TRY='run test'       commands to run; a failure does not stop the rest
#   AREA, FILTER         passed to make test
#   TRY_KEYRING          for Ubuntu: /usr/share/keyrings/ubuntu-archive-keyring.gpg
#
# Tests the files of this checkout as they are, without what git ignores.  The
# base systems are built once and kept; the logs are build/try/SUITE-USER-*.log.
# The last lines are a table: suite, user, command, seconds, result.
set -eu
case ${1-} in
-*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
if [ "$(id -u)" != 0 ]; then
    exec sudo --preserve-env=TRY_AS,TRY,AREA,FILTER,TRY_KEYRING "$0" "$@"
fi
home=$PWD/build/try
keyring=${TRY_KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}
mkdir -p "$home"

sources_of()
{
    case $1 in
    noble)
        for part in noble noble-updates; do
            echo "deb [signed-by=$keyring] http://archive.ubuntu.com/ubuntu" \
                "$part main universe"
        done
        ;;
    *)
        echo "deb http://deb.debian.org/debian $1 main"
        echo "deb http://deb.debian.org/debian $1-updates main"
        echo "deb http://deb.debian.org/debian-security $1-security main"
        ;;
    esac
}

# How this machine's apt reaches archives.
apt_options()
{
    apt-config dump |
        grep -E '^Acquire::(http|https|Check-Valid-Until|Check-Date)\b' |
        grep -v '"";$' || true
}

# The base of a suite, once.
make_base()
{
    [ ! -s "$home/$1.tar" ] || return 0
    sources_of "$1" >"$home/$1.list"
    mmdebstrap --variant=minbase --aptopt="$home/apt.conf" \
        --include=apt,ca-certificates,git,make,sudo \
        "$1" "$home/$1.new.tar" "$home/$1.list" >"$home/$1.log" 2>&1 ||
        { tail "$home/$1.log" >&2; exit 1; }
    mv "$home/$1.new.tar" "$home/$1.tar"
}

# unpack SUITE WHO: a fresh system in $root, with a checkout.
unpack()
{
    root=$home/$1-$2
    rm -rf "$root"
    mkdir "$root"
    tar -x -C "$root" -f "$home/$1.tar"
    cp "$home/apt.conf" "$root/etc/apt/apt.conf.d/99try"
    # The system has that key itself, at its own place.
    sed -i 's/ \[signed-by=[^]]*\]//' "$root"/etc/apt/sources.list \
        "$root"/etc/apt/sources.list.d/* 2>/dev/null || true
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    place=/root/fathom
    if [ "$2" = user ]; then
        chroot "$root" useradd -m -s /bin/bash ada
        echo 'ada ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/ada"
        place=/home/ada/fathom
    fi
    mkdir -p "$root$place"
    git ls-files -co --exclude-standard -z | tar -c --null -T - |
        tar -x -C "$root$place"
    [ "$2" = root ] || chroot "$root" chown -R ada: "$place"
}

# inside WHO COMMAND: by a shell in the checkout; what it starts ends with it.
inside()
{
    words="cd $place && $2"
    as=
    [ "$1" = root ] || as='setpriv --reuid=ada --regid=ada --init-groups'
    user=${as:+ada}
    # shellcheck disable=SC2016,SC2086 # for the shell inside; a list of words
    unshare --mount --pid --fork --kill-child sh -c '
        root=$1; shift
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
        exec chroot "$root" "$@"' sh "$root" \
        $as env -i HOME="${place%/fathom}" USER="${user:-root}" TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        AREA="${AREA-}" FILTER="${FILTER-}" bash -c "$words" </dev/null
}

# Serve until a client gets a response, then end it; nothing may be left.  (TERM: in
# the background of another script Ctrl-C is ignored.)
try_run()
{
    # shellcheck disable=SC2016 # for the shell inside
    inside "$1" '
        set -m
        FATHOM_LISTEN=127.0.0.1:0 make run >/tmp/run 2>&1 &
        for i in $(seq 1200); do
            at=$(sed -n "s/.*\"listening\",\"address\":\"\([^\"]*\)\".*/\1/p" /tmp/run)
            [ -z "$at" ] || break
            kill -0 $! || break
            sleep 0.5
        done
        bash -c "exec 3<>/dev/tcp/${at%:*}/${at##*:} &&
            printf \"GET /docs HTTP/1.0\r\n\r\n\" >&3 && cat <&3" >/tmp/answer
        for service in $(pgrep -x fathomd) $(pgrep -o -x postgres); do
            echo "$(ps -o user=,comm= $service)"
        done
        kill -TERM -- -$!
        wait $!
        cat /tmp/run
        ! pgrep -lx "fathomd|postgres" || exit 1
        grep "HTTP/1.[01] 200" /tmp/answer'
}

# Only what was asked for: AREA= would mean no area.
try_test() { inside "$1" 'make test ${AREA:+"AREA=$AREA"} ${FILTER:+"FILTER=$FILTER"}'; }

# A line for the table: the sum of the tests, or what the command ended with.
try()
{
    log=$home/$1-$2-$3.log
    begun=$(date +%s)
    status=0
    "try_$3" "$2" >"$log" 2>&1 || status=$?
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
    [ "$status" -eq 0 ] || failed=$((failed + 1))
    printf '%-10s %-5s %-5s %5d s  %s\n' "$1" "$2" "$3" \
        $(($(date +%s) - begun)) "status $status${sum:+, $sum}" |
        tee -a "$home/table"
}

failed=0
: >"$home/table"
apt_options >"$home/apt.conf"
[ "$#" -gt 0 ] || set -- bookworm trixie noble
for suite in "$@"; do
    make_base "$suite"
    for who in ${TRY_AS:-root user}; do
        unpack "$suite" "$who"
        for command in ${TRY:-run test}; do try "$suite" "$who" "$command"; done
        rm -rf "$root"
    done
done
echo
cat "$home/table"
[ "$failed" -eq 0 ]
