/* Gains, the Federation track, and the permanents that react. */
#include "rules/underwater_cities/engine/gain.h"

#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/steps.h"

void gain_amount(struct uwc_state *s, int seat, enum resource what, int n)
{
    if (what != CARD) {
        amount_add(s, seat, what, n);
    } else if (s->deferred && s->phase == PHASE_TURN) {
        const int due = s->draws;

        s->draws = (uint8_t)amount_sum(due, n, UWC_HAND_MAX);
        journal_seat(s, JOURNAL_CARDS_DUE, seat, CARD, s->draws - due);
    } else {
        for (int i = 0; i < n; i++)
            pile_draw_card(s, seat);
    }
}

static void journal_marker(const struct uwc_state *s, int seat, int before,
                           int ahead)
{
    if (recorder_is_on(s))
        recorder_add((struct journal_step){
            .type = JOURNAL_MARKER,
            .seat = (int8_t)seat,
            .seen_by = JOURNAL_PUBLIC,
            .from = place_at(PLACE_SPACE, seat, before),
            .to = place_at(PLACE_SPACE, seat, s->seat[seat].space),
            .n = (int16_t)ahead});
}

/* One step: move the marker on top of its new space (rules p. 12). */
static void step_once(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];
    const int before = me->space;
    int from = 0, to = 0;

    s->stepped = s->seats == 1; /* only playing alone asks for it (29) */
    if (me->space > 1)
        me->space--;
    while (s->track[from] != seat)
        from++;
    while (to < from && s->seat[s->track[to]].space < me->space)
        to++;
    memmove(s->track + to + 1, s->track + to, (size_t)(from - to));
    s->track[to] = (uint8_t)seat;
    journal_marker(s, seat, before, to);
}

void gain_federation_steps(struct uwc_state *s, int seat, int steps)
{
    static const struct {
        uint8_t what, n;
    } bonus[] = {[4] = {CREDIT, 0},
                 [3] = {CREDIT, 1},
                 [2] = {STEELPLAST, 1},
                 [1] = {POINT, 1}};

    for (int i = 0; i < steps; i++) {
        uint8_t before = s->seat[seat].space, now;
        struct journal_cause because;

        step_once(s, seat);
        now = s->seat[seat].space;
        because = recorder_because(s, CAUSE_SPACE, now);
        gain_amount(s, seat, (enum resource)bonus[now].what, bonus[now].n);
        recorder_resume(s, because);
        if (now != before)
            gain_from_triggers(s, seat,
                               &(struct moment){EVENT_REACH_SPACE, now}, 1);
    }
}

void gain_list(struct uwc_state *s, int seat, const struct effect *list,
               int len)
{
    for (const struct effect *e = list; e < list + len; e = effect_next(e)) {
        if (e->op == OP_GAIN)
            gain_amount(s, seat, (enum resource)e->what, e->n);
        else if (e->op == OP_ADVANCE)
            gain_federation_steps(s, seat, e->n);
        else if (e->op == OP_IF && effect_condition(s, seat, e))
            gain_list(s, seat, e + 1, e->len);
        else if (e->op == OP_EACH)
            for (int i = effect_times(s, seat, e); i > 0; i--)
                gain_list(s, seat, e + 1, e->len);
    }
}

/* Whether a list only gives, so that it needs no decision. */
static bool gain_only(const struct effect *list, int len)
{
    for (const struct effect *e = list; e < list + len; e = effect_next(e)) {
        if (e->op == OP_IF && gain_only(e + 1, e->len))
            continue;
        if (e->op != OP_GAIN && e->op != OP_ADVANCE && e->op != OP_EACH)
            return false;
    }
    return true;
}

static bool reacts(const struct trigger *when, const struct moment *moment)
{
    if (when->event != moment->event)
        return false;
    switch ((enum event)when->event) {
    case EVENT_SECOND_BUILDING:
    case EVENT_SECOND_UPGRADED:
    case EVENT_BUILT:
    case EVENT_UPGRADED_ONE: return when->param & moment->param;
    case EVENT_REACH_SPACE:
    case EVENT_USED_SLOT:
    case EVENT_SLOT_GAVE: return when->param == moment->param;
    case EVENT_SECOND_TUNNEL:
    case EVENT_CONNECTED:
    case EVENT_MISMATCHED: return true;
    case EVENT_NONE:
    case EVENTS: break;
    }
    return false;
}

/* The effect of a permanent that only gives. */
static void gain_triggered(struct uwc_state *s, int seat, int card)
{
    const struct effect *list = cards[card]->when.effects;
    const struct journal_cause because =
        recorder_because(s, CAUSE_TRIGGER, card);

    gain_list(s, seat, list, effect_list_length(list));
    recorder_resume(s, because);
}

void gain_from_triggers(struct uwc_state *s, int seat,
                        const struct moment *moments, int count)
{
    const struct seat *me = &s->seat[seat];
    uint8_t asking[UWC_CLAIMS_MAX];
    int asks = 0;

    if (!steps_use(s))
        return;
    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];
        const struct effect *list = card->when.effects;

        for (int k = 0; list && k < count; k++) {
            if (!reacts(&card->when, &moments[k]))
                continue;
            if (gain_only(list, effect_list_length(list)))
                gain_triggered(s, seat, me->claims[i]);
            else
                asking[asks++] = me->claims[i];
            break;
        }
    }
    while (asks > 0) /* the first claimed is pushed last; one that does
                        not fit is passed */
        (void)frame_push_root(s, FRAME_TRIGGER, asking[--asks], FRAME_APART);
}
