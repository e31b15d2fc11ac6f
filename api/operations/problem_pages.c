/* The pages of problem types, /problems/SLUG. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/operations/docs.h"

static struct text *begin_page(struct request *request, const char *title)
{
    struct text *page = reply_text(request, 200, "text/html");

    text_add_string(page, "<!doctype html>\n<html lang=\"en\">"
                          "<meta charset=\"utf-8\"><title>");
    text_add_html(page, title);
    text_add_string(page, "</title>\n");
    return page;
}

enum handled problems_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct text *page = begin_page(request, "Problems");

    text_add_string(page, "<h1>Problems</h1>\n<dl>\n");
    for (size_t i = 0; i < PROBLEM_COUNT; i++) {
        text_printf(page, "<dt>%u <a href=\"/problems/%s\">%s</a></dt><dd>",
                    problems[i].status, problems[i].slug, problems[i].slug);
        text_add_html(page, problems[i].title);
        text_add_string(page, "</dd>\n");
    }
    text_add_string(page, "</dl>\n</html>\n");
    reply_revalidate(request);
    page_restrict(request);
    return HANDLED;
}

enum handled problem_get(struct request *request)
{
    const struct problem_kind *kind = problem_find(request->path[0]);

    if (!kind)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    if (!query_is_empty(request))
        return HANDLED;
    struct text *page = begin_page(request, kind->title);

    text_add_string(page, "<h1>");
    text_add_html(page, kind->title);
    text_printf(page,
                "</h1>\n<p>Status %u, type <code>/problems/%s</code></p>"
                "\n<p>",
                kind->status, kind->slug);
    text_add_html(page, kind->meaning);
    text_add_string(page, "</p>\n<p><a href=\"/problems\">All problems</a> - "
                          "<a href=\"/docs\">API reference</a></p>\n"
                          "</html>\n");
    reply_revalidate(request);
    page_restrict(request);
    return HANDLED;
}
