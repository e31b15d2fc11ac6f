/* The cards of one seat: its hand, and what it has in play. */
#ifndef UNDERWATER_CITIES_SEAT_CARDS_H
#define UNDERWATER_CITIES_SEAT_CARDS_H

#include "rules/underwater_cities/engine/state.h"

enum {
    HAND_LIMIT_BASE = 3,  /* cards kept at the start of a turn or an era */
    ACTION_CARDS_MAX = 4, /* in play (rulings 19, 66) */
};

/* How many cards the seat may keep at the start of its turn or of an era,
 * permanents included (rulings 18, 76). */
int hand_limit(const struct seat *seat);

/* How many cards the hand has above its limit, without those already set
 * aside in a simultaneous discard; negative below the limit. */
int hand_surplus(const struct seat *seat);

/* The rank of a card in the hand: how many have lower numbers. */
int hand_rank(const struct card_set *hand, int card);

/* The card of a rank in the hand, from 0; CARD_NONE beyond it. */
int hand_card(const struct seat *seat, int rank);

/* The cards of these ranks, ascending; returns how many there are. */
int hand_cards(const struct card_set *hand, uint32_t ranks,
               uint8_t out[UWC_HAND_MAX]);

/* Take a card out of the hand. */
void hand_remove(struct seat *seat, int card);

/* The index of a card among the seat's claims, or -1. */
int claim_index(const struct seat *seat, int card);

/* How many action cards the seat has in play. */
int claims_action_cards(const struct seat *seat);

#endif
