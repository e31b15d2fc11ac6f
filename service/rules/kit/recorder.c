/* Writing a journal while an engine plays. */
#include "rules/kit/recorder.h"

_Thread_local struct recorder recorder;

void recorder_set(const void *state, struct journal *journal)
{
    recorder = (struct recorder){.state = state, .journal = journal};
}

void recorder_listen(const void *state, struct step_listener *listener)
{
    recorder = (struct recorder){.state = state, .listener = listener};
}

void recorder_add(struct journal_step step)
{
    recorder_add_list(step, NULL, 0);
}

void recorder_add_list(struct journal_step step, const uint8_t *list,
                       size_t length)
{
    step.because = recorder.because;
    if (recorder.listener) {
        recorder.listener->hear(recorder.listener, &step);
        return;
    }
    journal_add(recorder.journal, step, list, length);
}

void recorder_drop(const void *state, uint16_t count)
{
    if (recorder_is_on(state) && recorder.journal)
        journal_cut(recorder.journal, count);
}

void recorder_reveal_more(bool points)
{
    if (!recorder.journal)
        return;
    journal_hide_rest(recorder.journal);
    recorder.journal->hides_points |= points;
}
