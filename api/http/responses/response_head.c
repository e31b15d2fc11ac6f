/* The head of a response that the HTTP library does not send itself. */
#include "api/http/responses/response_head.h"

#include "base/clock.h"

#include <microhttpd.h>
#include <time.h>

/* As RFC 9110, 5.6.7 wants it. */
static void add_date(struct text *head)
{
    const time_t now = (time_t)(clock_wall_us() / 1000000);
    char date[64];
    struct tm utc;

    gmtime_r(&now, &utc);
    if (strftime(date, sizeof date, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n",
                 &utc) > 0)
        text_add_string(head, date);
}

static enum MHD_Result add_header(void *closure, enum MHD_ValueKind kind,
                                  const char *name, const char *value)
{
    struct text *head = closure;

    (void)kind;
    text_add_string(head, name);
    text_add_string(head, ": ");
    text_add_string(head, value);
    text_add_string(head, "\r\n");
    return MHD_YES;
}

void response_head_write(struct text *head, struct MHD_Response *response)
{
    text_add_string(head, "HTTP/1.1 200 OK\r\n");
    add_date(head);
    MHD_get_response_headers(response, add_header, head);
}
