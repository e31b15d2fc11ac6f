/* Verifies a record by replaying it; nothing is stored. */
#include "rules/record.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/http/server.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "play/match/commitment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of a record has at least 4 bytes, with its end: no body holds more
 * decisions than this. */
enum { ENTRIES_MAX = REQUEST_BODY_MAX / 4 };

enum { MATCH_ID_LENGTH = 28 }; /* "m_" and 26 letters of base32 */

struct check {
    /* As published when the match began; NULL: not given. */
    const char *match, *commitment;
    int64_t until_us; /* processor time of this thread at which the replay
                       * ends */
    bool is_late;
    struct record record;
    struct record_error error;
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    struct entry entries[ENTRIES_MAX];
};

/* Does the record have the secret that the match committed to? */
static void write_commitment(struct sink *sink, const struct check *check)
{
    char commitment[MATCH_COMMITMENT_SIZE];

    if (!check->commitment)
        return;
    match_commitment(check->match, check->record.secret, commitment);
    sink_truth(sink, "commitment_holds",
               strcmp(commitment, check->commitment) == 0);
}

static void write_end(struct sink *sink, const struct check *check)
{
    const struct game *game = check->record.game;
    struct scores scores = {0};
    char hash[17];

    game->score(check->state, &scores);
    snprintf(hash, sizeof hash, "%016llx",
             (unsigned long long)record_state_hash(game, check->state));
    sink_string(sink, "game", game->id);
    sink_number(sink, "seats", check->record.settings.seats);
    sink_number(sink, "moves", (int64_t)check->record.count);
    sink_truth(sink, "ended", game->to_act(check->state) == 0);
    sink_array(sink, "scores");
    for (int seat = 0; seat < scores.seats; seat++)
        sink_number(sink, NULL, scores.total[seat]);
    sink_close(sink);
    sink_string(sink, "state_hash", hash);
    write_commitment(sink, check);
}

static bool has_time(void *context)
{
    struct check *check = context;

    check->is_late = clock_thread_us() >= check->until_us;
    return !check->is_late;
}

static enum verdict verdict_of(enum rules_err err)
{
    if (err == RULES_NEWER)
        return VERDICT_NEWER;
    return err ? VERDICT_INVALID : VERDICT_VALID;
}

static void reply_verdict(struct request *request, const char *text,
                          struct check *check)
{
    enum rules_err err;
    struct sink *sink;

    check->until_us = clock_thread_us() + server_replay_us(request->server);
    check->record.entries = check->entries;
    check->record.cap = ENTRIES_MAX;
    err = record_read_while(text, &check->record, check->state, &check->error,
                            has_time, check);
    metrics_verified(server_metrics(request->server),
                     check->is_late ? VERDICT_TOO_LONG : verdict_of(err));
    if (check->is_late) {
        problem_reply(request, PROBLEM_RECORD_TOO_LONG, NULL);
        return;
    }
    sink = reply_open(request, 200);
    if (err == RULES_NEWER)
        sink_null(sink, "valid");
    else
        sink_truth(sink, "valid", err == RULES_OK);
    if (err) {
        sink_number(sink, "line", (int64_t)check->error.line);
        sink_string(sink, "reason", check->error.reason);
    } else {
        write_end(sink, check);
    }
    reply_close(request);
    reply_private(request);
}

/* A string such as a match id: a prefix and then only these characters.  NULL
 * when it is missing or invalid. */
static const char *body_code(struct input *in, const char *name,
                             const char *prefix, const char *alphabet,
                             size_t length)
{
    const char *text = body_text(in, name, OPTIONAL, length, length);
    size_t start = strlen(prefix);
    char pointer[POINTER_SIZE];

    if (!text || (strncmp(text, prefix, start) == 0 &&
                  strspn(text + start, alphabet) == length - start))
        return text;
    snprintf(pointer, sizeof pointer, "/%s", name);
    input_fault(in, pointer, "range", "This must be %s%zu characters of %s.",
                prefix, length - start, alphabet);
    return NULL;
}

enum handled verify_post(struct request *request)
{
    struct input in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    const char *text = body_text(&in, "record", NEEDED, 1, REQUEST_BODY_MAX);
    const char *match =
        body_code(&in, "match", "m_", "abcdefghijklmnopqrstuvwxyz234567",
                  MATCH_ID_LENGTH);
    const char *commitment = body_code(
        &in, "commitment", "", "0123456789abcdef", MATCH_COMMITMENT_SIZE - 1);

    if (in.fault_count == 0 && !match != !commitment)
        input_fault(&in, match ? "/commitment" : "/match", "required",
                    "The members match and commitment must be given together.");
    if (!input_end(&in))
        return HANDLED;
    struct check *check = calloc(1, sizeof *check);

    if (check) {
        check->match = match;
        check->commitment = commitment;
        reply_verdict(request, text, check);
    } else {
        problem_reply(request, PROBLEM_UNAVAILABLE, NULL);
    }
    free(check);
    input_drop(&in);
    return HANDLED;
}
