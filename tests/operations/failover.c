/* The proxy, two nodes, a primary and its synchronous standby: matches are
 * played while each of them is lost or started again in turn.  Every move that
 * was acknowledged is there, every match ends, and what was without service is
 * measured.
 *
 * FATHOM_FAILOVER is how many matches are played at least. */
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

enum { HOLDS_MS = 200, MATCHES_USUAL = 12, HANDS_USUAL = 6, HANDS_MANY = 16 };

struct house {
    struct postgres postgres[2];
    int primary; /* which of them */
    struct fleet fleet;
    struct workload workload;
    long verified;
};

static long matches_wanted(void)
{
    const char *asked = getenv("FATHOM_FAILOVER");

    return asked ? strtol(asked, NULL, 10) : MATCHES_USUAL;
}

/* ---- the house ---- */

static struct postgres *primary(struct house *house)
{
    return &house->postgres[house->primary];
}

static struct postgres *standby(struct house *house)
{
    return &house->postgres[!house->primary];
}

/* Else a standby whose primary is gone may sleep for 5 s before it looks
 * whether it is promoted. */
static void begin_databases(struct house *house)
{
    static const char *const settings[] = {"wal_retrieve_retry_interval=200ms",
                                           NULL};
    const struct postgres_plan plan = {.settings = settings};
    char either[256];

    postgres_begin_as(&house->postgres[0], &plan);
    postgres_begin_standby(&house->postgres[1], &house->postgres[0], NULL);
    postgres_synchronous(&house->postgres[0], true);
    postgres_either(&house->postgres[0], &house->postgres[1], either,
                    sizeof either);
    strncat(either, "dbname=postgres", sizeof either - strlen(either) - 1);
    service_use_cluster(either);
}

static void house_begin(struct house *house, const struct workload_plan *plan)
{
    static const char *const settings[] = {"--lame-duck-seconds=2", NULL};

    memset(house, 0, sizeof *house);
    begin_databases(house);
    fleet_begin(&house->fleet, settings);
    workload_begin(&house->workload, &house->fleet.proxy.front, plan);
}

static void house_end(struct house *house)
{
    workload_end(&house->workload);
    fleet_end(&house->fleet);
    for (int i = 0; i < 2; i++)
        postgres_end(&house->postgres[i]);
}

/* ---- what happens to it ---- */

static void kill_node(struct house *house)
{
    cr_expect(WIFSIGNALED(service_signal(&house->fleet.nodes[0], SIGKILL)));
}

static void start_node(struct house *house)
{
    fleet_start(&house->fleet, 0);
}

static void restart_node(struct house *house)
{
    fleet_replace(&house->fleet, 1);
}

static void restart_other_node(struct house *house)
{
    fleet_replace(&house->fleet, 0);
}

static void restart_proxy(struct house *house)
{
    haproxy_stop(&house->fleet.proxy, SIGTERM);
    haproxy_start(&house->fleet.proxy);
}

/* For a moment before nothing more comes to the standby: what it does not have
 * was not acknowledged. */
static void lose_primary(struct house *house)
{
    postgres_hold_back(primary(house));
    workload_pause(HOLDS_MS);
    postgres_kill(primary(house));
    postgres_promote(standby(house));
    house->primary = !house->primary;
}

/* In the place of the one that was lost. */
static void build_standby(struct house *house)
{
    postgres_rejoin(standby(house), primary(house));
    postgres_synchronous(primary(house), true);
}

static void restart_standby(struct house *house)
{
    postgres_stop(standby(house));
    postgres_start(standby(house));
}

static void restart_primary(struct house *house)
{
    postgres_stop(primary(house));
    postgres_start(primary(house));
}

static const struct {
    const char *what;
    void (*happens)(struct house *house);
} events[] = {
    {"node 1 is killed", kill_node},
    {"node 1 comes again", start_node},
    {"the primary is killed, the standby promoted", lose_primary},
    {"a new standby is built", build_standby},
    {"node 2 is restarted", restart_node},
    {"node 1 is restarted", restart_other_node},
    {"the standby is restarted", restart_standby},
    {"the primary is restarted", restart_primary},
    {"the proxy is restarted", restart_proxy},
    {"that primary is killed, too", lose_primary},
};

/* It happens; then everybody goes on. */
static void happen(struct house *house, size_t i)
{
    struct workload *workload = &house->workload;

    workload_reset_counts(workload);
    events[i].happens(house);
    workload_await(workload, 3);
    fprintf(stderr, "%-44s %5ld %5ld %7ld %6ld\n", events[i].what,
            workload_gap_ms(workload, WORKLOAD_MOVES),
            workload_gap_ms(workload, WORKLOAD_READS),
            (long)(workload->longest_us / 1000), workload->retried);
}

/* Spread over the matches. */
static void everything_happens(struct house *house, long matches)
{
    const size_t count = sizeof events / sizeof *events;

    fprintf(stderr, "%-44s no move, no read, longest wait [ms], asked again\n",
            "");
    for (size_t i = 0; i < count; i++) {
        workload_await_finished(&house->workload,
                                matches * (long)i / (long)count);
        happen(house, i);
    }
    workload_await_finished(&house->workload, matches);
}

/* ---- what must hold ---- */

/* A node of our own replays what the database has. */
static void expect_records(struct house *house)
{
    static struct world world;
    struct play_config config;

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             house->fleet.nodes[0].database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    for (int i = 0; i < house->workload.plan.pairs; i++) {
        const struct workload_pair *pair = &house->workload.pairs[i];

        for (int k = 0; k < pair->match_count; k++) {
            const char *match = pair->matches[k]->id;
            uint32_t bad_seq = 0;

            cr_expect_eq(match_verify(world.node[0], match, &bad_seq), PLAY_OK);
            cr_expect_eq(bad_seq, 0, "%s is not its record at %u", match,
                         bad_seq);
            house->verified++;
        }
    }
    world_remove_node(&world, 0);
}

/* The ladder computed again is the same to the bit. */
static void expect_ladder(struct house *house)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[640], words[4096];
    struct postgres named = *primary(house);

    snprintf(named.conninfo, sizeof named.conninfo,
             "host=%s user=fathom"
             " dbname=%s",
             named.home, house->fleet.nodes[0].database_name);
    postgres_await(
        &named, "SELECT count(*) FROM ladder_matches WHERE number IS NULL", 0);
    cr_expect_gt(postgres_number(&named, "SELECT count(*) FROM ladder_matches"),
                 0);
    snprintf(command, sizeof command,
             "%s/fathom ratings rebuild --check --database '%s' 2>&1",
             build ? build : "build/asan", house->fleet.nodes[0].database);
    FILE *said =
        popen(command, "r"); /* allowed: the companion, as it is used */
    size_t length = fread(words, 1, sizeof words - 1, said);

    words[length] = '\0';
    cr_expect_eq(pclose(said), 0, "%s", words);
}

static void report(const struct house *house)
{
    const struct workload *workload = &house->workload;

    fprintf(stderr,
            "%ld matches ended and verified, %ld moves acknowledged, all "
            "there; %ld answered from their keys, %ld stale; %ld events by "
            "streams that came again %ld times\n",
            house->verified, workload->progress[WORKLOAD_MOVES].count,
            workload->replayed, workload->stale, workload->streamed,
            workload->reconnected);
}

Test(failover, nothing_acknowledged_is_lost_whatever_goes, .init = deep_only,
     .timeout = 3600)
{
    static struct house house;
    long matches = matches_wanted();
    bool is_long = matches > MATCHES_USUAL;
    const struct workload_plan plan = {.pairs =
                                           is_long ? HANDS_MANY : HANDS_USUAL,
                                       .cities = is_long ? 4 : 1,
                                       .pace_ms = 5,
                                       .resigns = !is_long,
                                       .may_fail = true};

    house_begin(&house, &plan);
    workload_play(&house.workload);
    workload_await(&house.workload, 3);
    everything_happens(&house, matches);
    workload_finish(&house.workload);
    workload_expect_complete(&house.workload);
    expect_records(&house);
    expect_ladder(&house);
    report(&house);
    house_end(&house);
}
