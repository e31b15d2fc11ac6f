/* Engine and oracle side by side: every place of a board, every count, the
 * next Production, feeding, and the result. */
#include "oracle.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/score.h"

#include <stdarg.h>
#include <stdio.h>

static char said[240];

__attribute__((format(printf, 1, 2))) static const char *say(const char *form,
                                                             ...)
{
    va_list list;

    va_start(list, form);
    vsnprintf(said, sizeof said, form, list);
    va_end(list);
    return said;
}

static const char *cities_differ(const struct seat *seat,
                                 const struct oracle *o)
{
    unsigned legal = board_city_sites(seat), connected = board_connected(seat);

    if (legal >> UWC_CITY_SITES || connected >> UWC_CITY_SITES)
        return say("city sites 0x%x or connected 0x%x do not exist", legal,
                   connected);
    for (int c = 0; c < UWC_CITY_SITES; c++) {
        if ((legal >> c & 1) != oracle_city_legal(o, c))
            return say("may a city be founded on %d?", c + 1);
        if ((connected >> c & 1) != oracle_connected(o, c))
            return say("is city %d connected?", c + 1);
    }
    return NULL;
}

static const char *buildings_differ(const struct seat *seat,
                                    const struct oracle *o)
{
    uint64_t ordinary = board_building_sites(seat, false);
    uint64_t expansion = board_building_sites(seat, true);
    uint64_t connected = board_connected_sites(seat);

    if ((ordinary | expansion | connected) >>
        (UWC_CITY_SITES * UWC_SITES_PER_CITY))
        return say("building sites that do not exist");
    for (int c = 0; c < UWC_CITY_SITES; c++)
        for (int p = 0; p < ORACLE_PLACES; p++) {
            int site = c * UWC_SITES_PER_CITY + p;
            bool legal = oracle_building_legal(o, c, p);

            if ((ordinary >> site & 1) != (legal && p != UWC_EXPANSION))
                return say("may one build at %d, place %d?", c + 1, p);
            if ((expansion >> site & 1) != (legal && p == UWC_EXPANSION))
                return say("is the expansion site of %d free?", c + 1);
            /* sites that the board does not have say nothing */
            if (o->building[c][p] &&
                (connected >> site & 1) != oracle_connected(o, c))
                return say("is place %d of city %d connected?", p, c + 1);
        }
    return NULL;
}

static const char *tunnels_differ(const struct seat *seat,
                                  const struct oracle *o)
{
    unsigned legal = board_tunnel_sites(seat);
    unsigned productive = board_productive_tunnels(seat);
    unsigned metropolises = board_metropolises(seat);
    static const unsigned bits[] = {METROPOLIS_BROWN, METROPOLIS_RIGHT,
                                    METROPOLIS_LEFT};

    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        int end = oracle_end(t, 1);

        if ((legal >> t & 1) != oracle_tunnel_legal(o, t))
            return say("may tunnel %d be built?", t);
        if ((productive >> t & 1) != oracle_next_to_city(o, t))
            return say("is tunnel %d next to a city?", t);
        if (tunnel_metropolis(t) !=
            (end < CORNER_BROWN ? 0 : bits[end - CORNER_BROWN]))
            return say("which metropolis does tunnel %d touch?", t);
    }
    for (int corner = CORNER_BROWN; corner < CORNERS; corner++)
        if (!(metropolises & bits[corner - CORNER_BROWN]) ==
            oracle_metropolis(o, corner))
            return say("is the metropolis at corner %d connected?", corner);
    return NULL;
}

/* What a special kind of site asks besides the cost (section 6). */
static uint16_t surcharge(enum special_site special)
{
    switch (special) {
    case SITE_RICH_CITY: return PRICE(3, 0, 3, 0, 0);
    case SITE_TRIPLE: return PRICE(1, 0, 0, 0, 0);
    case SITE_METROPOLIS: return PRICE(1, 0, 1, 0, 0);
    case SITE_POINTS: return PRICE(2, 0, 0, 2, 0);
    case SITE_DOUBLE: return PRICE(1, 0, 0, 0, 0);
    case SITE_PLAIN:
    case SITE_PAIR: break;
    }
    return 0;
}

static const char *sites_differ(const struct seat *seat, const struct oracle *o)
{
    const struct board *b = o->board;

    for (int c = 0; c < UWC_CITY_SITES; c++) {
        enum bonus bonus = b->city_special[c] == SITE_POINTS
                               ? BONUS_POINTS
                               : (enum bonus)b->city_bonus[c];

        if (board_bonus(seat, CITY, c) != bonus ||
            board_bonus(seat, SYMBIOTIC, c) != bonus)
            return say("which bonus has city site %d?", c + 1);
        if (board_surcharge(seat, CITY, c) != surcharge(b->city_special[c]) ||
            board_surcharge(seat, SYMBIOTIC, c) !=
                surcharge(b->city_special[c]))
            return say("which surcharge has city site %d?", c + 1);
    }
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        if (board_bonus(seat, TUNNEL, t) != (enum bonus)b->tunnel_bonus[t] ||
            board_surcharge(seat, TUNNEL, t) != surcharge(b->tunnel_special[t]))
            return say("what do tunnel site %d's bonus and surcharge say?", t);
    for (int i = 0; i < UWC_CITY_SITES * UWC_SITES_PER_CITY; i++)
        for (int kind = FARM; kind <= LABORATORY; kind *= 2)
            if (board_bonus(seat, (enum piece)kind, i) !=
                    (enum bonus)b->building_bonus[i] ||
                board_surcharge(seat, (enum piece)kind, i) !=
                    surcharge(b->building_special[i]))
                return say("what do building site %d's bonus and surcharge "
                           "say?",
                           i);
    return NULL;
}

static const char *counts_differ(const struct uwc_state *s, int seat)
{
    for (int what = 0; what < COUNTABLES; what++) {
        int ours = oracle_count(s, seat, (enum countable)what);
        int theirs = board_count(s, seat, (enum countable)what);

        if (ours != theirs)
            return say("countable %d is %d, the engine says %d", what, ours,
                       theirs);
    }
    return NULL;
}

static const char *production_differs(const struct uwc_state *s, int seat)
{
    struct produced ours, theirs;

    oracle_produce(s, seat, &ours);
    production_of(s, seat, &theirs);
    for (int r = 0; r < RESOURCES; r++)
        if (ours.stock[r] != theirs.stock[r])
            return say("resource %d produced is %d, the engine says %d", r,
                       ours.stock[r], theirs.stock[r]);
    if (ours.points != theirs.points)
        return say("points produced are %d, the engine says %d", ours.points,
                   theirs.points);
    if (ours.cards != theirs.cards)
        return say("cards produced are %d, the engine says %d", ours.cards,
                   theirs.cards);
    return NULL;
}

/* Gains and feeding as they are carried out. */
static const char *feeding_differs(const struct uwc_state *s, int seat)
{
    struct uwc_state after = *s;
    struct seat *theirs = &after.seat[seat];
    struct seat ours = s->seat[seat];
    struct produced p;

    oracle_produce(s, seat, &p);
    for (int r = 0; r < RESOURCES; r++)
        ours.stock[r] = (int16_t)(ours.stock[r] + p.stock[r]);
    ours.points = (int16_t)(ours.points + p.points);
    theirs->produced_biomatter = 0; /* a Production may be under way */
    production_gain(&after, seat);
    if (theirs->produced_biomatter != p.stock[BIOMATTER])
        return say("produced biomatter is %d, the engine says %d",
                   p.stock[BIOMATTER], theirs->produced_biomatter);
    if (feeding_need(theirs) != oracle_count(s, seat, COUNT_CITIES))
        return say("%d cities eat", feeding_need(theirs));
    oracle_feed(&ours);
    production_feed(&after, seat);
    for (int r = 0; r < RESOURCES; r++)
        if (ours.stock[r] != theirs->stock[r])
            return say("resource %d after feeding is %d, the engine says %d", r,
                       ours.stock[r], theirs->stock[r]);
    if (ours.points != theirs->points)
        return say("points after feeding are %d, the engine says %d",
                   ours.points, theirs->points);
    return NULL;
}

static const char *scoring_differs(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    struct trades theirs = score_trades(s, seat);
    struct oracle_trades ours;

    oracle_trade(me, &ours);
    if (theirs.cards + theirs.resources != ours.best)
        return say("trades make %d, the engine says %d + %d", ours.best,
                   theirs.cards, theirs.resources);
    if (theirs.cards < 0 || !ours.share[theirs.cards])
        return say("cards cannot make %d of %d points", theirs.cards,
                   ours.best);
    if (score_cities(me) != oracle_cities(me))
        return say("cities make %d, the engine says %d", oracle_cities(me),
                   score_cities(me));
    if (score_counting_cards(s, seat) != oracle_counting_cards(s, seat))
        return say("counting cards make %d, the engine says %d",
                   oracle_counting_cards(s, seat),
                   score_counting_cards(s, seat));
    return NULL;
}

const char *oracle_seat_differs(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    const char *what;
    struct oracle o;

    oracle_of(me, &o);
    what = cities_differ(me, &o);
    what = what ? what : buildings_differ(me, &o);
    what = what ? what : tunnels_differ(me, &o);
    what = what ? what : sites_differ(me, &o);
    what = what ? what : counts_differ(s, seat);
    what = what ? what : oracle_contracts_differ(s, seat);
    what = what ? what : production_differs(s, seat);
    what = what ? what : feeding_differs(s, seat);
    return what ? what : scoring_differs(s, seat);
}

/* The engine's line of this name for a seat; absent lines are 0. */
static int line(const struct scores *scores, const char *name, int seat)
{
    for (int i = 0; i < scores->items; i++)
        if (strcmp(scores->item[i].name, name) == 0)
            return scores->item[i].points[seat];
    return 0;
}

static int total_of(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    struct oracle_trades trades;

    if (me->left) /* ruling 90 */
        return me->points;
    oracle_trade(me, &trades);
    return me->points + oracle_brown(s, seat) + oracle_counting_cards(s, seat) +
           oracle_cities(me) + trades.best;
}

/* Does a rank before b?  Rulings 28, 31. */
static bool ahead(const struct uwc_state *s, int a, int b)
{
    int left_a = s->seat[a].left, left_b = s->seat[b].left;

    if (left_a || left_b)
        return left_a && left_b ? left_a > left_b : !left_a;
    if (total_of(s, a) != total_of(s, b))
        return total_of(s, a) > total_of(s, b);
    for (int i = 0; i < s->seats; i++)
        if (s->order[i] == a || s->order[i] == b)
            return s->order[i] == a;
    return false;
}

static const char *lines_differ(const struct uwc_state *s,
                                const struct scores *theirs, int seat)
{
    int brown = s->seat[seat].left ? 0 : oracle_brown(s, seat);
    int cities = s->seat[seat].left ? 0 : oracle_cities(&s->seat[seat]);

    if (line(theirs, "points", seat) != s->seat[seat].points)
        return say("seat %d: points %d", seat, line(theirs, "points", seat));
    if (line(theirs, "brown-metropolis", seat) != brown)
        return say("seat %d: brown metropolis %d, the engine says %d", seat,
                   brown, line(theirs, "brown-metropolis", seat));
    if (line(theirs, "cities", seat) != cities)
        return say("seat %d: cities %d, the engine says %d", seat, cities,
                   line(theirs, "cities", seat));
    if (theirs->total[seat] != total_of(s, seat))
        return say("seat %d: total %d, the engine says %d", seat,
                   total_of(s, seat), theirs->total[seat]);
    return NULL;
}

/* Domes and tunnels left; grown matches may have used more than there are. */
static const char *supply_differs(const struct uwc_state *s)
{
    static const int purple[] = {0, 1000, 7, 10, 13}; /* alone: no limit */
    static const enum piece pieces[] = {CITY, SYMBIOTIC, TUNNEL};
    int left[] = {17, purple[s->seats], 46};

    for (int seat = 0; seat < s->seats; seat++) {
        struct oracle o;

        oracle_of(&s->seat[seat], &o);
        for (int c = 0; c < UWC_CITY_SITES; c++)
            if (o.city[c])
                left[o.symbiotic[c] ? 1 : 0]--;
        for (int t = 0; t < UWC_TUNNEL_SITES; t++)
            if (o.tunnel[t])
                left[2]--;
    }
    for (int i = 0; i < 3; i++) {
        int theirs = supply_left(s, pieces[i]);

        if (i == 1 && s->seats == 1 && theirs > UWC_CITY_SITES)
            continue; /* more than any effect needs */
        if (theirs != left[i] && (theirs > 0 || left[i] > 0))
            return say("piece %d: %d left, the engine says %d", i, left[i],
                       theirs);
    }
    return NULL;
}

const char *oracle_result_differs(const struct uwc_state *s)
{
    struct scores theirs;

    if (supply_differs(s))
        return said;
    uwc_score(s, &theirs);
    for (int seat = 0; seat < s->seats; seat++) {
        const char *what = lines_differ(s, &theirs, seat);
        int rank = 1;

        for (int other = 0; other < s->seats; other++)
            rank += other != seat && ahead(s, other, seat);
        if (what)
            return what;
        if (theirs.rank[seat] != rank)
            return say("seat %d: rank %d, the engine says %d", seat, rank,
                       theirs.rank[seat]);
    }
    return oracle_outcome_differs(s);
}
