/* Seasons: when one begins, and which season a match belongs to. */
#include "play/config.h"
#include "play/ladder/settle.h"

#include <assert.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

int32_t ladder_season_of(const struct ladder_season *seasons, size_t count,
                         int64_t finished_us)
{
    assert(count > 0 && seasons[count - 1].closed_us == 0);
    for (size_t i = 0; i < count; i++)
        if (seasons[i].closed_us == 0 && finished_us < seasons[i].ends_us)
            return seasons[i].number;
    return seasons[count - 1].number;
}

bool ladder_season_due(const struct ladder_season *last,
                       const struct ladder_policy *policy, int64_t now_us,
                       struct ladder_season *out)
{
    int64_t began_us = last ? last->ends_us : now_us - now_us % day_us;

    if (last && now_us < last->ends_us)
        return false;
    *out = (struct ladder_season){
        .number = last ? last->number + 1 : 1,
        .began_us = began_us,
        .ends_us = began_us + policy->season_days * day_us,
        .list_matches = (int32_t)policy->list_matches,
        .list_opponents = (int32_t)policy->list_opponents,
        .list_queue_opponents = (int32_t)policy->list_queue_opponents,
    };
    return true;
}
