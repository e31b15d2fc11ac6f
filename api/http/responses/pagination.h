/* Lists in pages: the end of a page, and the link to the next. */
#ifndef API_PAGINATION_H
#define API_PAGINATION_H

#include "api/http/request/request.h"

/* Write the member next_cursor, and the header Link when there is a next page.
 * next is its cursor, "" after the last page.  The response must be open. */
void page_end(struct request *request, struct sink *sink, const char *next);

/* Add the header Link alone: this request with `name` in its query set to
 * `value`. */
void reply_next(struct request *request, const char *name, const char *value);

#endif
