/* A simulation of a ladder: 60 people and 20 bots at two nodes find matches,
 * play, resign and abandon them, while nodes are killed or not.  Afterwards all
 * tables must agree.
 *
 * FATHOM_LADDER is the number of rated matches. */
#include "ladder_simulation.h"
#include "depth.h"
#include "play_world.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static long matches(long usual)
{
    const char *asked = getenv("FATHOM_LADDER");

    return asked ? strtol(asked, NULL, 10) : usual;
}

/* ---- invariants ---- */

#define ENDED "m.rated AND m.status IN (2, 3)"
/* Seats of accounts in settled matches that have a result. */
#define COUNTED                                                                \
    "FROM ladder_matches l JOIN matches m ON m.id = l.match_id"                \
    " JOIN seats s ON s.match_id = m.id WHERE s.account_id IS NOT NULL"        \
    " AND m.status = 2"
#define WHOLE " NOT l.is_short AND l.together = 0"
#define LEFT  " AND e.kind IN (4, 10)"
#define SUM_OF(column)                                                         \
    "(SELECT coalesce(sum(" column "), 0) FROM player_statistics)"

/* Each counts the rows that contradict its claim. */
static const struct {
    const char *claim, *sql;
} never[] = {
    {"a match that has begun comes to its end",
     "SELECT count(*) FROM matches WHERE status IN (0, 1)"},
    {"a rated match ends in a result, or somebody forfeits in the opening",
     "SELECT count(*) FROM matches m WHERE " ENDED " AND CASE m.status"
     " WHEN 2 THEN m.ranks IS NULL OR m.totals IS NULL"
     " ELSE m.forfeits = 0 OR m.decided = (1 << m.seat_count) - 1 END"},
    {"every rated match that ended is settled, once",
     "SELECT count(*) FROM matches m LEFT JOIN ladder_matches l"
     " ON l.match_id = m.id WHERE " ENDED " AND l.number IS NULL"},
    {"the numbers of settled matches have no gap",
     "SELECT count(*) - coalesce(max(number), 0) FROM ladder_matches"},
    {"a log has no gap and ends where its match is",
     "SELECT count(*) FROM matches m WHERE m.seq <> (SELECT count(*) FROM"
     " events e WHERE e.match_id = m.id) OR m.seq <> (SELECT max(e.seq) FROM"
     " events e WHERE e.match_id = m.id)"},
    {"no account has two seats in a rated match",
     "SELECT count(*) FROM (SELECT FROM seats s JOIN matches m ON"
     " m.id = s.match_id WHERE m.rated AND s.account_id IS NOT NULL"
     " GROUP BY s.match_id, s.account_id HAVING count(*) > 1) x"},
    {"an account that the queue paired has a seat in that match",
     "SELECT count(*) FROM queue_tickets t WHERE t.status = 1 AND NOT EXISTS"
     " (SELECT FROM seats s WHERE s.match_id = t.match_id AND"
     " s.account_id = t.account_id)"},
    {"no queue entry or challenge is open",
     "SELECT (SELECT count(*) FROM queue_tickets WHERE status = 0) +"
     " (SELECT count(*) FROM challenges WHERE status = 0)"},
    {"the accounts that accepted a challenge, and no others, play its match",
     "SELECT count(*) FROM challenges c WHERE c.status = 1 AND"
     " (SELECT array_agg(account_id ORDER BY account_id) FROM"
     " challenge_players p WHERE p.challenge_id = c.id AND p.answer = 1)"
     " IS DISTINCT FROM (SELECT array_agg(account_id ORDER BY account_id)"
     " FROM seats s WHERE s.match_id = c.match_id)"},
    {"each match of a challenge is of one challenge",
     "SELECT count(*) - count(DISTINCT match_id) FROM challenges"
     " WHERE status = 1"},
    {"with a result all accounts of a rated match are rated, in the pool of "
     "all, unless it was short or within a network",
     "SELECT abs((SELECT count(*) " COUNTED " AND l.rated AND" WHOLE
     " AND l.seat_count > 1) - (SELECT count(*) FROM rating_updates u JOIN"
     " ladder_matches l ON l.number = u.number JOIN matches m ON"
     " m.id = l.match_id WHERE u.pool = 2 AND m.status = 2 AND" WHOLE "))"},
    {"of other rated matches only accounts that left are rated",
     "SELECT count(*) FROM rating_updates u JOIN ladder_matches l ON"
     " l.number = u.number JOIN matches m ON m.id = l.match_id"
     " WHERE m.status = 2 AND NOT (" WHOLE ") AND NOT EXISTS (SELECT FROM"
     " events e WHERE e.match_id = m.id AND e.seat = u.seat" LEFT ")"},
    {"only an account that forfeited is rated for an aborted match",
     "SELECT count(*) FROM rating_updates u JOIN ladder_matches l ON"
     " l.number = u.number JOIN matches m ON m.id = l.match_id"
     " WHERE m.status = 3 AND (m.forfeits >> u.seat & 1) = 0"},
    {"a rating is where its last change left it",
     "SELECT count(*) FROM ratings r WHERE NOT EXISTS (SELECT FROM (SELECT"
     " u.mu, u.sigma FROM rating_updates u WHERE"
     " u.account_id = r.account_id AND u.game = r.game AND"
     " u.seat_count = r.seat_count AND u.pool = r.pool"
     " ORDER BY u.number DESC LIMIT 1) x WHERE x.mu = r.mu AND"
     " x.sigma = r.sigma)"},
    {"a change begins where the one before it ended",
     "SELECT count(*) FROM (SELECT mu_before, lag(mu) OVER (PARTITION BY"
     " account_id, game, seat_count, pool ORDER BY number) AS was FROM"
     " rating_updates) x WHERE was <> mu_before"},
    {"a rating has the number of its changes",
     "SELECT count(*) FROM ratings r WHERE r.matches <> (SELECT count(*) FROM"
     " rating_updates u WHERE u.account_id = r.account_id AND u.game = r.game"
     " AND u.seat_count = r.seat_count AND u.pool = r.pool)"},
    {"the sums of matches agree",
     "SELECT abs((SELECT count(*) " COUNTED ") - " SUM_OF("matches") ")"},
    {"the sums of rated matches agree", "SELECT abs((SELECT count(*) " COUNTED
                                        " AND l.rated) - " SUM_OF("rated") ")"},
    {"the sums of wins agree",
     "SELECT abs((SELECT count(*) " COUNTED
     " AND m.ranks[s.seat + 1] = 1 AND NOT EXISTS (SELECT FROM events e"
     " WHERE e.match_id = m.id AND e.seat = s.seat" LEFT
     ")) - " SUM_OF("wins") ")"},
    {"the sums of points agree",
     "SELECT abs((SELECT coalesce(sum(m.totals[s.seat + 1]), 0) " COUNTED
     ") - " SUM_OF("points") ")"},
    {"the sums of abandoned matches agree",
     "SELECT abs((SELECT count(DISTINCT (e.match_id, e.seat)) FROM events e"
     " JOIN ladder_matches l USING (match_id) JOIN seats s ON"
     " s.match_id = e.match_id AND s.seat = e.seat WHERE e.kind IN (4, 10)"
     " AND s.account_id IS NOT NULL) - " SUM_OF("abandoned") ")"},
    {"leaderboards have the number of their players",
     "SELECT count(*) FROM (SELECT game, seat_count, pool, season, shown,"
     " count(*) FROM ratings WHERE is_listed GROUP BY 1, 2, 3, 4, 5) r"
     " FULL JOIN (SELECT game, seat_count, pool, season, value AS shown,"
     " players AS count FROM board_counts WHERE seat_count > 1 AND"
     " players <> 0) b USING (game, seat_count, pool, season, shown, count)"
     " WHERE r.game IS NULL OR b.game IS NULL"},
};

/* What the simulation must cover: each counts the rows that show it. */
static const struct {
    const char *claim, *sql;
} sometimes[] = {
    {"matches are played out",
     "SELECT count(*) FROM matches m WHERE status = 2 AND NOT EXISTS (SELECT"
     " FROM events e WHERE e.match_id = m.id AND e.kind IN (4, 10))"},
    {"somebody resigns", "SELECT count(*) FROM events WHERE kind = 4"},
    {"somebody runs out of time",
     "SELECT count(*) FROM events WHERE kind = 10"},
    {"somebody forfeits", "SELECT count(*) FROM matches WHERE forfeits <> 0"},
    {"the queue makes matches of three and more",
     "SELECT count(*) FROM queue_tickets t JOIN matches m ON m.id = t.match_id"
     " WHERE m.seat_count > 2"},
    {"challenges are accepted",
     "SELECT count(*) FROM challenges WHERE status = 1"},
    {"built-in bots play",
     "SELECT count(*) FROM seats s JOIN accounts a ON a.id = s.account_id"
     " WHERE a.kind = 2"},
    {"somebody is listed", "SELECT count(*) FROM ratings WHERE is_listed"},
};

/* When a person had a seat in matches with fast clocks that the queue made:
 * until the end, or until it left. */
#define SAT                                                                    \
    "sat AS (SELECT s.account_id, m.id, m.created_at AS came,"                 \
    " coalesce((SELECT min(e.created_at) FROM events e WHERE"                  \
    " e.match_id = m.id AND e.seat = s.seat AND e.kind IN (4, 10)),"           \
    " m.finished_at) AS went FROM matches m JOIN seats s ON s.match_id = m.id" \
    " JOIN accounts a ON a.id = s.account_id WHERE a.kind = 0 AND m.rated"     \
    " AND m.bank_seconds IS NOT NULL AND NOT EXISTS (SELECT FROM challenges c" \
    " WHERE c.match_id = m.id))"

/* Milliseconds during which an account played two of them. */
static const char overlaps[] =
    "WITH " SAT " SELECT coalesce(max(1000 * extract(epoch FROM"
    " least(a.went, b.went) - greatest(a.came, b.came))), 0)::bigint"
    " FROM sat a JOIN sat b ON a.account_id = b.account_id AND a.id < b.id";

/* The public id of a match: base32 of the stored one. */
static void write_id(const char *hex, char out[PLAY_ID_SIZE])
{
    unsigned bits = 0, have = 0;

    memcpy(out, "m_", 3);
    out += 2;
    for (; *hex; hex++) {
        const char digit[] = {*hex, '\0'};

        bits = (bits << 4 | (unsigned)strtoul(digit, NULL, 16)) & 0xfff;
        have += 4;
        if (have >= 5)
            *out++ =
                "abcdefghijklmnopqrstuvwxyz234567"[bits >> (have -= 5) & 31];
    }
    if (have > 0)
        *out++ = "abcdefghijklmnopqrstuvwxyz234567"[bits << (5 - have) & 31];
    *out = '\0';
}

/* The records lead to the stored states. */
static void expect_replays(const struct simulation *simulation)
{
    static struct world world;
    struct play_config config;
    PGconn *pg = PQconnectdb(simulation->node[0].database);
    PGresult *rows =
        PQexec(pg, "SELECT encode(uuid_send(id), 'hex') FROM matches");

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             simulation->node[0].database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    for (int i = 0; i < PQntuples(rows); i++) {
        char text[PLAY_ID_SIZE];
        uint32_t bad_seq = 0;

        write_id(PQgetvalue(rows, i, 0), text);
        cr_expect_eq(match_verify(world.node[0], text, &bad_seq), PLAY_OK);
        cr_expect_eq(bad_seq, 0, "%s is not its record at %u", text, bad_seq);
    }
    world_remove_node(&world, 0);
    PQclear(rows);
    PQfinish(pg);
}

/* Recomputed from the matches, the tables are the same to the bit. */
static void expect_rebuild(const struct simulation *simulation)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[640];

    snprintf(command, sizeof command,
             "%s/fathomd check-ratings --database '%s' 2>&1",
             build ? build : "build/asan", simulation->node[0].database);
    FILE *said = popen(command, "r"); /* allowed: the program, as it is used */
    char words[4096];
    size_t length = fread(words, 1, sizeof words - 1, said);

    words[length] = '\0';
    int status = pclose(said);

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", words);
}

static void expect_order(const struct simulation *simulation)
{
    simulation_expect_no_failure(simulation);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        long found = simulation_number(simulation, never[i].sql);

        cr_expect_eq(found, 0, "not so: %s (%ld)", never[i].claim, found);
    }
    long together = simulation_number(simulation, overlaps);

    cr_expect_leq(together, 0, "for %ld ms an account played two matches",
                  together);
    expect_replays(simulation);
    expect_rebuild(simulation);
}

/* ---- the tests ---- */

static struct simulation simulation;

Test(ladder_simulation, tables_agree_after_a_simulation_at_two_nodes,
     .init = deep_only, .timeout = 3600)
{
    simulation_begin(&simulation);
    simulation_play(&simulation, matches(40), 0);
    expect_order(&simulation);
    for (size_t i = 0; i < sizeof sometimes / sizeof *sometimes; i++) {
        long found = simulation_number(&simulation, sometimes[i].sql);

        printf("  %s: %ld times\n", sometimes[i].claim, found);
        cr_expect_gt(found, 0, "%s", sometimes[i].claim);
    }
    simulation_end(&simulation);
}

Test(ladder_simulation, tables_agree_although_nodes_were_killed,
     .init = deep_only, .timeout = 3600)
{
    simulation_begin(&simulation);
    simulation_play(&simulation, matches(24) / 2, (int)matches(24) / 8);
    expect_order(&simulation);
    simulation_end(&simulation);
}
