/* The steps that follow from a whole call: what is in progress, and what is
 * known, once nobody but a player can continue. */
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/engine/visibility.h"

static void journal_top_special(const struct uwc_state *s,
                                const struct uwc_state *before)
{
    const int top =
        top_special_known(s) ? s->specials[s->special_count - 1] : CARD_NONE;
    const int known_before = top_special_known(before)
                                 ? before->specials[before->special_count - 1]
                                 : CARD_NONE;

    if (!top || top == known_before)
        return;
    recorder_reveal(s);
    journal_seat(s, JOURNAL_TURN_UP, -1, top, 0);
}

void journal_pack_effect(const struct frame *f,
                         uint8_t out[JOURNAL_EFFECT_LENGTH])
{
    const uint8_t list[JOURNAL_EFFECT_LENGTH] = {
        f->source,
        f->id,
        f->pc,
        f->len,
        (uint8_t)(f->open & 255),
        (uint8_t)(f->open >> 8),
        f->flags,
        f->gave,
    };

    memcpy(out, list, sizeof list);
}

struct frame journal_unpack_effect(const uint8_t *list)
{
    return (struct frame){
        .source = list[0],
        .id = list[1],
        .pc = list[2],
        .len = list[3],
        .open = (uint16_t)(list[4] | list[5] << 8),
        .flags = list[6],
        .gave = list[7],
    };
}

static void journal_effect(const struct uwc_state *s, int level,
                           const struct frame *f, size_t length)
{
    const struct journal_cause because =
        recorder_because(s, CAUSE_OF_FRAME(f), f->id);
    uint8_t list[JOURNAL_EFFECT_LENGTH];

    journal_pack_effect(f, list);
    journal_list(s, JOURNAL_EFFECT, -1, level, list, length, JOURNAL_PUBLIC);
    recorder_resume(s, because);
}

static void journal_effects(const struct uwc_state *s,
                            const struct uwc_state *before)
{
    for (int i = before->depth - 1; i >= s->depth; i--)
        journal_effect(s, i, &before->stack[i], 0);
    for (int i = 0; i < s->depth; i++)
        if (i >= before->depth ||
            memcmp(&s->stack[i], &before->stack[i], sizeof *s->stack) != 0)
            journal_effect(s, i, &s->stack[i], JOURNAL_EFFECT_LENGTH);
}

void journal_pack_progress(const struct uwc_state *s,
                           uint8_t out[JOURNAL_PROGRESS_LENGTH])
{
    const uint8_t list[JOURNAL_PROGRESS_LENGTH] = {
        s->step,          s->slot,          s->card,
        s->slot_progress, s->card_progress, s->part_done,
        s->tunnels_built, s->draws,         s->claim_after_use,
        s->last_discard,  s->stepped,
    };

    memcpy(out, list, sizeof list);
}

void journal_unpack_progress(const uint8_t *list, struct uwc_state *s)
{
    s->step = list[0];
    s->slot = list[1];
    s->card = list[2];
    s->slot_progress = list[3];
    s->card_progress = list[4];
    s->part_done = list[5];
    s->tunnels_built = list[6];
    s->draws = list[7];
    s->claim_after_use = list[8];
    s->last_discard = list[9];
    s->stepped = list[10];
}

static void journal_progress(const struct uwc_state *s,
                             const struct uwc_state *before)
{
    uint8_t list[JOURNAL_PROGRESS_LENGTH], then[JOURNAL_PROGRESS_LENGTH];

    journal_pack_progress(s, list);
    journal_pack_progress(before, then);
    if (memcmp(list, then, sizeof list) != 0)
        journal_list(s, JOURNAL_PROGRESS, -1, 0, list, sizeof list,
                     JOURNAL_PUBLIC);
}

/* The final scores and ranks. */
static void journal_result(const struct uwc_state *s)
{
    struct scores scores;

    uwc_score(s, &scores);
    for (int seat = 0; seat < scores.seats; seat++)
        for (int item = 0; item < scores.items; item++)
            journal_seat(s, JOURNAL_SCORE, seat, item,
                         scores.item[item].points[seat]);
    for (int seat = 0; seat < scores.seats; seat++)
        journal_seat(s, JOURNAL_RANK, seat, scores.total[seat],
                     scores.rank[seat]);
    if (scores.outcome != OUTCOME_RANKED)
        journal_seat(s, JOURNAL_OUTCOME, 0, scores.outcome, 0);
}

void journal_call(const struct uwc_state *s, const struct uwc_state *before)
{
    journal_top_special(s, before);
    journal_effects(s, before);
    journal_progress(s, before);
    /* Also of a seat that left together with the one that ended the match. */
    if (s->phase == PHASE_OVER)
        journal_result(s);
}
