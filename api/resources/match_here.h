/* Reading a match on whatever thread a request is: the connection's own thread
 * reads only what is in memory, a worker also asks the database. */
#ifndef API_MATCH_HERE_H
#define API_MATCH_HERE_H

#include "api/http/request/request.h"
#include "play/match/read.h"

/* The position of the match in the request's path, for this seat, at min_seq or
 * later: as match_read, which lists the errors; also PLAY_SLOW: not on this
 * thread. */
enum play_err read_position(const struct request *request, int seat,
                            uint32_t min_seq, struct match_position *out);

/* The client has seen this seq (0: none): as match_catch_up; also PLAY_SLOW. */
enum play_err catch_up(const struct request *request, uint32_t min_seq);

#endif
