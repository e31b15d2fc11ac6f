/* What a view says of one seat. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/document.h"

static void write_hand(const struct uwc_state *s, int seat, int viewer,
                       struct sink *sink)
{
    const struct seat *me = &s->seat[seat];
    int specials = 0;

    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
        specials += set_has(&me->hand, card);
    sink_object(sink, "hand");
    sink_number(sink, "count", set_count(&me->hand));
    sink_number(sink, "era_cards", set_count(&me->hand) - specials);
    sink_number(sink, "specials", specials);
    sink_array(sink, "known_specials");
    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
        if (me->open_specials >> (card - SPECIAL3_FIRST) & 1)
            sink_number(sink, NULL, card);
    sink_close(sink);
    sink_number(sink, "limit", hand_limit(me));
    if (viewer_sees(viewer, seat))
        sink_cards(sink, "cards", &me->hand);
    sink_close(sink);
}

/* Where the seat has laid its blue tiles; null while it still chooses. */
static void write_arranged(const struct seat *me, struct sink *sink)
{
    if (me->is_choosing) {
        sink_null(sink, "arranged");
        return;
    }
    sink_object(sink, "arranged");
    sink_number(sink, "upper_right", me->blue[me->swapped]);
    sink_number(sink, "lower_left", me->blue[!me->swapped]);
    sink_close(sink);
}

static void write_answers(const struct seat *me, struct sink *sink)
{
    sink_array(sink, "asking");
    for (int i = 0; i < me->claim_count; i++)
        if (me->asked >> i & 1)
            sink_number(sink, NULL, me->claims[i]);
    sink_close(sink);
    sink_array(sink, "answers");
    for (int i = 0; i < me->claim_count; i++) {
        if (!me->answer[i])
            continue;
        sink_object(sink, NULL);
        sink_number(sink, "card", me->claims[i]);
        sink_number(sink, "option", me->answer[i]);
        sink_close(sink);
    }
    sink_close(sink);
}

/* Choices that all seats make at once: nothing of them is seen before all have
 * chosen (ruling 23), but who still chooses is. */
static void write_choices(const struct uwc_state *s, int seat, int viewer,
                          struct sink *sink)
{
    const struct seat *me = &s->seat[seat];

    sink_truth(sink, "choosing",
               s->phase != PHASE_TURN && uwc_to_act(s) >> seat & 1);
    if (!viewer_sees(viewer, seat))
        return;
    if (s->phase == PHASE_FIRST_HANDS || s->phase == PHASE_ERA_HANDS) {
        sink_array(sink, "set_aside");
        for (int i = 0; i < 32; i++)
            if (me->set_aside >> i & 1)
                sink_number(sink, NULL, hand_card(me, i));
        sink_close(sink);
    } else if (s->phase == PHASE_PRODUCTION) {
        write_answers(me, sink);
    } else if (s->phase == PHASE_TILES) {
        write_arranged(me, sink);
    }
}

static void write_claims(const struct seat *me, struct sink *sink)
{
    sink_array(sink, "claims");
    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];

        sink_object(sink, NULL);
        sink_number(sink, "card", me->claims[i]);
        if (!sink->is_compact) {
            sink_string(sink, "name", card->name);
            sink_string(sink, "type", card_type_words[card->type]);
        }
        sink_truth(sink, "used", me->used >> i & 1);
        sink_close(sink);
    }
    sink_close(sink);
    sink_number(sink, "specials_paid", me->specials_paid);
}

/* How much it has of everything that cards and contracts count. */
static void write_counts(const struct uwc_state *s, int seat, struct sink *sink)
{
    sink_object(sink, "counts");
    for (int what = 0; what < COUNTABLES; what++)
        sink_number(sink, countable_words[what],
                    board_count(s, seat, (enum countable)what));
    sink_close(sink);
}

static void write_score(const struct scores *scores, int seat,
                        struct sink *sink)
{
    sink_object(sink, "score");
    sink_number(sink, "total", scores->total[seat]);
    sink_number(sink, "rank", scores->rank[seat]);
    sink_object(sink, "breakdown");
    for (int i = 0; i < scores->items; i++)
        sink_number(sink, scores->item[i].name, scores->item[i].points[seat]);
    sink_close(sink);
    sink_close(sink);
}

void view_seat(const struct uwc_state *s, int seat, int viewer,
               const struct scores *scores, struct sink *sink)
{
    const struct seat *me = &s->seat[seat];

    sink_object(sink, NULL);
    sink_number(sink, "seat", seat);
    /* 1 for the first who left the match */
    if (me->left)
        sink_number(sink, "left", me->left);
    else
        sink_null(sink, "left");
    sink_object(sink, "resources");
    view_resources(sink, me->stock);
    sink_close(sink);
    sink_number(sink, "points", me->points);
    write_hand(s, seat, viewer, sink);
    write_choices(s, seat, viewer, sink);
    write_claims(me, sink);
    sink_number(sink, "always_tiles", me->always_tiles);
    view_board(me, s->phase == PHASE_TILES, sink);
    if (!sink->is_compact)
        write_counts(s, seat, sink);
    view_production(s, seat, sink);
    if (!sink->is_compact)
        write_score(scores, seat, sink);
    sink_close(sink);
}
