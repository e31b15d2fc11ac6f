/* Lists of matches. */
#include "api/handlers.h"
#include "api/http/input.h"
#include "api/http/pagination.h"
#include "api/http/problem.h"
#include "api/json/match_json.h"
#include "play/match/read.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

static void read_status(struct input *in, struct match_filter *filter)
{
    const char *text = query_text(in, "status");

    if (!text)
        return;
    for (int status = MATCH_OPEN; status <= MATCH_ABORTED; status++)
        if (strcmp(text, match_status_word((enum match_status)status)) == 0) {
            filter->by_status = true;
            filter->status = (enum match_status)status;
            return;
        }
    input_fault(in, "status", "range",
                "This must be open, running, finished or aborted.");
}

static void write_page(struct request *request, const struct match *matches,
                       const struct match_ratings *ratings, size_t count,
                       const char *next)
{
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        json_match_rated(sink, &matches[i], &ratings[i]);
        sink_close(sink);
    }
    sink_close(sink);
    page_end(request, sink, next);
    reply_close(request);
    reply_private(request);
}

static enum handled list(struct request *request,
                         const struct match_filter *filter)
{
    struct match *matches = calloc(filter->limit, sizeof *matches);
    struct match_ratings *ratings = calloc(filter->limit, sizeof *ratings);
    char next[PLAY_CURSOR_SIZE] = "";
    enum play_err err = PLAY_UNAVAILABLE;
    size_t count = 0;

    if (matches && ratings)
        err = match_list(request->play, request->player, filter, matches,
                         &count, next);
    if (!err)
        err = match_ratings_read(request->play, matches, count, ratings);
    if (err)
        problem_of_play(request, err);
    else
        write_page(request, matches, ratings, count, next);
    free(ratings);
    free(matches);
    return HANDLED;
}

/* Read the parameters that all lists of matches share; false when one is
 * invalid. */
static bool read_filter(struct request *request, struct match_filter *filter,
                        bool by_player)
{
    struct input in;

    query_begin(&in, request);
    read_status(&in, filter);
    filter->game = query_text(&in, "game");
    if (by_player)
        filter->player = query_text(&in, "player");
    filter->cursor = query_text(&in, "cursor");
    filter->limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);
    return input_end(&in);
}

enum handled matches_get(struct request *request)
{
    struct match_filter filter = {0};

    return read_filter(request, &filter, true) ? list(request, &filter)
                                               : HANDLED;
}

enum handled player_matches_get(struct request *request)
{
    struct player player;
    struct match_filter filter = {0};

    if (!read_filter(request, &filter, false))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    filter.player = player.name;
    return list(request, &filter);
}
