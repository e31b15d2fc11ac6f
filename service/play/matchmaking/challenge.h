/* Challenges: invitations to a match by name.
 *
 * The challenger has accepted from the beginning.  When everybody else has
 * accepted, the match is created at once, with the seats drawn by lot.  A
 * challenge ends as soon as one player declines.  A bot whose rules exclude
 * the match cannot be challenged; built-in bots respond by themselves. */
#ifndef PLAY_CHALLENGE_H
#define PLAY_CHALLENGE_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/match.h"
#include "play/matchmaking/bot_rules.h"
#include "play/play.h"

enum {
    CHALLENGES_WAITING_MAX = 20,        /* created by one account */
    CHALLENGES_FROM_STRANGERS_MAX = 10, /* that a person has not answered */
    CHALLENGE_SECONDS_MIN = 60,         /* time until it expires */
    CHALLENGE_SECONDS_MAX = 604800,     /* a week */
    CHALLENGE_SECONDS_DEFAULT = 600,
    CHALLENGE_DAYS_KEPT = 30, /* after its end */
};

enum challenge_status {
    CHALLENGE_WAITING,
    CHALLENGE_ACCEPTED, /* by all: the match is created */
    CHALLENGE_DECLINED, /* by one player, or a player's account was deleted */
    CHALLENGE_CANCELLED,
    CHALLENGE_EXPIRED,
};

/* Sets of statuses: bit n stands for the status n. */
enum {
    CHALLENGES_CURRENT = 1 << CHALLENGE_WAITING | 1 << CHALLENGE_ACCEPTED,
    CHALLENGES_ALL = (1 << (CHALLENGE_EXPIRED + 1)) - 1,
};

enum challenge_answer { ANSWER_NONE, ANSWER_ACCEPTED, ANSWER_DECLINED };

/* Return "waiting", "accepted", "declined", "cancelled" or "expired". */
const char *challenge_status_word(enum challenge_status status);
/* Find the status of this word.  false: there is no such status. */
bool challenge_status_find(const char *word, enum challenge_status *out);
/* Return "none", "accepted" or "declined". */
const char *challenge_answer_word(enum challenge_answer answer);

struct challenge_player {
    struct play_id account;
    char name[PLAY_NAME_SIZE], display[PLAY_DISPLAY_SIZE];
    enum account_kind kind;
    char builtin_bot[PLAY_NAME_SIZE]; /* ACCOUNT_BUILTIN: the bot that plays */
    enum challenge_answer answer;
};

/* A challenge.  Only its players can read it. */
struct challenge {
    char id[PLAY_ID_SIZE]; /* "c_…" */
    struct play_id key;    /* the id as bytes; internal to play */
    const struct game *game;
    struct settings settings;
    struct match_clock clock;
    bool rated, is_private;                           /* properties of the
                                                         match */
    struct challenge_player players[RULES_SEATS_MAX]; /* the challenger first;
                                                         settings.seats of
                                                         them */
    enum challenge_status status;
    int64_t created_us, expires_us, ended_us; /* 0: not yet */
    bool has_match;
    struct play_id match;
    char match_id[PLAY_ID_SIZE]; /* "m_…", when has_match */
};

/* The input for a new challenge.  Borrowed for the call. */
struct challenge_spec {
    const char *const *names; /* the opponents: 1 to RULES_SEATS_MAX - 1 */
    size_t name_count;
    /* game, options, is_private, clock, rated; other members are ignored */
    struct match_spec match;
    int64_t seconds; /* CHALLENGE_SECONDS_MIN to _MAX */
    const char *key; /* idempotency key; NULL: none */
    uint8_t body_hash[32];
};

/* Details of an error. */
struct challenge_fault {
    struct match_fault match; /* as for match_create */
    size_t name;              /* PLAY_UNKNOWN_PLAYER, PLAY_BAD_PLAYERS: index
                                 of the name */
    enum bot_rule rule;       /* PLAY_BOT_DECLINES: the rule that excludes
                                 it, */
    char bot[PLAY_NAME_SIZE]; /* and the bot with this rule */
};

/* Create a challenge.  A known idempotency key of this player is handled
 * before everything else: the result is the challenge that it created, in its
 * current state, and *replayed is set. PLAY_UNKNOWN_GAME, PLAY_BAD_SEATS,
 * PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION, PLAY_UNFAIR, PLAY_UNKNOWN_PLAYER,
 * PLAY_BAD_PLAYERS, PLAY_BOT_DECLINES, PLAY_TOO_MANY_CHALLENGES,
 * PLAY_CHALLENGES_SPENT and PLAY_STRANGERS_WAIT (fault->match.most is the
 * limit), PLAY_BLOCKED,
 * PLAY_TOO_MANY_MATCHES, PLAY_KEY_REUSED, PLAY_BAD_TOKEN (the account is
 * deleted), PLAY_UNAVAILABLE. */
enum play_err challenge_create(struct play *play, const struct player *player,
                               const struct challenge_spec *spec,
                               struct challenge *out, bool *replayed,
                               struct challenge_fault *fault);

/* Read a challenge.  PLAY_NOT_FOUND also when the player does not take part in
 * it, here and in the functions below; PLAY_UNAVAILABLE. */
enum play_err challenge_read(struct play *play, const struct player *player,
                             const char *id, struct challenge *out);

/* Accept or decline; repeating the response changes nothing.  The last player
 * who accepts creates the match.  PLAY_CHALLENGE_OVER; PLAY_BOT_DECLINES: a
 * bot has meanwhile reached its at_once, and the challenge stays open;
 * PLAY_UNAVAILABLE. */
enum play_err challenge_answer(struct play *play, const struct player *player,
                               const char *id, bool accepts,
                               struct challenge *out,
                               struct challenge_fault *fault);

/* Cancel a challenge; repeating it changes nothing.  PLAY_NOT_CHALLENGER,
 * PLAY_CHALLENGE_OVER. */
enum play_err challenge_cancel(struct play *play, const struct player *player,
                               const char *id);

/* List a page of the player's challenges with one of these statuses (a set),
 * waiting ones first, then newest first: at most limit (1 to 100) into out.
 * cursor and next as for match_list. PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err challenge_list(struct play *play, const struct player *player,
                             unsigned statuses, const char *cursor,
                             unsigned limit, struct challenge *out,
                             size_t *count, char next[PLAY_CURSOR_SIZE]);

#endif
