/* What happens in all matches of an account, with its challenges and its
 * places in the queue; and tickets for streams.
 *
 * A notice says how far one of them is; it says nothing of what happened
 * there.  A match is told of when it is set up, when the account sits down in
 * it or gets up, and with every event while it sits there; whoever set it up
 * without a seat hears of it, too, if less promptly.  A challenge is told of to
 * all who are in it, with every answer; a ticket of the queue to its owner.
 *
 * Whoever reads on from a cursor misses nothing, whichever node is asked and
 * whatever was being committed meanwhile; several changes of one thing may be
 * told as one, and one may be told twice. */
#ifndef PLAY_FEED_H
#define PLAY_FEED_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/match/wait.h"
#include "play/matchmaking/challenge.h"
#include "play/play.h"

enum {
    FEED_CURSOR_SIZE = 640, /* base32, NUL included */
    FEED_LIMIT_MAX = 100,
    TICKET_SECONDS = 60, /* how long a ticket is good */
};

enum feed_kind { FEED_MATCH, FEED_CHALLENGE, FEED_QUEUE };

/* How it stands with an account's place in the queue for a game. */
enum queue_status { QUEUE_WAITING, QUEUE_MATCHED, QUEUE_LEFT, QUEUE_LAPSED };

/* "waiting", "matched", "left", "lapsed". */
const char *queue_status_word(enum queue_status status);

struct feed_notice {
    enum feed_kind kind;
    char id[PLAY_ID_SIZE]; /* "m_…", "c_…"; FEED_QUEUE: "" */
    const struct game *game;
    /* FEED_MATCH */
    enum match_status status;
    uint32_t seq;
    seat_set to_act;
    seat_set mine; /* the account's seats; empty: it got up, or only set the
                      match up */
    /* FEED_CHALLENGE */
    enum challenge_status challenge;
    enum challenge_answer answer;                  /* the account's own */
    char players[RULES_SEATS_MAX][PLAY_NAME_SIZE]; /* who challenges, first */
    size_t player_count;
    /* FEED_QUEUE */
    enum queue_status queue;
    /* Of a challenge or a ticket: the match that was made; "": none. */
    char match[PLAY_ID_SIZE];
};

/* Where a reading ended. */
struct feed_end {
    char cursor[FEED_CURSOR_SIZE];
    bool has_more;  /* limit was reached: read on at once */
    uint32_t heard; /* for feed_wait */
};

/* What of the account's changed after the cursor, at most limit (1 to
 * FEED_LIMIT_MAX) of it, *count notices into out.  cursor NULL: all that is
 * open, running or waiting; so also for a cursor of another database, or of one
 * that was set back since.  PLAY_BAD_CURSOR: none that was ever given out.
 * PLAY_UNAVAILABLE. */
enum play_err feed_read(struct play *play, const struct player *player,
                        const char *cursor, unsigned limit,
                        struct feed_notice *out, size_t *count,
                        struct feed_end *end);

/* As match_wait: call waiter->done once, when something may have changed since
 * the reading that ended so.  PLAY_UNAVAILABLE. */
enum play_err feed_wait(struct play *play, const struct player *player,
                        const struct feed_end *end, unsigned wait_ms,
                        struct play_subscription *waiter);

/* ---- tickets: what opens one stream in place of a token ---- */

struct ticket {
    char text[PLAY_TOKEN_SIZE]; /* "tkt_…"; it is nowhere else */
    int64_t expires_us;
};

/* PLAY_UNAVAILABLE. */
enum play_err stream_ticket_new(struct play *play, const struct login *login,
                                struct ticket *out);

/* Whose ticket is it?  It is worth nothing afterwards.  PLAY_BAD_TOKEN when it
 * is unknown, used, too old, or its token is no longer good;
 * PLAY_UNAVAILABLE. */
enum play_err stream_ticket_redeem(struct play *play, const char *text,
                                   struct login *out);

#endif
