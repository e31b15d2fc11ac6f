/* JSON and query parameters of leaderboards, shared by leaderboards, ratings
 * and statistics. */
#ifndef API_LEADERBOARD_JSON_H
#define API_LEADERBOARD_JSON_H

#include "api/http/request/input.h"
#include "play/ladder/leaderboards.h"
#include "rules/game.h"
#include "rules/sink.h"

/* "human", "bot", "all". */
const char *pool_word(enum rating_pool pool);

/* The parameter "pool"; fallback when it is missing or invalid. */
enum rating_pool query_pool(struct input *fields, enum rating_pool fallback);

/* The parameter "seats" of a game: at least `least` if the game allows that;
 * when it is missing, the smallest number of seats for more than one player. */
int query_seats(struct input *fields, const struct game *game, int least);

/* The parameter "season", 0 when it is missing. */
int32_t query_season(struct input *fields);

/* The parameter "game": the id of a game.  NULL when it is missing, or when it
 * is unknown, which is noted. */
const struct game *query_game(struct input *fields, enum need need);

enum { BOARD_LIMIT_USUAL = 25 };

/* The member "season"; null for NULL. */
void json_season(struct sink *sink, const char *key,
                 const struct season *season);

/* Rank and numbers of a standing: of a rating, or of points. */
void json_numbers(struct sink *sink, const struct standing *standing);

/* Of ratings: the figures that count for a place on the list, and those that
 * are missing for one. */
void json_lack(struct sink *sink, const struct standing *standing);

/* The members "data" and "season": all standings of a player in a season (its
 * number; 0: the current one), in the order of player_standings.  Discard the
 * text when it fails. */
enum play_err json_standings(struct request *request, struct sink *sink,
                             const struct player *player, int32_t number);

/* The elements of an array: a player's statistics for each game (NULL: for all
 * games together).  Likewise. */
enum play_err json_statistics(struct request *request, struct sink *sink,
                              const struct player *player, const char *game);

/* The player of a standing. */
void json_player(struct sink *sink, const char *key,
                 const struct standing *standing);

#endif
