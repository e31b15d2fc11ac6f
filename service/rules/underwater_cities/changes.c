/* What became different between two states. */
#include "sink.h"
#include "view.h"

void uwc_changes(const void *before, const void *after, int viewer,
                 struct sink *sink)
{
    (void)before;
    (void)after;
    (void)viewer;
    (void)sink;
}
