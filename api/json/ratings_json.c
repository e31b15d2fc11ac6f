/* The changes of ratings by a match, as JSON. */
#include "api/json/ratings_json.h"

#include "api/json/leaderboard_json.h"
#include "api/json/members.h"

static void write_pools(struct sink *sink, const char *key, const bool *is_one,
                        const int32_t *numbers)
{
    sink_object(sink, key);
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        if (is_one[pool])
            sink_number(sink, pool_word((enum rating_pool)pool), numbers[pool]);
        else
            sink_null(sink, pool_word((enum rating_pool)pool));
    }
    sink_close(sink);
}

static const char *const notes[] = {
    [NOTE_NONE] = NULL,
    [NOTE_SHORT] = "short",
    [NOTE_NETWORK] = "network",
    [NOTE_ANNULLED] = "annulled",
};

static void write_seats(struct sink *sink, const struct match *match,
                        const struct match_ratings *ratings)
{
    sink_array(sink, "ratings");
    for (int seat = 0; seat < match->settings.seats; seat++) {
        if (!ratings->seat[seat].is_one[POOL_ALL]) {
            sink_null(sink, NULL);
            continue;
        }
        sink_object(sink, NULL);
        sink_number(sink, "seat", seat);
        write_pools(sink, "before", ratings->seat[seat].is_one,
                    ratings->seat[seat].before);
        write_pools(sink, "after", ratings->seat[seat].is_one,
                    ratings->seat[seat].after);
        sink_close(sink);
    }
    sink_close(sink);
}

void json_ratings(struct sink *sink, const struct match *match,
                  const struct match_ratings *ratings)
{
    if (ratings && ratings->is_settled)
        write_seats(sink, match, ratings);
    else
        sink_null(sink, "ratings");
    sink_optional_string(sink, "rating_note",
                         ratings ? notes[ratings->note] : NULL);
}
