/* Compresses JSON responses by gzip for clients that accept it.
 *
 * Responses of less than COMPRESS_LEAST bytes are sent as they are, and so are
 * those with a secret (request.h): the length of compressed bytes depends on
 * all of them.  Streams are compressed piece by piece (stream_gzip.h), other
 * responses in pieces are not.
 *
 * A shared body is compressed once and the result kept with it.  The ETag of a
 * compressed response is weak, as proxies make it: the same seq identifies the
 * state in both codings. */
#ifndef API_COMPRESS_H
#define API_COMPRESS_H

#include "api/http/request/request.h"

enum { COMPRESS_LEAST = 1024 };

/* New bytes, which depend on nothing but these; NULL when out of memory. */
char *compress_gzip(const char *bytes, size_t length, size_t *packed);

/* Whether the coding of the complete response depends on Accept-Encoding: it
 * then needs a Vary header. */
bool reply_varies(const struct request *request);

/* Compress the body of the complete response if the client accepts it.  If
 * memory is short, it is left as it is. */
void reply_compress(struct request *request);

#endif
