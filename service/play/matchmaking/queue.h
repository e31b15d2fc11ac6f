/* The queue: entries of accounts that wait for a rated match.
 *
 * An account has at most one entry for each game.  The entry waits until it is
 * paired (pairing.h), its owner leaves, or it expires.  When the match is
 * announced, in the entry, in the account's feed and as every match, it is
 * running.
 *
 * Absent players are not paired: an entry with a real-time clock
 * (clock_is_realtime) expires QUEUE_FAST_S after the last activity of its
 * owner: queue_join, queue_read, or waiting for the account's feed
 * (feed_wait), for as long as that lasts.  An entry with a slower clock
 * expires QUEUE_SLOW_S after it was created.
 *
 * Nobody plays two rated real-time matches at once: when a person gets into
 * one, the person's other real-time entries end.  A bot plays as many matches
 * as its rules allow (bot_rules.h), or one.  An account that goes on vacation
 * leaves the queue.
 *
 * Every node pairs entries, without coordination: a match is inserted in the
 * same transaction that uses up its entries, or not at all. */
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

/* The kind of match that an account wants.  Borrowed for the call. */
struct queue_wish {
    const char *game;
    const int *seats; /* accepted numbers of seats, in any order */
    size_t seat_count;
    const struct match_option *options;
    size_t option_count;
    struct match_clock clock; /* set, CLOCK_AUTOMATIC */
    bool takes_bots;          /* accepts bots as opponents */
};

struct queue_entry {
    const struct game *game;
    uint8_t seats;            /* bit n: it accepts matches of n + 1 seats */
    struct settings settings; /* the options, by number; its seats member means
                                 only that the options are allowed with this
                                 number */
    struct match_clock clock;
    bool takes_bots;
    enum queue_status status;
    int64_t joined_us, expires_us;
    char match[PLAY_ID_SIZE]; /* QUEUE_MATCHED, else "" */
    int32_t window;  /* current maximum difference of ratings: pairing_window */
    uint32_t others; /* entries of others that wait for this game */
};

/* Details of an error. */
struct queue_fault {
    struct match_fault fault; /* index: of the seats or of the option */
    char match[PLAY_ID_SIZE]; /* PLAY_ALREADY_PLAYING, PLAY_ALREADY_MATCHED */
};

/* Join the queue, or renew an entry.  A waiting entry with the same wishes is
 * kept, with the time that it has waited; any other entry is replaced.
 * PLAY_UNKNOWN_GAME; PLAY_BAD_SEATS (a number that the game does not allow, or
 * one seat), PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION (not with each of the
 * numbers of seats), PLAY_UNFAIR (the clock); PLAY_ALREADY_PLAYING,
 * PLAY_ON_VACATION; PLAY_BAD_TOKEN when the account is deleted;
 * PLAY_UNAVAILABLE. */
enum play_err queue_join(struct play *play, const struct player *player,
                         const struct queue_wish *wish, struct queue_entry *out,
                         struct queue_fault *fault);

/* Read the account's last entry.  PLAY_NOT_FOUND: it has none, or it ended
 * more than QUEUE_SLOW_S ago; PLAY_UNKNOWN_GAME, PLAY_UNAVAILABLE. */
enum play_err queue_read(struct play *play, const struct player *player,
                         const char *game, struct queue_entry *out);

/* Leave the queue.  Returns PLAY_OK also without an entry; after PLAY_OK the
 * entry will not be paired. PLAY_ALREADY_MATCHED: the entry was paired, and
 * its match continues; PLAY_UNKNOWN_GAME, PLAY_UNAVAILABLE. */
enum play_err queue_leave(struct play *play, const struct player *player,
                          const char *game, struct queue_fault *fault);

#endif
