/* The block of a stream with the newest event of a match. */
#include "api/resources/event_block.h"

#include "api/http/responses/refbuf.h"
#include "api/http/responses/reply_cache.h"
#include "base/clock.h"
#include "base/decimal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A later stream gets a newer clock. */
enum { SHARED_US = 500000 };

void event_block_begin(struct text *text, uint32_t seq, enum event_kind kind)
{
    char digits[DECIMAL_SIZE];

    text_add_string(text, "id: ");
    text_add(text, digits, (size_t)(decimal_write(seq, digits) - digits));
    text_add_string(text, "\nevent: ");
    text_add_string(text, event_kind_word(kind));
    text_add_string(text, "\ndata: ");
}

void event_block_end(struct text *text)
{
    text_add_string(text, "\n\n");
}

static bool is_among(int viewer, seat_set seats)
{
    return viewer >= 0 && seats >> viewer & 1;
}

/* ---- finding ---- */

static struct refbuf *find_of(struct reply_cache *reply_cache,
                              const struct match_sight *sight, int viewer,
                              enum language language)
{
    const struct reply_key key = {.match = sight->key,
                                  .viewer = viewer,
                                  .kind = VIEW_EVENT,
                                  .language = language};

    return reply_cache_find(reply_cache, &key, sight->stamp);
}

struct refbuf *event_block_find(struct reply_cache *reply_cache,
                                const struct match_sight *sight,
                                enum language language)
{
    struct refbuf *block =
        find_of(reply_cache, sight, RULES_SPECTATOR, language);

    if (sight->viewer != RULES_SPECTATOR &&
        (!block || is_among(sight->viewer, block->insiders))) {
        refbuf_drop(block);
        block = find_of(reply_cache, sight, sight->viewer, language);
    }
    if (block && clock_steady_us() >= block->made_us + SHARED_US) {
        refbuf_drop(block);
        block = NULL;
    }
    return block;
}

/* ---- sharing ---- */

/* A copy, so that a block that is kept takes no more memory than its bytes.
 * NULL: out of memory. */
static struct refbuf *copy_of(const struct text *text)
{
    const size_t length = text->length;
    char *bytes = text->failed ? NULL : malloc(length + 1);
    struct refbuf *block = bytes ? refbuf_new(bytes, length, "") : NULL;

    if (block)
        memcpy(bytes, text->bytes, length + 1);
    else
        free(bytes);
    return block;
}

struct refbuf *event_block_share(struct reply_cache *reply_cache,
                                 const struct match *match,
                                 const struct event_reader *reader,
                                 struct text *text)
{
    const bool is_insider = is_among(reader->viewer, reader->insiders);
    const struct reply_key key = {.match = match->key,
                                  .viewer = is_insider ? reader->viewer
                                                       : RULES_SPECTATOR,
                                  .kind = VIEW_EVENT,
                                  .language = reader->language};
    struct refbuf *block = copy_of(text);

    if (!block)
        return NULL;
    text_clear(text);
    block->made_us = clock_steady_us();
    block->insiders = is_insider ? 0 : reader->insiders;
    reply_cache_keep(reply_cache, &key, match->stamp, block);
    return block;
}
