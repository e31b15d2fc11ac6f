#!/bin/sh
# Check docker/compose.yaml, docker/kubernetes, docker/haproxy.cfg and the scripts
# beside them, without a registry, an engine or a cluster.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d /tmp/fathom-containers.XXXXXX)
trap 'rm -rf "$work"' EXIT
failed=0

# holds WHAT COMMAND...: does every step succeed?  (No condition here: in one, a
# step that fails would not end the command.)
holds()
{
    what=$1
    shift
    set +e
    (set -e; "$@") >"$work/output" 2>&1
    status=$?
    set -e
    [ "$status" -ne 0 ] || return 0
    failed=$((failed + 1))
    echo "containers: $what:"
    sed 's/^/    /' "$work/output"
}

scripts_are_sound()
{
    for script in docker/*.sh tools/image.sh tools/image-test.sh; do
        sh -n "$script"
    done
}

# Created once, never changed, and readable by the owner only.
secrets_are_made()
{
    docker/make-secrets.sh "$work/secrets"
    cksum "$work"/secrets/* >"$work/sums"
    docker/make-secrets.sh "$work/secrets"
    cksum "$work"/secrets/* | cmp - "$work/sums"
    [ "$(stat -c %a "$work/secrets")" = 700 ]
    openssl x509 -in "$work/secrets/proxy.pem" -noout -checkend 3600 \
        -checkhost localhost
    for file in $(sed -n 's|^ *file: secrets/||p' docker/compose.yaml); do
        test -s "$work/secrets/$file"
    done
}

# With the command of compose.yaml.
proxy_is_sound()
{
    FATHOM_NODE_1=127.0.0.1:1 FATHOM_NODE_2=127.0.0.1:2 \
        FATHOM_PROXY_CERTIFICATE="$work/secrets/proxy.pem" \
        haproxy -c -q -f docker/haproxy.cfg
}

# Debian's kubectl has a kustomize of 2019, which keeps bases apart.
kustomize()
{
    if kubectl version --client 2>/dev/null | grep -q 'GitVersion:"v1.20'; then
        sed -i '/^  - \.\.\/base$/d' "$work/k/example/kustomization.yaml"
        printf 'bases:\n  - ../base\n' >>"$work/k/example/kustomization.yaml"
    fi
    for part in base example; do
        kubectl kustomize "$work/k/$part" >"$work/$part.yaml"
        node tools/manifests/check.cjs kubernetes "$work/$part.yaml"
    done
}

manifests_are_sound()
{
    cp -r docker/kubernetes "$work/k"
    mkdir -p "$work/k/example/secrets"
    cp "$work/secrets/database" "$work/secrets/owner" "$work/k/example/secrets"
    kustomize
}

tools/npm-install.sh manifests
holds 'the scripts' scripts_are_sound
holds 'docker/make-secrets.sh' secrets_are_made
holds 'docker/compose.yaml' node tools/manifests/check.cjs compose \
    docker/compose.yaml
holds 'docker/haproxy.cfg' proxy_is_sound
holds 'docker/kubernetes' manifests_are_sound
[ "$failed" -eq 0 ]
