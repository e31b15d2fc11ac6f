/* The block of a stream with the newest event of a match.
 *
 * The streams of a match want it at the same time, and most of them may know
 * the same of the event: they share one block.  Insiders, who may know more
 * (json_event), get blocks of their own. */
#ifndef API_EVENT_BLOCK_H
#define API_EVENT_BLOCK_H

#include "base/text.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/read.h"
#include "rules/game.h"
#include "rules/sink.h"

struct refbuf;
struct reply_cache;

/* For whom an event was written. */
struct event_reader {
    int viewer; /* a seat, or RULES_SPECTATOR */
    enum language language;
    seat_set insiders; /* of the event */
};

/* Begin a block: the event follows, as JSON, then event_block_end. */
void event_block_begin(struct text *text, uint32_t seq, enum event_kind kind);
void event_block_end(struct text *text);

/* Return the block of the newest event of this match for this viewer, held for
 * the caller; NULL: no block is new enough for its clock. */
struct refbuf *event_block_find(struct reply_cache *reply_cache,
                                const struct match_sight *sight,
                                enum language language);

/* Share a text, which is the block of the newest event of the match.  Clears
 * the text, and returns the block, held for the caller.  NULL: out of memory;
 * the text is the same. */
struct refbuf *event_block_share(struct reply_cache *reply_cache,
                                 const struct match *match,
                                 const struct event_reader *reader,
                                 struct text *text);

#endif
