/* JSON of matches, players and events. */
#ifndef API_MATCH_JSON_H
#define API_MATCH_JSON_H

#include "api/http/request/request.h"
#include "play/ladder/leaderboards.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/replay/event_journal.h"
#include "rules/sink.h"

enum { STATE_HASH_SIZE = 17, STATE_TAG_SIZE = 48 };

/* The members of a match, of an account (with its id), of a public profile.
 * The change of ratings is null when the match is not settled, or ratings is
 * NULL. */
void json_match_rated(struct sink *sink, const struct match *match,
                      const struct match_ratings *ratings);
void json_match(struct sink *sink, const struct match *match);
void json_account(struct sink *sink, const struct player *player);
void json_profile(struct sink *sink, const struct player *player);

/* The member "result"; null for a match without one. */
void json_result(struct sink *sink, const struct match *match);

/* A member with the value of an option, under its name. */
void json_option(struct sink *sink, const struct option *option, int16_t value);

/* The member "options" with all of them. */
void json_settings(struct sink *sink, const struct game *game,
                   const struct settings *settings);

/* "open", "running", "finished", "aborted". */
const char *match_status_word(enum match_status status);

/* A member with the seats of a set: [0, 2]. */
void json_seats(struct sink *sink, const char *key, seat_set seats);

/* The member "score": the total of each seat. */
void json_totals(struct sink *sink, const struct scores *scores);

/* The members "breakdown" and "goals" of a score: for each seat the sources of
 * its points, and what must be reached to win alone. */
void json_scores(struct sink *sink, const struct scores *scores);

/* The member "prompt": the decision of the viewer, or else of the first seat to
 * act; null when no seat must decide. */
void json_prompt(struct sink *sink, const struct game *game, const void *state,
                 int viewer);

/* The arguments for writing an event.  Events of the game need the states
 * around them. */
struct event_context {
    const struct match *match;
    int viewer;
    const void *before, *after; /* NULL: no state */
    struct undo_moves undo;     /* of an undo */
    /* In a stream: the time, for the clock.  Only the newest event of the match
     * has a clock, because what a clock showed earlier is not stored.  0: the
     * document has the clock elsewhere. */
    int64_t now_us;
};

/* The steps of a journal, as the viewer may see them: elements of an array. */
void json_more_steps(struct sink *sink, const struct game *game,
                     const struct journal *journal, int viewer);

/* An event, as an element of an array.  Words of a move that is hidden from the
 * viewer are withheld until the match is over.  Returns the insiders: the seats
 * that may know something of the event that others may not.  All other viewers
 * read the same. */
seat_set json_event(struct sink *sink, const struct event_context *context,
                    const struct match_event *event);

/* A hash of the viewer's view, which depends on nothing that the viewer may not
 * see. */
void view_hash(const struct game *game, const void *state, int viewer,
               char out[STATE_HASH_SIZE]);

/* The ETag of a match: "17.8c52a1f0": the seq, and a hash of the players'
 * names, because an account that is deleted loses its name without an event. */
void match_tag(const struct match *match, char out[STATE_TAG_SIZE]);

/* The ETag of a document about a state: "17.0", "17.spectator"; with the
 * language of its texts unless that is English: "17.0-de". */
void state_tag(uint32_t seq, int viewer, enum language language,
               char out[STATE_TAG_SIZE]);

/* The ETag of legal moves: "17.0.8c52a1f0", "17.0.8c52a1f0-de", with the hash
 * of match_tag, because their texts have players' names. */
void moves_tag(const struct match *match, int viewer, enum language language,
               char out[STATE_TAG_SIZE]);

/* The ETag of a state that was asked for by its seq: "17.0-past",
 * "17.0-past-de".  It has no clock and no undo window. */
void past_tag(uint32_t seq, int viewer, enum language language,
              char out[STATE_TAG_SIZE]);

#endif
