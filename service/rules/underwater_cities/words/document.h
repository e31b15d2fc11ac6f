/* The tokens of the documents that view.c writes and read.c reads, and members
 * that both rooms write. */
#ifndef UNDERWATER_CITIES_DOCUMENT_H
#define UNDERWATER_CITIES_DOCUMENT_H

#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/state.h"

/* Tokens by enum. */
extern const char *const phase_words[PHASE_TILES + 1];
extern const char *const step_words[STEP_RESOLVE + 1];
extern const char *const progress_words[FINISHED + 1];
extern const char *const frame_words[FRAME_CONTRACT + 1];
extern const char *const bonus_words[BONUS_POINTS + 1];
extern const char *const placement_words[2]; /* by chosen_tiles */
extern const char *const special_site_words[SITE_DOUBLE + 1];

/* Where the metropolises of a board are: upper-left (brown), upper-right,
 * lower-left. */
enum { METROPOLIS_PLACES = 3 };
extern const char *const metropolis_words[METROPOLIS_PLACES];

/* First card and size of an era's deck. */
struct era_deck {
    uint8_t first, size;
};
extern const struct era_deck era_decks[4];

/* The era of an era card; 0 for other cards. */
int era_of_card(int card);

/* A sink's members whose value may be missing: 0 becomes null. */
struct sink;
void sink_card(struct sink *sink, const char *key, int card);
void sink_cards(struct sink *sink, const char *key, const struct card_set *set);
void sink_bytes(struct sink *sink, const char *key, const uint8_t *items,
                size_t count);
void sink_slot(struct sink *sink, const char *key, int slot);

#endif
