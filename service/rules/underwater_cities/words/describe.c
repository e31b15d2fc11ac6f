/* Moves as fields and as a sentence. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/phrase.h"
#include "rules/underwater_cities/words/words.h"

/* ---- fields ---- */

static void parts_build(struct move m, struct sink *sink)
{
    char site[16];

    sink_string(sink, "piece", piece_word((unsigned)move_b(m)));
    if (move_b(m) & BUILDINGS) {
        building_site_write(move_a(m), site, sizeof site);
        sink_string(sink, "site", site);
    } else {
        sink_number(sink, "site", 1 + move_a(m));
    }
    sink_number(sink, "biomatter_for_kelp", payment_kelp(move_x(m)));
    sink_number(sink, "biomatter_for_steelplast",
                payment_steelplast(move_x(m)));
}

static void parts_structure(struct move m, struct sink *sink)
{
    char site[16];

    structure_write(move_a(m), site, sizeof site);
    sink_string(sink, "structure", site);
}

static void parts_resources(int mask, struct sink *sink)
{
    sink_array(sink, "resources");
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            sink_string(sink, NULL, resource_words[r]);
    sink_close(sink);
}

/* The top special card has a number as long as it is face up. */
static void parts_special(const struct uwc_state *s, struct move m,
                          struct sink *sink)
{
    int card = move_a(m);

    sink_string(sink, "from", card ? "display" : "top");
    if (!card && top_special_known(s))
        card = s->specials[s->special_count - 1];
    sink_card(sink, "card", card);
}

static void write_parts(const struct uwc_state *s, struct move m,
                        struct sink *sink)
{
    switch (move_verb(m)) {
    case MOVE_PLACE:
        sink_slot(sink, "slot", move_a(m));
        sink_card(sink, "card", move_b(m));
        sink_truth(sink, "clone", move_x(m));
        break;
    case MOVE_CARD: sink_card(sink, "drop", move_a(m)); break;
    case MOVE_BUILD: parts_build(m, sink); break;
    case MOVE_UPGRADE:
        parts_structure(m, sink);
        if (move_b(m))
            sink_string(sink, "paying", resource_words[move_b(m) - 1]);
        else
            sink_null(sink, "paying");
        break;
    case MOVE_TRIAL: parts_structure(m, sink); break;
    case MOVE_CONVERT: sink_number(sink, "site", 1 + move_a(m)); break;
    case MOVE_ADVANCE: sink_number(sink, "steps", move_a(m)); break;
    case MOVE_USE:
    case MOVE_READY:
    case MOVE_ONCE:
    case MOVE_DISCARD: sink_number(sink, "card", move_a(m)); break;
    case MOVE_PERFORM: sink_slot(sink, "slot", move_a(m)); break;
    case MOVE_SPECIAL: parts_special(s, m, sink); break;
    case MOVE_KEEP:
        sink_number(sink, move_a(m) <= UWC_BLUE_TILES ? "tile" : "card",
                    move_a(m));
        break;
    case MOVE_PICK: parts_resources(move_a(m), sink); break;
    case MOVE_EXCHANGE:
        sink_string(sink, "give", resource_words[move_a(m)]);
        break;
    case MOVE_CHOOSE: sink_number(sink, "option", move_a(m)); break;
    case MOVE_ANSWER:
        sink_number(sink, "card", move_a(m));
        sink_number(sink, "option", move_b(m));
        break;
    case MOVE_CLAIM: sink_number(sink, "contract", move_a(m)); break;
    case MOVE_ARRANGE:
        sink_number(sink, "upper_right", move_a(m));
        sink_number(sink, "lower_left", move_b(m));
        break;
    case MOVE_SLOT:
    case MOVE_THREE:
    case MOVE_TURN_UP:
    case MOVE_TILES:
    case MOVE_DO:
    case MOVE_PASS:
    case MOVE_END:
    case MOVE_VERBS: break;
    }
    if (move_part(m))
        sink_number(sink, "part", move_part(m));
}

/* ---- sentences ---- */

static void say_place(const struct uwc_state *s, struct move m,
                      struct phrase *p)
{
    int slot = move_a(m), card = move_b(m);

    phrase_add(p, move_x(m) ? "With the cloning tile (1 credit), choose "
                            : "Choose ");
    phrase_slot(p, s->seats, slot);
    if (!card)
        return;
    phrase_add(p, " and play ");
    phrase_card(p, card);
    if (slot == UWC_SLOT_ALWAYS || cards[card]->colour != slot_colour(slot))
        phrase_add(p, slot == UWC_SLOT_ALWAYS ? ", without its effect"
                                              : ", which does not match");
    else
        phrase_add(p, ", which matches");
}

static void say_card(const struct uwc_state *s, struct move m, struct phrase *p)
{
    const struct card *card = cards[s->card];

    if (!s->card) {
        phrase_add(p, "Resolve the played card");
        return;
    }
    phrase_add(p, card->type == INSTANT ? "Resolve " : "Claim ");
    phrase_card(p, s->card);
    if (card->credits)
        phrase_add(p, " for %d %s", card->credits,
                   resource_noun(CREDIT, card->credits));
    if (move_a(m)) {
        phrase_add(p, " in place of ");
        phrase_card(p, move_a(m));
    }
}

static void say_bonus(enum bonus bonus, struct phrase *p)
{
    switch (bonus) {
    case BONUS_NONE: break;
    case BONUS_CREDIT:
    case BONUS_KELP:
    case BONUS_STEELPLAST:
    case BONUS_SCIENCE:
    case BONUS_BIOMATTER:
        phrase_add(p, " (gain 1 %s)",
                   resource_noun((enum resource)(bonus - BONUS_CREDIT), 1));
        break;
    case BONUS_FEDERATION:
        phrase_add(p, " (advance 1 on the Federation track and gain 1 card)");
        break;
    case BONUS_POINTS: phrase_add(p, " (gain 6 points)"); break;
    }
}

/* The cost as it is paid, biomatter replacing some of it. */
static void say_cost(const struct uwc_state *s, int seat,
                     const struct effect *e, struct move m, struct phrase *p)
{
    int cost[RESOURCES], sum = 0;

    build_cost(s, seat, e, (enum piece)move_b(m), move_a(m), cost);
    cost[KELP] -= payment_kelp(move_x(m));
    cost[STEELPLAST] -= payment_steelplast(move_x(m));
    cost[BIOMATTER] += payment_kelp(move_x(m)) + payment_steelplast(move_x(m));
    for (int r = 0; r < RESOURCES; r++)
        sum += cost[r];
    if (sum) {
        phrase_add(p,
                   e->price == PRICE_FREE ? " for the surcharge of " : " for ");
        phrase_amounts(p, cost);
    } else {
        phrase_add(p, " for free");
    }
}

static void say_build(const struct uwc_state *s, int seat, struct move m,
                      struct phrase *p)
{
    const struct effect *e = named_part(s, seat, move_part(m));
    enum piece piece = (enum piece)move_b(m);
    bool builds = e && (e->op == OP_BUILD || e->op == OP_BUILD_UPGRADED);

    phrase_add(p, "Build a %s ", piece_noun(piece));
    phrase_site(p, piece, move_a(m));
    if (!builds)
        return;
    phrase_add(p, ",");
    say_cost(s, seat, e, m, p);
    if (e->op == OP_BUILD_UPGRADED)
        phrase_add(p, ", then upgrade it for 1 science");
    say_bonus(board_bonus(&s->seat[seat], piece, move_a(m)), p);
}

static void say_upgrade(const struct uwc_state *s, int seat, struct move m,
                        struct phrase *p)
{
    const struct effect *e = named_part(s, seat, move_part(m));

    phrase_add(p, "Upgrade ");
    phrase_structure(p, &s->seat[seat], move_a(m));
    if (move_b(m)) {
        phrase_add(p, ", for 1 %s", resource_words[move_b(m) - 1]);
    } else if (e && e->op == OP_UPGRADE && e->price == PRICE_FREE) {
        phrase_add(p, ", for free");
    } else if (e && e->op == OP_UPGRADE && e->price) {
        phrase_add(p, ", for ");
        phrase_price(p, e->price);
    } else {
        phrase_add(p, ", for 1 science");
    }
}

static void say_special(const struct uwc_state *s, struct move m,
                        struct phrase *p)
{
    phrase_add(p, "Take ");
    if (move_a(m)) {
        phrase_card(p, move_a(m));
        phrase_add(p, " from the display");
        return;
    }
    phrase_add(p, "the top special card");
    if (top_special_known(s)) {
        phrase_add(p, ", ");
        phrase_card(p, s->specials[s->special_count - 1]);
    }
}

static void say_kept(struct move m, struct phrase *p)
{
    char text[2 * CARD_TEXT_MAX];

    phrase_add(p, "Keep ");
    if (move_a(m) > UWC_BLUE_TILES) {
        phrase_card(p, move_a(m));
        return;
    }
    blue_tile_text(move_a(m), text, sizeof text);
    phrase_add(p, "metropolis tile %d: %s", move_a(m), text);
    p->text[--p->length] = '\0'; /* the tile's own period */
}

static void say_pick(struct move m, struct phrase *p)
{
    int amounts[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        amounts[r] = move_a(m) >> r & 1;
    phrase_add(p, "Gain ");
    phrase_amounts(p, amounts);
}

static void say_exchange(const struct uwc_state *s, int seat, struct move m,
                         struct phrase *p)
{
    const struct effect *e = named_part(s, seat, move_part(m));
    int given = move_a(m), gained;

    if (!e || e->op != OP_EXCHANGE || (given != e->what && given != e->per)) {
        phrase_add(p, "Exchange %s", resource_words[given]);
        return;
    }
    gained = given == e->what ? e->per : e->what;
    phrase_add(p, "Give %d %s for %d %s", e->n,
               resource_noun((enum resource)given, e->n), e->n,
               resource_noun((enum resource)gained, e->n));
}

static void say_do(const struct uwc_state *s, int seat, struct move m,
                   struct phrase *p)
{
    const struct effect *e = named_part(s, seat, move_part(m));

    if (e)
        phrase_effects(p, e, effect_next(e));
    else
        phrase_add(p, "Start a part of the effect");
}

static void say_choose(const struct uwc_state *s, int seat, struct move m,
                       struct phrase *p)
{
    const struct effect *e = named_part(s, seat, move_part(m)), *option = NULL;

    if (e && e->op == OP_CHOOSE)
        option = named_option(e, move_a(m));
    if (option)
        phrase_effects(p, option + 1, effect_next(option));
    else
        phrase_add(p, "Choose option %d", move_a(m));
}

static void say_answer(struct move m, struct phrase *p)
{
    const struct effect *e = cards[move_a(m)]->produce;
    int n = move_b(m);

    phrase_add(p, n ? "Use " : "Do not use ");
    phrase_card(p, move_a(m));
    phrase_add(p, " in this Production");
    for (; n && e && e->op != OP_END; e = effect_next(e)) {
        const struct effect *option;

        if (e->op != OP_SWAP)
            continue;
        option = named_option(e, n);
        if (option) {
            phrase_add(p, ": ");
            phrase_effects(p, option + 1, effect_next(option));
            return;
        }
        for (int i = 1; named_option(e, i); i++)
            n--;
    }
}

static void say_pass(const struct uwc_state *s, struct phrase *p)
{
    const struct frame *top = s->depth ? &s->stack[s->depth - 1] : NULL;

    phrase_add(p, "Skip the rest of ");
    if (top)
        phrase_source(p, s, top);
    else
        phrase_add(p, "this effect");
}

static void say_card_effect(const char *before, int card,
                            const struct effect *list, struct phrase *p)
{
    phrase_add(p, "%s ", before);
    phrase_card(p, card);
    if (list) {
        phrase_add(p, ": ");
        phrase_list(p, list);
    }
}

static void say_perform(const struct uwc_state *s, struct move m,
                        struct phrase *p)
{
    const struct slot *slot = slot_of(s->seats, move_a(m));

    phrase_add(p, "Perform the action of ");
    phrase_slot(p, s->seats, move_a(m));
    if (slot) {
        phrase_add(p, ": ");
        phrase_list(p, slot->effects);
    }
}

static void say_claim(int contract, struct phrase *p)
{
    phrase_add(p, "Claim ");
    phrase_contract(p, contract);
    phrase_add(p, ": ");
    phrase_list(p, contracts[contract].reward);
}

static void say_named(const char *before, int card, struct phrase *p)
{
    phrase_add(p, "%s ", before);
    phrase_card(p, card);
}

/* One sentence, its period apart. */
static void say(const struct uwc_state *s, int seat, struct move m,
                struct phrase *p)
{
    switch (move_verb(m)) {
    case MOVE_PLACE: say_place(s, m, p); break;
    case MOVE_SLOT:
        phrase_add(p, "Perform the slot's action before the card");
        break;
    case MOVE_CARD: say_card(s, m, p); break;
    case MOVE_BUILD: say_build(s, seat, m, p); break;
    case MOVE_UPGRADE: say_upgrade(s, seat, m, p); break;
    case MOVE_CONVERT:
        phrase_add(p, "Turn the city on city site %d into a symbiotic city",
                   1 + move_a(m));
        break;
    case MOVE_ADVANCE:
        phrase_add(p, "Advance %d %s on the Federation track", move_a(m),
                   move_a(m) == 1 ? "step" : "steps");
        break;
    case MOVE_USE:
        say_card_effect("Use", move_a(m), cards[move_a(m)]->action, p);
        break;
    case MOVE_READY: say_named("Make ready again:", move_a(m), p); break;
    case MOVE_PERFORM: say_perform(s, m, p); break;
    case MOVE_SPECIAL: say_special(s, m, p); break;
    case MOVE_THREE:
        phrase_add(p, "Put the top special card under its deck, draw three "
                      "and keep one of them");
        break;
    case MOVE_TURN_UP:
        phrase_add(p, "Reveal the next special card before you choose");
        break;
    case MOVE_TILES:
        phrase_add(p, "Draw two blue metropolis tiles and keep one");
        break;
    case MOVE_KEEP: say_kept(m, p); break;
    case MOVE_TRIAL:
        phrase_add(p, "Gain what is produced by ");
        phrase_structure(p, &s->seat[seat], move_a(m));
        break;
    case MOVE_PICK: say_pick(m, p); break;
    case MOVE_EXCHANGE: say_exchange(s, seat, m, p); break;
    case MOVE_DO: say_do(s, seat, m, p); break;
    case MOVE_CHOOSE: say_choose(s, seat, m, p); break;
    case MOVE_ONCE:
        say_card_effect("Use", move_a(m), cards[move_a(m)]->once, p);
        break;
    case MOVE_DISCARD: say_named("Discard", move_a(m), p); break;
    case MOVE_ANSWER: say_answer(m, p); break;
    case MOVE_PASS: say_pass(s, p); break;
    case MOVE_END:
        phrase_add(p, "End the turn and draw %d %s", 1 + s->draws,
                   resource_noun(CARD, 1 + s->draws));
        break;
    case MOVE_CLAIM: say_claim(move_a(m), p); break;
    case MOVE_ARRANGE:
        phrase_add(p,
                   "Lay metropolis tile %d at the upper right and %d at the "
                   "lower left",
                   move_a(m), move_b(m));
        break;
    case MOVE_VERBS: break;
    }
}

void uwc_describe(const void *state, int seat, struct move move,
                  struct sink *sink)
{
    const struct uwc_state *s = state;
    struct phrase p = {.length = 0};
    bool known = move_is_canonical(move) && seat >= 0 && seat < s->seats;

    sink_object(sink, "parts");
    sink_string(sink, "verb", known ? verb_word(move_verb(move)) : "none");
    if (known)
        write_parts(s, move, sink);
    sink_close(sink);
    if (known)
        say(s, seat, move, &p);
    else
        phrase_add(&p, "This is not a move");
    phrase_add(&p, ".");
    sink_string(sink, "text", p.text);
}
