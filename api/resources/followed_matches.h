/* The matches whose events a stream of an account carries, and the last event
 * that was sent of each.
 *
 * They are a part of the stream's cursor, "CURSOR~MATCH:SEQ~MATCH:SEQ", so that
 * a client that reconnects, to any node, misses no event and gets none twice.
 */
#ifndef API_FOLLOWED_MATCHES_H
#define API_FOLLOWED_MATCHES_H

#include "base/text.h"
#include "play/play.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FOLLOWED_MAX = 100,
    /* "~", 26 letters of an id, ":", a seq */
    FOLLOWED_TEXT_SIZE = FOLLOWED_MAX * (1 + 26 + 1 + 10) + 1,
};

struct followed_match {
    char id[PLAY_ID_SIZE]; /* "m_…" */
    uint32_t seq;
};

/* The most recently followed last; one more than FOLLOWED_MAX replaces the
 * first. */
struct followed_matches {
    struct followed_match list[FOLLOWED_MAX];
    size_t count;
};

/* Return the match, or NULL. */
struct followed_match *followed_find(struct followed_matches *followed,
                                     const char *id);
/* Follow a match from the event after this seq. */
struct followed_match *followed_add(struct followed_matches *followed,
                                    const char *id, uint32_t seq);
void followed_remove(struct followed_matches *followed,
                     struct followed_match *match);

/* Read "~MATCH:SEQ…".  false: text is something else. */
bool followed_read(struct followed_matches *followed, const char *text);
void followed_write(const struct followed_matches *followed, struct text *text);

#endif
