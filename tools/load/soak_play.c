/* A player in a match: decisions, and all that goes with them. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LATE_MAX = 20, LATE_MS = 100 };

void round_begin(struct round *round, const char *match)
{
    *round = (struct round){0};
    snprintf(round->match, sizeof round->match, "%s", match);
}

void round_clear(struct round *round)
{
    free(round->acked);
    *round = (struct round){0};
}

/* ---- progress of the match ---- */

void round_learn(struct round *round, struct line *line,
                 const struct reply *reply)
{
    const json_t *to_act = json_object_get(reply->json, "to_act");
    const char *status = reply_text(reply, "status");
    long seq = reply_number(reply, "seq");
    json_t *seat;
    size_t i;

    if (seq < 0 || reply->status >= 300)
        return;
    if (seq < round->seen[line->node])
        soak_fail(line->soak, "%s: node %d went back from %ld to %ld",
                  round->match, line->node, round->seen[line->node], seq);
    round->seen[line->node] = seq;
    /* The other node may not be notified yet. */
    if (seq < round->seq)
        return;
    round->seq = seq;
    if (to_act) {
        round->to_act = 0;
        json_array_foreach(to_act, i, seat) round->to_act |=
            1U << json_integer_value(seat);
    }
    if (*status) {
        round->is_running = strcmp(status, "running") == 0;
        round->is_over = !round->is_running && strcmp(status, "open") != 0;
    }
}

void round_ask(struct round *round, struct line *line, const char *method,
               const char *what, const char *headers, const char *body,
               struct reply *reply)
{
    char path[SOAK_LINE];

    snprintf(path, sizeof path, "/v1/matches/%s%s", round->match, what);
    line_ask(line, method, path, headers, body, reply);
}

void round_look(struct round *round, struct line *line)
{
    struct reply reply;

    round_ask(round, line, "GET", "", "", NULL, &reply);
    if (MUST(line, &reply, "match", 200))
        round_learn(round, line, &reply);
    reply_clear(&reply);
}

void round_wait(struct round *round, struct line *line, int seconds)
{
    struct reply reply;
    char what[SOAK_LINE];

    snprintf(what, sizeof what, "/events?after=%ld&wait=%d", round->seq,
             seconds);
    round_ask(round, line, "GET", what, "", NULL, &reply);
    if (MUST(line, &reply, "wait", 200))
        round_learn(round, line, &reply);
    reply_clear(&reply);
    soak_count(line->soak, SOAK_POLLS);
}

/* ---- a decision ---- */

static void acknowledge(struct round *round, const struct reply *effect,
                        const char *move)
{
    const json_t *events = json_object_get(effect->json, "events");
    const json_t *seq = json_object_get(json_array_get(events, 0), "seq");

    if (round->acked_count == round->acked_size) {
        round->acked_size = round->acked_size ? round->acked_size * 2 : 64;
        round->acked =
            realloc(round->acked, round->acked_size * sizeof *round->acked);
        if (!round->acked)
            abort();
    }
    struct acked *acked = &round->acked[round->acked_count++];

    acked->seq = (long)json_integer_value(seq);
    snprintf(acked->move, sizeof acked->move, "%s", move);
}

/* A legal move, and its seq. */
static bool choose(struct round *round, struct line *line, char move[80],
                   long *seq)
{
    struct reply list;

    round_ask(round, line, "GET", "/legal-moves", "", NULL, &list);
    const json_t *moves = json_object_get(list.json, "moves");
    size_t count = json_array_size(moves);

    MUST(line, &list, "legal moves", 200, 409);
    if (list.status == 409)
        round_look(round, line);
    round_learn(round, line, &list);
    *seq = reply_number(&list, "seq");
    if (count > 0) {
        const json_t *one =
            json_array_get(moves, soak_chance(&line->chance, (unsigned)count));

        snprintf(move, 80, "%s",
                 json_string_value(json_object_get(one, "move")));
    }
    reply_clear(&list);
    return count > 0;
}

static void preview(struct round *round, struct line *line, const char *body)
{
    struct reply reply;

    round_ask(round, line, "POST", "/moves/preview", "", body, &reply);
    /* Refused when one node is ahead of the other. */
    MUST(line, &reply, "preview", 200, 409, 422);
    reply_clear(&reply);
    soak_count(line->soak, SOAK_PREVIEWS);
}

/* Repeat it with the same key: the response is the same. */
static void repeat(struct round *round, struct line *line, const char *what,
                   const char *headers, const char *body, long seq)
{
    struct reply reply;
    char replayed[16];

    round_ask(round, line, "POST", what, headers, body, &reply);
    reply_header(&reply, "Idempotent-Replayed", replayed, sizeof replayed);
    if (MUST(line, &reply, "repeated", 201) &&
        (reply_number(&reply, "seq") != seq || strcmp(replayed, "true") != 0))
        soak_fail(line->soak, "%s: repeated, and not the same: %.300s",
                  round->match, reply.bytes);
    reply_clear(&reply);
    soak_count(line->soak, SOAK_REPEATS);
}

/* Send an action that has a key and an If-Match; move as in struct acked. */
static bool act(struct round *round, struct person *person, const char *what,
                const char *body, long seq, const char *move)
{
    struct line *line = &person->line;
    struct reply reply;
    char key[SOAK_LINE], headers[2 * SOAK_LINE], path[SOAK_LINE];

    person_key(person, key);
    snprintf(headers, sizeof headers, "%sIf-Match: \"%ld\"\r\n", key, seq);
    if (soak_chance(&line->chance, 40) == 0) {
        snprintf(path, sizeof path, "/v1/matches/%s%s", round->match, what);
        line_lose(line, "POST", path, headers, body);
    }
    round_ask(round, line, "POST", what, headers, body, &reply);
    MUST(line, &reply, what, 201, 409, 412);
    bool is_done = reply.status == 201;

    if (is_done) {
        acknowledge(round, &reply, move);
        round_learn(round, line, &reply);
        if (soak_chance(&line->chance, 30) == 0)
            repeat(round, line, what, headers, body,
                   reply_number(&reply, "seq"));
    } else {
        round_look(round, line);
    }
    reply_clear(&reply);
    return is_done;
}

/* Read the state, and undo the last decision if possible. */
static bool think_again(struct round *round, struct person *person)
{
    struct line *line = &person->line;
    struct reply state;
    char body[SOAK_LINE];

    round_ask(round, line, "GET", "/state", "", NULL, &state);
    MUST(line, &state, "state", 200);
    round_learn(round, line, &state);
    const json_t *undo = json_object_get(state.json, "undo");
    const json_t *to = json_object_get(undo, "step_seq");
    long seq = reply_number(&state, "seq");
    bool takes_back = json_is_true(json_object_get(undo, "allowed")) &&
                      json_is_integer(to) && soak_chance(&line->chance, 3) == 0;

    if (takes_back)
        snprintf(body, sizeof body, "{\"to_seq\":%ld}",
                 (long)json_integer_value(to));
    reply_clear(&state);
    if (!takes_back)
        return false;
    if (act(round, person, "/undo", body, seq, ""))
        soak_count(line->soak, SOAK_UNDOS);
    return true;
}

bool round_decide(struct round *round, struct person *person)
{
    struct line *line = &person->line;
    char move[80], body[SOAK_LINE];
    long seq;

    if (soak_chance(&line->chance, 8) == 0 && think_again(round, person))
        return true;
    if (!choose(round, line, move, &seq))
        return false;
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    if (soak_chance(&line->chance, 12) == 0)
        preview(round, line, body);
    if (!act(round, person, "/moves", body, seq, move))
        return false;
    soak_count(line->soak, SOAK_MOVES);
    return true;
}

bool round_resign(struct round *round, struct person *person)
{
    struct reply reply;
    char key[SOAK_LINE];

    person_key(person, key);
    round_ask(round, &person->line, "POST", "/resignation", key, NULL, &reply);
    /* Not seated: its time was up a moment ago. */
    bool is_done = MUST(&person->line, &reply, "resign", 201, 403, 409);

    round_learn(round, &person->line, &reply);
    if (reply.status == 201)
        soak_count(person->line.soak, SOAK_RESIGNATIONS);
    reply_clear(&reply);
    return is_done;
}

/* ---- the end ---- */

/* Compare an event with what was acknowledged. */
static void check_event(const struct round *round, struct line *line,
                        const struct acked *acked, const json_t *event)
{
    const char *type = json_string_value(json_object_get(event, "type"));
    const char *move = json_string_value(json_object_get(event, "move"));
    bool is_same = strcmp(type, *acked->move ? "move" : "undo") == 0 &&
                   (!move || strcmp(move, acked->move) == 0);

    if (!is_same)
        soak_fail(line->soak, "%s: event %ld was acknowledged as \"%s\", is %s",
                  round->match, acked->seq, acked->move, move ? move : type);
}

/* Check a page of the log.  Returns its last seq, or -1. */
static long check_page(struct round *round, struct line *line, long after,
                       size_t *found)
{
    struct reply page;
    char what[SOAK_LINE];
    json_t *event;
    size_t i;

    snprintf(what, sizeof what, "/events?after=%ld", after);
    round_ask(round, line, "GET", what, "", NULL, &page);
    if (!MUST(line, &page, "log", 200))
        after = -1;
    json_array_foreach(json_object_get(page.json, "events"), i, event)
    {
        long seq = (long)json_integer_value(json_object_get(event, "seq"));

        if (seq != after + 1)
            soak_fail(line->soak, "%s: event %ld comes after %ld", round->match,
                      seq, after);
        after = seq;
        if (*found < round->acked_count && round->acked[*found].seq == seq)
            check_event(round, line, &round->acked[(*found)++], event);
    }
    reply_clear(&page);
    return after;
}

void round_check(struct round *round, struct line *line)
{
    size_t found = 0;
    long at = 0;

    /* This node may be notified of the end a moment later. */
    for (int late = 0; at >= 0 && at < round->seq;) {
        long before = at;

        at = check_page(round, line, at, &found);
        if (at == before && ++late == LATE_MAX) {
            soak_fail(line->soak, "%s: the log of %ld events ends at %ld",
                      round->match, round->seq, at);
            return;
        }
        if (at == before)
            soak_pause_ms(LATE_MS);
    }
    if (at < 0)
        return;
    if (found != round->acked_count)
        soak_fail(line->soak, "%s: of %zu acknowledged decisions %zu are there",
                  round->match, round->acked_count, found);
    soak_count(line->soak, SOAK_CHECKED);
}

void round_verify(struct round *round, struct line *line)
{
    struct reply record, verdict;

    round_ask(round, line, "GET", "/record", "", NULL, &record);
    /* An aborted match has none. */
    if (MUST(line, &record, "record", 200, 409) && record.status == 200) {
        json_t *body = json_pack("{s:s}", "record", record.body);
        char *text = json_dumps(body, JSON_COMPACT);

        line_ask(line, "POST", "/v1/records/verify", "", text, &verdict);
        if (MUST(line, &verdict, "verify", 200, 503) && verdict.status == 200) {
            soak_count(line->soak, SOAK_VERIFIED);
            if (!json_is_true(json_object_get(verdict.json, "valid")))
                soak_fail(line->soak, "%s: its record is not right: %.300s",
                          round->match, verdict.body);
        }
        reply_clear(&verdict);
        free(text);
        json_decref(body);
    }
    reply_clear(&record);
}
