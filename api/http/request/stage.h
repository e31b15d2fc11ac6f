/* Where a request is in its life, and with it which thread may use it:
 * docs/architecture.md has a drawing.
 *
 * A request belongs to one thread at a time.  The one that has it changes the
 * stage as the last thing before it passes the request on. */
#ifndef API_STAGE_H
#define API_STAGE_H

enum stage {
    STAGE_LINE,        /* the library reads its headers */
    STAGE_BODY,        /* and its body */
    STAGE_DISCARDED,   /* likewise, but the request is refused and the body
                        * thrown away */
    STAGE_AT_ONCE,     /* the connection's thread runs it, and must not wait */
    STAGE_WORKER,      /* a quick worker has it or will have it: it may wait for
                        * the database */
    STAGE_SLOW_WORKER, /* a slow worker: it may take long */
    STAGE_LENT,        /* play has it, and calls back */
    STAGE_COMPLETING,  /* the response lacks what the connection's thread will
                        * add */
    STAGE_READY,       /* the response or its next piece is complete: its
                        * sender has the request, until it wants the next piece
                        * or the request ends */
    STAGE_COUNT,
};

struct request;

/* The request is there from now on.  A step that the table of stage.c does not
 * have is a fault of the service: it is logged as an error, and must not end
 * the requests of others. */
void request_go_to(struct request *request, enum stage stage);

#endif
