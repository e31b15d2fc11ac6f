/* The matchmaker: the job that expires and renews queue entries, and pairs
 * those that fit.
 *
 * Every node does all of it at any time.  The entries that a node has read may
 * be outdated when it acts: a match is created from entries that still wait,
 * or not at all, and the remaining entries are considered again in the next
 * round. */
#include "play/matchmaking/matchmaker.h"

#include "bots/bot.h"
#include "play/accounts/player.h"
#include "play/ladder/rating.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/subscriptions.h"
#include "play/matchmaking/pairing.h"
#include "play/matchmaking/queue.h"
#include "play/matchmaking/queue_inner.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/queue.h"
#include "rules/game.h"
#include "rules/random.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- expiry and renewal ---- */

/* Renew the entries of accounts that wait for their feed at this node. */
static void renew(struct play *play, struct store_waiting *all, size_t count,
                  int64_t now_us)
{
    struct play_id *ids = calloc(count + 1, sizeof *ids);
    const int64_t until_us = now_us + QUEUE_FAST_S * INT64_C(1000000);
    size_t n = 0;

    for (size_t i = 0; ids && i < count; i++)
        if (queue_is_to_renew(&all[i].ticket, now_us) &&
            subscriptions_have_account(play->subscriptions,
                                       &all[i].ticket.account))
            ids[n++] = all[i].ticket.id;
    if (n > 0)
        play->store->queue->renew(play->store, ids, n, now_us, until_us);
    free(ids);
}

/* End entries that have expired or must not wait, and notify their owners. */
static void sweep(struct play *play, const struct store_waiting *all,
                  size_t count, int64_t now_us)
{
    bool is_due = false;
    uint16_t *tags = NULL;
    size_t told = 0;

    for (size_t i = 0; i < count; i++)
        is_due = is_due || all[i].ticket.expires_us <= now_us ||
                 (all[i].is_hindered && all[i].kind == ACCOUNT_HUMAN);
    if (is_due && !play->store->queue->sweep(play->store, now_us, &tags, &told))
        for (size_t i = 0; i < told; i++)
            subscriptions_wake_account(play->subscriptions, tags[i]);
    free(tags);
}

/* ---- pairing ---- */

/* One round in one game. */
struct round {
    struct play *play;
    const struct game *game;
    int64_t now_us;
    const struct store_waiting *all; /* of this game */
    size_t *at;                      /* indexes in `all` of the entries to
                                        pair, and */
    struct pairing_entry *tickets;   /* in the same order, their input for
                                        pairing */
    size_t count;
    struct store_house house[STORE_HOUSE_MAX];
    size_t house_count;
    struct random random; /* for drawing seats */
};

static const struct store_waiting *who_is(const struct round *round, size_t i)
{
    return &round->all[round->at[i]];
}

static bool same_terms(const struct store_queue_entry *a,
                       const struct store_queue_entry *b)
{
    return a->clock.turn_seconds == b->clock.turn_seconds &&
           a->clock.bank_seconds == b->clock.bank_seconds &&
           a->clock.increment_seconds == b->clock.increment_seconds &&
           strcmp(a->options, b->options) == 0;
}

/* Return the number of the first entry that has the same terms. */
static uint32_t terms_of(const struct round *round,
                         const struct store_queue_entry *ticket)
{
    for (size_t i = 0; i < round->count; i++)
        if (round->tickets[i].terms == i &&
            same_terms(&who_is(round, i)->ticket, ticket))
            return (uint32_t)i;
    return (uint32_t)round->count;
}

static int32_t rating_of(bool has_rating, int32_t shown)
{
    return has_rating ? shown : rating_shown(RATING_MU);
}

static void look_at(struct round *round, size_t at)
{
    const struct store_waiting *who = &round->all[at];
    const struct store_queue_entry *ticket = &who->ticket;
    struct pairing_entry *out = &round->tickets[round->count];

    if (who->is_hindered || ticket->expires_us <= round->now_us)
        return;
    *out = (struct pairing_entry){
        .id = ticket->id,
        .terms = terms_of(round, ticket),
        .seats = ticket->seats,
        .is_bot = who->kind != ACCOUNT_HUMAN,
        .takes_bots = ticket->takes_bots,
        .joined_us = ticket->joined_us,
    };
    for (int i = 0; i < RULES_SEATS_MAX; i++)
        out->rating[i] = rating_of(who->has_rating[i], who->rating[i]);
    round->at[round->count++] = at;
}

/* Read the built-in bots only when an entry may be paired with them. */
static void ask_house(struct round *round)
{
    const int64_t due_us = round->now_us - PAIRING_HOUSE_S * INT64_C(1000000);
    bool is_due = false;
    size_t known = 0;

    for (size_t i = 0; i < round->count; i++)
        is_due = is_due || (round->tickets[i].takes_bots &&
                            round->tickets[i].joined_us <= due_us);
    if (is_due && round->play->store->queue->list_house(
                      round->play->store, round->game->id, round->house,
                      &round->house_count))
        round->house_count = 0;
    for (size_t i = 0; i < round->house_count; i++)
        if (bot_find(round->house[i].bot)) /* only bots that this build has */
            round->house[known++] = round->house[i];
    round->house_count = known;
}

/* ---- creating a match ---- */

static void seat_player(const struct store_waiting *who, struct match_seat *out)
{
    *out = (struct match_seat){
        .kind = SEAT_HUMAN,
        .account = who->ticket.account,
        .is_bot_account = who->kind != ACCOUNT_HUMAN,
    };
    memcpy(out->name, who->name, sizeof out->name);
}

static void seat_house(const struct store_house *who, struct match_seat *out)
{
    *out = (struct match_seat){
        .kind = SEAT_BOT,
        .of_house = true,
        .account = who->account,
    };
    memcpy(out->name, who->name, sizeof out->name);
    memcpy(out->bot, who->bot, sizeof out->bot);
}

/* Return the average rating of the players. */
static int32_t middle(const struct round *round,
                      const struct pairing_group *group)
{
    int64_t sum = 0;

    assert(group->count > 0);
    for (size_t i = 0; i < group->count; i++)
        sum += round->tickets[group->tickets[i]].rating[group->seats - 1];
    return (int32_t)(sum / group->count);
}

/* Seat the bots nearest to the players in strength; of equal ones a random
 * choice. */
static void seat_bots(struct round *round, const struct pairing_group *group,
                      struct match_seat *seats)
{
    const int32_t rating = middle(round, group);
    uint8_t order[STORE_HOUSE_MAX];
    bool is_seated[STORE_HOUSE_MAX] = {false};

    for (size_t i = 0; i < round->house_count; i++)
        order[i] = (uint8_t)i;
    random_shuffle(&round->random, order, round->house_count);
    for (size_t seat = group->count; seat < group->seats; seat++) {
        int64_t nearest = INT64_MAX;
        size_t chosen = 0;

        for (size_t i = 0; i < round->house_count; i++) {
            const struct store_house *who = &round->house[order[i]];
            int32_t own = rating_of(who->has_rating[group->seats - 1],
                                    who->rating[group->seats - 1]);

            if (!is_seated[order[i]] &&
                llabs((int64_t)own - rating) < nearest) {
                nearest = llabs((int64_t)own - rating);
                chosen = order[i];
            }
        }
        is_seated[chosen] = true;
        seat_house(&round->house[chosen], &seats[seat]);
    }
}

static void make_match(struct round *round, const struct pairing_group *group)
{
    const struct store_queue_entry *first =
        &who_is(round, group->tickets[0])->ticket;
    struct settings settings = {.seats = group->seats};
    struct match_seat found[RULES_SEATS_MAX], seats[RULES_SEATS_MAX];
    struct play_id tickets[RULES_SEATS_MAX];
    uint8_t order[RULES_SEATS_MAX];
    const struct match_spec spec = {
        .game = round->game->id,
        .given = seats,
        .seat_count = group->seats,
        .settings = &settings,
        .clock = first->clock,
        .rated = true,
        .tickets = tickets,
        .ticket_count = group->count,
    };
    struct match_fault ignored;
    struct match match;

    /* The game has changed since: an entry that cannot be played expires in
     * time. */
    if (group->seats > round->game->max_seats ||
        !options_read(round->game, first->options, &settings))
        return;
    for (size_t i = 0; i < group->count; i++) {
        const struct store_waiting *who = who_is(round, group->tickets[i]);

        tickets[i] = who->ticket.id;
        seat_player(who, &found[i]);
    }
    seat_bots(round, group, found);
    for (uint8_t i = 0; i < group->seats; i++)
        order[i] = i;
    random_shuffle(&round->random, order, group->seats);
    for (size_t i = 0; i < group->seats; i++)
        seats[i] = found[order[i]];
    match_make(round->play, NULL, &spec, NULL, &match, NULL, &ignored);
}

/* ---- rounds ---- */

static void bring_together(struct round *round)
{
    struct pairing_group *groups = calloc(round->count + 1, sizeof *groups);
    uint8_t seed[32];
    size_t found = 0;

    ask_house(round);
    if (groups && play_random(round->play, seed, sizeof seed)) {
        random_init(&round->random, seed, 0);
        found = pairing_find(round->tickets, round->count, round->now_us,
                             (unsigned)round->house_count, groups);
    }
    for (size_t i = 0; i < found; i++)
        make_match(round, &groups[i]);
    free(groups);
}

/* Pair the entries of one game, longest waiting first. */
static void look_at_game(struct play *play, const struct store_waiting *all,
                         size_t count, int64_t now_us)
{
    struct round *round = calloc(1, sizeof *round);

    if (!round)
        return;
    round->play = play;
    round->game = game_find(all[0].ticket.game);
    round->now_us = now_us;
    round->all = all;
    round->at = calloc(count, sizeof *round->at);
    round->tickets = calloc(count, sizeof *round->tickets);
    if (round->game && round->at && round->tickets) {
        for (size_t i = 0; i < count; i++)
            look_at(round, i);
        bring_together(round);
    }
    free(round->tickets);
    free(round->at);
    free(round);
}

void matchmaker_run(struct play *play)
{
    const int64_t now_us = play_now_us(play);
    struct store_waiting *all = NULL;
    size_t count = 0, from = 0;

    if (atomic_load(&play->draining) ||
        play->store->queue->list_waiting(play->store, now_us, &all, &count))
        return;
    renew(play, all, count, now_us);
    sweep(play, all, count, now_us);
    while (from < count) {
        size_t to = from + 1;

        while (to < count &&
               strcmp(all[to].ticket.game, all[from].ticket.game) == 0)
            to++;
        look_at_game(play, all + from, to - from, now_us);
        from = to;
    }
    free(all);
}
