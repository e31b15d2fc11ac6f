/* Rules of bots: the games, numbers of seats and clocks of the challenges that
 * a bot accepts, rated or not, and how many matches it plays at once.
 *
 * A bot account sets its own rules; without rules nobody can challenge it.
 * The built-in bots accept everything.  Rules apply to challenges and the
 * queue; they do not keep a bot from joining an open match. */
#ifndef PLAY_BOT_RULES_H
#define PLAY_BOT_RULES_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/play.h"

enum {
    BOT_GAMES_MAX = 16,
    BOT_GAME_SIZE = 40,    /* a game's id */
    BOT_AT_ONCE_MAX = 100, /* upper bound of at_once */
    BOT_AT_ONCE_ANY = -1,  /* built-in bots: no limit */
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
    uint8_t clocks, rated; /* 0: accepts none */
    int at_once; /* matches, open or running; 0: the bot accepts nothing for
                    now */
};

/* A bot as listed for everybody. */
struct bot_entry {
    struct player player;
    struct bot_rules rules;
    uint32_t playing; /* its open and running matches; not counted for built-in
                         bots */
};

/* The rule that excludes a match. */
enum bot_rule {
    BOT_TAKES_IT,
    BOT_HAS_NO_RULES,
    BOT_NOT_THIS_GAME,
    BOT_NOT_SO_MANY_SEATS,
    BOT_NOT_THIS_CLOCK,
    BOT_NOT_RATED, /* or does not accept casual matches */
    BOT_AT_ONCE,   /* it has reached its at_once */
};

/* Return "rules", "game", "seats", "clock", "rated" or "at_once". */
const char *bot_rule_word(enum bot_rule rule);

/* Return the rule that keeps a bot, which has these rules (NULL: none) and
 * plays this many matches, from taking part in the match. */
enum bot_rule bot_rules_refuse(const struct bot_rules *rules, uint32_t playing,
                               const char *game, size_t seats,
                               const struct match_clock *clock, bool rated);

/* Fill in the rules of every built-in bot: it plays all offered games. */
void builtin_bot_rules(const struct play *play, struct bot_rules *out);

/* Read the rules of a bot.  PLAY_NOT_FOUND: it has none, or the account is not
 * a bot's; PLAY_UNAVAILABLE. */
enum play_err bot_rules_read(struct play *play, const struct player *player,
                             struct bot_entry *out);

/* Replace the rules of a bot; rules NULL: remove them. PLAY_NOT_A_BOT;
 * PLAY_UNAVAILABLE. */
enum play_err bot_rules_set(struct play *play, const struct player *player,
                            const struct bot_rules *rules);
enum play_err bot_rules_drop(struct play *play, const struct player *player);

/* List a page of the bots that have rules and play this game (NULL: any),
 * ordered by name: at most limit (1 to 100) into out.  cursor and next as for
 * match_list.  PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err bot_list(struct play *play, const char *game, const char *cursor,
                       unsigned limit, struct bot_entry *out, size_t *count,
                       char next[PLAY_CURSOR_SIZE]);

#endif
