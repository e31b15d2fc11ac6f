/* Receives a stream of server-sent events, as an EventSource does. */
#ifndef TESTS_SSE_H
#define TESTS_SSE_H

#include "http.h"

enum { SSE_ID_SIZE = 4600, SSE_WAIT_MS = 60000 };

/* A stream.  It is read only in sse_next and sse_pump, so that a test can be a
 * slow client. */
struct sse {
    CURLM *multi;
    CURL *curl;
    struct curl_slist *headers;
    long status;   /* once a response has begun */
    bool is_over;  /* the stream ended, or was broken off */
    bool is_whole; /* it ended as a response must end */
    char last_id[SSE_ID_SIZE];
    size_t comments; /* heartbeats so far */
    char *path;      /* as it was requested */
    char *head;      /* the headers of the response */
    bool is_kept;    /* for the check of replies (replies.h) */
    char *buffer;    /* received and not parsed yet */
    size_t length, taken;
    size_t bytes; /* received in total */
};

struct sse_event {
    char id[SSE_ID_SIZE]; /* "": without an id */
    char type[32];
    char *data; /* new */
    json_t *json;
};

/* Open a stream as this client, with the headers of its next request, after
 * last_id (NULL: from the beginning).  With a small buffer the kernel takes
 * little for a test that does not read. */
void sse_open(struct sse *sse, const struct client *client, const char *path,
              const char *last_id);
void sse_open_small(struct sse *sse, const struct client *client,
                    const char *path);
void sse_close(struct sse *sse);

/* The next event, within this time; false: none came, or is_over. */
bool sse_next(struct sse *sse, int wait_ms, struct sse_event *out);
void sse_event_clear(struct sse_event *event);

/* Wait for the response's status, for a comment after the first `comments`, for
 * the end.  False: not in time. */
bool sse_answered(struct sse *sse);
bool sse_beats(struct sse *sse, size_t comments);
bool sse_ends(struct sse *sse, int wait_ms);

#endif
