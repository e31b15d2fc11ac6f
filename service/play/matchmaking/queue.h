/* Looking for a rated match: tickets of the queue.
 *
 * An account has at most one ticket for each game.  It waits until a match is
 * found (pairing.h says which), its owner leaves, or it lapses.  The match is
 * running when it is told of: by the ticket, by the account's events, and as
 * every match is.
 *
 * No ghosts: a ticket for a clock that asks its players to stay at the table
 * (clock_is_realtime) lapses QUEUE_FAST_S after its owner last gave a sign of
 * life: queue_join, queue_read, or waiting for the account's events
 * (feed_wait), for as long as that lasts.  A ticket for a slower clock lapses
 * QUEUE_SLOW_S after it was asked for.
 *
 * Nobody plays two rated matches at once that ask for staying at the table: a
 * person who gets into one loses the other tickets for such.  A bot plays as
 * many matches as its rules say (bots.h), or one.  Who goes on vacation leaves
 * the queue.
 *
 * Every node brings people together, and none needs to know of the others: a
 * match is inserted in one transaction with the tickets that it uses up, or
 * not at all. */
#ifndef PLAY_QUEUE_H
#define PLAY_QUEUE_H

#include "play/accounts/account_feed.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/match.h"
#include "play/matchmaking/pairing.h"
#include "play/play.h"

enum {
    QUEUE_FAST_S = 60,
    QUEUE_SLOW_S = 7 * 86400,
};

/* What somebody wants to play.  Borrowed for the call. */
struct queue_wish {
    const char *game;
    const int *seats; /* so many at a table, in any order */
    size_t seat_count;
    const struct match_option *options;
    size_t option_count;
    struct match_clock clock; /* set, CLOCK_AUTOMATIC */
    bool takes_bots;          /* plays with bots, too */
};

struct queue_entry {
    const struct game *game;
    uint8_t seats;            /* bit n: tables of n + 1 seats */
    struct settings settings; /* the options, by number; its seats say nothing
                                 but that the options are allowed with them */
    struct match_clock clock;
    bool takes_bots;
    enum queue_status status;
    int64_t joined_us, expires_us;
    char match[PLAY_ID_SIZE]; /* QUEUE_MATCHED, else "" */
    int32_t window;  /* how far ratings may be apart now: pairing_window */
    uint32_t others; /* tickets of others that wait for this game */
};

/* Why a wish is refused. */
struct queue_fault {
    struct match_fault fault; /* index: of the seats or of the option */
    char match[PLAY_ID_SIZE]; /* PLAY_ALREADY_PLAYING, PLAY_ALREADY_MATCHED */
};

/* Ask for a match, or say again that one is wanted.  A ticket that waits and
 * wants the same is kept, with the time that it has waited; any other is
 * replaced.  PLAY_UNKNOWN_GAME; PLAY_BAD_SEATS (a table that the game does not
 * have, or of one seat: there is nobody to wait for), PLAY_UNKNOWN_OPTION,
 * PLAY_BAD_OPTION (not with each of the seats), PLAY_UNFAIR (the clock);
 * PLAY_ALREADY_PLAYING, PLAY_ON_VACATION; PLAY_BAD_TOKEN when the account is
 * gone; PLAY_UNAVAILABLE. */
enum play_err queue_join(struct play *play, const struct player *player,
                         const struct queue_wish *wish, struct queue_entry *out,
                         struct queue_fault *fault);

/* The account's last ticket.  PLAY_NOT_FOUND: it has none, or that ended more
 * than QUEUE_SLOW_S ago; PLAY_UNKNOWN_GAME, PLAY_UNAVAILABLE. */
enum play_err queue_read(struct play *play, const struct player *player,
                         const char *game, struct queue_entry *out);

/* Look no more.  After PLAY_OK no match comes of the ticket, if there is one.
 * PLAY_ALREADY_MATCHED: one has been found, and it goes on; PLAY_UNKNOWN_GAME,
 * PLAY_UNAVAILABLE. */
enum play_err queue_leave(struct play *play, const struct player *player,
                          const char *game, struct queue_fault *fault);

#endif
