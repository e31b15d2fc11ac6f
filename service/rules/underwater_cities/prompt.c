/* What a seat is asked. */
#include "decide.h"
#include "notation.h"
#include "sink.h"

void uwc_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    (void)viewer;
    if (!(uwc_to_act(state) >> seat & 1))
        return;
    sink_text(sink, "kind", "decide");
    sink_text(sink, "text", "Decide.");
}
