/* Compresses a stream by gzip, piece by piece: a client can read each piece
 * when it arrives.
 *
 * zlib needs much memory while it compresses, so none of its state is kept
 * between pieces: each is compressed on its own, with the last 4 KB
 * before it as the dictionary.  Events resemble each other: they become a
 * sixth.
 *
 * Streams that share two pieces in a row share the compressed form of the
 * second, whose dictionary is the first. */
#ifndef API_STREAM_GZIP_H
#define API_STREAM_GZIP_H

#include "base/text.h"

#include <stdbool.h>

struct refbuf;
struct stream_gzip;

/* New: release with stream_gzip_free.  NULL when out of memory. */
struct stream_gzip *stream_gzip_new(void);
void stream_gzip_free(struct stream_gzip *gzip);

/* Replace a piece of plain text by its compressed form.  block: other streams
 * send the same bytes; NULL: none does.  is_last: the stream ends with it.
 * When memory is short the text is marked as failed. */
void stream_gzip_pack(struct stream_gzip *gzip, struct text *text,
                      struct refbuf *block, bool is_last);

#endif
