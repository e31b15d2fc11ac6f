/* What a seat may gain during a turn before its slot's action begins: an upper
 * bound, found without trying. */
#include "rules/underwater_cities/engine/turn_gains.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"

static const unsigned source_causes[SOURCE_CAUSES] = {
    MISSING_NETWORK, MISSING_UPGRADES, MISSING_IN_PLAY, GAINS_MISMATCH,
    GAINS_SLOT};

/* What building on a site may give at once. */
static unsigned site_gains(const struct seat *me, enum piece piece, int site)
{
    const enum bonus bonus = board_bonus(me, piece, site);
    unsigned gains = 0;

    if (bonus == BONUS_FEDERATION)
        gains = 1u << CREDIT | 1u << STEELPLAST | MISSING_IN_PLAY;
    else if (bonus != BONUS_NONE && bonus != BONUS_POINTS)
        gains = 1u << (bonus - BONUS_CREDIT + CREDIT);
    if (piece == TUNNEL && tunnel_metropolis(site)) /* as its tile says */
        gains |= MISSING_STOCK | MISSING_IN_PLAY;
    return gains;
}

unsigned bonus_gains(const struct seat *me, const struct effect *e)
{
    unsigned gains = 0;

    if (!e->cap || e->what & ~(unsigned)BUILDINGS)
        return MISSING_STOCK | MISSING_IN_PLAY;
    for (uint64_t sites = expansion_sites; sites; sites &= sites - 1)
        gains |= site_gains(me, FARM, __builtin_ctzll(sites));
    return gains;
}

/* What a list may give.  A discount is as good as having the resource. */
static unsigned list_gains(const struct sources *from, const struct seat *me,
                           const struct effect *list)
{
    unsigned gains = 0;

    for (const struct effect *e = list; e && e->op != OP_END; e++) {
        const struct effect_verb *verb = &from->verbs[e->op];

        if (verb->gains)
            gains |= verb->gains(me, e);
        else if (e->op == OP_DISCOUNT)
            gains |= 1u << e->per;
    }
    return gains;
}

/* Whether a triggered list may need a decision (see gain.c). */
static bool asks(const struct effect *list)
{
    const unsigned gives =
        1u << OP_GAIN | 1u << OP_ADVANCE | 1u << OP_EACH | 1u << OP_IF;

    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (!(gives >> e->op & 1))
            return true;
    return false;
}

/* After which changes a permanent may react. */
static unsigned causes(const struct trigger *when)
{
    switch ((enum event)when->event) {
    case EVENT_SECOND_TUNNEL:
    case EVENT_SECOND_BUILDING:
    case EVENT_BUILT:
    case EVENT_CONNECTED: return MISSING_NETWORK;
    case EVENT_SECOND_UPGRADED:
    case EVENT_UPGRADED_ONE: return MISSING_UPGRADES;
    case EVENT_REACH_SPACE: return MISSING_IN_PLAY;
    case EVENT_MISMATCHED: return GAINS_MISMATCH;
    case EVENT_USED_SLOT:
    case EVENT_SLOT_GAVE: return GAINS_SLOT;
    case EVENT_NONE:
    case EVENTS: break;
    }
    return 0;
}

/* Changes that a countable counts. */
static unsigned counts(enum countable what)
{
    switch (what) {
    case COUNT_UPGRADED_FARMS:
    case COUNT_UPGRADED_PLANTS:
    case COUNT_UPGRADED_LABORATORIES:
    case COUNT_UPGRADED_TUNNELS:
    case COUNT_UPGRADED:
    case COUNT_UPGRADED_SETS: return MISSING_NETWORK | MISSING_UPGRADES;
    case COUNT_FARMS:
    case COUNT_PLANTS:
    case COUNT_LABORATORIES:
    case COUNT_BUILDINGS:
    case COUNT_TUNNELS:
    case COUNT_CITIES:
    case COUNT_SYMBIOTIC_CITIES:
    case COUNT_NONSYMBIOTIC_CITIES:
    case COUNT_FULL_CITIES:
    case COUNT_METROPOLISES: return MISSING_NETWORK;
    case COUNT_ACTION_CARDS:
    case COUNT_PRODUCTION_CARDS:
    case COUNT_PERMANENT_CARDS:
    case COUNT_END_CARDS:
    case COUNT_SPECIAL_CARDS:
    case COUNT_FEDERATION_STEPS: return MISSING_IN_PLAY;
    case COUNTABLES: break;
    }
    return 0;
}

/* ---- what is there already ---- */

static void find_card(struct sources *out, const struct seat *me, int i)
{
    const struct card *card = cards[me->claims[i]];
    const unsigned cause = causes(&card->when);

    if (card->once && !(me->used >> i & 1))
        out->always |= list_gains(out, me, card->once) | GAINS_CHOICE;
    if (card->action)
        out->actions |= list_gains(out, me, card->action);
    if (card->when.event == EVENT_USED_SLOT)
        out->kinds |= UINT32_C(1) << card->when.param;
    for (int k = 0; k < SOURCE_CAUSES; k++)
        if (cause & source_causes[k])
            out->after[k] |= list_gains(out, me, card->when.effects) |
                             (asks(card->when.effects) ? GAINS_CHOICE : 0);
}

/* The changes that a contract still needs: all of them.  Only one card is
 * played in a turn. */
static void find_contract(struct sources *out, const struct uwc_state *s,
                          int seat, int contract)
{
    struct pending_contract *to = &out->contract[out->contracts];
    const struct criterion *c = contracts[contract].criteria;

    *to = (struct pending_contract){
        .gains = list_gains(out, &s->seat[seat], contracts[contract].reward)};
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++) {
        const enum countable what = (enum countable)c[i].what;
        const int missing =
            c[i].count ? c[i].count - board_count(s, seat, what) : 0;

        if (missing > 1 && counts(what) == MISSING_IN_PLAY &&
            what != COUNT_FEDERATION_STEPS)
            return;
        to->changes[i] = missing > 0 ? counts(what) : 0;
        to->missing = missing > to->missing ? missing : to->missing;
    }
    out->contracts++;
}

void sources_find(struct sources *out, const struct means *m)
{
    const struct uwc_state *s = m->s;
    const struct seat *me = &s->seat[m->seat];

    *out = (struct sources){.verbs = m->verbs};
    for (int i = 0; i < me->claim_count; i++)
        find_card(out, me, i);
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i])
            find_contract(out, s, m->seat, s->contract[i]);
}

/* Everything that may follow from changes, including them. */
static unsigned follows(const struct sources *from, unsigned changes)
{
    unsigned before;

    changes |= from->always;
    do {
        before = changes;
        for (int k = 0; k < SOURCE_CAUSES; k++)
            if (changes & source_causes[k])
                changes |= from->after[k];
        if (changes & GAINS_USE)
            changes |= from->actions;
        for (int i = 0; i < from->contracts; i++) {
            const struct pending_contract *c = &from->contract[i];
            bool may_come = true;

            for (int k = 0; k < CONTRACT_CRITERIA_MAX; k++)
                may_come =
                    may_come && (!c->changes[k] || c->changes[k] & changes);
            if (may_come)
                changes |= c->gains | GAINS_CHOICE;
        }
    } while (changes != before);
    return changes;
}

/* ---- what comes ---- */

/* What the card played may give: claimed or resolved if it matches, else
 * discarded. */
static unsigned card_gains(const struct sources *from, const struct seat *me,
                           int slot, int card)
{
    const struct card *c = cards[card];
    unsigned gains = MISSING_CARDS;

    if (!card)
        return 0;
    if (slot == UWC_SLOT_ALWAYS)
        return gains | (card_is_special(card) ? MISSING_SPECIALS : 0);
    if (c->colour != slot_colour(slot))
        return gains | GAINS_MISMATCH |
               (card_is_special(card) ? MISSING_SPECIALS : 0);
    if (c->type == INSTANT)
        return gains | list_gains(from, me, c->instant) |
               (c->credits ? MISSING_IN_PLAY : 0); /* specials are counted */
    gains |= MISSING_IN_PLAY | list_gains(from, me, c->standing) |
             list_gains(from, me, c->once) |
             list_gains(from, me, c->when.effects);
    if (c->type == ACTION) /* a fifth one allows a last use of another */
        gains |=
            MISSING_ACTIONS | (claims_action_cards(me) >= 4 ? GAINS_USE : 0);
    return gains;
}

unsigned turn_gains(const struct sources *from, const struct uwc_state *s,
                    int seat, int slot, int card)
{
    const struct slot *there = slot_of(s->seats, slot);
    unsigned gains = card_gains(from, &s->seat[seat], slot, card);

    if (from->kinds >> there->kind & 1)
        gains |= GAINS_SLOT;
    return follows(from, gains);
}

/* Keep the contracts that one more piece can meet; it counts as one if it
 * connects nothing else. */
static void keep_near(struct sources *from)
{
    int kept = 0;

    for (int i = 0; i < from->contracts; i++)
        if (from->contract[i].missing <= 1)
            from->contract[kept++] = from->contract[i];
    from->contracts = kept;
}

unsigned building_gains(const struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];
    unsigned gains = MISSING_NETWORK;
    struct sources from;

    for (unsigned left = e->what; left; left &= left - 1) {
        const enum piece piece = (enum piece)(left & -left);

        for (uint64_t sites = build_sites(me, e, piece); sites;
             sites &= sites - 1)
            gains |= site_gains(me, piece, __builtin_ctzll(sites));
    }
    sources_find(&from, m);
    if (!(e->what & CITIES) &&
        (!(e->what & TUNNEL) || board_connected(me) == me->city))
        keep_near(&from);
    return follows(&from, gains);
}
