/* Credits, batteries, points, resources and keys change hands. */
#ifndef OTYS_GOODS_H
#define OTYS_GOODS_H

#include "rules/otys/engine/journal.h"

/* A seat gains credits, batteries, or points from a source. */
void goods_credits(struct state *s, int seat, int n);
void goods_batteries(struct state *s, int seat, int n);
void goods_points(struct state *s, int seat, enum source_of_points from, int n);

/* A seat gains points that come with something else.  If they would bring it to
 * the points that end the match, it may refuse them (BP1): a frame. */
void goods_offer_points(struct state *s, int seat, enum source_of_points from,
                        int n);

/* A seat pays n credits, or a battery, which it has. */
void goods_pay(struct state *s, int seat, int n);
void goods_pay_battery(struct state *s, int seat);

/* A resource goes to a space of a level that is free, or leaves a level. */
void goods_put_cube(struct state *s, int seat, int level, int colour,
                    struct journal_place from);
void goods_remove_cube(struct state *s, int seat, int level, int colour,
                       struct journal_place to);

/* A neutral key from the supply, which has one, goes beside the board. */
void goods_neutral_key(struct state *s, int seat);

/* An own key that was used returns from the track to the board. */
void goods_recall(struct state *s, int seat, int key);

#endif
