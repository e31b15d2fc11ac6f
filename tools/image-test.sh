#!/bin/sh
# Run the image that tools/image.sh built as a cluster would: by an OCI runtime,
# as its own user, on a read-only root, with no rights and a limit of memory, on
# a network of its own.  Needs root, and PostgreSQL as of db/local.sh run.
#
#   db/local.sh run -- tools/image-test.sh
#
# Prints one line for each claim that holds; the last line is the sum.
# FATHOM_TWICE=yes compiles once more and compares: two minutes.
set -eu
cd "$(dirname "$0")/.."
if [ "$(id -u)" != 0 ]; then
    exec sudo --preserve-env=FATHOM_ADMIN_DATABASE,FATHOM_TWICE "$0" "$@"
fi

limit_mb=60
memory_mb=512
grace_s=30
image=localhost/fathom
work=$(mktemp -d /tmp/fathom-image.XXXXXX)
socket=$(printf '%s' "$FATHOM_ADMIN_DATABASE" | sed 's/.*host=\([^ ]*\).*/\1/')
database='host=/run/postgresql dbname=fathom_image'
passed=0
failed=0

buildah() { tools/image.sh buildah "$@"; }
runc() { command runc --root "$work/runc" "$@"; }

pass() { passed=$((passed + 1)); printf 'ok      %s\n' "$1"; }
fail() { failed=$((failed + 1)); printf 'FAILED  %s\n' "$1"; }

# holds CLAIM COMMAND...: does every step of it succeed?  (No condition here: in
# one, a step that fails would not end the command.)
holds()
{
    claim=$1
    shift
    set +e
    (set -e; "$@") >"$work/output" 2>&1
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        pass "$claim"
    else
        fail "$claim"
        sed 's/^/        /' "$work/output"
    fi
}

fails() { ! "$@"; }

clean_up()
{
    trap '' INT TERM HUP
    for name in node alone; do
        runc kill "$name" KILL 2>/dev/null || true
    done
    wait
    for name in node alone; do
        runc delete -f "$name" 2>/dev/null || true
    done
    buildah rm --all >/dev/null 2>&1 || true
    psql "$FATHOM_ADMIN_DATABASE" -Xqc \
        'DROP DATABASE IF EXISTS fathom_image WITH (FORCE)' || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# --- Contents ---------------------------------------------------------------

# unpack IMAGE DIRECTORY: a link to its files, and its configuration.
unpack()
{
    container=$(buildah from --pull-never "$1")
    ln -s "$(buildah mount "$container")" "$work/$2"
    buildah inspect --type image "$1" >"$work/$2.json"
    (cd "$work/$2/" && find . ! -type d | cut -c 2- | sort) >"$work/$2.files"
}

setting() { jq -r ".Docker.config$1" "$work/root.json"; }

is_small()
{
    bytes=$(du -sb "$work/root/" | cut -f 1)
    printf '        %s files, %d.%d MB unpacked\n' \
        "$(wc -l <"$work/root.files")" $((bytes / 1000000)) \
        $((bytes / 100000 % 10))
    [ "$bytes" -lt $((limit_mb * 1000000)) ]
}

# The complete list of files; libraries and licences only if they are needed.
expected()
{
    cat <<'FILES'
/etc/group
/etc/nsswitch.conf
/etc/os-release
/etc/passwd
/etc/ssl/certs/ca-certificates.crt
/lib
/lib64
/usr/bin/fathomd
/usr/lib/os-release
FILES
    libraries
}

# The libraries that the program loads, as reported by the loader of the image.
libraries()
{
    for loader in "$work"/root/usr/lib*/ld-linux*; do
        loader=${loader#"$work/root"}
    done
    chroot "$work/root/" "$loader" --list /usr/bin/fathomd |
        sed -n 's|.*[[:space:]]\(/[^ ]*\) (0x.*|\1|p' |
        sed 's|^/lib|/usr/lib|' | sort -u
}

# Texts that go with packages: /usr/share/doc and the list of scanners.
is_text()
{
    grep -E '^/usr/share/(doc/[^/]*/copyright|common-licenses/[^/]*)$|^/var/lib/dpkg/status.d/[^/]*$'
}

holds_what_it_should()
{
    expected | sort -u >"$work/expected"
    is_text <"$work/root.files" >"$work/texts"
    sort "$work/expected" "$work/texts" | diff - "$work/root.files"
}

every_library_has_its_licence()
{
    for status in "$work/root/var/lib/dpkg/status.d"/*; do
        test -s "$work/root/usr/share/doc/${status##*/}/copyright"
        grep -q '^Version: ' "$status"
    done
    grep -q MIT "$work/root/usr/share/doc/fathom/copyright"
}

nothing_can_raise_rights()
{
    find "$work/root/" -perm /6000 | grep . && return 1
    find "$work/root/" ! -type l -perm /022 | grep . && return 1
    find "$work/root/" ! -uid 0 | grep . && return 1
    return 0
}

# Certificates of this machine's own would be trusted wherever the image runs.
no_certificate_of_ours()
{
    bundle=$work/root/etc/ssl/certs/ca-certificates.crt
    [ "$(grep -c 'BEGIN CERTIFICATE' "$bundle")" -gt 50 ]
    for own in /usr/local/share/ca-certificates/*.crt; do
        [ -e "$own" ] || continue
        sed -n 2p "$own" >"$work/line"
        fails grep -qxF -f "$work/line" "$bundle"
    done
}

# No file, label or step names the machine that built it.
names_no_machine()
{
    sed -n 's|.*://\([^/ ]*\).*|\1|p' build/image/sources.list |
        grep -v 'debian\.org$' >"$work/hosts" || true
    printf '%s\n' "$PWD" build/image >>"$work/hosts"
    fails grep -rlaF -f "$work/hosts" "$work/root.json" "$work/root/etc" \
        "$work/root/usr/bin" "$work/root/var"
}

describes_itself()
{
    [ "$(setting '.User')" = 10001:10001 ]
    [ "$(setting '.StopSignal')" = SIGTERM ]
    [ "$(setting '.Healthcheck.Test | join(" ")')" = \
        'CMD /usr/bin/fathomd health' ]
    for label in title description version revision licenses; do
        [ "$(setting ".Labels[\"org.opencontainers.image.$label\"]")" != null ]
    done
    [ "$(chroot "$work/root/" /usr/bin/fathomd --version)" = \
        "fathomd $(setting '.Labels["org.opencontainers.image.version"]')" ]
}

# --- Running it -------------------------------------------------------------

# bundle NAME ROOT: run the image as a cluster would: with its user, environment
# and entry point; without rights or writable files.
bundle()
{
    mkdir -p "$work/$1"
    cp -a "$work/$2/." "$work/$1/rootfs"
    (cd "$work/$1" && command runc spec)
    jq --slurpfile image "$work/$2.json" --arg socket "$socket" \
        --arg secrets "$work/secrets" --argjson memory "$memory_mb" '
        ($image[0].Docker.config) as $c | .process.terminal = false
        | .process.user = ($c.User | split(":") |
            {uid: (.[0] | tonumber), gid: (.[1] | tonumber)})
        | .process.env = $c.Env | .process.args = $c.Entrypoint
        | .process.capabilities = {} | .process.noNewPrivileges = true
        | .process.rlimits = [] | .root.readonly = true
        | .linux.resources = {memory: {limit: ($memory * 1048576)}}
        | .linux.namespaces |= map(select(.type != "cgroup"))
        | .mounts |= map(select(.type != "cgroup"))
        | .mounts += [
            {destination: "/run/postgresql", type: "bind", source: $socket,
             options: ["rbind", "ro"]},
            {destination: "/run/secrets", type: "bind", source: $secrets,
             options: ["rbind", "ro"]}]' \
        "$work/$1/config.json" >"$work/$1/config.new"
    mv "$work/$1/config.new" "$work/$1/config.json"
}

# change NAME FILTER: change its configuration.
change()
{
    jq "$2" "$work/$1/config.json" >"$work/$1/config.new"
    mv "$work/$1/config.new" "$work/$1/config.json"
}

# start NAME: in the background.  Its exit status is written to NAME.status.
start()
{
    (
        set +e
        runc run --bundle "$work/$1" "$1" >"$work/$1.log" 2>&1 </dev/null
        echo $? >"$work/$1.status"
    ) &
}

# ended_well NAME: wait for its end; was the exit status 0?
ended_well()
{
    await test -s "$work/$1.status"
    [ "$(cat "$work/$1.status")" = 0 ]
}

# await WHAT COMMAND...: until it succeeds, half a minute at most.
await()
{
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || return 1
        sleep 0.1
    done
}

# inside NAME COMMAND...: run a command of this machine on the container's network.
inside()
{
    pid=$(runc state "$1" | jq .pid)
    shift
    nsenter --net="/proc/$pid/ns/net" -- "$@"
}

# status NAME URL: the status of its response.
status() { inside "$1" curl -s -o /dev/null -m 10 -w '%{http_code}' "$2"; }
answers() { [ "$(status "$1" "$2")" = "$3" ]; }
is_healthy() { runc exec "$1" /usr/bin/fathomd health; }

alive_without_a_database()
{
    bundle alone root
    change alone '.process.env +=
        ["FATHOM_DATABASE=host=/run/nowhere dbname=fathom"]'
    start alone
    await is_healthy alone
    answers alone http://127.0.0.1:9090/livez 200
    answers alone http://127.0.0.1:9090/readyz 503
    answers alone http://127.0.0.1:9090/startupz 503
    runc kill alone TERM
    ended_well alone
}

serves()
{
    bundle node root
    change node '.process.env += ["FATHOM_DATABASE_FILE=/run/secrets/database",
        "FATHOM_MIGRATE=no", "FATHOM_LAME_DUCK_SECONDS=2"]'
    start node
    await answers node http://127.0.0.1:9090/livez 200
    answers node http://127.0.0.1:9090/startupz 503
    migrate
    await answers node http://127.0.0.1:9090/readyz 200
    answers node http://127.0.0.1:8080/v1/games 200
}

# The step before the nodes: the same image, another command, another role.
migrate()
{
    bundle step root
    change step '.process.args += ["migrate"] | .process.env +=
        ["FATHOM_DATABASE_FILE=/run/secrets/owner"]'
    runc run --bundle "$work/step" step </dev/null
}

has_no_rights()
{
    pid=$(runc state node | jq .pid)
    grep -q '^Uid:.10001.10001.10001.10001$' "/proc/$pid/status"
    grep -q '^Gid:.10001.10001.10001.10001$' "/proc/$pid/status"
    grep -q '^CapEff:.0*$' "/proc/$pid/status"
    grep -q '^CapBnd:.0*$' "/proc/$pid/status"
    grep -q '^NoNewPrivs:.1$' "/proc/$pid/status"
    awk '$5 == "/" { found = $6 ~ /^ro/ } END { exit !found }' \
        "/proc/$pid/mountinfo"
}

has_no_shell()
{
    for program in /bin/sh /usr/bin/sh /bin/bash /usr/bin/gcc /usr/bin/apt-get \
        /usr/bin/dpkg /usr/bin/perl; do
        fails runc exec node "$program" -c true
    done
}

# --- Certificates -----------------------------------------------------------

# A server that claims to be PostgreSQL with a self-signed certificate: to refuse
# it, the program must have read its own certificates.
refuses_strangers()
{
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost \
        -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
    node -e '
        const net = require("net"), tls = require("tls"), fs = require("fs");
        const [key, cert] = [fs.readFileSync(process.argv[1]),
                             fs.readFileSync(process.argv[2])];
        net.createServer((c) => c.once("data", () => {
            c.write("S");
            const s = new tls.TLSSocket(c, {isServer: true, key, cert});
            s.on("error", (e) => { console.error(e.message); c.destroy(); });
        }).on("error", () => {})).listen(0, "127.0.0.1", function () {
            console.log(this.address().port);
        });' "$work/key.pem" "$work/cert.pem" >"$work/port" \
        2>"$work/alert" &
    stranger=$!
    await test -s "$work/port"
    FATHOM_DATABASE="host=127.0.0.1 port=$(cat "$work/port") dbname=x user=x \
        sslmode=verify-full sslrootcert=/etc/ssl/certs/ca-certificates.crt" \
        chroot --userspec=10001:10001 "$work/root/" \
        /usr/bin/fathomd migrate >"$work/refusal" 2>&1 || true
    await test -s "$work/alert" || true
    kill "$stranger"
    cat "$work/refusal" "$work/alert"
    grep -q 'alert unknown ca' "$work/alert"
}

# --- Shutdown ---------------------------------------------------------------

api=http://127.0.0.1:8080/v1

sign_in()
{
    me='{"name":"ada","password":"a long pass phrase"}'
    inside node curl -sf --json "$me" $api/accounts >/dev/null
    inside node curl -sf --json "$me" $api/sessions |
        jq -r '.token // .access_token' >"$work/token"
    grep -q '^fth_' "$work/token"
}

# Open streams end completely after the signal, and the program exits with 0
# within its grace period.
ends_kindly()
{
    sign_in
    streams=
    for n in 1 2 3 4 5; do
        inside node curl -sN -H 'Accept: text/event-stream' \
            -H "Authorization: Bearer $(cat "$work/token")" \
            $api/me/events >"$work/stream.$n" &
        streams="$streams $!"
    done
    for n in 1 2 3 4 5; do await test -s "$work/stream.$n"; done
    begun=$(date +%s%N)
    runc kill node "$(setting .StopSignal | sed s/SIG//)"
    await answers node http://127.0.0.1:9090/readyz 503
    answers node $api/games 200
    ended_well node
    took_ms=$((($(date +%s%N) - begun) / 1000000))
    echo "        stopped after $took_ms ms, 2000 ms of them as a lame duck"
    [ "$took_ms" -lt $((grace_s * 1000)) ]
    for stream in $streams; do wait "$stream"; done
    tail -n 1 "$work/node.log" | jq -e '.event == "stopped" and .status == 0'
}

# As the owner: it needs tables of its own while it works.
it_rebuilds_the_ratings()
{
    bundle ratings root
    change ratings '.process.args += ["rebuild-ratings"] | .process.env +=
        ["FATHOM_DATABASE_FILE=/run/secrets/owner"]'
    runc run --bundle "$work/ratings" ratings </dev/null
}

# As in compose.yaml: one role owns, the other serves.  Both have passwords; the
# container's user may reach the socket.
make_database()
{
    chgrp 10001 "$socket" "$socket"/.s.PGSQL.5432
    chmod g+x "$socket"
    chmod g+rw "$socket"/.s.PGSQL.5432
    mkdir -m 755 "$work/secrets"
    echo "$database user=image_owner password=of-the-owner" \
        >"$work/secrets/owner"
    echo "$database user=image_service password=of-the-service" \
        >"$work/secrets/database"
    PGHOST=$socket POSTGRES_USER=fathom_admin SECRETS=$work/secrets \
        ROLES=db/roles.sql docker/make-roles.sh
}

# The same sources and toolchain produce the same bytes.
comes_out_the_same()
{
    container=$(buildah from --pull-never localhost/fathom-build)
    # shellcheck disable=SC2016 # for the shell inside
    buildah run --isolation chroot "$container" -- sh -c '
        rm -rf build/release && make -j"$(nproc)" build/release/fathomd &&
        strip build/release/fathomd &&
        cmp build/release/fathomd /root-service/usr/bin/fathomd'
}

# --- All of it --------------------------------------------------------------

# No other build runs meanwhile.
exec 9>build/image/lock
flock 9
chmod 755 "$work"
make_database
unpack "$image" root

holds "it is below $limit_mb MB" is_small
sed -n 1p "$work/output"
holds 'the image contains what it needs and nothing else' holds_what_it_should
holds 'every library in it has its licence' every_library_has_its_licence
holds 'no file in it is setuid or writable' \
    nothing_can_raise_rights
holds 'its certificates are those of Debian' no_certificate_of_ours
holds 'nothing in it names the machine that built it' names_no_machine
holds 'its labels, user and health check are set' describes_itself
holds 'alive and not ready without a database, it ends on a signal' \
    alive_without_a_database
holds 'it waits for the migration, then serves' serves
holds 'it has no capabilities and a read-only root' has_no_rights
holds 'the health check uses the program itself' is_healthy node
holds 'it contains no shell and no compiler' has_no_shell
holds 'it verifies certificates against those in the image' refuses_strangers
holds 'with streams open, it ends in time on a signal, with status 0' \
    ends_kindly
tail -n 2 "$work/output" | sed -n '/stopped after/p'
holds 'it rebuilds the ratings' it_rebuilds_the_ratings
if [ "${FATHOM_TWICE-}" = yes ]; then
    holds 'a second build is byte for byte the same' comes_out_the_same
fi

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
