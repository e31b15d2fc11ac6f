/* Lists of challenges. */
#include "play/matchmaking/challenge.h"

#include "base/base32.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/matchmaking/challenge_row.h"
#include "play/node/errors.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/challenges.h"
#include "play/store/error.h"

#include <string.h>

struct place {
    uint8_t is_over;
    uint8_t created_us[8];
    struct play_id id;
};

struct listing {
    struct play *play;
    struct challenge *out;
    size_t count, limit, seen;
    struct place last;
};

static void keep(void *ctx, const struct store_challenge *row)
{
    struct listing *listing = ctx;

    /* One row more than the limit shows that there are more. */
    if (listing->seen++ == listing->limit)
        return;
    listing->last.is_over = row->challenge.status != CHALLENGE_WAITING;
    memcpy(listing->last.created_us, &row->challenge.created_us,
           sizeof listing->last.created_us);
    listing->last.id = row->challenge.key;
    if (challenge_from_row(listing->play, row, &listing->out[listing->count]))
        listing->count++;
}

enum play_err challenge_list(struct play *play, const struct player *player,
                             unsigned statuses, const char *cursor,
                             unsigned limit, struct challenge *out,
                             size_t *count, char next[PLAY_CURSOR_SIZE])
{
    struct listing listing = {.play = play, .out = out, .limit = limit};
    struct store_challenge_query query = {
        .account = &player->key,
        .statuses = statuses,
        .now_us = play_now_us(play),
        .limit = limit + 1,
        .has_cursor = cursor,
    };
    struct place after;
    enum store_err err;

    _Static_assert(sizeof after == 25, "a cursor has no gaps");
    *count = 0;
    next[0] = '\0';
    if (cursor) {
        if (!base32_read(cursor, (uint8_t *)&after, sizeof after))
            return PLAY_BAD_CURSOR;
        memcpy(&query.cursor_us, after.created_us, sizeof query.cursor_us);
        if (query.cursor_us <= 0)
            return PLAY_BAD_CURSOR;
        query.cursor_is_over = after.is_over != 0;
        query.cursor_id = after.id;
    }
    err = play->store->challenges->list(play->store, &query, keep, &listing);
    if (err)
        return play_err_of(err);
    *count = listing.count;
    if (listing.seen > limit)
        base32_write((const uint8_t *)&listing.last, sizeof listing.last, next);
    return PLAY_OK;
}
