/* Underwater Cities (Vladimír Suchý, Delicious Games 2018) behind the rules
 * interface.
 *
 * The rooms of this folder, from the bottom up; each sees only those below it:
 *
 *   content    cards, slots, tiles, contracts and boards as data: cards.h
 *   engine     the rules on a state: engine.h
 *   estimate   what a position is worth to a seat: evaluate.h
 *   words      notation, sentences and texts: words.h
 *   view       documents of a state, and back: view.h
 *
 * game.c joins them to a struct game.  The rules notes and rulings that
 * comments refer to are in docs/underwater-cities.md. */
#ifndef UNDERWATER_CITIES_GAME_H
#define UNDERWATER_CITIES_GAME_H

#include "rules/game.h"

extern const struct game underwater_cities;

#endif
