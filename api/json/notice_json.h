/* JSON of the notices of an account. */
#ifndef API_NOTICE_JSON_H
#define API_NOTICE_JSON_H

#include "play/accounts/account_feed.h"

struct sink;

/* "match", "challenge" or "queue". */
const char *feed_kind_word(enum feed_kind kind);

/* A notice, as an element of an array or a document of its own. */
void json_notice(struct sink *sink, const struct feed_notice *notice);

#endif
