/* Reading the results of finished matches: leaderboards, seasons, ratings and
 * their history, statistics.
 *
 * All data is as the settler (settle.h) left it, shortly behind the matches.
 * Deleted accounts are on no board.  Only the players of a private match see
 * which match a result belongs to. */
#ifndef PLAY_LEADERBOARDS_H
#define PLAY_LEADERBOARDS_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/ladder/rating.h"
#include "play/match/match.h"
#include "play/play.h"

enum { BOARD_GAME_SIZE = 40 }; /* a game's id, NUL included */

/* ---- seasons ---- */

struct season {
    int32_t number; /* from 1 */
    int64_t began_us, ends_us;
    bool is_final; /* has ended; its leaderboards no longer change */
    /* What a player needs to be listed: matches that count, different
     * opponents in them, and those of these that the queue found. */
    int32_t list_matches, list_opponents, list_queue_opponents;
    bool is_by_lower_bound; /* leaderboards are ordered by the lower bound of
                               ratings; false, of seasons that were closed by
                               version 0.3: by the rating */
};

/* List seasons, the newest first, at most limit (1 to 100); next is the cursor
 * of the next page, "" after the last.  PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err season_list(struct play *play, const char *cursor, unsigned limit,
                          struct season *out, size_t *count,
                          char next[PLAY_CURSOR_SIZE]);

/* ---- boards ---- */

enum { BOARD_ROWS_MAX = 100 };

/* What a player lacks for a place on the list; zeroes: it has one, or the
 * account is deleted. */
struct standing_lack {
    int32_t matches, opponents, queue_opponents; /* further ones */
    int32_t uncertainty; /* points too many: it is provisional */
};

/* A player's place on the board of a game, a number of seats and a pool.
 * Boards of two and more seats are ordered by the lower bound of the rating,
 * those of one seat by points.  Players with a provisional rating are on no
 * board. */
struct standing {
    char game[BOARD_GAME_SIZE];
    int seats;
    enum rating_pool pool;
    struct play_id account;
    char name[PLAY_NAME_SIZE], display[PLAY_DISPLAY_SIZE];
    enum account_kind kind;
    int64_t rank;        /* from 1; players with equal values share it; 0: not
                            listed */
    int32_t value;       /* the rating, or the most points, as shown */
    int32_t uncertainty; /* of the rating, including its growth without play */
    bool is_provisional;
    int32_t list_value;  /* what the board is ordered by; 0: not listed */
    int32_t lower_bound; /* the rating less its uncertainty after the last
                            match */
    int32_t matches, wins;
    int32_t counted; /* of the matches: those that count for the list */
    int32_t opponents, queue_opponents; /* different ones, in those */
    struct standing_lack lack;
    bool won;                 /* one seat only: the match with these points was
                                 won */
    char match[PLAY_ID_SIZE]; /* one seat only: that match; "": it is private */
    int64_t at_us;            /* end of the last match; one seat: of that
                                 match */
};

struct leaderboard_query {
    const char *game; /* an existing game */
    int seats;        /* 1 to RULES_SEATS_MAX */
    enum rating_pool pool;
    int32_t season;     /* 0: the current one */
    const char *around; /* a player's name: the page with it in the middle;
                           NULL: from the top, or from the cursor */
    const char *cursor; /* the end of the last page, or NULL */
    unsigned limit;     /* 1 to BOARD_ROWS_MAX */
};

struct board {
    bool has_season; /* false: no season has begun, the board is empty */
    struct season season;
    int64_t total; /* players on the board */
    size_t count;
    struct standing rows[BOARD_ROWS_MAX]; /* best first */
    char next[PLAY_CURSOR_SIZE];          /* "": this is the last page */
};

/* Read a page of a leaderboard, for asker (may be NULL).  A cursor continues
 * in the season of its first page, even if another season has begun.
 * PLAY_NOT_FOUND: the season does not exist, or `around` is not on the board;
 * PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err leaderboard_read(struct play *play, const struct player *asker,
                               const struct leaderboard_query *query,
                               struct board *out);

/* Call visit for each of a player's standings in a season (0: the current
 * one), listed or not, ordered by game, seats and pool.  Before the first
 * season out->has_season is false, and visit is not called. PLAY_NOT_FOUND:
 * the season does not exist; PLAY_UNAVAILABLE. */
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
    bool is_told; /* false: the match is private and not the asker's; no match,
                     seat, rank: */
    char match[PLAY_ID_SIZE];
    int seat, rank; /* rank: the rank used for the rating */
};

struct history_query {
    const char *game;
    int seats; /* 2 or more */
    enum rating_pool pool;
    const char *cursor; /* or NULL */
    unsigned limit;     /* 1 to BOARD_ROWS_MAX */
};

/* Read a rating history, newest first, into out (room for query->limit).
 * PLAY_BAD_CURSOR, PLAY_UNAVAILABLE. */
enum play_err rating_history(struct play *play, const struct player *asker,
                             const struct player *player,
                             const struct history_query *query,
                             struct rating_point *out, size_t *count,
                             char next[PLAY_CURSOR_SIZE]);

/* Why a settled match changed other ratings than its result would. */
enum rating_note {
    NOTE_NONE,
    NOTE_SHORT,    /* decided by leaving, soon after its opening: only those who
                      left were rated */
    NOTE_NETWORK,  /* seats shared a network: a seat is rated against seats of
                      other networks only */
    NOTE_ANNULLED, /* an operator took it out of the ladder */
};

/* The rating changes of a rated match. */
struct match_ratings {
    enum rating_note note;
    bool is_settled; /* false: it changes nothing, or is not settled yet */
    struct {
        bool is_one[POOL_COUNT]; /* the seat has a rating in this pool */
        int32_t before[POOL_COUNT], after[POOL_COUNT];
    } seat[RULES_SEATS_MAX];
};

/* Read the rating changes of at most 100 matches.  PLAY_UNAVAILABLE. */
enum play_err match_ratings_read(struct play *play, const struct match *matches,
                                 size_t count, struct match_ratings *out);

/* ---- statistics ---- */

enum {
    CARDS_LISTED = 5, /* at most this many favourite and best cards are
                         listed */
    CARD_MATCHES_MIN =
        5, /* minimum of matches for a card to be among the best */
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
    int32_t abandoned; /* left before the end, including forfeits */
    int64_t points;    /* sum */
    bool has_best;
    int32_t best; /* most points in one match */
    struct seat_figures seat[RULES_SEATS_MAX];
};

struct card_figures {
    char card[CARD_SIZE]; /* id in the game's components */
    int32_t played;       /* matches */
    int32_t wins;
    int64_t points; /* sum, in these matches */
};

/* A player's matches of one game. */
struct game_figures {
    char game[BOARD_GAME_SIZE];
    size_t count;
    struct figures by_seats[RULES_SEATS_MAX]; /* one for each number of seats */
    size_t favourite_count, best_count;
    struct card_figures favourite[CARDS_LISTED]; /* played most */
    struct card_figures best[CARDS_LISTED];      /* highest share of wins */
};

/* Call visit with a player's statistics of each game, or only of this one,
 * ordered by game id.  PLAY_UNAVAILABLE. */
enum play_err player_statistics(
    struct play *play, const struct player *player, const char *game,
    void (*visit)(void *ctx, const struct game_figures *figures), void *ctx);

#endif
