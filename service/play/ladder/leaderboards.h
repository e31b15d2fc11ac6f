/* What finished matches have made of players, to be read: leaderboards,
 * seasons, ratings and their history, statistics.
 *
 * Everything here is as the settler (settle.h) has left it, a moment behind the
 * matches.  Accounts that are gone are on no board.  Of private matches it is
 * told only to those who sit in them which they are. */
#ifndef PLAY_BOARDS_H
#define PLAY_BOARDS_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/ladder/rating.h"
#include "play/match/match.h"
#include "play/play.h"

enum { BOARD_GAME_SIZE = 40 }; /* a game's id, its NUL included */

/* ---- seasons ---- */

struct season {
    int32_t number; /* from 1 */
    int64_t began_us, ends_us;
    bool is_final;        /* it is over, and its tables stay as they are */
    int32_t list_matches; /* so many rated matches list somebody */
};

/* Seasons, the newest first, at most limit (1 to 100) of them; next is the
 * cursor of the next page, "" after the last.  PLAY_BAD_CURSOR,
 * PLAY_UNAVAILABLE. */
enum play_err season_list(struct play *play, const char *cursor, unsigned limit,
                          struct season *out, size_t *count,
                          char next[PLAY_CURSOR_SIZE]);

/* ---- boards ---- */

enum { BOARD_ROWS_MAX = 100 };

/* Where somebody stands: on the board of a game, a number of seats and a pool.
 * Of two seats and more by rating, of one by points. */
struct standing {
    char game[BOARD_GAME_SIZE];
    int seats;
    enum rating_pool pool;
    struct play_id account;
    char name[PLAY_NAME_SIZE];
    enum account_kind kind;
    int64_t rank; /* from 1; who has the same number shares it; 0: not listed */
    int32_t value;       /* the rating, or the most points, that are shown */
    int32_t uncertainty; /* of a rating, as time without play has made it */
    bool is_provisional;
    int32_t matches, wins;
    bool won;                 /* of one seat: the match with these points */
    char match[PLAY_ID_SIZE]; /* of one seat: that match; "": it is private */
    int64_t at_us;            /* the last match; of one seat: that match */
};

struct leaderboard_query {
    const char *game; /* of a game that there is */
    int seats;        /* 1 to RULES_SEATS_MAX */
    enum rating_pool pool;
    int32_t season;     /* 0: the current one */
    const char *around; /* a player's name: the page with it in the middle;
                           NULL: from the top, or the cursor */
    const char *cursor; /* where the last page ended, or NULL */
    unsigned limit;     /* 1 to BOARD_ROWS_MAX */
};

struct board {
    bool has_season; /* false: ranked play has not begun, and nobody is here */
    struct season season;
    int64_t total; /* players on the board */
    size_t count;
    struct standing rows[BOARD_ROWS_MAX]; /* best first */
    char next[PLAY_CURSOR_SIZE];          /* "": nobody comes after them */
};

/* A page of a leaderboard, for asker (may be NULL).  Pages that follow by
 * cursor are of the same season, though another may have begun.
 * PLAY_NOT_FOUND: no such season, or who is asked for is not on the board;
 * PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err leaderboard_read(struct play *play, const struct player *asker,
                               const struct leaderboard_query *query,
                               struct board *out);

/* All that a player has reached in a season (0: the current one), listed or
 * not, in the order of games, seats and pools; each is given to visit.
 * out->has_season is false, and nothing told, before the first season.
 * PLAY_NOT_FOUND: no such season; PLAY_UNAVAILABLE. */
struct standings_season {
    bool has_season;
    struct season season;
};
enum play_err player_standings(
    struct play *play, const struct player *asker, const struct player *player,
    int32_t season, struct standings_season *out,
    void (*visit)(void *ctx, const struct standing *standing), void *ctx);

/* ---- history ---- */

/* A rating after a match. */
struct rating_point {
    int64_t at_us;
    int32_t season;
    int32_t rating, uncertainty, change; /* as shown */
    bool is_told; /* false: the match is private, and not the asker's: */
    char match[PLAY_ID_SIZE];
    int seat, rank; /* rank: what it was rated with */
};

struct history_query {
    const char *game;
    int seats; /* 2 and more */
    enum rating_pool pool;
    const char *cursor; /* or NULL */
    unsigned limit;     /* 1 to BOARD_ROWS_MAX */
};

/* The newest first, into out (room for query->limit).  PLAY_BAD_CURSOR,
 * PLAY_UNAVAILABLE. */
enum play_err rating_history(struct play *play, const struct player *asker,
                             const struct player *player,
                             const struct history_query *query,
                             struct rating_point *out, size_t *count,
                             char next[PLAY_CURSOR_SIZE]);

/* What a rated match has changed. */
struct match_ratings {
    bool is_settled; /* false: it changes nothing, or has not yet */
    struct {
        bool is_one[POOL_COUNT]; /* the seat has a rating in this pool */
        int32_t before[POOL_COUNT], after[POOL_COUNT];
    } seat[RULES_SEATS_MAX];
};

/* Of each of these matches, at most 100.  PLAY_UNAVAILABLE. */
enum play_err match_ratings_read(struct play *play, const struct match *matches,
                                 size_t count, struct match_ratings *out);

/* ---- statistics ---- */

enum {
    CARDS_TOLD = 5,   /* so many favourite and best cards are told */
    CARDS_PLAYED = 5, /* best are those played in so many matches at least */
    CARD_SIZE = 32,
};

struct seat_figures {
    int32_t matches, wins;
    int64_t points; /* sum */
};

/* Finished matches with one number of seats. */
struct figures {
    char game[BOARD_GAME_SIZE];
    int seats;
    int32_t matches, rated, wins;
    int32_t abandoned; /* left before the end; forfeits, too */
    int64_t points;    /* sum */
    bool has_best;
    int32_t best; /* most points of one match */
    struct seat_figures seat[RULES_SEATS_MAX];
};

struct card_figures {
    char card[CARD_SIZE]; /* as the game's components name it */
    int32_t played;       /* matches */
    int32_t wins;
    int64_t points; /* sum, in these matches */
};

/* A player's matches of one game. */
struct game_figures {
    char game[BOARD_GAME_SIZE];
    size_t count;
    struct figures by_seats[RULES_SEATS_MAX]; /* count of them */
    size_t favourite_count, best_count;
    struct card_figures favourite[CARDS_TOLD]; /* played most */
    struct card_figures best[CARDS_TOLD];      /* won most often with */
};

/* Of each game, or only this one; in order of their ids.  PLAY_UNAVAILABLE. */
enum play_err player_statistics(
    struct play *play, const struct player *player, const char *game,
    void (*visit)(void *ctx, const struct game_figures *figures), void *ctx);

#endif
