/* Listening to a stream of server-sent events, as an EventSource does. */
#ifndef TESTS_SSE_H
#define TESTS_SSE_H

#include "http.h"

enum { SSE_ID_SIZE = 700, SSE_WAIT_MS = 60000 };

/* A stream: nothing happens to it but in sse_next and sse_pump, so that a
 * listener that is not asked is a slow one. */
struct sse {
    CURLM *multi;
    CURL *curl;
    struct curl_slist *headers;
    long status;   /* once there was an answer */
    bool is_over;  /* the stream ended, or was cut */
    bool is_whole; /* it ended as a reply ends */
    char last_id[SSE_ID_SIZE];
    size_t comments; /* heartbeats so far */
    char *path;      /* as it was asked for */
    char *head;      /* the headers of the answer */
    bool is_kept;    /* for the check of replies (replies.h) */
    char *buffer;    /* what came and is not read yet */
    size_t length, taken;
    size_t bytes; /* that came in all */
};

struct sse_event {
    char id[SSE_ID_SIZE]; /* "": it came without */
    char type[32];
    char *data; /* new */
    json_t *json;
};

/* Listen as this client, from after last_id (NULL: the beginning).  With a
 * small buffer the kernel takes little for a listener that is not asked. */
void sse_open(struct sse *sse, const struct client *client, const char *path,
              const char *last_id);
void sse_open_small(struct sse *sse, const struct client *client,
                    const char *path);
void sse_close(struct sse *sse);

/* The next event, waiting so long at most; false: none came, or is_over. */
bool sse_next(struct sse *sse, int wait_ms, struct sse_event *out);
void sse_event_clear(struct sse_event *event);

/* Wait for the answer's status, for a comment beyond the first `comments`,
 * for the end.  False: not in time. */
bool sse_answered(struct sse *sse);
bool sse_beats(struct sse *sse, size_t comments);
bool sse_ends(struct sse *sse, int wait_ms);

#endif
