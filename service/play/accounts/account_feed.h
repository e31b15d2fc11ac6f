/* The event feed of an account: changes in its matches, challenges and queue
 * entries.  Also the tickets that open streams.
 *
 * A notice gives the current state of one match, challenge or queue entry, not
 * what happened in it.  Match notices are sent when the match is created, when
 * the account joins or leaves it, and for every event while the account has a
 * seat.  The creator of a match gets them even without a seat, with some
 * delay.  Challenge notices are sent to all participants, for every response;
 * notices of a queue entry are sent to its owner.
 *
 * A reader that continues from its cursor misses nothing, on any node and with
 * any transactions in progress.  Several changes of one thing may become one
 * notice, and a notice may be repeated. */
#ifndef PLAY_ACCOUNT_FEED_H
#define PLAY_ACCOUNT_FEED_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/match/wait.h"
#include "play/matchmaking/challenge.h"
#include "play/play.h"

enum {
    FEED_CURSOR_SIZE = 640, /* base32, NUL included */
    FEED_LIMIT_MAX = 100,
    TICKET_SECONDS = 60, /* until the first use of a stream ticket */
};

enum feed_kind { FEED_MATCH, FEED_CHALLENGE, FEED_QUEUE };

/* The status of an account's queue entry for a game. */
enum queue_status { QUEUE_WAITING, QUEUE_MATCHED, QUEUE_LEFT, QUEUE_LAPSED };

/* Return "waiting", "matched", "left" or "lapsed". */
const char *queue_status_word(enum queue_status status);

struct feed_notice {
    enum feed_kind kind;
    char id[PLAY_ID_SIZE]; /* "m_…", "c_…"; FEED_QUEUE: "" */
    const struct game *game;
    /* FEED_MATCH */
    enum match_status status;
    uint32_t seq;
    seat_set to_act;
    seat_set mine; /* the account's seats; empty: it left, or created the match
                      without taking a seat */
    int64_t moved_us;    /* of the last event */
    int64_t deadline_us; /* when the time of the account's seats is up,
                            the first; 0: it does not run */
    uint8_t rank[RULES_SEATS_MAX]; /* by seat, from 1; 0: there is no result */
    /* FEED_CHALLENGE */
    enum challenge_status challenge;
    enum challenge_answer answer; /* the account's own */
    /* Both: names, by seat ("": open), or the challenger first. */
    char players[RULES_SEATS_MAX][PLAY_NAME_SIZE];
    size_t player_count;
    /* FEED_QUEUE */
    enum queue_status queue;
    /* FEED_CHALLENGE, FEED_QUEUE: the match that was created; "": no match */
    char match[PLAY_ID_SIZE];
};

/* The end of a reading. */
struct feed_end {
    char cursor[FEED_CURSOR_SIZE];
    bool has_more;  /* limit was reached: read again at once */
    uint32_t heard; /* for feed_wait */
};

/* Read the account's changes after the cursor, at most limit (1 to
 * FEED_LIMIT_MAX), into out; *count is their number.  cursor NULL: everything
 * that is open, running or waiting; the same for a cursor of another database,
 * or of one that was restored to an earlier state. PLAY_BAD_CURSOR: not a
 * cursor of this feed; PLAY_UNAVAILABLE. */
enum play_err feed_read(struct play *play, const struct player *player,
                        const char *cursor, unsigned limit,
                        struct feed_notice *out, size_t *count,
                        struct feed_end *end);

/* Like match_wait: call waiter->done once, when something may have changed
 * since the reading that ended with `end`.  PLAY_UNAVAILABLE. */
enum play_err feed_wait(struct play *play, const struct player *player,
                        const struct feed_end *end, unsigned wait_ms,
                        struct play_subscription *waiter);

/* ---- stream tickets: credentials of streams, in place of a token ---- */

struct ticket {
    char text[PLAY_TOKEN_SIZE]; /* "tkt_…"; not stored anywhere else */
    int64_t expires_us;         /* for the first use */
};

/* Create a stream ticket for a login.  PLAY_UNAVAILABLE. */
enum play_err stream_ticket_new(struct play *play, const struct login *login,
                                struct ticket *out);

/* Redeem a stream ticket: return its login in out.  From its first use on it
 * belongs to this path (1 to 256 bytes), and is valid as long as its token.
 * PLAY_BAD_TOKEN when it is unknown, belongs to another path, or expired
 * before its first use, or its token is no longer valid; PLAY_UNAVAILABLE. */
enum play_err stream_ticket_redeem(struct play *play, const char *text,
                                   const char *path, struct login *out);

#endif
