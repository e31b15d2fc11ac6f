/* Lists that come a page at a time: the end of a page, and the way to the
 * next. */
#ifndef API_PAGE_H
#define API_PAGE_H

#include "api/http/request.h"

/* The member next_cursor, and the header Link when there is a next page.
 * next is its cursor, "" after the last.  For a reply that is open. */
void page_end(struct request *request, struct sink *sink, const char *next);

/* The header Link alone: this very request, with `name` in its query being
 * `value`. */
void reply_next(struct request *request, const char *name, const char *value);

#endif
