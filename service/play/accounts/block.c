/* Blocks: adding, removing and listing them. */
#include "play/accounts/block.h"

#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"

enum play_err block_put(struct play *play, const struct player *player,
                        const char *name)
{
    struct player blocked;
    enum play_err err = player_find(play, name, &blocked);
    enum store_err stored;

    if (err)
        return err;
    if (id_equals(&blocked.key, &player->key))
        return PLAY_OWN_ACCOUNT;
    stored = play->store->blocks->put(play->store, &player->key, &blocked.key,
                                      BLOCKS_MAX, play_now_us(play));
    if (stored == STORE_NOT_FOUND)
        return PLAY_NOT_FOUND;
    return stored == STORE_FULL ? PLAY_TOO_MANY_BLOCKS : play_err_of(stored);
}

enum play_err block_drop(struct play *play, const struct player *player,
                         const char *name)
{
    char lower[PLAY_NAME_SIZE];
    struct player other;
    enum store_err err;

    if (!name_read(name, lower))
        return PLAY_NOT_FOUND;
    err = play->store->blocks->remove(play->store, &player->key, lower);
    return err == STORE_NOT_FOUND ? player_find(play, lower, &other)
                                  : play_err_of(err);
}

struct block_page {
    struct block *out;
    size_t count, limit;
    bool has_more;
};

static void list_one(void *ctx, const struct block *block)
{
    struct block_page *page = ctx;

    if (page->count < page->limit)
        page->out[page->count++] = *block;
    else
        page->has_more = true;
}

enum play_err block_list(struct play *play, const struct player *player,
                         const char *cursor, unsigned limit, struct block *out,
                         size_t *count, char next[PLAY_CURSOR_SIZE])
{
    struct block_page page = {.out = out, .limit = limit};
    char after[PLAY_NAME_SIZE];
    enum store_err err;

    next[0] = '\0';
    *count = 0;
    /* The cursor is the last name. */
    if (cursor && !name_read(cursor, after))
        return PLAY_BAD_CURSOR;
    err = play->store->blocks->list(play->store, &player->key,
                                    cursor ? after : NULL, limit + 1, list_one,
                                    &page);
    if (err)
        return play_err_of(err);
    *count = page.count;
    if (page.has_more)
        text_copy(out[page.count - 1].name, next, PLAY_CURSOR_SIZE);
    return PLAY_OK;
}
