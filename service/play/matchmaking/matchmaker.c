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
        if (queue_is_to_renew(&all[i].entry, now_us) &&
            subscriptions_have_account(play->subscriptions,
                                       &all[i].entry.account))
            ids[n++] = all[i].entry.id;
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
    size_t count_tags = 0;

    for (size_t i = 0; i < count; i++)
        is_due = is_due || all[i].entry.expires_us <= now_us ||
                 (all[i].is_hindered && all[i].kind == ACCOUNT_HUMAN);
    if (is_due &&
        !play->store->queue->sweep(play->store, now_us, &tags, &count_tags))
        for (size_t i = 0; i < count_tags; i++)
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
    struct pairing_entry *entries;   /* in the same order, their input for
                                        pairing */
    size_t count;
    struct store_builtin_bot builtin_bots[STORE_BUILTIN_BOTS_MAX];
    size_t builtin_bot_count;
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
                         const struct store_queue_entry *entry)
{
    for (size_t i = 0; i < round->count; i++)
        if (round->entries[i].terms == i &&
            same_terms(&who_is(round, i)->entry, entry))
            return (uint32_t)i;
    return (uint32_t)round->count;
}

static int32_t rating_of(bool has_rating, int32_t shown)
{
    return has_rating ? shown : rating_shown(RATING_MU);
}

static void add_entry(struct round *round, size_t at)
{
    const struct store_waiting *who = &round->all[at];
    const struct store_queue_entry *entry = &who->entry;
    struct pairing_entry *out = &round->entries[round->count];

    if (who->is_hindered || entry->expires_us <= round->now_us)
        return;
    *out = (struct pairing_entry){
        .id = entry->id,
        .terms = terms_of(round, entry),
        .seats = entry->seats,
        .is_bot = who->kind != ACCOUNT_HUMAN,
        .takes_bots = entry->takes_bots,
        .joined_us = entry->joined_us,
    };
    for (int i = 0; i < RULES_SEATS_MAX; i++)
        out->rating[i] = rating_of(who->has_rating[i], who->rating[i]);
    round->at[round->count++] = at;
}

/* Read the built-in bots only when an entry may be paired with them. */
static void read_builtin_bots(struct round *round)
{
    const int64_t due_us = round->now_us - PAIRING_BUILTIN_S * INT64_C(1000000);
    bool is_due = false;
    size_t known = 0;

    for (size_t i = 0; i < round->count; i++)
        is_due = is_due || (round->entries[i].takes_bots &&
                            round->entries[i].joined_us <= due_us);
    if (is_due && round->play->store->queue->list_builtin_bots(
                      round->play->store, round->game->id, round->builtin_bots,
                      &round->builtin_bot_count))
        round->builtin_bot_count = 0;
    for (size_t i = 0; i < round->builtin_bot_count; i++)
        if (bot_find(
                round->builtin_bots[i].bot)) /* only bots that this build has */
            round->builtin_bots[known++] = round->builtin_bots[i];
    round->builtin_bot_count = known;
}

/* ---- creating a match ---- */

static void seat_player(const struct store_waiting *who, struct match_seat *out)
{
    *out = (struct match_seat){
        .kind = SEAT_HUMAN,
        .account = who->entry.account,
        .is_bot_account = who->kind != ACCOUNT_HUMAN,
    };
    memcpy(out->name, who->name, sizeof out->name);
    memcpy(out->display, who->display, sizeof out->display);
}

static void seat_builtin_bot(const struct store_builtin_bot *who,
                             struct match_seat *out)
{
    *out = (struct match_seat){
        .kind = SEAT_BOT,
        .is_builtin = true,
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
        sum += round->entries[group->entries[i]].rating[group->seats - 1];
    return (int32_t)(sum / group->count);
}

/* Seat the bots nearest to the players in strength; of equal ones a random
 * choice. */
static void seat_bots(struct round *round, const struct pairing_group *group,
                      struct match_seat *seats)
{
    const int32_t rating = middle(round, group);
    uint8_t order[STORE_BUILTIN_BOTS_MAX];
    bool is_seated[STORE_BUILTIN_BOTS_MAX] = {false};

    for (size_t i = 0; i < round->builtin_bot_count; i++)
        order[i] = (uint8_t)i;
    random_shuffle(&round->random, order, round->builtin_bot_count);
    for (size_t seat = group->count; seat < group->seats; seat++) {
        int64_t nearest = INT64_MAX;
        size_t chosen = 0;

        for (size_t i = 0; i < round->builtin_bot_count; i++) {
            const struct store_builtin_bot *who =
                &round->builtin_bots[order[i]];
            int32_t own = rating_of(who->has_rating[group->seats - 1],
                                    who->rating[group->seats - 1]);

            if (!is_seated[order[i]] &&
                llabs((int64_t)own - rating) < nearest) {
                nearest = llabs((int64_t)own - rating);
                chosen = order[i];
            }
        }
        is_seated[chosen] = true;
        seat_builtin_bot(&round->builtin_bots[chosen], &seats[seat]);
    }
}

static void make_match(struct round *round, const struct pairing_group *group)
{
    const struct store_queue_entry *first =
        &who_is(round, group->entries[0])->entry;
    struct settings settings = {.seats = group->seats};
    struct match_seat found[RULES_SEATS_MAX], seats[RULES_SEATS_MAX];
    struct play_id entries[RULES_SEATS_MAX];
    uint8_t order[RULES_SEATS_MAX];
    const struct match_spec spec = {
        .game = round->game->id,
        .given = seats,
        .seat_count = group->seats,
        .settings = &settings,
        .clock = first->clock,
        .rated = true,
        .queue_entries = entries,
        .queue_entry_count = group->count,
    };
    struct match_fault ignored;
    struct match match;

    /* The game has changed since: an entry that cannot be played expires in
     * time. */
    if (group->seats > round->game->max_seats ||
        !options_read(round->game, first->options, &settings))
        return;
    for (size_t i = 0; i < group->count; i++) {
        const struct store_waiting *who = who_is(round, group->entries[i]);

        entries[i] = who->entry.id;
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

static void pair_entries(struct round *round)
{
    struct pairing_group *groups = calloc(round->count + 1, sizeof *groups);
    uint8_t seed[32];
    size_t found = 0;

    read_builtin_bots(round);
    if (groups && play_random(round->play, seed, sizeof seed)) {
        random_init(&round->random, seed, 0);
        found = pairing_find(round->entries, round->count, round->now_us,
                             (unsigned)round->builtin_bot_count, groups);
    }
    for (size_t i = 0; i < found; i++)
        make_match(round, &groups[i]);
    free(groups);
}

/* Pair the entries of one game, longest waiting first. */
static void pair_game(struct play *play, const struct store_waiting *all,
                      size_t count, int64_t now_us)
{
    struct round *round = calloc(1, sizeof *round);

    if (!round)
        return;
    round->play = play;
    round->game = game_find(all[0].entry.game);
    round->now_us = now_us;
    round->all = all;
    round->at = calloc(count, sizeof *round->at);
    round->entries = calloc(count, sizeof *round->entries);
    if (round->game && round->at && round->entries) {
        for (size_t i = 0; i < count; i++)
            add_entry(round, i);
        pair_entries(round);
    }
    free(round->entries);
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
               strcmp(all[to].entry.game, all[from].entry.game) == 0)
            to++;
        pair_game(play, all + from, to - from, now_us);
        from = to;
    }
    free(all);
}
