/* Time that a thread has waited for a database. */
#include "base/database_time.h"

static _Thread_local int64_t waited_us;

int64_t database_time_us(void)
{
    return waited_us;
}

void database_time_add(int64_t us)
{
    waited_us += us;
}
