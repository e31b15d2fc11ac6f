#!/bin/sh
# Check docker/monitoring/, the files for Prometheus and Grafana.
#
#   tools/deploy/monitoring.sh
#
# promtool reads the configuration and the rules, and runs alerts*_test.yaml;
# every alert must be tested, and have a section in the runbook; the dashboard
# must be valid for Grafana.  tests/api/metrics_names.c checks that the service has
# all metrics that they use.
set -eu
cd "$(dirname "$0")/../../docker/monitoring"

runbook=../../docs/operations/runbook.md
failed=0

complain()
{
    echo "monitoring: $*" >&2
    failed=$((failed + 1))
}

# Prints nothing when all is valid.
prove()
{
    words=$("$@" 2>&1) || {
        printf '%s\n' "$words" >&2
        complain "$* failed"
    }
}

# The alerts' names, one a line.
alerts() { sed -n 's/^ *- alert: *//p' alerts.yaml; }

# A test in which the alert fires, and a section of the runbook.
check_alert()
{
    anchor=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
    grep -A1 "alertname: $1\$" alerts*_test.yaml | grep -q exp_alerts ||
        complain "no test has $1 fire"
    grep -q "^## $1\$" "$runbook" || complain "no section about $1"
    grep -q "runbook_url: docs/operations/runbook.md#$anchor\$" alerts.yaml ||
        complain "$1 does not lead to its section"
}

# Each alert needs: for, severity and summary.
check_parts()
{
    count=$(alerts | wc -l)
    for part in 'for: [0-9]' 'labels: {severity: \(critical\|warning\|info\)}' \
        'summary: .' 'runbook_url: '; do
        [ "$(grep -c "^ *$part" alerts.yaml)" -eq "$count" ] ||
            complain "not every alert has: $part"
    done
}

check_sections()
{
    sed -n 's/^## \(Fathom.*\)/\1/p' "$runbook" | while read -r name; do
        alerts | grep -qx "$name" || echo "$name"
    done | grep . >&2 && complain 'the runbook has sections without an alert'
    return 0
}

# Panels with a title, a description and a query each; none overlaps another.
check_dashboard()
{
    node - grafana.json <<'EOF' || complain 'grafana.json is not sound'
const dashboard = JSON.parse(require('fs').readFileSync(process.argv[2]));
const faults = [];
const need = (claim, words) => claim || faults.push(words);
const taken = new Set(), ids = new Set();

for (const key of ['uid', 'title', 'schemaVersion', 'panels', 'templating'])
    need(dashboard[key], `no ${key}`);
for (const panel of dashboard.panels) {
    const { h, w, x, y } = panel.gridPos;

    need(panel.title, `panel ${panel.id} has no title`);
    need(!ids.has(panel.id), `${panel.title}: its id is taken`);
    ids.add(panel.id);
    need(x + w <= 24, `${panel.title}: too wide`);
    for (let i = 0; i < w * h; i++) {
        const place = `${x + i % w},${y + Math.floor(i / w)}`;
        need(!taken.has(place), `${panel.title}: lies on another`);
        taken.add(place);
    }
    if (panel.type === 'row')
        continue;
    need(panel.description, `${panel.title}: no description`);
    need(panel.targets.length > 0, `${panel.title}: no query`);
    for (const target of panel.targets)
        need(target.expr && target.refId, `${panel.title}: an empty query`);
}
faults.forEach(fault => console.error(fault));
process.exit(faults.length > 0 ? 1 : 0);
EOF
}

command -v promtool >/dev/null || {
    echo 'monitoring: promtool is missing (Debian: prometheus)' >&2
    exit 1
}
prove promtool check config prometheus.yml
prove promtool check rules alerts.yaml
prove promtool test rules alerts_test.yaml alerts_of_hours_test.yaml
for alert in $(alerts); do
    check_alert "$alert"
done
check_parts
check_sections
check_dashboard
[ "$failed" -eq 0 ]
