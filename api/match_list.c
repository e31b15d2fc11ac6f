/* Lists of matches. */
#include "api/fields.h"
#include "api/handlers.h"
#include "api/match_json.h"
#include "api/problem.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

static void read_status(struct fields *in, struct match_filter *filter)
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
    fields_fault(in, "status", "range",
                 "This must be open, running, finished or aborted.");
}

static void add_text(struct text *url, const char *name, const char *value)
{
    /* Every value that a filter takes is made of letters that stand for
     * themselves in a URL; what is not was found nowhere. */
    if (value)
        text_printf(url, "&%s=%s", name, value);
}

static void add_link(struct request *request, const struct match_filter *filter,
                     const char *next)
{
    struct text url = {0};

    text_printf(&url, "/v1/matches?limit=%u", filter->limit);
    add_text(&url, "status",
             filter->by_status ? match_status_word(filter->status) : NULL);
    add_text(&url, "game", filter->game);
    add_text(&url, "player", filter->player);
    add_text(&url, "cursor", next);
    if (!url.failed)
        reply_header(request, "Link", "<%s>; rel=\"next\"", url.bytes);
    text_clear(&url);
}

static void write_page(struct request *request,
                       const struct match_filter *filter,
                       const struct match *matches, size_t count,
                       const char *next)
{
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        json_match(sink, &matches[i]);
        sink_close(sink);
    }
    sink_close(sink);
    if (*next)
        sink_text(sink, "next_cursor", next);
    else
        sink_null(sink, "next_cursor");
    reply_close(request);
    if (*next)
        add_link(request, filter, next);
    reply_private(request);
}

static enum handled list(struct request *request,
                         const struct match_filter *filter)
{
    struct match *matches = calloc(filter->limit, sizeof *matches);
    char next[PLAY_CURSOR_SIZE] = "";
    size_t count = 0;

    if (!matches)
        return problem_reply(request, PROBLEM_UNAVAILABLE, NULL);
    enum play_err err = match_list(request->play, request->player, filter,
                                   matches, &count, next);

    if (err)
        problem_of_play(request, err);
    else
        write_page(request, filter, matches, count, next);
    free(matches);
    return HANDLED;
}

enum handled matches_get(struct request *request)
{
    struct fields in;
    struct match_filter filter = {0};

    query_begin(&in, request);
    read_status(&in, &filter);
    filter.game = query_text(&in, "game");
    filter.player = query_text(&in, "player");
    filter.cursor = query_text(&in, "cursor");
    filter.limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);
    if (!fields_end(&in))
        return HANDLED;
    return list(request, &filter);
}
