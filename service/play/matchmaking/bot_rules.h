/* What bots accept: the games, seats and clocks of the challenges that they
 * take, rated or not, and how many matches they play at once.
 *
 * A bot account declares its rules itself; without rules nobody can challenge
 * it.  The bots of the house take everything.  Rules are about challenges and
 * the queue: who sits down in an open match does so by itself. */
#ifndef PLAY_BOT_RULES_H
#define PLAY_BOT_RULES_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/play.h"

enum {
    BOT_GAMES_MAX = 16,
    BOT_GAME_SIZE = 40,    /* a game's id */
    BOT_AT_ONCE_MAX = 100, /* as much as a bot can declare */
    BOT_AT_ONCE_ANY = -1,  /* of the house: as many as come */
};

/* Bits of bot_rules.clocks and bot_rules.rated. */
enum { BOT_CLOCK_NONE = 1, BOT_CLOCK_TURN = 2, BOT_CLOCK_BANK = 4 };
enum { BOT_CASUAL = 1, BOT_RATED = 2 };

struct bot_game {
    char id[BOT_GAME_SIZE];
    uint8_t seats; /* bit n: n + 1 seats */
};

struct bot_rules {
    struct bot_game games[BOT_GAMES_MAX]; /* no game twice */
    size_t game_count;
    uint8_t clocks, rated; /* 0: none */
    int at_once; /* matches, open or running; 0: the bot takes a rest */
};

/* A bot as everybody may know it. */
struct bot_entry {
    struct player player;
    struct bot_rules rules;
    uint32_t playing; /* its matches that are open or running; of the house's
                         bots nobody counts them */
};

/* The rule that refuses something. */
enum bot_rule {
    BOT_TAKES_IT,
    BOT_HAS_NO_RULES,
    BOT_NOT_THIS_GAME,
    BOT_NOT_SO_MANY_SEATS,
    BOT_NOT_THIS_CLOCK,
    BOT_NOT_RATED, /* or casual matches not */
    BOT_AT_ONCE,   /* it has as many matches as it takes */
};

/* "rules", "game", "seats", "clock", "rated", "at_once". */
const char *bot_rule_word(enum bot_rule rule);

/* Would a bot with these rules, NULL for none, that plays so many matches take
 * part in such a match? */
enum bot_rule bot_rules_refuse(const struct bot_rules *rules, uint32_t playing,
                               const char *game, size_t seats,
                               const struct match_clock *clock, bool rated);

/* The rules of every house bot: it plays all offered games. */
void house_bot_rules(const struct play *play, struct bot_rules *out);

/* What a bot has declared.  PLAY_NOT_FOUND: nothing, or it is no bot's account;
 * PLAY_UNAVAILABLE. */
enum play_err bot_rules_read(struct play *play, const struct player *player,
                             struct bot_entry *out);

/* Declare, instead of what was declared before; or nothing any more.
 * PLAY_NOT_A_BOT; PLAY_UNAVAILABLE. */
enum play_err bot_rules_set(struct play *play, const struct player *player,
                            const struct bot_rules *rules);
enum play_err bot_rules_drop(struct play *play, const struct player *player);

/* A page of the bots that have rules, in the order of their names: of those
 * that play this game (NULL: any), at most limit (1 to 100) into out.  cursor
 * and next as for match_list.  PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err bot_list(struct play *play, const char *game, const char *cursor,
                       unsigned limit, struct bot_entry *out, size_t *count,
                       char next[PLAY_CURSOR_SIZE]);

#endif
