/* Settling one match: computing what it changes. */
#include "play/ladder/settle.h"

#include "play/ladder/rating.h"
#include "rules/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool ladder_is_rated(const struct ladder_match *match)
{
    if (!match->rated || match->seats < 2)
        return false;
    for (size_t i = 0; i < match->seats; i++) {
        const struct ladder_seat *seat = &match->seat[i];

        if (!seat->has_account || (match->has_result && seat->rank == 0))
            return false;
        for (size_t k = 0; k < i; k++)
            if (memcmp(&match->seat[k].account, &seat->account,
                       sizeof seat->account) == 0)
                return false;
    }
    return true;
}

bool ladder_is_in(const struct ladder_match *match, enum rating_pool pool)
{
    for (size_t i = 0; i < match->seats && pool != POOL_ALL; i++)
        if (match->seat[i].is_bot != (pool == POOL_BOT))
            return false;
    return true;
}

struct ladder_key ladder_key_of(const struct ladder_match *match, int seat,
                                enum rating_pool pool)
{
    struct ladder_key key;

    memset(&key, 0, sizeof key);
    key.account = match->seat[seat].account;
    memcpy(key.game, match->game, sizeof key.game);
    key.season = match->season;
    key.seats = match->seats;
    key.pool = (uint8_t)pool;
    return key;
}

/* ---- networks ---- */

static unsigned together_bit(int a, int b)
{
    return a < b ? (unsigned)(a * RULES_SEATS_MAX + b)
                 : (unsigned)(b * RULES_SEATS_MAX + a);
}

bool ladder_are_together(const struct ladder_match *match, int a, int b)
{
    return a != b && match->together >> together_bit(a, b) & 1;
}

void ladder_note_together(struct ladder_match *match, int a, int b)
{
    match->together |= (uint16_t)(1U << together_bit(a, b));
}

/* ---- ratings ---- */

/* A seat's rating before the match. */
struct entrant {
    struct ladder_key key;
    struct rating rating; /* with idle time applied, in this season */
    int64_t idle_seconds;
    unsigned rank;
};

/* Find the row of the season, or of the last one before; NULL: the first
 * match. */
static const struct ladder_rating *latest(const struct rating_batch *batch,
                                          struct ladder_key key)
{
    const struct ladder_rating *row = NULL;

    for (; key.season > 0 && !row; key.season--)
        row = ladder_row_find(&batch->ratings, &key);
    return row;
}

static void enter(const struct rating_batch *batch,
                  const struct ladder_match *match, int seat,
                  enum rating_pool pool, struct entrant *out)
{
    const struct ladder_rating *row;

    out->key = ladder_key_of(match, seat, pool);
    out->idle_seconds = 0;
    out->rating = rating_new();
    row = latest(batch, out->key);
    if (!row)
        return;
    /* Clocks are set back, and matches arrive late: idle time is never
     * negative. */
    if (match->finished_us > row->played_us)
        out->idle_seconds = (match->finished_us - row->played_us) / 1000000;
    out->rating = rating_rest(row->rating, out->idle_seconds);
    if (row->key.season != match->season)
        out->rating = rating_reset(out->rating);
}

static bool add_update(struct rating_batch *batch,
                       const struct ladder_update *update)
{
    if (batch->update_count == batch->update_cap) {
        size_t cap = batch->update_cap > 0 ? batch->update_cap * 2 : 64;
        struct ladder_update *updates =
            realloc(batch->updates, cap * sizeof *updates);

        if (!updates)
            return false;
        batch->updates = updates;
        batch->update_cap = cap;
    }
    batch->updates[batch->update_count++] = *update;
    return true;
}

/* Return whether a match that rates the seat counts for its place on a list. */
static bool counts_for_list(const struct ladder_match *match, int seat)
{
    int others = 0;

    if (match->rules == LADDER_RULES_FIRST)
        return true;
    for (int i = 0; i < match->seats; i++)
        others += i != seat && !ladder_are_together(match, i, seat);
    return match->has_result && !match->is_short && others > 0;
}

static bool change(struct rating_batch *batch, const struct ladder_match *match,
                   int seat, const struct entrant *entrant, struct rating after)
{
    struct ladder_rating *row = ladder_row_make(&batch->ratings, &entrant->key);
    const struct ladder_update update = {
        .key = entrant->key,
        .number = match->number,
        .at_us = match->finished_us,
        .idle_seconds = entrant->idle_seconds,
        .before = entrant->rating,
        .after = after,
        .seat = (uint8_t)seat,
        .rank = (uint8_t)entrant->rank,
    };

    if (!row)
        return false;
    row->rating = after;
    if (row->played_us < match->finished_us)
        row->played_us = match->finished_us;
    row->matches++;
    row->wins += entrant->rank == 1 && !match->seat[seat].has_left;
    row->uncounted += !counts_for_list(match, seat);
    row->is_changed = true;
    return add_update(batch, &update);
}

/* By the first rules: every match counts in full. */
static bool rate_in_full(struct rating_batch *batch,
                         const struct ladder_match *match,
                         enum rating_pool pool)
{
    struct entrant entrants[RULES_SEATS_MAX];
    struct rating ratings[RULES_SEATS_MAX];
    unsigned ranks[RULES_SEATS_MAX];

    for (int i = 0; i < match->seats; i++) {
        enter(batch, match, i, pool, &entrants[i]);
        entrants[i].rank = ranks[i] = match->seat[i].rank;
        ratings[i] = entrants[i].rating;
    }
    rating_update(ratings, ranks, match->seats);
    for (int i = 0; i < match->seats; i++)
        if (!change(batch, match, i, &entrants[i], ratings[i]))
            return false;
    return true;
}

/* Return the rating of a seat that left, before the match was evidence of
 * anything.  It has lost to the seats that stayed, and to no other: a draw with
 * another seat that left would be a gain for the weaker one. */
static struct rating beaten(const struct rating_batch *batch,
                            const struct ladder_match *match, seat_set leavers,
                            enum rating_pool pool, struct entrant *loser)
{
    struct rating ratings[RULES_SEATS_MAX];
    unsigned ranks[RULES_SEATS_MAX];
    size_t n = 0;

    for (int i = 0; i < match->seats; i++) {
        struct entrant winner;

        if (leavers >> i & 1)
            continue;
        enter(batch, match, i, pool, &winner);
        ranks[n] = 1;
        ratings[n++] = winner.rating;
    }
    loser->rank = ranks[n] = (unsigned)n + 1;
    ratings[n] = loser->rating;
    rating_update(ratings, ranks, n + 1);
    return ratings[n];
}

/* Rate only the seats that left, as losers.  If no seat stayed nothing is
 * rated. */
static bool rate_leavers(struct rating_batch *batch,
                         const struct ladder_match *match, seat_set leavers,
                         enum rating_pool pool)
{
    const unsigned all = (1U << match->seats) - 1;

    for (int i = 0; i < match->seats; i++) {
        struct entrant loser;
        struct rating after;

        if (leavers == all || !(leavers >> i & 1))
            continue;
        enter(batch, match, i, pool, &loser);
        after = beaten(batch, match, leavers, pool, &loser);
        if (!change(batch, match, i, &loser, after))
            return false;
    }
    return true;
}

static seat_set leavers_of(const struct ladder_match *match)
{
    seat_set leavers = 0;

    for (int i = 0; i < match->seats; i++)
        if (match->seat[i].has_left)
            leavers |= (seat_set)(1U << i);
    return leavers;
}

/* ---- ratings by evidence ---- */

static struct ladder_pair_key pair_key(const struct ladder_match *match,
                                       const struct entrant *own, int other)
{
    struct ladder_pair_key key;

    memset(&key, 0, sizeof key);
    key.key = own->key;
    key.opponent = match->seat[other].account;
    return key;
}

/* Add up in ascending order, so that the sum has the same bits for any order of
 * the seats. */
static double sum_of(double *terms, size_t count)
{
    double sum = 0;

    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && terms[k] < terms[k - 1]; k--) {
            double other = terms[k];

            terms[k] = terms[k - 1];
            terms[k - 1] = other;
        }
    for (size_t i = 0; i < count; i++)
        sum += terms[i];
    return sum;
}

/* Return the weight of the match for a seat: the average over its opponents,
 * which are those of other networks.  0: it has none. */
static double weight_of(const struct rating_batch *batch,
                        const struct ladder_match *match, int seat,
                        const struct entrant *entrants)
{
    double weights[RULES_SEATS_MAX];
    size_t count = 0;

    for (int i = 0; i < match->seats; i++) {
        struct ladder_pair_key key;
        const struct ladder_pair *pair;

        if (i == seat || ladder_are_together(match, i, seat))
            continue;
        key = pair_key(match, &entrants[seat], i);
        pair = ladder_row_find(&batch->pairs, &key);
        weights[count++] = rating_weight(pair ? pair->matches : 0) *
                           rating_credit(entrants[seat].rating.sigma,
                                         entrants[i].rating.sigma);
    }
    return count > 0 ? sum_of(weights, count) / (double)count : 0;
}

/* Return the rating of a seat after the match, in full: against the seats of
 * other networks. */
static struct rating rated_alone(const struct ladder_match *match, int seat,
                                 const struct entrant *entrants)
{
    struct rating ratings[RULES_SEATS_MAX];
    unsigned ranks[RULES_SEATS_MAX];
    size_t n = 0, own = 0;

    for (int i = 0; i < match->seats; i++) {
        if (ladder_are_together(match, i, seat))
            continue;
        if (i == seat)
            own = n;
        ratings[n] = entrants[i].rating;
        ranks[n++] = entrants[i].rank;
    }
    rating_update(ratings, ranks, n);
    return ratings[own];
}

/* Count the seat's opponents, which it now has met once more. */
static bool meet(struct rating_batch *batch, const struct ladder_match *match,
                 int seat, const struct entrant *own)
{
    int32_t opponents = 0, queue_opponents = 0;
    struct ladder_rating *row;

    for (int i = 0; i < match->seats; i++) {
        struct ladder_pair_key key;
        struct ladder_pair *pair;

        if (i == seat || ladder_are_together(match, i, seat))
            continue;
        key = pair_key(match, own, i);
        pair = ladder_row_make(&batch->pairs, &key);
        if (!pair)
            return false;
        opponents += pair->matches == 0;
        queue_opponents += match->is_from_queue && pair->queued == 0;
        pair->matches++;
        pair->queued += match->is_from_queue;
        pair->is_changed = true;
    }
    row = ladder_row_find(&batch->ratings, &own->key);
    row->opponents += opponents;
    row->queue_opponents += queue_opponents;
    return true;
}

/* Rate a seat that has an opponent of another network by its result; one that
 * left its match with seats of its own network only, as a loser; and no
 * other. */
static bool rate_evidence(struct rating_batch *batch,
                          const struct ladder_match *match,
                          enum rating_pool pool)
{
    struct entrant entrants[RULES_SEATS_MAX];
    double weights[RULES_SEATS_MAX];
    seat_set apart = 0; /* without an opponent of another network */

    for (int i = 0; i < match->seats; i++) {
        enter(batch, match, i, pool, &entrants[i]);
        entrants[i].rank = match->seat[i].rank;
    }
    for (int i = 0; i < match->seats; i++) {
        weights[i] = weight_of(batch, match, i, entrants);
        if (weights[i] <= 0)
            apart |= (seat_set)(1U << i);
    }
    for (int i = 0; i < match->seats; i++) {
        struct rating after;

        if (apart >> i & 1)
            continue;
        after = rating_weighted(entrants[i].rating,
                                rated_alone(match, i, entrants), weights[i]);
        if (!change(batch, match, i, &entrants[i], after) ||
            !meet(batch, match, i, &entrants[i]))
            return false;
    }
    /* All seats are apart, or none is: sharing a network is transitive. */
    return !apart || rate_leavers(batch, match, leavers_of(match), pool);
}

static bool rate(struct rating_batch *batch, const struct ladder_match *match,
                 enum rating_pool pool)
{
    if (!match->has_result)
        return rate_leavers(batch, match, match->forfeits, pool);
    if (match->rules == LADDER_RULES_FIRST)
        return rate_in_full(batch, match, pool);
    if (match->is_short)
        return rate_leavers(batch, match, leavers_of(match), pool);
    return rate_evidence(batch, match, pool);
}

/* ---- high scores ---- */

static bool score_high(struct rating_batch *batch,
                       const struct ladder_match *match, enum rating_pool pool)
{
    const struct ladder_seat *seat = &match->seat[0];
    struct ladder_key key = ladder_key_of(match, 0, pool);
    struct ladder_high *row;

    key.seats = 0;
    row = ladder_row_make(&batch->highs, &key);
    if (!row)
        return false;
    if (row->matches == 0 || seat->points > row->points) {
        row->points = seat->points;
        row->won = match->is_won;
        row->match = match->match;
        row->reached_us = match->finished_us;
    }
    row->matches++;
    return true;
}

/* ---- statistics ---- */

/* If all seats left, several may be first, but none has won. */
static bool has_won(const struct ladder_match *match, int seat)
{
    const struct ladder_seat *who = &match->seat[seat];

    return match->seats == 1 ? match->is_won : who->rank == 1 && !who->has_left;
}

static bool sum_up(struct rating_batch *batch, const struct ladder_match *match,
                   int seat)
{
    const struct ladder_seat *who = &match->seat[seat];
    struct ladder_key key = ladder_key_of(match, seat, POOL_HUMAN);
    struct ladder_sum *row;
    bool won = has_won(match, seat);

    key.season = 0;
    row = ladder_row_make(&batch->sums, &key);
    if (!row)
        return false;
    row->abandoned += who->has_left || match->forfeits >> seat & 1;
    if (!match->has_result)
        return true;
    row->matches++;
    row->rated += match->rated;
    row->wins += won;
    row->points += who->points;
    if (!row->has_best || who->points > row->best)
        row->best = who->points;
    row->has_best = true;
    row->seat_matches[seat]++;
    row->seat_wins[seat] += won;
    row->seat_points[seat] += who->points;
    return true;
}

static bool tally(struct rating_batch *batch, const struct ladder_match *match,
                  const struct ladder_card *card)
{
    const struct ladder_seat *who = &match->seat[card->seat];
    struct ladder_card_key key;
    struct ladder_tally *row;

    memset(&key, 0, sizeof key);
    key.key.account = who->account;
    memcpy(key.key.game, match->game, sizeof key.key.game);
    memcpy(key.card, card->id, sizeof key.card);
    row = ladder_row_make(&batch->tallies, &key);
    if (!row)
        return false;
    row->played++;
    row->wins += has_won(match, card->seat);
    row->points += who->points;
    return true;
}

static bool count_seats(struct rating_batch *batch,
                        const struct ladder_match *match)
{
    for (int i = 0; i < match->seats; i++) {
        bool concerns = match->has_result || match->forfeits >> i & 1;

        if (match->seat[i].has_account && concerns && !sum_up(batch, match, i))
            return false;
    }
    for (size_t i = 0; i < match->card_count && match->has_result; i++)
        if (match->seat[match->cards[i].seat].has_account &&
            !tally(batch, match, &match->cards[i]))
            return false;
    return true;
}

/* ---- a match ---- */

bool ladder_step(struct rating_batch *batch, const struct ladder_match *match)
{
    bool is_high = match->rated && match->seats == 1 && match->is_played_out &&
                   match->has_result && match->seat[0].has_account;

    assert(match->seats >= 1 && match->seats <= RULES_SEATS_MAX);
    assert(match->number > 0 && match->season > 0);
    if (match->is_annulled)
        return true;
    for (unsigned pool = 0; pool < POOL_COUNT; pool++) {
        if (!ladder_is_in(match, (enum rating_pool)pool))
            continue;
        if (ladder_is_rated(match) &&
            !rate(batch, match, (enum rating_pool)pool))
            return false;
        if (is_high && !score_high(batch, match, (enum rating_pool)pool))
            return false;
    }
    return count_seats(batch, match);
}
