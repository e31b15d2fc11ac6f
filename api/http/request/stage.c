/* Where a request is in its life. */
#include "api/http/request/stage.h"

#include "api/http/request/request.h"
#include "base/log.h"

#define TO(stage) (1U << STAGE_##stage)

/* Where a request can go from each stage.  A response in pieces goes to workers
 * and play again for each piece. */
static const unsigned next[STAGE_COUNT] = {
    [STAGE_LINE] = TO(BODY) | TO(DISCARDED),
    [STAGE_BODY] = TO(AT_ONCE) | TO(READY),
    [STAGE_DISCARDED] = TO(READY),
    [STAGE_AT_ONCE] = TO(WORKER) | TO(SLOW_WORKER) | TO(LENT) | TO(READY),
    [STAGE_WORKER] = TO(SLOW_WORKER) | TO(LENT) | TO(READY),
    [STAGE_SLOW_WORKER] = TO(LENT) | TO(READY),
    /* Lent again: play would not take it, and it was looked at once more. */
    [STAGE_LENT] =
        TO(WORKER) | TO(SLOW_WORKER) | TO(LENT) | TO(COMPLETING) | TO(READY),
    [STAGE_COMPLETING] = TO(AT_ONCE),
    [STAGE_READY] = TO(WORKER) | TO(SLOW_WORKER) | TO(LENT) | TO(READY),
};

void request_go_to(struct request *request, enum stage stage)
{
    if (!(next[request->stage] >> stage & 1))
        log_event(LOG_ERROR, "request-stage", LOG_T("request_id", request->id),
                  LOG_N("from", request->stage), LOG_N("to", stage));
    request->stage = stage;
}
