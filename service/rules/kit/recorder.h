/* The recorder: how an engine writes the journal of what it does.
 *
 * The engine calls recorder_add wherever it changes something.  This costs one
 * comparison unless the caller of the game asked for a journal of this very
 * state, on this thread: the copies on which an engine tries moves are never
 * recorded.  The recorder is not part of the state because a state is plain
 * bytes without pointers. */
#ifndef RULES_RECORDER_H
#define RULES_RECORDER_H

#include "rules/journal.h"

#include <stddef.h>

/* Takes steps one by one. */
struct step_listener {
    void (*hear)(struct step_listener *listener,
                 const struct journal_step *step);
};

struct recorder {
    const void *state; /* the state whose changes are recorded, or NULL */
    struct journal *journal;
    struct step_listener *listener; /* instead of a journal, or NULL */
    struct journal_cause because;   /* of the steps that follow */
};

extern _Thread_local struct recorder recorder;

/* Record what happens to this state until it is called with NULL: `record` of
 * struct game. */
void recorder_set(const void *state, struct journal *journal);

/* Pass the steps to a listener, without their lists; end it with recorder_set.
 * This is cheaper than a journal, for those who only count. */
void recorder_listen(const void *state, struct step_listener *listener);

static inline bool recorder_is_on(const void *state)
{
    return __builtin_expect(recorder.state == state, 0);
}

/* Append a step; its cause is the current one. */
void recorder_add(struct journal_step step) __attribute__((cold));

/* The same with a list of details. */
void recorder_add_list(struct journal_step step, const uint8_t *list,
                       size_t length);

/* How many steps the journal has, and dropping those that follow: for a move
 * that is refused after it was begun. */
static inline uint16_t recorder_count(const void *state)
{
    return recorder_is_on(state) && recorder.journal ? recorder.journal->count
                                                     : 0;
}

void recorder_drop(const void *state, uint16_t count);

void recorder_reveal_more(bool points) __attribute__((cold));

/* The steps that follow show something that was hidden from the seat that
 * decided, or depend on it: call this before the first of them.  Then a preview
 * of the decision ends there (rules/preview.h). */
static inline void recorder_reveal(const void *state)
{
    if (recorder_is_on(state))
        recorder_reveal_more(false);
}

/* The same of what changes the points as well: what other seats chose. */
static inline void recorder_reveal_points(const void *state)
{
    if (recorder_is_on(state))
        recorder_reveal_more(true);
}

/* Set the cause of the steps that follow, and return the one before, for
 * recorder_resume. */
static inline struct journal_cause recorder_because(const void *state, int kind,
                                                    int id)
{
    const struct journal_cause before = recorder.because;

    if (recorder_is_on(state))
        recorder.because = (struct journal_cause){(uint8_t)kind, (int16_t)id};
    return before;
}

static inline void recorder_resume(const void *state,
                                   struct journal_cause before)
{
    if (recorder_is_on(state))
        recorder.because = before;
}

#endif
