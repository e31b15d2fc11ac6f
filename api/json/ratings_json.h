/* The changes of ratings by a match, as JSON. */
#ifndef API_RATINGS_JSON_H
#define API_RATINGS_JSON_H

#include "play/ladder/leaderboards.h"
#include "play/match/match.h"
#include "rules/sink.h"

/* Write the member "ratings" of a match: null when `ratings` is NULL or they
 * are not settled. */
void json_ratings(struct sink *sink, const struct match *match,
                  const struct match_ratings *ratings);

#endif
