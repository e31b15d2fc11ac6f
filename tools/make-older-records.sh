#!/bin/sh
# Write an archive for tests/golden/older_records: records of all seat counts and
# options of a game, played by two kinds of bots, each below a line with the points
# that this program counts.  Run it before `rules_version` of the game rises: later
# programs do not play by these rules.
#
#   tools/make-older-records.sh build/release GAME
set -eu

case ${1-} in
'' | -*) sed -n '2,/^set -eu/s/^# \{0,1\}//p' "$0" | sed '$d' >&2; exit 2 ;;
esac
fathom=$1/fathom
game=$2
work=$(mktemp -d /tmp/fathom-records.XXXXXX)
trap 'rm -rf "$work"' EXIT

# play SEATS BOT SEED FLAGS...: some options do not allow all numbers of seats
play()
{
    seats=$1 bot=$2 seed=$3
    shift 3
    "$fathom" simulate "$game" --matches 1 --seats "$seats" --bots "$bot" \
        --seed "$seed" "$@" --record "$work/record" >/dev/null 2>&1 || return 0
    echo "= $("$fathom" replay "$work/record" | sed -n 's/^total *//p' | tr -s ' ')"
    cat "$work/record"
}

# The options of the game as KEY=VALUE, the ends of a range for each.
options()
{
    "$fathom" games |
        awk -v game="$game" '$1 == game { on = 1; next } /^[a-z]/ { on = 0 }
            on && $1 == "--option" {
                split($2, part, "=")
                count = split(part[2], value, /\||\.\./)
                for (i = 1; i <= count; i++) print part[1] "=" value[i]
            }'
}

for seats in 1 2 3 4; do
    for bot in greedy random; do
        for seed in 1 2 3; do play "$seats" "$bot" "$seed"; done
        for option in $(options); do play "$seats" "$bot" 7 --option "$option"; done
    done
done >"$work/all"
version=$("$fathom" --version | sed -n "s/^$game rules \([0-9]*\) .*/\1/p")
gzip -9n <"$work/all" >"tests/golden/older_records/$game-$version.gz"
grep -c '^= ' "$work/all"
