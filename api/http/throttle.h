/* Which limits a request counts for, and how its reply tells of them.
 *
 * Syntax of the headers: RateLimit-Policy and RateLimit of
 * draft-ietf-httpapi-ratelimit-headers-10.  `r` is what is left, `t` the
 * seconds until all of the quota is there again; `qu` is the unit where that is
 * not requests. */
#ifndef API_THROTTLE_H
#define API_THROTTLE_H

#include "api/http/request.h"

struct MHD_Response;

/* Take the first unit of a request whose headers and route are known, and whose
 * login is as far as it can be known at once.  False: it is beyond a limit and
 * must be refused with throttle_refuse. */
bool throttle_take(struct request *request);

/* The account has become known only now: charge its bucket, not that of the
 * token. */
void throttle_set_account(struct request *request);

/* A worker is about to begin with it.  False: a bucket has gone into debt while
 * it waited; it must be refused with throttle_refuse. */
bool throttle_allows(struct request *request);

/* A slow worker shall serve it: reserve COST_SLOW of its buckets, so that they
 * cannot let in more than they have before the first of these requests is
 * charged.  Twice is once.  False: as throttle_take. */
bool throttle_reserve(struct request *request);

/* Count a request that is about to make an account, likewise.  Requests that
 * are refused before do not count. */
bool throttle_take_registration(struct request *request);

/* Count it for a limit of the account that it speaks for, likewise: from a
 * handler. */
bool throttle_take_own(struct request *request, enum limit limit);

/* Reply with the problem rate-limited, and say which limit it was. */
enum handled throttle_refuse(struct request *request);

/* Which limit refused it: limit_words.name, or "" when none did. */
const char *throttle_limit(const struct request *request);

/* All limits that are set, as the elements of an array. */
void throttle_write_policies(const struct request *request, struct sink *sink);

/* RateLimit-Policy and RateLimit, for every limit that the request counted
 * for. */
void throttle_add_headers(const struct request *request,
                          struct MHD_Response *response);

#endif
