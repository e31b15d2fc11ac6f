/* Promises about matches as wholes: they begin from nothing but settings and
 * secret, end in bounded time, bear that a seat leaves, and their record leads
 * to the same states again. */
#include "promises.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool check_settings(struct watch *w, const struct settings *settings,
                    const char *claim)
{
    const struct settings *expected = &w->match.settings;

    if (settings->seats != expected->seats)
        return broken(w, claim, "%d seats", settings->seats);
    for (size_t i = 0; w->match.game->options[i].name; i++)
        if (settings->values[i] != expected->values[i])
            return broken(w, claim, "%s is %d, not %d",
                          w->match.game->options[i].name, settings->values[i],
                          expected->values[i]);
    return true;
}

/* A state depends on settings and secret alone, not on what the memory held,
 * and nothing beyond its size is written. */
bool check_start(struct watch *w)
{
    const struct game *game = w->match.game;
    struct settings settings = {.seats = 0};
    struct state_copy zeros, ones;

    memset(&zeros, 0, sizeof zeros);
    memset(&ones, 0xff, sizeof ones);
    game->start(zeros.bytes, &w->match.settings, w->match.record.secret);
    game->start(ones.bytes, &w->match.settings, w->match.record.secret);
    for (size_t i = 0; i < RULES_STATE_MAX; i++) {
        if (i < game->state_size && zeros.bytes[i] != ones.bytes[i])
            return broken(w, "every byte of a state is defined",
                          "byte %zu is not", i);
        if (i >= game->state_size && (zeros.bytes[i] || ones.bytes[i] != 0xff))
            return broken(w, "a state has its size", "byte %zu is written", i);
    }
    game->settings(zeros.bytes, &settings);
    return check_settings(w, &settings, "a state has its settings");
}

/* One more than the number of seats that left before, or the place of those
 * that left last. */
static uint8_t place_of_leaver(const struct watch *w, bool together)
{
    uint8_t place = 1, last = 0;

    for (int other = 0; other < w->match.settings.seats; other++) {
        place = (uint8_t)(place + (w->left[other] != 0));
        if (w->left[other] > last)
            last = w->left[other];
    }
    return together && last ? last : place;
}

/* Whether a seat can leave: not once the match has ended otherwise than because
 * seats left. */
static bool can_leave(const struct watch *w, bool together)
{
    const int seats = w->match.settings.seats;
    int count = 0;

    for (int seat = 0; seat < seats; seat++)
        count += w->left[seat] != 0;
    return w->match.game->to_act(w->match.state) ||
           (together && seats > 1 && count == seats - 1);
}

/* The seat leaves: it has no more decisions, and cannot leave twice. */
bool check_leave(struct watch *w, int seat, bool together)
{
    const struct game *game = w->match.game;
    const struct state_copy before = copy_state(w);
    struct state_copy after;

    if (!w->left[seat] && can_leave(w, together))
        w->left[seat] = place_of_leaver(w, together);
    w->somebody_left = true;
    test_match_step(&w->match, (struct entry){.kind = ENTRY_LEAVE,
                                              .seat = (uint8_t)seat,
                                              .move = {together}});
    if (game->to_act(w->match.state) >> seat & 1)
        return broken(w, "who left owes nothing", "seat %d is to act", seat);
    for (int other = 0; other < w->match.settings.seats; other++)
        if ((game->left(w->match.state) >> other & 1) != !!w->left[other])
            return broken(w, "left returns the seats that left", "seat %d",
                          other);
    after = copy_state(w);
    if (!check_recorded_leave(w, &before, seat, together, &after))
        return false;
    game->leave(after.bytes, seat, together);
    return memcmp(after.bytes, w->match.state, sizeof after.bytes) == 0 ||
           broken(w, "leaving twice changes nothing", "seat %d", seat);
}

/* The match is over: nobody has a move, and leaving changes nothing, unless it
 * is together with the seat whose leaving ended the match. */
bool check_over(struct watch *w)
{
    const struct game *game = w->match.game;

    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        struct state_copy after = copy_state(w);

        game->leave(after.bytes, seat, false);
        if (memcmp(after.bytes, w->match.state, sizeof after.bytes) != 0)
            return broken(w, "leaving after the end changes nothing", "seat %d",
                          seat);
    }
    return true;
}

/* Every entry leads to the state it led to in play. */
static bool check_replay(struct watch *w)
{
    const struct record *record = &w->match.record;
    static struct replay replay;

    memset(&replay, 0x5a, sizeof replay);
    record_replay(record, 0, replay.state, NULL);
    replay_begin(&replay, record->game, replay.state);
    for (size_t i = 0; i < record->count; i++) {
        if (replay_step(&replay, &record->entries[i]) ||
            record_state_hash(record->game, replay.state) != w->entry_hash[i])
            return broken(w, "a replay gives the same states",
                          "entry %zu leads elsewhere", i);
    }
    return memcmp(replay.state, w->match.state, record->game->state_size) ==
               0 ||
           broken(w, "a replay gives the same bytes", "the end differs");
}

/* Functions that a replay of a trusted log must not call. */
static enum rules_err never_apply(void *state, int seat, struct move move)
{
    (void)state, (void)seat, (void)move;
    abort();
}

static size_t never_list(const void *state, int seat, struct move *out,
                         size_t cap)
{
    (void)state, (void)seat, (void)out, (void)cap;
    abort();
}

static uint8_t never_settle(void *state)
{
    (void)state;
    abort();
}

/* A known log leads to the same states without judging or searching; an entry
 * that leads elsewhere is refused, and nothing changes. */
static bool check_known_replay(struct watch *w)
{
    const struct record *record = &w->match.record;
    struct game blind = *record->game;
    static struct replay replay, refused;

    blind.apply = never_apply;
    blind.moves = never_list;
    blind.settle = never_settle;
    memset(&replay, 0x5a, sizeof replay);
    record_replay(record, 0, replay.state, NULL);
    replay_begin(&replay, &blind, replay.state);
    for (size_t i = 0; i < record->count; i++) {
        const struct entry *entry = &record->entries[i];

        refused = replay;
        if (!replay_step_known(&refused, entry, w->entry_hash[i] ^ 1) ||
            memcmp(&refused, &replay, sizeof replay) != 0)
            return broken(w, "an entry that leads elsewhere is refused",
                          "entry %zu", i);
        if (replay_step_known(&replay, entry, w->entry_hash[i]))
            return broken(w, "a known log leads to the same states",
                          "entry %zu leads elsewhere", i);
    }
    return memcmp(replay.state, w->match.state, record->game->state_size) ==
               0 ||
           broken(w, "a known log leads to the same bytes", "the end differs");
}

bool check_record(struct watch *w)
{
    static struct entry entries[TEST_ENTRIES_MAX];
    const struct record *record = &w->match.record;
    struct record back = {.entries = entries, .cap = TEST_ENTRIES_MAX};
    struct record_error error = {0};
    struct state_copy state;

    if (!check_replay(w) || !check_known_replay(w))
        return false;
    if (record_read(test_match_text(&w->match), &back, state.bytes, &error))
        return broken(w, "a record's text is accepted", "line %zu: %s",
                      error.line, error.reason);
    if (back.count != record->count || back.game != record->game ||
        memcmp(&back.settings, &record->settings, sizeof back.settings) != 0 ||
        memcmp(back.secret, record->secret, sizeof back.secret) != 0)
        return broken(w, "a record reads back", "the head differs");
    for (size_t i = 0; i < back.count; i++)
        if (back.entries[i].kind != record->entries[i].kind ||
            back.entries[i].seat != record->entries[i].seat ||
            back.entries[i].move.bits != record->entries[i].move.bits)
            return broken(w, "a record reads back", "entry %zu differs", i);
    return memcmp(state.bytes, w->match.state, record->game->state_size) == 0 ||
           broken(w, "a record reads back", "the end differs");
}
