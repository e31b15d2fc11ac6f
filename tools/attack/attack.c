/* Attack running nodes, and measure what it costs them and their players.
 *
 *   attack [--seconds N] [--short] [--positions DIR] [--front PORT]
 *          [--networks] DATABASE NODE[ NODE] NAME
 *   attack [--short] --list
 *   attack --alone
 *   attack --header
 *
 * A node is PID,ADDRESS,ADMIN-ADDRESS.  Without --front requests go to the
 * first node, with it to the proxy at this port; --networks: IPv6 networks can
 * be used.
 *
 * --alone lists the attacks whose short form needs no proxy.
 *
 * Prints one line of the table, whose head --header prints; other messages go
 * to stderr.  tools/attack.sh starts the nodes.  Exits with 1 when the player
 * was harmed, no limit refused what it should, or memory remained. */
#include "attack.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    THREADS_MAX = 64,
    REQUESTS_PER_S = 1000000, /* the clients themselves have no limit */
    PATIENCE_S = 10,
    REFUSED_MS = 5, /* pause of an attacker after a refusal */
    REFUSED_SHORT_MS = 50,
    TICK_MS = 50,
    SAMPLES_MIN = 20,
    JSON_MAX = 8192, /* attackers do not read long responses */
    AIM_MS = 250,
    AIM_TIMES = 3,                /* what it takes in calm */
    ADDRESS_MS = 1500,            /* the burst of an address: --rate-address */
    ADDRESS_S = 10,               /* the time in which it is refilled */
    SLACK_KIB = 32 * 1024,        /* caches may fill meanwhile */
    SLACK_SHORT_KIB = 128 * 1024, /* and freed memory is returned later */
    SETTLE_MS = 75000,            /* the node returns memory once a minute */
    SETTLE_SHORT_MS = 5000,
};

void attack_die(const char *format, ...)
{
    va_list args;

    fprintf(stderr, "attack: ");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    exit(1);
}

/* ---- attackers ---- */

struct attacker {
    struct run *run;
    pthread_t thread;
    struct line line;
    unsigned number;
};

void attack_count_reply(struct run *run, int status, const char *text)
{
    if (status == 429 || status == 503 ||
        (status == 409 && strstr(text, "too-many-")))
        atomic_fetch_add(&run->refused, 1);
}

static void judge(struct line *line, const char *path,
                  const struct reply *reply, int64_t us)
{
    struct run *run = line->soak->owner;

    (void)path;
    (void)us;
    if (run->phase < PHASE_DURING)
        return;
    atomic_fetch_add(&run->sent, 1);
    attack_count_reply(run, reply->status, reply->body ? reply->body : "");
    if (reply->status == 429 || reply->status == 503)
        soak_pause_ms(run->is_short ? REFUSED_SHORT_MS : REFUSED_MS);
}

static void *send_requests(void *arg)
{
    struct attacker *it = arg;
    const unsigned step = (unsigned)it->run->attack->connections;

    for (unsigned n = it->number; it->run->phase == PHASE_DURING; n += step)
        it->run->attack->send(it->run, &it->line, n);
    return NULL;
}

static void *run_flood(void *arg)
{
    flood_attack(arg);
    return NULL;
}

static int begin_attack(struct run *run, struct attacker *attackers)
{
    const struct attack *attack = run->attack;
    const int count = attack->flood ? 1 : attack->connections;

    for (int i = 0; i < count; i++) {
        struct attacker *it = &attackers[i];

        *it = (struct attacker){.run = run, .number = (unsigned)i};
        line_open(&it->line, &run->attacker_http,
                  2 + (unsigned)(i % attack->addresses));
        memcpy(it->line.token, run->attacker.line.token, SOAK_TOKEN);
        if (attack->flood
                ? pthread_create(&it->thread, NULL, run_flood, run)
                : pthread_create(&it->thread, NULL, send_requests, it))
            attack_die("there are no threads");
    }
    return count;
}

/* ---- costs ---- */

struct cost {
    double cpu_ms; /* of the node for each request of the attackers */
    double all_ms; /* of the node for all of them */
    double cores;  /* used by the node in total during the attack */
    double before_kib, during_kib, after_kib;
};

static double memory_kib(const struct run *run)
{
    double sum = 0;

    for (int i = 0; i < run->node_count; i++)
        sum += soak_status(run->pids[i], "VmRSS:");
    return sum;
}

static double cpu_ms(const struct run *run)
{
    double sum = 0;

    for (int i = 0; i < run->node_count; i++)
        sum += soak_cpu_seconds(run->pids[i]) * 1000;
    return sum;
}

/* Let the player play; returns milliseconds of the node's CPU for each of its
 * requests. */
static double measure_before(struct run *run)
{
    const double begun_ms = cpu_ms(run);

    run->phase = PHASE_BEFORE;
    soak_pause_ms(run->is_short ? 250 : run->seconds * 250);
    for (int ms = 0; run->player.count[PHASE_BEFORE] < SAMPLES_MIN &&
                     ms < PATIENCE_S * 1000;
         ms += TICK_MS)
        soak_pause_ms(TICK_MS);
    if (run->player.count[PHASE_BEFORE] < SAMPLES_MIN)
        attack_die("the player cannot play before the attack");
    return (cpu_ms(run) - begun_ms) / (double)run->player.count[PHASE_BEFORE];
}

static void measure_during(struct run *run, double player_ms, struct cost *cost)
{
    static struct attacker attackers[THREADS_MAX];
    const double begun_ms = cpu_ms(run);
    const int64_t begun_us = soak_now_us();

    run->phase = PHASE_DURING;
    const int count = begin_attack(run, attackers);

    while (soak_now_us() - begun_us < run->seconds * 1000000) {
        double now_kib = memory_kib(run);

        if (now_kib > cost->during_kib)
            cost->during_kib = now_kib;
        soak_pause_ms(TICK_MS);
    }
    cost->cores =
        (cpu_ms(run) - begun_ms) / (double)(soak_now_us() - begun_us) * 1000;
    run->phase = PHASE_AFTER;
    for (int i = 0; i < count; i++) {
        pthread_join(attackers[i].thread, NULL);
        line_close(&attackers[i].line);
    }
    const size_t players_own =
        run->player.count[PHASE_DURING] + run->player.count[PHASE_AFTER];

    cost->all_ms = cpu_ms(run) - begun_ms - player_ms * (double)players_own;
    if (cost->all_ms < 0)
        cost->all_ms = 0;
    cost->cpu_ms = run->sent > 0 ? cost->all_ms / (double)run->sent : 0;
}

/* Memory beyond this must not remain. */
static double memory_bound_kib(const struct run *run, const struct cost *cost)
{
    return cost->before_kib +
           run->node_count * (run->is_short ? SLACK_SHORT_KIB : SLACK_KIB);
}

/* The player continues; memory is returned. */
static void measure_after(struct run *run, struct cost *cost)
{
    const long most_ms = run->is_short ? SETTLE_SHORT_MS : SETTLE_MS;

    soak_pause_ms(run->is_short ? 250 : 2000);
    cost->after_kib = memory_kib(run);
    for (long ms = 0;
         cost->after_kib > memory_bound_kib(run, cost) && ms < most_ms;
         ms += TICK_MS) {
        soak_pause_ms(TICK_MS);
        cost->after_kib = memory_kib(run);
    }
}

/* ---- the table ---- */

static void print_header(void)
{
    printf("%-14s %8s %8s %8s %6s %17s %17s %20s %7s\n", "", "requests",
           "refused", "CPU ms", "cores", "p50 ms", "p99 ms", "RSS MiB",
           "errors");
    printf("%-14s %8s %8s %8s %6s %17s %17s %20s %7s\n", "attack", "", "%",
           "each", "", "before   during", "before   during",
           "before during  after", "");
}

static int by_value(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static double percentile_ms(struct player *player, enum phase phase,
                            size_t percent)
{
    const size_t count = player->count[phase];

    if (count == 0)
        return 0;
    qsort(player->samples[phase], count, sizeof **player->samples, by_value);
    return player->samples[phase][count * percent / 100] / 1000.0;
}

static int check(bool is_good, const struct run *run, const char *words)
{
    if (!is_good)
        printf("  %s: %s\n", run->attack->name, words);
    return !is_good;
}

/* The processor time of the nodes beyond which they must have refused requests
 * of one address: what an address may take in this time, and half as much for
 * what a node cannot charge to a request, such as the kernel's work.  A /56 may
 * take twice as much. */
static double address_ms(const struct run *run)
{
    const double refilled = (double)run->seconds / ADDRESS_S;

    return ADDRESS_MS * (1 + refilled) * 1.5 *
           (run->attack->need == NEEDS_NETWORKS ? 2 : 1);
}

/* Did limits refuse what they should? */
static bool is_limited(const struct run *run, const struct cost *cost)
{
    switch (run->attack->refusal) {
    case REFUSED_NEVER: return true;
    case REFUSED_BY_NUMBER: return run->refused > 0;
    case REFUSED_BY_COST:
        return run->refused > 0 || cost->all_ms < address_ms(run);
    }
    return false;
}

/* Returns the number of claims that do not hold. */
static int report(struct run *run, const struct cost *cost)
{
    struct player *player = &run->player;
    const long errors = player->errors + run->player_http.failures;
    const double p99_ms = percentile_ms(player, PHASE_DURING, 99);
    int failed = 0;

    printf("%-14s %8ld %8.1f %8.2f %6.2f %8.1f %8.1f %8.1f %8.1f %6.0f %6.0f "
           "%6.0f %7ld\n",
           run->attack->name, (long)run->sent,
           run->sent ? 100.0 * (double)run->refused / (double)run->sent : 0,
           cost->cpu_ms, cost->cores, percentile_ms(player, PHASE_BEFORE, 50),
           percentile_ms(player, PHASE_DURING, 50),
           percentile_ms(player, PHASE_BEFORE, 99), p99_ms,
           cost->before_kib / 1024, cost->during_kib / 1024,
           cost->after_kib / 1024, errors);
    failed += check(errors == 0, run, "requests of the player failed");
    failed += check(player->count[PHASE_DURING] > 0, run,
                    "the player had no reply during the attack");
    failed +=
        check(run->is_short || p99_ms < AIM_MS ||
                  p99_ms < AIM_TIMES * percentile_ms(player, PHASE_BEFORE, 99),
              run,
              "the player's p99 is 250 ms or more, and three times that"
              " before");
    failed += check(is_limited(run, cost), run,
                    "no request of the attackers was refused");
    failed += check(cost->after_kib <= memory_bound_kib(run, cost), run,
                    "the node keeps the memory");
    fflush(stdout);
    if (run->attack->check)
        failed += run->attack->check(run);
    fflush(stdout);
    return failed;
}

/* ---- the run ---- */

static int attack(struct run *run)
{
    struct cost cost = {0};

    run->attacker_http.judge = judge;
    run->attacker_http.owner = run;
    run->player_http.owner = run;
    run->attacker_http.patience_s = PATIENCE_S;
    player_begin(run);
    setup_account(run);
    if (run->attack->prepare)
        run->attack->prepare(run);
    const double player_ms = measure_before(run);

    cost.before_kib = memory_kib(run);
    run->attacker_http.expects_failure = true;
    run->attacker_http.json_max = JSON_MAX;
    measure_during(run, player_ms, &cost);
    measure_after(run, &cost);
    player_end(run);
    return report(run, &cost);
}

static void read_nodes(struct run *run, const char *words, char address[64])
{
    char *copy = strdup(words), *rest = copy, *node;

    while ((node = strsep(&rest, " ")) && run->node_count < NODES_MAX) {
        const int i = run->node_count++;
        char *at;

        run->pids[i] = (pid_t)strtol(node, &at, 10);
        if (sscanf(at, ",%63[^,],%63s", i == 0 ? address : (char[64]){0},
                   run->admins[i]) != 2)
            attack_die("%s: expected PID,ADDRESS,ADMIN-ADDRESS", node);
    }
    free(copy);
}

/* Floods that send nothing connect to the proxy without TLS, too. */
static void begin_soak(const struct run *run, struct soak *soak,
                       const char *address)
{
    soak->nodes[0].pid = run->pids[0];
    snprintf(soak->nodes[0].address, sizeof soak->nodes[0].address, "%s%s",
             run->front ? "127.0.0.1:" : "", run->front ? run->front : address);
    soak->nodes[1] = soak->nodes[0];
    if (run->front) {
        soak->ask = front_ask;
        soak->hang_up = front_hang_up;
    }
    soak->rate = REQUESTS_PER_S;
    soak->begun_us = soak_now_us();
    pthread_mutex_init(&soak->lock, NULL);
}

/* Print why an attack cannot be made, or NULL. */
static const char *lacks(const struct run *run)
{
    return run->attack->need == NEEDS_NETWORKS && !run->has_networks
               ? "skipped: it needs the proxy, and a network namespace"
               : NULL;
}

static int begin(struct run *run, char **argv)
{
    struct rlimit files;
    char address[64] = "";

    run->attack = attack_find(argv[2]);
    if (!run->attack)
        attack_die("there is no attack %s; attack --list", argv[2]);
    if (lacks(run)) {
        printf("%-14s %s\n", run->attack->name, lacks(run));
        return 0;
    }
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    read_nodes(run, argv[1], address);
    begin_soak(run, &run->player_http, address);
    begin_soak(run, &run->attacker_http, address);
    run->pg = PQconnectdb(argv[0]);
    if (PQstatus(run->pg) != CONNECTION_OK)
        attack_die("%s", PQerrorMessage(run->pg));
    return attack(run) > 0;
}

static int usage(FILE *out)
{
    fprintf(out, "usage: attack [--seconds N] [--short] [--positions DIR]"
                 " [--front PORT] [--networks]\n"
                 "              DATABASE PID,ADDRESS,ADMIN[ ...] NAME\n"
                 "       attack [--short] --list\n"
                 "       attack --alone\n"
                 "       attack --header\n");
    return out == stderr ? 2 : 0;
}

static int list(bool is_short)
{
    for (size_t i = 0; i < attack_count; i++)
        if (!is_short || !attacks[i].is_long)
            printf("%-14s %s\n", attacks[i].name, attacks[i].meaning);
    return 0;
}

static int list_alone(void)
{
    for (size_t i = 0; i < attack_count; i++)
        if (attacks[i].need == NEEDS_NODE)
            printf("%s ", attacks[i].name);
    return 0;
}

int main(int argc, char **argv)
{
    static struct run run = {.seconds = 20,
                             .positions = "tools/attack/positions"};

    for (; argc > 1 && strncmp(argv[1], "--", 2) == 0; argc--, argv++) {
        if (strcmp(argv[1], "--help") == 0)
            return usage(stdout);
        if (strcmp(argv[1], "--list") == 0)
            return list(run.is_short);
        if (strcmp(argv[1], "--alone") == 0)
            return list_alone();
        if (strcmp(argv[1], "--header") == 0) {
            print_header();
            return 0;
        }
        if (strcmp(argv[1], "--short") == 0) {
            run.is_short = true;
            continue;
        }
        if (strcmp(argv[1], "--networks") == 0) {
            run.has_networks = true;
            continue;
        }
        if (argc < 3)
            return usage(stderr);
        if (strcmp(argv[1], "--seconds") == 0)
            run.seconds = strtol(argv[2], NULL, 10);
        else if (strcmp(argv[1], "--positions") == 0)
            run.positions = argv[2];
        else if (strcmp(argv[1], "--front") == 0)
            run.front = argv[2];
        else
            return usage(stderr);
        argc--;
        argv++;
    }
    if (argc != 4 || run.seconds < 1)
        return usage(stderr);
    return begin(&run, argv + 1);
}
