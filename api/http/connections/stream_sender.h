/* Sends streams of events, on connections that have left the HTTP library.
 *
 * The library keeps 25 KB for each connection, and walks through all suspended
 * ones whenever one of them is resumed.  So a stream leaves it before its
 * response begins.  The library can give up a connection only by closing its
 * descriptor, which it does without a shutdown of the socket (MHD_USE_TURBO):
 * the stream goes on with a copy of the descriptor (mhd_glue.c).
 *
 * From then on a thread of the sender owns the stream.  It writes the response
 * in the pieces of chunked_body.h, sees when the client leaves, and ends the
 * request. */
#ifndef API_STREAM_SENDER_H
#define API_STREAM_SENDER_H

#include <stdbool.h>

struct MHD_Response;
struct request;
struct server;
struct stream_sender;

/* New: release with stream_sender_free; NULL when out of memory, descriptors or
 * threads. */
struct stream_sender *stream_sender_new(struct server *server,
                                        unsigned threads);

/* Write the head of the response to a request whose reply is a stream, and set
 * request->line and ->resume; both stay as they are when out of memory. */
void stream_sender_prepare(struct request *request,
                           struct MHD_Response *response);

/* Take a prepared request with its connection, whose descriptor fd the library
 * closes after this.  false: out of memory or descriptors, and the request has
 * no line. */
bool stream_sender_take(struct stream_sender *sender, struct request *request,
                        int fd);

/* Closes the connections of streams whose clients have not taken all bytes.
 * Workers, play and the library have stopped.  NULL is allowed. */
void stream_sender_free(struct stream_sender *sender);

#endif
