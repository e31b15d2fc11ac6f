/* Prepares attacks.  Rows that a client could create in hours are inserted at
 * once. */
#include "attack.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTACKER_FROM = 2,   /* 127.0.0.2 */
    GUESTS_FROM = 0x301, /* 127.0.3.1 */
    GUESTS_EACH = 16,    /* of an address */
    ACCOUNTS = 24,
    ABORTED = 100000,
    ABORTED_SHORT = 10000,
    PAIRS = 400, /* moves that are played and undone */
    PAIRS_SHORT = 60,
    PREPARE_US = 20000000, /* time for that */
    PREPARE_SHORT_US = 2500000,
    FAILURES = 10,
    RECORD_PAIRS = 2000,
    RECORD_MAX = 56000,
};

void setup_account(struct run *run)
{
    if (!person_begin(&run->attacker, &run->attacker_http, "human",
                      ATTACKER_FROM))
        attack_die("the attackers' account cannot be made");
}

static void ask(struct run *run, const char *method, const char *path,
                const char *headers, const char *body, struct reply *reply)
{
    line_ask_node(&run->attacker.line, 0, method, path, headers, body, reply);
}

/* This many failures lock a name for an address. */
void setup_locks(struct run *run)
{
    for (unsigned i = 0; i < FAILURES; i++)
        send_wrong_password(run, &run->attacker.line, i);
}

/* ---- matches ---- */

static bool make_match(struct run *run, const char *order)
{
    struct reply reply;

    ask(run, "POST", "/v1/matches", "", order, &reply);
    snprintf(run->match, sizeof run->match, "%s", reply_text(&reply, "id"));
    run->seq = reply_number(&reply, "seq");
    if (reply.status != 201)
        fprintf(stderr, "attack: no match: %d %.200s\n", reply.status,
                reply.body ? reply.body : "");
    bool is_made = reply.status == 201;

    reply_clear(&reply);
    return is_made;
}

void setup_open_match(struct run *run)
{
    if (!make_match(run, "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}"))
        attack_die("no open match can be made");
}

/* A file of run->positions is named after what makes it costly and how many
 * steps of the rules that takes
 * (service/rules/underwater_cities/engine/steps.h):
 *
 *   list-STEPS.json   the list of all moves
 *   move-STEPS.json   judging the given move
 *
 * {"seat": the seat to act, "move": a move that can be undone, "position": as
 * in the response to GET .../position}. */
static void read_position(struct run *run, const char *name)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s", run->positions, name);
    json_t *file = json_load_file(path, 0, NULL);
    json_t *position = json_object_get(file, "position");
    const char *move = json_string_value(json_object_get(file, "move"));
    char *text = json_dumps(position, JSON_COMPACT);

    if (!text || !move)
        attack_die("%s is not a position with a move", path);
    run->seat = (int)json_integer_value(json_object_get(file, "seat"));
    snprintf(run->move, sizeof run->move, "%s", move);
    snprintf(run->order, sizeof run->order,
             "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"me\"],"
             "\"position\":%s}",
             text);
    free(text);
    json_decref(file);
}

static int is_json(const struct dirent *entry)
{
    return strstr(entry->d_name, ".json") != NULL;
}

/* Create a sandbox at the costliest position of this kind that is accepted. */
static void make_sandbox(struct run *run, const char *kind)
{
    struct dirent **names;
    int count = scandir(run->positions, &names, is_json, alphasort);
    bool is_made = false;

    for (int i = count - 1; i >= 0; i--) {
        if (!is_made && strncmp(names[i]->d_name, kind, strlen(kind)) == 0) {
            read_position(run, names[i]->d_name);
            is_made = make_match(run, run->order);
            if (is_made)
                fprintf(stderr, "attack: %s is accepted\n", names[i]->d_name);
        }
        free(names[i]);
    }
    free(count >= 0 ? names : NULL);
    if (!is_made)
        attack_die("no position of %s is accepted", run->positions);
}

void setup_list(struct run *run)
{
    make_sandbox(run, "list-");
}

void setup_move(struct run *run)
{
    make_sandbox(run, "move-");
}

/* Play or undo.  After a 429 it waits; false: it is refused. */
static bool act(struct run *run, const char *what, const char *body)
{
    char path[SOAK_LINE], headers[SOAK_LINE];
    struct reply reply;

    snprintf(path, sizeof path, "/v1/matches/%s%s", run->match, what);
    snprintf(headers, sizeof headers, "If-Match: \"%ld\"\r\n", run->seq);
    ask(run, "POST", path, headers, body, &reply);
    int status = reply.status;

    if (status == 201)
        run->seq = reply_number(&reply, "seq");
    else if (status != 429)
        attack_die("%s %s: %d %.300s", what, body, status,
                   reply.body ? reply.body : "");
    reply_clear(&reply);
    if (status == 429)
        soak_pause_ms(100);
    return status == 201;
}

/* Play run->move and undo it, as often as the time allows. */
static void play_pairs(struct run *run, int pairs, int64_t until_us)
{
    char move[SOAK_LINE], undo[SOAK_LINE];

    snprintf(move, sizeof move, "{\"move\":\"%s\",\"seat\":%d}", run->move,
             run->seat);
    for (int i = 0; i < pairs && soak_now_us() < until_us; i++) {
        snprintf(undo, sizeof undo, "{\"to_seq\":%ld,\"seat\":%d}", run->seq,
                 run->seat);
        while (!act(run, "/moves", move) && soak_now_us() < until_us)
            ;
        while (!act(run, "/undo", undo) && soak_now_us() < until_us)
            ;
    }
}

void setup_past(struct run *run)
{
    const int64_t most_us = run->is_short ? PREPARE_SHORT_US : PREPARE_US;

    setup_move(run);
    play_pairs(run, run->is_short ? PAIRS_SHORT : PAIRS,
               soak_now_us() + most_us);
    fprintf(stderr, "attack: the match has %ld events\n", run->seq);
}

/* ---- a record ---- */

/* The record of the sandbox, after its seats have resigned: new. */
static char *fetch_record(struct run *run)
{
    char path[SOAK_LINE], body[SOAK_LINE];
    struct reply reply;

    snprintf(path, sizeof path, "/v1/matches/%s/resignation", run->match);
    for (int i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"seat\":%d}", i);
        ask(run, "POST", path, "", body, &reply);
        reply_clear(&reply);
    }
    snprintf(path, sizeof path, "/v1/matches/%s/record", run->match);
    ask(run, "GET", path, "", NULL, &reply);
    if (reply.status != 200)
        attack_die("no record: %d %.300s", reply.status, reply.body);
    char *text = strndup(reply.body, reply.length);

    reply_clear(&reply);
    return text;
}

/* Its header, followed by the costly move and its undo many times. */
void setup_record(struct run *run)
{
    static char text[RECORD_MAX + SOAK_LINE];

    setup_move(run);
    char *record = fetch_record(run);
    const char *end = strstr(record, "\n\n");
    int length =
        snprintf(text, sizeof text, "%.*s",
                 end ? (int)(end + 2 - record) : (int)strlen(record), record);

    for (int i = 0; i < RECORD_PAIRS && length < RECORD_MAX; i++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     "%d %s\n%d undo 1\n", run->seat, run->move, run->seat);
    json_t *body = json_pack("{s:s}", "record", text);

    run->record = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    free(record);
}

/* ---- requests of floods ---- */

static void use(struct run *run, const char *path, const char *headers)
{
    snprintf(run->path, sizeof run->path, "%s", path);
    snprintf(run->headers, sizeof run->headers, "%s", headers);
}

void setup_polls(struct run *run)
{
    char path[SOAK_LINE];

    setup_open_match(run);
    snprintf(path, sizeof path, "/v1/matches/%s/events?after=%ld&wait=25",
             run->match, run->seq);
    use(run, path, "");
}

void setup_streams(struct run *run)
{
    char path[SOAK_LINE];

    setup_open_match(run);
    snprintf(path, sizeof path, "/v1/matches/%s/events", run->match);
    use(run, path, "Accept: text/event-stream\r\n");
}

/* ---- many accounts ---- */

/* Make guests or accounts, a few at each address, and keep their tokens. */
static void make_tokens(struct run *run, int count, int each, bool are_guests)
{
    for (int i = 0; i < count; i++) {
        const unsigned from = GUESTS_FROM + (unsigned)(i / each);
        struct person person;
        struct reply reply;

        if (are_guests) {
            line_open(&person.line, &run->attacker_http, from);
            line_ask(&person.line, "POST", "/v1/guests", "", NULL, &reply);
            snprintf(person.line.token, sizeof person.line.token, "%s",
                     reply_text(&reply, "token"));
            reply_clear(&reply);
        } else if (!person_begin(&person, &run->attacker_http, "human", from)) {
            attack_die("an account cannot be made");
        }
        if (!*person.line.token)
            attack_die("a guest cannot be made");
        memcpy(run->tokens[run->token_count++], person.line.token, SOAK_TOKEN);
        line_close(&person.line);
    }
}

void setup_guest_polls(struct run *run)
{
    setup_polls(run);
    make_tokens(run, TOKENS_MAX, GUESTS_EACH, true);
}

void setup_guest_streams(struct run *run)
{
    setup_streams(run);
    make_tokens(run, TOKENS_MAX, GUESTS_EACH, true);
}

void setup_accounts(struct run *run)
{
    make_tokens(run, run->is_short ? 3 : ACCOUNTS, ACCOUNTS / 2, false);
}

/* ---- rows ---- */

static void execute(struct run *run, const char *sql)
{
    PGresult *result = PQexec(run->pg, sql);

    if (PQresultStatus(result) != PGRES_COMMAND_OK &&
        PQresultStatus(result) != PGRES_TUPLES_OK)
        attack_die("%s: %s", sql, PQerrorMessage(run->pg));
    PQclear(result);
}

/* Copy the newest match this often, with its seats.  Whatever columns the
 * tables have, copies differ only in their id. */
static void copy_match(struct run *run, int copies)
{
    char sql[2048];

    snprintf(sql, sizeof sql,
             "CREATE TEMPORARY TABLE copies AS SELECT gen_random_uuid() AS id"
             " FROM generate_series(1, %d);"
             "CREATE TEMPORARY TABLE original AS"
             " SELECT id FROM matches ORDER BY created_at DESC LIMIT 1;"
             "INSERT INTO matches SELECT copy.* FROM copies, LATERAL"
             " (SELECT (jsonb_populate_record(m, jsonb_build_object('id',"
             " copies.id))).* FROM matches m"
             " WHERE m.id = (SELECT id FROM original)) AS copy;"
             "INSERT INTO seats SELECT copy.* FROM copies, LATERAL"
             " (SELECT (jsonb_populate_record(s, jsonb_build_object('match_id',"
             " copies.id))).* FROM seats s"
             " WHERE s.match_id = (SELECT id FROM original)) AS copy;",
             copies);
    execute(run, sql);
    execute(run, "ANALYZE matches, seats");
}

void setup_exports(struct run *run)
{
    setup_open_match(run);
    copy_match(run, run->is_short ? 1000 : 15000);
    memcpy(run->tokens[run->token_count++], run->attacker.line.token,
           SOAK_TOKEN);
    use(run, "/v1/me/export", "");
}

void setup_lobby(struct run *run)
{
    if (!make_match(run, "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
                         "\"private\":true}"))
        attack_die("no private match can be made");
    copy_match(run, run->is_short ? 10000 : 50000);
}

/* ---- what the database keeps ---- */

void setup_growth(struct run *run)
{
    make_sandbox(run, "move-");
    run->begun_units = check_units(run);
    run->begun_bytes =
        check_number(run, "SELECT pg_database_size(current_database())");
}

/* Half of them are private. */
void setup_aborted(struct run *run)
{
    setup_open_match(run);
    execute(run, "UPDATE matches SET status = 3, finished_at = now()"
                 " WHERE id = (SELECT id FROM matches ORDER BY created_at DESC"
                 "  LIMIT 1);"
                 "UPDATE account_matches SET ended_xid = pg_current_xact_id()"
                 " WHERE match_id = (SELECT id FROM matches"
                 "  ORDER BY created_at DESC LIMIT 1)");
    copy_match(run, run->is_short ? ABORTED_SHORT : ABORTED);
    execute(run, "UPDATE matches SET is_private = true"
                 " WHERE status = 3 AND random() < 0.5");
    execute(run, "VACUUM ANALYZE matches");
}
