/* What building and upgrading cost, and paying (rulings 8, 9, 53). */
#ifndef UNDERWATER_CITIES_COST_H
#define UNDERWATER_CITIES_COST_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* What building a piece on a site costs this seat now, before biomatter
 * replaces anything. */
void build_cost(const struct uwc_state *s, int seat, const struct effect *e,
                enum piece piece, int site, int cost[RESOURCES]);

/* The same without the site's surcharge. */
void build_base_cost(const struct seat *seat, const struct effect *e,
                     enum piece piece, int cost[RESOURCES]);

/* Add a site's surcharge, a price or 0, to a cost. */
void build_add_surcharge(int cost[RESOURCES], uint16_t surcharge);

/* Whether the seat can pay a cost with this payment (moves.h). */
bool cost_payable(const struct seat *seat, const int cost[RESOURCES],
                  int payment);

/* Pay a cost that is payable. */
void pay_cost(struct uwc_state *s, int seat, const int cost[RESOURCES],
              int payment);

/* What an upgrade costs: 1 science, or as the effect says.  Where the player
 * may choose credit or science, `resource` is 1 + the one paid, else 0. */
enum refusal_reason build_upgrade_price(const struct effect *e, int resource,
                                        uint16_t *price);

/* Give the seat n of a resource or points, or take them if n is negative.  What
 * exceeds the bounds of limits.h, or would leave less than 0, is lost. */
void amount_add(struct uwc_state *s, int seat, enum resource what, int n);

/* Whether the seat's stock holds a price. */
bool price_payable(const struct seat *seat, uint16_t price);

/* Take a price from the stock: REFUSED_COST if it is not payable. */
enum refusal_reason pay_price(struct uwc_state *s, int seat, uint16_t price);

#endif
