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

static void read_to_act(struct input *in, struct match_filter *filter)
{
    const char *text = query_text(in, "to_act");

    if (text && strcmp(text, "me") != 0)
        input_fault(in, "to_act", "range", "This must be me.");
    filter->is_to_act = text != NULL;
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

/* Read the parameters; false when one is invalid.  The list of one player's
 * matches has fewer of them. */
static bool read_filter(struct request *request, struct match_filter *filter,
                        bool is_of_player)
{
    struct input in;

    query_begin(&in, request);
    read_status(&in, filter);
    filter->game = query_text(&in, "game");
    if (!is_of_player) {
        filter->player = query_text(&in, "player");
        read_to_act(&in, filter);
    }
    filter->cursor = query_text(&in, "cursor");
    filter->limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);
    return input_end(&in);
}

enum handled matches_get(struct request *request)
{
    struct match_filter filter = {0};

    if (!read_filter(request, &filter, false))
        return HANDLED;
    if (filter.is_to_act && !request->player)
        return problem_reply(request, PROBLEM_UNAUTHENTICATED, NULL);
    return list(request, &filter);
}

enum handled player_matches_get(struct request *request)
{
    struct player player;
    struct match_filter filter = {0};

    if (!read_filter(request, &filter, true))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    filter.player = player.name;
    return list(request, &filter);
}
