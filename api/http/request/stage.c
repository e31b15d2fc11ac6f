/* Where a request is in its life. */
#include "api/http/request/stage.h"

#include "api/http/request/request.h"

#include <assert.h>

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
    [STAGE_LENT] = TO(WORKER) | TO(SLOW_WORKER) | TO(COMPLETING) | TO(READY),
    [STAGE_COMPLETING] = TO(AT_ONCE),
    [STAGE_READY] = TO(WORKER) | TO(SLOW_WORKER) | TO(LENT) | TO(READY),
};

void request_go_to(struct request *request, enum stage stage)
{
    assert(next[request->stage] >> stage & 1);
    request->stage = stage;
}
