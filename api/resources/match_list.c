/* Lists of matches. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/match_json.h"
#include "base/timestamp.h"
#include "play/match/read.h"
#include "play/node/id.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

/* What the parameters select, and their ids. */
struct selection {
    struct match_filter filter;
    struct play_id ids[MATCH_IDS_MAX];
};

/* The bit of a status; 0: not one. */
static unsigned status_bit(const char *word, size_t length)
{
    for (int status = MATCH_OPEN; status <= MATCH_ABORTED; status++) {
        const char *name = match_status_word((enum match_status)status);

        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return 1U << status;
    }
    return 0;
}

static void read_status(struct input *in, struct match_filter *filter)
{
    const char *text = query_text(in, "status");

    while (text) {
        const size_t length = strcspn(text, ",");
        const unsigned bit = status_bit(text, length);

        if (!bit) {
            input_fault(in, "status", "range",
                        "This must be open, running, finished or aborted, or "
                        "several of them, separated by commas.");
            return;
        }
        filter->statuses |= bit;
        text = text[length] ? text + length + 1 : NULL;
    }
}

static void read_rated(struct input *in, struct match_filter *filter)
{
    const char *text = query_text(in, "rated");

    if (!text)
        return;
    filter->by_rated = true;
    filter->is_rated = strcmp(text, "true") == 0;
    if (!filter->is_rated && strcmp(text, "false") != 0)
        input_fault(in, "rated", "type", "This must be true or false.");
}

static void read_since(struct input *in, struct match_filter *filter)
{
    const char *text = query_text(in, "since");

    if (text && !timestamp_read(text, &filter->since_us))
        input_fault(in, "since", "type",
                    "This must be a time such as 2026-11-20T19:59:23Z.");
}

static void read_ids(struct input *in, struct selection *selection)
{
    const char *text = query_text(in, "ids");
    struct match_filter *filter = &selection->filter;

    if (!text)
        return;
    if (in->request->parameter_count > 1)
        input_fault(in, "ids", "conflict",
                    "`ids` cannot be combined with other parameters.");
    filter->ids = selection->ids;
    filter->limit = MATCH_IDS_MAX;
    while (text) {
        const size_t length = strcspn(text, ",");
        char id[PLAY_ID_SIZE] = "";

        if (length < sizeof id)
            memcpy(id, text, length);
        if (filter->id_count == MATCH_IDS_MAX ||
            !id_read("m_", id, &selection->ids[filter->id_count++])) {
            input_fault(in, "ids", "range",
                        "This must be 1 to %d ids of matches, separated by "
                        "commas.",
                        MATCH_IDS_MAX);
            return;
        }
        text = text[length] ? text + length + 1 : NULL;
    }
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
    reply_etag_of_body(request);
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
static bool read_filter(struct request *request, struct selection *selection,
                        bool is_of_player)
{
    struct match_filter *filter = &selection->filter;
    struct input in;

    query_begin(&in, request);
    read_status(&in, filter);
    read_rated(&in, filter);
    read_since(&in, filter);
    filter->game = query_text(&in, "game");
    filter->seats = (int)query_integer(&in, "seats", 1, RULES_SEATS_MAX, 0);
    filter->cursor = query_text(&in, "cursor");
    filter->limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);
    if (!is_of_player) {
        filter->player = query_text(&in, "player");
        read_to_act(&in, filter);
        read_ids(&in, selection);
    }
    return input_end(&in);
}

enum handled matches_get(struct request *request)
{
    struct selection selection = {.filter = {0}};

    if (!read_filter(request, &selection, false))
        return HANDLED;
    if (selection.filter.is_to_act && !request->player)
        return problem_reply(request, PROBLEM_UNAUTHENTICATED, NULL);
    return list(request, &selection.filter);
}

enum handled player_matches_get(struct request *request)
{
    struct player player;
    struct selection selection = {.filter = {0}};

    if (!read_filter(request, &selection, true))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    selection.filter.player = player.name;
    return list(request, &selection.filter);
}
