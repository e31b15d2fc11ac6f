/* Which rate limits a request counts for, and the headers that report them.
 *
 * Syntax of the headers: RateLimit-Policy and RateLimit of
 * draft-ietf-httpapi-ratelimit-headers-10.  `r` is the quota that is left, `t`
 * the seconds until it is complete again; `qu` is the unit if that is not
 * requests. */
#ifndef API_THROTTLE_H
#define API_THROTTLE_H

#include "api/http/request/request.h"

enum { THROTTLE_HEADER_SIZE = LIMIT_COUNT * 64 };

/* Take the first unit of a request whose headers and route are known, and whose
 * login is if no waiting was needed.  False: it is beyond a limit and must be
 * refused with throttle_refuse. */
bool throttle_take(struct request *request);

/* The account was found only now, and pays instead of the token or ticket. */
void throttle_set_account(struct request *request);

/* A worker is about to run the request.  False: a bucket has gone into debt
 * while it waited; it must be refused with throttle_refuse. */
bool throttle_allows(struct request *request);

/* A slow worker will run the request: reserve COST_SLOW of its buckets, so that
 * they admit no more than they have before the first of these requests is
 * charged.  A second call does nothing.  False: as throttle_take. */
bool throttle_reserve(struct request *request);

/* Count a request that is about to create an account, likewise.  Requests that
 * are refused before do not count. */
bool throttle_take_registration(struct request *request);

/* Count an export of its account, likewise. */
bool throttle_take_export(struct request *request);

/* Reply with the problem rate-limited, which names the limit. */
enum handled throttle_refuse(struct request *request);

/* The limit that refused it: budget_limits.name, or "" when none did. */
const char *throttle_limit(const struct request *request);

/* Write all limits that are set, as the elements of an array. */
void throttle_write_policies(const struct request *request, struct sink *sink);

/* Write the value of RateLimit-Policy, or of RateLimit, for every limit that
 * the request counted for.  False: it counted for none, and has no header. */
bool throttle_policy_header(const struct request *request,
                            char out[THROTTLE_HEADER_SIZE]);
bool throttle_level_header(const struct request *request,
                           char out[THROTTLE_HEADER_SIZE]);

#endif
