/* Challenges: invitations to a match by name.
 *
 * Whoever challenges has accepted; when everybody else has, the match is made,
 * in the same moment, with the seats drawn by lot.  One who declines ends it
 * for all.  A bot that would not take it by its rules is not asked at all; bots
 * of the house answer by themselves. */
#ifndef PLAY_CHALLENGE_H
#define PLAY_CHALLENGE_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/match.h"
#include "play/matchmaking/bot_rules.h"
#include "play/play.h"

enum {
    CHALLENGES_WAITING_MAX = 20,    /* of one account's making */
    CHALLENGE_SECONDS_MIN = 60,     /* how long it waits */
    CHALLENGE_SECONDS_MAX = 604800, /* a week */
    CHALLENGE_SECONDS_DEFAULT = 600,
    CHALLENGE_DAYS_KEPT = 30, /* after it ended */
};

enum challenge_status {
    CHALLENGE_WAITING,
    CHALLENGE_ACCEPTED, /* by all: there is a match */
    CHALLENGE_DECLINED, /* by one of them, or one is gone */
    CHALLENGE_CANCELLED,
    CHALLENGE_EXPIRED,
};

/* Sets of statuses: bit n stands for the status n. */
enum {
    CHALLENGES_CURRENT = 1 << CHALLENGE_WAITING | 1 << CHALLENGE_ACCEPTED,
    CHALLENGES_ALL = (1 << (CHALLENGE_EXPIRED + 1)) - 1,
};

enum challenge_answer { ANSWER_NONE, ANSWER_ACCEPTED, ANSWER_DECLINED };

/* "waiting", "accepted", "declined", "cancelled", "expired". */
const char *challenge_status_word(enum challenge_status status);
/* The status of this word; false: there is none. */
bool challenge_status_find(const char *word, enum challenge_status *out);
/* "none", "accepted", "declined". */
const char *challenge_answer_word(enum challenge_answer answer);

struct challenge_player {
    struct play_id account;
    char name[PLAY_NAME_SIZE];
    enum account_kind kind;
    char house_bot[PLAY_NAME_SIZE]; /* ACCOUNT_HOUSE: which bot plays */
    enum challenge_answer answer;
};

/* Known to those who are in it, and to nobody else. */
struct challenge {
    char id[PLAY_ID_SIZE]; /* "c_…" */
    struct play_id key;    /* the id as bytes; for play */
    const struct game *game;
    struct settings settings;
    struct match_clock clock;
    bool rated, is_private;                           /* the match will be */
    struct challenge_player players[RULES_SEATS_MAX]; /* its maker is the first;
                                                         settings.seats of them
                                                       */
    enum challenge_status status;
    int64_t created_us, expires_us, ended_us; /* 0: not yet */
    bool has_match;
    struct play_id match;
    char match_id[PLAY_ID_SIZE]; /* "m_…", when has_match */
};

/* What a new challenge shall be.  Borrowed for the call. */
struct challenge_spec {
    const char *const *names; /* whom: 1 to RULES_SEATS_MAX - 1 */
    size_t name_count;
    /* game, options, is_private, clock, rated; the rest is not looked at */
    struct match_spec match;
    int64_t seconds; /* CHALLENGE_SECONDS_MIN to _MAX */
    const char *key; /* idempotency key; NULL: none */
    uint8_t body_hash[32];
};

/* What is wrong with it, or stands in the way. */
struct challenge_fault {
    struct match_fault match; /* as match_create has it */
    size_t name;              /* PLAY_UNKNOWN_PLAYER, PLAY_BAD_PLAYERS: which */
    enum bot_rule rule;       /* PLAY_BOT_DECLINES: what refuses, */
    char bot[PLAY_NAME_SIZE]; /* and whose rule */
};

/* Challenge.  A key of this player that is known is answered before all else:
 * with the challenge that it made, as it is now, and *replayed.
 * PLAY_UNKNOWN_GAME, PLAY_BAD_SEATS, PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION,
 * PLAY_UNFAIR, PLAY_UNKNOWN_PLAYER, PLAY_BAD_PLAYERS, PLAY_BOT_DECLINES,
 * PLAY_TOO_MANY_CHALLENGES and PLAY_CHALLENGES_SPENT (fault->match.most says
 * how many are allowed), PLAY_BLOCKED, PLAY_TOO_MANY_MATCHES, PLAY_KEY_REUSED,
 * PLAY_BAD_TOKEN (the player is gone), PLAY_UNAVAILABLE. */
enum play_err challenge_create(struct play *play, const struct player *player,
                               const struct challenge_spec *spec,
                               struct challenge *out, bool *replayed,
                               struct challenge_fault *fault);

/* PLAY_NOT_FOUND also for those who are not in it; so for the next ones, too.
 * PLAY_UNAVAILABLE. */
enum play_err challenge_read(struct play *play, const struct player *player,
                             const char *id, struct challenge *out);

/* Accept or decline; once more changes nothing.  The last who accepts makes the
 * match.  PLAY_CHALLENGE_OVER; PLAY_BOT_DECLINES: a bot has as many matches as
 * it takes by now, and the challenge waits on; PLAY_UNAVAILABLE. */
enum play_err challenge_answer(struct play *play, const struct player *player,
                               const char *id, bool accepts,
                               struct challenge *out,
                               struct challenge_fault *fault);

/* PLAY_NOT_CHALLENGER, PLAY_CHALLENGE_OVER; once more changes nothing. */
enum play_err challenge_cancel(struct play *play, const struct player *player,
                               const char *id);

/* A page of the player's challenges with one of these statuses (a set), those
 * that wait first, then newest first: at most limit (1 to 100) into out. cursor
 * and next as for match_list. PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err challenge_list(struct play *play, const struct player *player,
                             unsigned statuses, const char *cursor,
                             unsigned limit, struct challenge *out,
                             size_t *count, char next[PLAY_CURSOR_SIZE]);

#endif
