/* The proxy, two nodes, a primary and its synchronous standby: matches are
 * played while each of them is lost or restarted in turn.  Every acknowledged
 * move is stored, every match ends, and the time without service is measured.
 *
 * FATHOM_FAILOVER is the least number of matches. */
#include "depth.h"
#include "fleet.h"
#include "play_world.h"
#include "postgres.h"
#include "workload.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { HOLDS_MS = 200, MATCHES_USUAL = 4, HANDS_USUAL = 4, HANDS_MANY = 16 };

struct cluster {
    struct postgres postgres[2];
    int primary; /* index of the primary */
    struct fleet fleet;
    struct workload workload;
    long verified;
};

static long matches_wanted(void)
{
    const char *asked = getenv("FATHOM_FAILOVER");

    return asked ? strtol(asked, NULL, 10) : MATCHES_USUAL;
}

/* ---- start and stop ---- */

static struct postgres *primary(struct cluster *cluster)
{
    return &cluster->postgres[cluster->primary];
}

static struct postgres *standby(struct cluster *cluster)
{
    return &cluster->postgres[!cluster->primary];
}

/* Otherwise a standby without its primary may sleep for 5 s before it checks
 * whether it is promoted. */
static void begin_databases(struct cluster *cluster)
{
    static const char *const settings[] = {"wal_retrieve_retry_interval=200ms",
                                           NULL};
    const struct postgres_plan plan = {.settings = settings};
    char either[256];

    postgres_begin_as(&cluster->postgres[0], &plan);
    postgres_begin_standby(&cluster->postgres[1], &cluster->postgres[0], NULL);
    postgres_synchronous(&cluster->postgres[0], true);
    postgres_either(&cluster->postgres[0], &cluster->postgres[1], either,
                    sizeof either);
    strncat(either, "dbname=postgres", sizeof either - strlen(either) - 1);
    service_use_cluster(either);
}

static void cluster_begin(struct cluster *cluster,
                          const struct workload_plan *plan)
{
    static const char *const settings[] = {"--lame-duck-seconds=2", NULL};

    memset(cluster, 0, sizeof *cluster);
    begin_databases(cluster);
    fleet_begin(&cluster->fleet, settings);
    workload_begin(&cluster->workload, &cluster->fleet.proxy.front, plan);
}

static void cluster_end(struct cluster *cluster)
{
    workload_end(&cluster->workload);
    fleet_end(&cluster->fleet);
    for (int i = 0; i < 2; i++)
        postgres_end(&cluster->postgres[i]);
}

/* ---- failures ---- */

static void kill_node(struct cluster *cluster)
{
    cr_expect(WIFSIGNALED(service_signal(&cluster->fleet.nodes[0], SIGKILL)));
}

static void start_node(struct cluster *cluster)
{
    fleet_start(&cluster->fleet, 0);
}

static void restart_node(struct cluster *cluster)
{
    fleet_replace(&cluster->fleet, 1);
}

static void restart_other_node(struct cluster *cluster)
{
    fleet_replace(&cluster->fleet, 0);
}

static void restart_proxy(struct cluster *cluster)
{
    haproxy_stop(&cluster->fleet.proxy, SIGTERM);
    haproxy_start(&cluster->fleet.proxy);
}

/* First the standby is cut off for a moment: transactions that it does not have
 * were not acknowledged. */
static void lose_primary(struct cluster *cluster)
{
    postgres_hold_back(primary(cluster));
    workload_pause(HOLDS_MS);
    postgres_kill(primary(cluster));
    postgres_promote(standby(cluster));
    cluster->primary = !cluster->primary;
}

/* Replaces the lost server. */
static void build_standby(struct cluster *cluster)
{
    postgres_rejoin(standby(cluster), primary(cluster));
    postgres_synchronous(primary(cluster), true);
}

static void restart_standby(struct cluster *cluster)
{
    postgres_stop(standby(cluster));
    postgres_start(standby(cluster));
}

static void restart_primary(struct cluster *cluster)
{
    postgres_stop(primary(cluster));
    postgres_start(primary(cluster));
}

static const struct {
    const char *what;
    void (*happens)(struct cluster *cluster);
} events[] = {
    {"node 1 is killed", kill_node},
    {"node 1 is restarted", start_node},
    {"the primary is killed, the standby promoted", lose_primary},
    {"a new standby is built", build_standby},
    {"node 2 is restarted", restart_node},
    {"node 1 is restarted", restart_other_node},
    {"the standby is restarted", restart_standby},
    {"the primary is restarted", restart_primary},
    {"the proxy is restarted", restart_proxy},
    {"that primary is killed, too", lose_primary},
};

/* Cause the failure; then wait until all continue. */
static void happen(struct cluster *cluster, size_t i)
{
    struct workload *workload = &cluster->workload;

    workload_reset_counts(workload);
    events[i].happens(cluster);
    workload_await(workload, 3);
    fprintf(stderr, "%-44s %5ld %5ld %7ld %6ld\n", events[i].what,
            workload_gap_ms(workload, WORKLOAD_MOVES),
            workload_gap_ms(workload, WORKLOAD_READS),
            (long)(workload->longest_us / 1000), workload->retried);
}

/* Cause all failures, spread over the matches. */
static void everything_happens(struct cluster *cluster, long matches)
{
    const size_t count = sizeof events / sizeof *events;

    fprintf(stderr, "%-44s no move, no read, longest wait [ms], retries\n", "");
    for (size_t i = 0; i < count; i++) {
        workload_await_finished(&cluster->workload,
                                matches * (long)i / (long)count);
        happen(cluster, i);
    }
    workload_await_finished(&cluster->workload, matches);
}

/* ---- what must hold ---- */

/* A node in this process replays the stored matches. */
static void expect_records(struct cluster *cluster)
{
    static struct world world;
    struct play_config config;

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             cluster->fleet.nodes[0].database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    for (int i = 0; i < cluster->workload.plan.pairs; i++) {
        const struct workload_pair *pair = &cluster->workload.pairs[i];

        for (int k = 0; k < pair->match_count; k++) {
            const char *match = pair->matches[k]->id;
            uint32_t bad_seq = 0;

            cr_expect_eq(match_verify(world.node[0], match, &bad_seq), PLAY_OK);
            cr_expect_eq(bad_seq, 0, "%s is not its record at %u", match,
                         bad_seq);
            cluster->verified++;
        }
    }
    world_remove_node(&world, 0);
}

/* The recomputed ladder is the same to the bit. */
static void expect_ladder(struct cluster *cluster)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[640], words[4096];
    struct postgres named = *primary(cluster);

    snprintf(named.conninfo, sizeof named.conninfo,
             "host=%s user=fathom"
             " dbname=%s",
             named.home, cluster->fleet.nodes[0].database_name);
    postgres_await(
        &named, "SELECT count(*) FROM ladder_matches WHERE number IS NULL", 0);
    cr_expect_gt(postgres_number(&named, "SELECT count(*) FROM ladder_matches"),
                 0);
    snprintf(command, sizeof command,
             "%s/fathomd check-ratings --database '%s' 2>&1",
             build ? build : "build/asan", cluster->fleet.nodes[0].database);
    FILE *said = popen(command, "r"); /* allowed: the program, as it is used */
    size_t length = fread(words, 1, sizeof words - 1, said);

    words[length] = '\0';
    cr_expect_eq(pclose(said), 0, "%s", words);
}

static void report(const struct cluster *cluster)
{
    const struct workload *workload = &cluster->workload;

    fprintf(stderr,
            "%ld matches ended and verified, %ld moves acknowledged, all "
            "there; %ld answered from their keys, %ld stale; %ld events by "
            "streams that came again %ld times\n",
            cluster->verified, workload->progress[WORKLOAD_MOVES].count,
            workload->replayed, workload->stale, workload->streamed,
            workload->reconnected);
}

Test(failover, acknowledged_moves_survive_the_loss_of_any_part,
     .init = deep_only, .timeout = 3600)
{
    static struct cluster cluster;
    long matches = matches_wanted();
    bool is_long = matches > MATCHES_USUAL;
    const struct workload_plan plan = {.pairs =
                                           is_long ? HANDS_MANY : HANDS_USUAL,
                                       .cities = is_long ? 4 : 1,
                                       .pace_ms = is_long ? 50 : 100,
                                       .resigns = !is_long,
                                       .may_fail = true};

    cluster_begin(&cluster, &plan);
    workload_play(&cluster.workload);
    workload_await(&cluster.workload, 3);
    everything_happens(&cluster, matches);
    workload_finish(&cluster.workload);
    workload_expect_complete(&cluster.workload);
    expect_records(&cluster);
    expect_ladder(&cluster);
    report(&cluster);
    cluster_end(&cluster);
}
