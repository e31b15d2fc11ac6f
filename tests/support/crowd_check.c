/* A crowd that plays through whatever happens: whether all of it is there, in
 * the logs, the states, the repeated replies and the streams. */
#include "crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* ---- streams ---- */

/* Wait until the streams at every front told this much of the match. */
static void await_streams(struct crowd *crowd, struct crowd_match *match,
                          long seq)
{
    int64_t until_us = crowd_now_us() + CROWD_PATIENCE_US;
    bool is_over = atomic_load(&match->last_seq) > 0;

    for (int i = 0; i < crowd->front_count; i++) {
        while (atomic_load(&match->streamed[i]) < seq)
            crowd_wait_on(crowd, until_us, "a stream does not come to", seq);
        while (atomic_load(&match->noticed[i]) < seq ||
               (is_over && !atomic_load(&match->is_noticed_over[i])))
            crowd_wait_on(crowd, until_us, "no notice comes of", seq);
        cr_assert_eq(atomic_load(&match->streamed[i]), seq,
                     "%s: a stream is beyond the log", match->id);
        cr_assert_eq(atomic_load(&match->noticed[i]), seq,
                     "%s: a notice is beyond the log", match->id);
    }
}

void crowd_await_streams(struct crowd_hand *hand)
{
    for (int k = 0; k < hand->match_count; k++) {
        long last = atomic_load(&hand->matches[k]->last_seq);

        if (last > 0)
            await_streams(hand->crowd, hand->matches[k], last);
    }
}

/* ---- the log ---- */

/* The next line of the seat's, from this one on. */
static size_t next_of(const struct crowd_match *match, int seat, size_t at)
{
    while (at < match->count && match->lines[at].seat != seat)
        at++;
    return at;
}

/* The seat's moves in the log are its lines, one for one. */
static void expect_page(const struct crowd_match *match, int seat,
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
static long expect_log(struct client *player, const struct crowd_match *match,
                       int seat)
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
              "%s does not end where it ended", match->id);
    return count;
}

/* ---- states ---- */

/* What the seat saw after its move is what it sees of that now. */
static void expect_hash(struct client *player, const struct crowd_match *match,
                        const struct crowd_line *line)
{
    struct answer state = client_get(player, "/v1/matches/%s/state?at_seq=%ld",
                                     match->id, line->seq);

    cr_expect_eq(state.status, 200, "%s", state.body);
    cr_expect_str_eq(answer_text(&state, "state_hash"), line->hash,
                     "%s was another one at %ld", match->id, line->seq);
    answer_clear(&state);
}

/* The seat sees this state of the match, whose hash goes to out. */
static void get_hash(struct client *player, const struct crowd_match *match,
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
static long expect_seat(struct crowd_hand *hand,
                        const struct crowd_match *match, int seat)
{
    char first[24] = "", hash[24];
    long seq = 0;

    for (int i = 0; i < hand->crowd->front_count; i++) {
        crowd_turn(hand, seat, i);
        seq = expect_log(&hand->players[seat], match, seat);
        get_hash(&hand->players[seat], match, seq, hash);
        if (i == 0)
            snprintf(first, sizeof first, "%s", hash);
        cr_expect_str_eq(hash, first, "%s: the fronts differ at %ld", match->id,
                         seq);
    }
    return seq;
}

static void expect_match(struct crowd_hand *hand, struct crowd_match *match)
{
    long seq = 0;

    for (int seat = 0; seat < CROWD_SEATS; seat++)
        seq = expect_seat(hand, match, seat);
    for (size_t i = 0; i < match->count; i += 1 + match->count / 8)
        expect_hash(&hand->players[match->lines[i].seat], match,
                    &match->lines[i]);
    await_streams(hand->crowd, match, seq);
}

/* ---- all of it ---- */

/* The last move's reply comes again, whoever is asked. */
static void expect_repeat(struct crowd_hand *hand)
{
    const struct crowd_posted *last = &hand->last;

    for (int i = 0; last->reply && i < hand->crowd->front_count; i++) {
        char replayed[16];

        crowd_turn(hand, last->seat, i);
        struct answer again = crowd_post(hand, last);

        answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
        cr_expect_eq(again.status, 201, "%s", again.body);
        cr_expect_str_eq(replayed, "true");
        cr_expect_str_eq(again.body, last->reply);
        answer_clear(&again);
    }
}

static void rest(struct crowd *crowd)
{
    int64_t until_us = crowd_now_us() + CROWD_PATIENCE_US;

    atomic_store(&crowd->is_resting, true);
    while (atomic_load(&crowd->at_rest) < crowd->plan.hands)
        crowd_wait_on(crowd, until_us, "not all rest:", crowd->plan.hands);
}

void crowd_check(struct crowd *crowd)
{
    rest(crowd);
    for (int i = 0; i < crowd->plan.hands; i++) {
        struct crowd_hand *hand = &crowd->hands[i];

        expect_repeat(hand); /* first: it may not change what follows */
        for (int k = hand->checked; k < hand->match_count; k++)
            expect_match(hand, hand->matches[k]);
        while (hand->checked < hand->match_count &&
               hand->matches[hand->checked]->last_seq > 0)
            hand->checked++;
    }
    atomic_store(&crowd->is_resting, false);
}

static void expect_hand(struct crowd_hand *hand)
{
    expect_repeat(hand);
    for (int k = 0; k < hand->match_count; k++) {
        cr_assert_gt(hand->matches[k]->last_seq, 0, "%s never ended",
                     hand->matches[k]->id);
        expect_match(hand, hand->matches[k]);
    }
}

void crowd_expect_whole(struct crowd *crowd)
{
    cr_assert_eq(crowd->failures, 0, "%ld failures, the first: %s",
                 crowd->failures, crowd->failure);
    for (int i = 0; i < crowd->plan.hands; i++)
        expect_hand(&crowd->hands[i]);
}
