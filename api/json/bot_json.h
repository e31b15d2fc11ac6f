/* JSON of bots and of the rules by which they accept challenges. */
#ifndef API_BOT_JSON_H
#define API_BOT_JSON_H

#include "play/matchmaking/bot_rules.h"
#include "rules/sink.h"

/* The members of a bot's rules, and how many matches it plays: games, clocks,
 * rated, at_once, playing. */
void json_bot_rules(struct sink *sink, const struct bot_entry *bot);

/* The words of the bits of bot_rules.clocks and .rated; 0: no such word. */
uint8_t bot_clock_find(const char *word);
uint8_t bot_rated_find(const char *word);

#endif
