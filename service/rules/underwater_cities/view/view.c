/* What a viewer may know of a match, as one document.
 *
 * Every fact has one place, where a client looks for it.  What read() needs and
 * no viewer may see is in the last member, "hidden", of the omniscient view.
 * Texts, scores and previews are ignored when a document is read. */
#include "rules/underwater_cities/view/view.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/content_texts.h"
#include "rules/underwater_cities/words/document.h"

static void write_seats(struct sink *sink, const char *key, seat_set seats)
{
    sink_array(sink, key);
    for (int i = 0; i < RULES_SEATS_MAX; i++)
        if (seats >> i & 1)
            sink_number(sink, NULL, i);
    sink_close(sink);
}

/* The round whose end brings the next Production, the one under way included;
 * 0 for none. */
static int next_production(const struct uwc_state *s)
{
    if (s->phase == PHASE_OVER)
        return 0;
    return s->round <= 4 ? 4 : s->round <= 7 ? 7 : UWC_ROUNDS;
}

/* The next turns: those left in this round, the current one first, and the
 * Production. */
static void write_next(const struct uwc_state *s, struct sink *sink)
{
    bool has_turns = s->phase != PHASE_PRODUCTION && s->phase != PHASE_OVER;

    sink_object(sink, "next");
    sink_array(sink, "turns");
    for (int t = s->turn; has_turns && t < UWC_TURNS * s->seats; t++)
        if (!s->seat[s->order[t % s->seats]].left)
            sink_number(sink, NULL, s->order[t % s->seats]);
    sink_close(sink);
    if (next_production(s))
        sink_number(sink, "production_after_round", next_production(s));
    else
        sink_null(sink, "production_after_round");
    sink_close(sink);
}

static void write_options(const struct uwc_state *s, struct sink *sink)
{
    sink_object(sink, "options");
    sink_string(sink, "draws", s->deferred ? "deferred" : "immediate");
    sink_string(sink, "boards", s->advanced ? "advanced" : "basic");
    sink_truth(sink, "contracts", s->contracts);
    sink_string(sink, "blue_metropolis_placement",
                placement_words[s->chosen_tiles]);
    sink_number(sink, "solo_start", s->seats == 1 ? s->solo_start : 1);
    sink_close(sink);
}

static void write_match(const struct uwc_state *s, struct sink *sink)
{
    sink_string(sink, "phase", phase_words[s->phase]);
    sink_number(sink, "round", s->round);
    sink_number(sink, "era", uwc_era(s));
    sink_number(sink, "turn", s->turn);
    if (s->phase == PHASE_TURN)
        sink_number(sink, "active", uwc_active(s));
    else
        sink_null(sink, "active");
    write_seats(sink, "to_act", uwc_to_act(s));
    if (!sink->is_compact)
        write_options(s, sink);
    sink_bytes(sink, "order", s->order, s->seats);
    write_next(s, sink);
}

/* Farthest ahead first; below the track there is no space. */
static void write_federation(const struct uwc_state *s, struct sink *sink)
{
    sink_array(sink, "federation");
    for (int i = 0; i < s->seats; i++) {
        int seat = s->track[i], space = s->seat[seat].space;

        sink_object(sink, NULL);
        sink_number(sink, "seat", seat);
        if (space == UWC_BELOW_TRACK)
            sink_null(sink, "space");
        else
            sink_number(sink, "space", space);
        sink_close(sink);
    }
    sink_close(sink);
}

void view_turn(const struct uwc_state *s, struct sink *sink)
{
    sink_object(sink, "current_turn");
    sink_string(sink, "step", step_words[s->step]);
    sink_slot(sink, "slot", s->slot);
    sink_card(sink, "card", s->card);
    sink_string(sink, "slot_progress", progress_words[s->slot_progress]);
    sink_string(sink, "card_progress", progress_words[s->card_progress]);
    sink_truth(sink, "part_done", s->part_done);
    sink_number(sink, "tunnels_built", s->tunnels_built);
    sink_number(sink, "pending_draws", s->draws);
    sink_card(sink, "claiming", s->claim_after_use);
    sink_card(sink, "last_discard", s->last_discard);
    sink_close(sink);
}

void view_slot(struct sink *sink, int seats, int number)
{
    const uint8_t kind = slot_of(seats, number)->kind;

    sink_slot(sink, "slot", number);
    sink_string(sink, "colour", colour_words[slot_colour(number)]);
    sink_string(sink, "kind", slot_kind_words[kind]);
    sink_string(sink, "text", slot_text(seats, number, sink->language));
}

static void write_slots(const struct uwc_state *s, struct sink *sink)
{
    sink_array(sink, "slots");
    for (int i = 0; i < UWC_SLOTS; i++) {
        if (!slot_of(s->seats, i) || (sink->is_compact && !s->slots[i]))
            continue;
        sink_object(sink, NULL);
        if (sink->is_compact)
            sink_slot(sink, "slot", i);
        else
            view_slot(sink, s->seats, i);
        write_seats(sink, "tiles", s->slots[i] & (UWC_NEUTRAL - 1));
        sink_truth(sink, "neutral", s->slots[i] & UWC_NEUTRAL);
        sink_close(sink);
    }
    sink_close(sink);
    sink_object(sink, "cloning_tile");
    sink_truth(sink, "in_match", s->seats == RULES_SEATS_MAX);
    sink_truth(sink, "used", s->cloned);
    sink_close(sink);
}

/* Where the neutral tiles move to at the round's end. */
static void write_next_tiles(const struct uwc_state *s, struct sink *sink)
{
    struct uwc_state laid = {.solo_start = s->solo_start};
    int round = s->round + 1 + (s->phase == PHASE_PRODUCTION);

    if (s->phase != PHASE_OVER && round <= UWC_ROUNDS)
        solo_lay_tiles(&laid, round);
    sink_array(sink, "next_tiles");
    for (int i = 0; i < UWC_SLOTS; i++)
        if (laid.slots[i])
            sink_slot(sink, NULL, i);
    sink_close(sink);
}

/* What only a solo match has: whether the seat made a step this round, and the
 * slot of the fourth neutral tile (ruling 29). */
static void write_solo(const struct uwc_state *s, struct sink *sink)
{
    if (s->seats > 1) {
        sink_null(sink, "solo");
        return;
    }
    sink_object(sink, "solo");
    sink_truth(sink, "stepped", s->stepped);
    sink_slot(sink, "fourth_tile", s->fourth);
    write_next_tiles(s, sink);
    sink_close(sink);
}

/* A count of domes, or null where there is no limit (solo). */
static void write_supply(const struct uwc_state *s, struct sink *sink,
                         const char *key, enum piece piece)
{
    if (piece == SYMBIOTIC && s->seats == 1)
        sink_null(sink, key);
    else
        sink_number(sink, key, supply_left(s, piece));
}

static void write_piles(const struct uwc_state *s, struct sink *sink)
{
    bool known = top_special_known(s);

    sink_object(sink, "piles");
    sink_number(sink, "deck", s->deck_count);
    sink_number(sink, "discards", set_count(&s->discards));
    sink_number(sink, "specials", s->special_count);
    sink_truth(sink, "top_special_face_up", known);
    sink_card(sink, "top_special",
              known ? s->specials[s->special_count - 1] : CARD_NONE);
    sink_array(sink, "display");
    for (size_t i = 0; i < sizeof s->display; i++)
        sink_card(sink, NULL, s->display[i]);
    sink_close(sink);
    sink_number(sink, "metropolises", s->tile_count);
    sink_close(sink);
    sink_cards(sink, "discards", &s->discards);
    sink_object(sink, "supplies");
    write_supply(s, sink, "cities", CITY);
    write_supply(s, sink, "symbiotic_cities", SYMBIOTIC);
    write_supply(s, sink, "tunnels", TUNNEL);
    sink_close(sink);
}

/* The cards or tiles that were revealed to choose from: only the chooser sees
 * them. */
static void write_reveal(const struct uwc_state *s, int viewer,
                         struct sink *sink)
{
    enum source_kind kind = revealed_kind(s);
    int count = 0;

    while (count < 3 && s->reveal[count])
        count++;
    if (kind == FRAME_SLOT) {
        sink_null(sink, "revealed");
        return;
    }
    sink_object(sink, "revealed");
    sink_string(sink, "kind", frame_words[kind]);
    sink_number(sink, "seat", uwc_active(s));
    sink_number(sink, "count", count);
    if (viewer_sees(viewer, uwc_active(s)))
        sink_bytes(sink, "items", s->reveal, (size_t)count);
    sink_close(sink);
}

void uwc_view(const void *state, int viewer, struct sink *sink)
{
    const struct uwc_state *s = state;
    struct scores scores;

    uwc_score(s, &scores);
    write_match(s, sink);
    write_federation(s, sink);
    view_turn(s, sink);
    view_effects(s, sink);
    write_reveal(s, viewer, sink);
    write_slots(s, sink);
    write_solo(s, sink);
    write_piles(s, sink);
    view_contracts(s, sink);
    sink_array(sink, "seats");
    for (int i = 0; i < s->seats; i++)
        view_seat(s, i, viewer, &scores, sink);
    sink_close(sink);
    if (viewer == RULES_OMNISCIENT)
        view_hidden(s, sink);
}
