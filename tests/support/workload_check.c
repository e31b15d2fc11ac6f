/* A workload that continues through failures: the check that logs, states,
 * repeated responses and streams are complete. */
#include "workload.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ---- streams ---- */

/* Wait until the streams at every front have reported the match up to this
 * seq. */
static void await_streams(struct workload *workload,
                          struct workload_match *match, long seq)
{
    int64_t until_us = workload_now_us() + WORKLOAD_PATIENCE_US;
    bool is_over = atomic_load(&match->last_seq) > 0;

    for (int i = 0; i < workload->front_count; i++) {
        while (atomic_load(&match->streamed[i]) < seq)
            workload_wait_on(workload, until_us, "a stream does not reach",
                             seq);
        while (atomic_load(&match->noticed[i]) < seq ||
               (is_over && !atomic_load(&match->is_noticed_over[i])))
            workload_wait_on(workload, until_us, "no notice about", seq);
        cr_assert_eq(atomic_load(&match->streamed[i]), seq,
                     "%s: a stream is beyond the log", match->id);
        cr_assert_eq(atomic_load(&match->noticed[i]), seq,
                     "%s: a notice is beyond the log", match->id);
    }
}

void workload_await_streams(struct workload_pair *pair)
{
    for (int k = 0; k < pair->match_count; k++) {
        long last = atomic_load(&pair->matches[k]->last_seq);

        if (last > 0)
            await_streams(pair->workload, pair->matches[k], last);
    }
}

/* ---- the log ---- */

/* The seat's next move, beginning with this one. */
static size_t next_of(const struct workload_match *match, int seat, size_t at)
{
    while (at < match->count && match->lines[at].seat != seat)
        at++;
    return at;
}

/* The seat's moves in the log are the acknowledged ones, one for one. */
static void expect_page(const struct workload_match *match, int seat,
                        const json_t *events, long *count, size_t *at)
{
    json_t *event;
    size_t i;

    json_array_foreach(events, i, event)
    {
        long seq = json_integer_value(json_object_get(event, "seq"));

        cr_assert_eq(seq, ++*count, "%s has a gap before %ld", match->id, seq);
        if (strcmp(json_string_value(json_object_get(event, "type")), "move") ||
            json_integer_value(json_object_get(event, "seat")) != seat)
            continue;
        *at = next_of(match, seat, *at);
        cr_assert_lt(*at, match->count, "%s: %ld was never acknowledged",
                     match->id, seq);
        cr_assert_eq(match->lines[*at].seq, seq, "%s: %ld was acknowledged",
                     match->id, match->lines[*at].seq);
        cr_assert_str_eq(json_string_value(json_object_get(event, "move")),
                         match->lines[*at].move);
        ++*at;
    }
}

/* Returns the seq of the last event. */
static long expect_log(struct client *player,
                       const struct workload_match *match, int seat)
{
    long count = 0, before;
    size_t at = 0;

    do {
        struct answer page =
            client_get(player, "/v1/matches/%s/events?after=%ld&limit=100",
                       match->id, count);

        cr_assert_eq(page.status, 200, "%s", page.body);
        before = count;
        expect_page(match, seat, json_object_get(page.json, "events"), &count,
                    &at);
        answer_clear(&page);
    } while (count > before);
    at = next_of(match, seat, at);
    cr_assert_eq(at, match->count, "%s: the move at %ld is lost", match->id,
                 at < match->count ? match->lines[at].seq : 0);
    cr_assert(match->last_seq == 0 || match->last_seq == count,
              "%s ends at another seq than acknowledged", match->id);
    return count;
}

/* ---- states ---- */

/* The state that the seat saw after its move is the one that it sees of that
 * seq now. */
static void expect_hash(struct client *player,
                        const struct workload_match *match,
                        const struct workload_move *line)
{
    struct answer state = client_get(player, "/v1/matches/%s/state?at_seq=%ld",
                                     match->id, line->seq);

    cr_expect_eq(state.status, 200, "%s", state.body);
    cr_expect_str_eq(answer_text(&state, "state_hash"), line->hash,
                     "%s had another state at %ld", match->id, line->seq);
    answer_clear(&state);
}

/* Write the hash of the seat's view of this state to out. */
static void get_hash(struct client *player, const struct workload_match *match,
                     long seq, char out[24])
{
    struct answer state = client_get(player, "/v1/matches/%s/state", match->id);

    cr_assert_eq(state.status, 200, "%s", state.body);
    cr_expect_eq(answer_number(&state, "seq"), seq, "%s", match->id);
    snprintf(out, 24, "%s", answer_text(&state, "state_hash"));
    cr_expect_str_neq(out, "");
    answer_clear(&state);
}

/* The fronts agree; returns the seq of the last event. */
static long expect_seat(struct workload_pair *pair,
                        const struct workload_match *match, int seat)
{
    char first[24] = "", hash[24];
    long seq = 0;

    for (int i = 0; i < pair->workload->front_count; i++) {
        workload_switch_front(pair, seat, i);
        seq = expect_log(&pair->players[seat], match, seat);
        get_hash(&pair->players[seat], match, seq, hash);
        if (i == 0)
            snprintf(first, sizeof first, "%s", hash);
        cr_expect_str_eq(hash, first, "%s: the fronts differ at %ld", match->id,
                         seq);
    }
    return seq;
}

static void expect_match(struct workload_pair *pair,
                         struct workload_match *match)
{
    long seq = 0;

    for (int seat = 0; seat < WORKLOAD_SEATS; seat++)
        seq = expect_seat(pair, match, seat);
    for (size_t i = 0; i < match->count; i++)
        if (match->lines[i].hash[0])
            expect_hash(&pair->players[match->lines[i].seat], match,
                        &match->lines[i]);
    await_streams(pair->workload, match, seq);
}

/* ---- all of it ---- */

/* The length of a response to a move without the clock, its last member, which
 * shows the time of each response. */
static size_t length_without_clock(const char *body)
{
    const char *clock = strstr(body, ",\"clock\":");

    return clock ? (size_t)(clock - body) : strlen(body);
}

/* The last move, sent again with its key, has the same response at every
 * front, except for the clock. */
static void expect_repeat(struct workload_pair *pair)
{
    const struct workload_request *last = &pair->last;

    for (int i = 0; last->reply && i < pair->workload->front_count; i++) {
        char replayed[16];

        workload_switch_front(pair, last->seat, i);
        struct answer again = workload_post(pair, last);

        answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
        cr_expect_eq(again.status, 201, "%s", again.body);
        cr_expect_str_eq(replayed, "true");
        cr_expect(strncmp(again.body, last->reply,
                          length_without_clock(last->reply) + 1) == 0,
                  "%s is not %s", again.body, last->reply);
        answer_clear(&again);
    }
}

static void rest(struct workload *workload)
{
    int64_t until_us = workload_now_us() + WORKLOAD_PATIENCE_US;

    atomic_store(&workload->is_resting, true);
    while (atomic_load(&workload->at_rest) < workload->plan.pairs)
        workload_wait_on(workload, until_us,
                         "pairs that do not all pause:", workload->plan.pairs);
}

void workload_check(struct workload *workload)
{
    rest(workload);
    for (int i = 0; i < workload->plan.pairs; i++) {
        struct workload_pair *pair = &workload->pairs[i];

        expect_repeat(pair); /* first, because it must not change what
                              * follows */
        for (int k = pair->checked; k < pair->match_count; k++)
            expect_match(pair, pair->matches[k]);
        while (pair->checked < pair->match_count &&
               pair->matches[pair->checked]->last_seq > 0)
            pair->checked++;
    }
    atomic_store(&workload->is_resting, false);
}

static void expect_hand(struct workload_pair *pair)
{
    expect_repeat(pair);
    for (int k = 0; k < pair->match_count; k++) {
        cr_assert_gt(pair->matches[k]->last_seq, 0, "%s never ended",
                     pair->matches[k]->id);
        expect_match(pair, pair->matches[k]);
    }
}

void workload_expect_complete(struct workload *workload)
{
    cr_assert_eq(workload->failures, 0, "%ld failures, the first: %s",
                 workload->failures, workload->failure);
    for (int i = 0; i < workload->plan.pairs; i++)
        expect_hand(&workload->pairs[i]);
}
