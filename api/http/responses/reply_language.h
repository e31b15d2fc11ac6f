/* The language of the texts in a response. */
#ifndef API_REPLY_LANGUAGE_H
#define API_REPLY_LANGUAGE_H

#include "api/http/request/request.h"

/* "en", "de". */
extern const char *const language_tags[LANGUAGES];

/* Choose the language from Accept-Language.  reply_open writes texts in it;
 * those that exist only in English stay English. */
void request_choose_language(struct request *request);

/* Content-Language, and Vary: for a response with such texts. */
void reply_language(struct request *request);

#endif
