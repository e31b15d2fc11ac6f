/* Journals of decisions, whatever the game. */
#include "rules/journal.h"

#include "rules/game.h"

void journal_begin(struct journal *journal, int seats)
{
    journal->seats = (uint8_t)seats;
    journal->is_full = journal->hides_points = false;
    journal->known = JOURNAL_ALL;
    journal->count = journal->items = 0;
}

void journal_add(struct journal *journal, struct journal_step step,
                 const uint8_t *list, size_t length)
{
    if (journal->count == JOURNAL_STEPS_MAX ||
        length > (size_t)(JOURNAL_ITEMS_MAX - journal->items)) {
        journal->is_full = true;
        return;
    }
    step.list = journal->items;
    step.length = (uint8_t)length;
    for (size_t i = 0; i < length; i++)
        journal->item[journal->items++] = list[i];
    journal->step[journal->count++] = step;
}

void journal_hide_rest(struct journal *journal)
{
    if (journal->known == JOURNAL_ALL)
        journal->known = journal->count;
}

void journal_cut(struct journal *journal, uint16_t count)
{
    if (count < journal->count)
        journal->count = count;
    if (journal->known >= count) {
        journal->known = JOURNAL_ALL;
        journal->hides_points = false;
    }
}

void journal_add_undone(struct journal *journal, const struct journal *undone)
{
    journal->is_full |= undone->is_full;
    for (int i = undone->count - 1; i >= 0; i--) {
        struct journal_step step = undone->step[i];
        const struct journal_place from = step.from;

        step.is_undone = !step.is_undone;
        step.from = step.to;
        step.to = from;
        journal_add(journal, step, undone->item + step.list, step.length);
    }
}

bool journal_viewer_knows(const struct journal_step *step, int viewer)
{
    return step->seen_by == JOURNAL_PUBLIC || viewer == RULES_OMNISCIENT ||
           (viewer >= 0 && step->seen_by >> viewer & 1);
}
