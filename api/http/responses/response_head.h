/* The head of a response that the HTTP library does not send itself. */
#ifndef API_RESPONSE_HEAD_H
#define API_RESPONSE_HEAD_H

#include "base/text.h"

struct MHD_Response;

/* Add the line of status 200, the date, and the headers of the response, each
 * with its end of line: the caller adds further headers and the empty line. */
void response_head_write(struct text *head, struct MHD_Response *response);

#endif
