/* Matches, players and events as clients see them. */
#ifndef API_MATCH_JSON_H
#define API_MATCH_JSON_H

#include "api/http/request.h"
#include "play/ladder/leaderboards.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "rules/sink.h"

enum { STATE_HASH_SIZE = 17, STATE_TAG_SIZE = 48 };

/* The members of a match, of an account (with its id), of a public profile.
 * What a match changed is null when it is not settled, or ratings is NULL. */
void json_match_rated(struct sink *sink, const struct match *match,
                      const struct match_ratings *ratings);
void json_match(struct sink *sink, const struct match *match);
void json_account(struct sink *sink, const struct player *player);
void json_profile(struct sink *sink, const struct player *player);

/* The member "result"; null when there is none. */
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

/* The members "breakdown" and "goals" of a score: for each seat what gave how
 * many points, and what must be reached to win alone. */
void json_scores(struct sink *sink, const struct scores *scores);

/* Why nothing further can be taken back: a stable word, and a sentence for
 * people; NULL when nothing stands in the way. */
const char *undo_reason(const struct match_undo *undo);
const char *undo_words(const struct match_undo *undo);

/* The member "prompt": what the viewer is asked, or else what the first seat
 * to act is asked; null when nobody owes a decision. */
void json_prompt(struct sink *sink, const struct game *game, const void *state,
                 int viewer);

/* What an event is told with.  Events of the game need the states around
 * them. */
struct event_context {
    const struct match *match;
    int viewer;
    const void *before, *after; /* NULL: there is no state */
};

/* An event, as an element of an array.  Words of a move that is not open to
 * the viewer are withheld until the match is over. */
void json_event(struct sink *sink, const struct event_context *context,
                const struct match_event *event);

/* A hash of the viewer's view: what it may know, nothing else. */
void view_hash(const struct game *game, const void *state, int viewer,
               char out[STATE_HASH_SIZE]);

/* The tag of a match: "17.8c52a1f0": the seq, and a hash of the names at the
 * table, for an account that is deleted loses its name without an event. */
void match_tag(const struct match *match, char out[STATE_TAG_SIZE]);

/* The tag of a state: "17.0", "17.spectator". */
void state_tag(uint32_t seq, int viewer, char out[STATE_TAG_SIZE]);

/* The tag of a state as it was: "17.0-at-25" of a match that is at 25, for its
 * status and what may be taken back are those of now. */
void past_tag(uint32_t seq, int viewer, uint32_t now, char out[STATE_TAG_SIZE]);

#endif
