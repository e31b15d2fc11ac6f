/* Every card, slot, tile and board as data. */
#include "sink.h"
#include "view.h"

void uwc_components(struct sink *sink)
{
    sink_array(sink, "cards");
    sink_close(sink);
}
