/* The template: the smallest game that uses the whole interface.  Copy this
 * folder to add a game.  The game is hidden: it is not offered to players.
 *
 * The rules.  Cards 1 to 24; each seat is dealt a hand, the rest is the deck.
 * Each round all seats choose a card at the same time, hidden from the
 * others.  When all have chosen, the cards are turned up, and the highest wins
 * (or the lowest, by option).  The winner takes the number of the round's
 * lowest card as points, or draws a card from the deck.  The match ends when a
 * seat has no card left; each card in hand is then a point.  A seat that leaves
 * ranks behind all that stay and behind those that leave later.
 *
 * rules.c      what may be decided and what it does
 * view.c       what can be seen, and other worlds that look the same
 * read.c       the way back from a view
 * words.c      moves, prompts and refusals in words
 * steps.c      the steps of the journal, in words
 * items.c      the cards as items whose balance can be judged
 * game.c       scores, options, and the table that holds all of it */
#ifndef TEMPLATE_TEMPLATE_H
#define TEMPLATE_TEMPLATE_H

#include "rules/game.h"
#include "rules/journal.h"
#include "rules/kit/leavers.h"
#include "rules/kit/phrases.h"
#include "rules/kit/secret_stream.h"
#include "rules/tally.h"

#include <stdbool.h>

enum {
    TEMPLATE_CARDS = 24,
    TEMPLATE_SUDDEN_POINTS = 20, /* option "sudden": these end the match */
    TEMPLATE_POINTS_MAX = 1000,  /* more than any match can give */
};

enum template_phase {
    TEMPLATE_CHOOSING, /* all active seats choose a card at once */
    TEMPLATE_TAKING,   /* the winner of the round takes points or a card */
    TEMPLATE_OVER,
    TEMPLATE_PHASES
};

/* Cards are bits: bit n is card n.  The cards of the round lie in chosen[];
 * while seats still choose, they are in the hands as well. */
struct template_state {
    uint32_t hand[RULES_SEATS_MAX];
    uint32_t deck;
    uint32_t discards;
    struct secret_stream chance; /* of the draws */
    uint16_t points[RULES_SEATS_MAX];
    uint8_t chosen[RULES_SEATS_MAX]; /* card, or 0 */
    uint8_t seats;
    uint8_t low_wins; /* option "winner" */
    uint8_t sudden;   /* option "sudden" */
    uint8_t phase;    /* enum template_phase */
    uint8_t winner;   /* while it takes; otherwise 0 */
    uint8_t dealt;    /* option "hand" */
    struct leavers leavers;
    uint8_t pad[2]; /* every byte of a state is defined */
};

_Static_assert(sizeof(struct template_state) == 88, "no padding of its own");

/* The indexes of the options in settings.values. */
enum { TEMPLATE_HAND, TEMPLATE_WINNER, TEMPLATE_SUDDEN };

/* A move's bits: its verb, and the card (0 unless a card is chosen). */
enum template_verb { TEMPLATE_CHOOSE, TEMPLATE_TAKE, TEMPLATE_DRAW };

static inline struct move template_move(enum template_verb verb, int card)
{
    return (struct move){(uint32_t)verb << 8 | (uint32_t)card};
}

static inline uint32_t template_verb_of(struct move move)
{
    return move.bits >> 8;
}

static inline int template_card_of(struct move move)
{
    return (int)(move.bits & 255);
}

/* The steps of a journal. */
enum template_step {
    TEMPLATE_STEP_CHOOSE,    /* seat chooses a card, hidden from the others */
    TEMPLATE_STEP_REVEAL,    /* the card that seat chose is turned up */
    TEMPLATE_STEP_WIN,       /* seat wins the round */
    TEMPLATE_STEP_POINTS,    /* seat gains n points */
    TEMPLATE_STEP_DRAW,      /* seat draws a card, hidden from the others */
    TEMPLATE_STEP_DISCARD,   /* a card of seat goes to the discards */
    TEMPLATE_STEP_TAKE_BACK, /* seat takes back the card that it chose */
    TEMPLATE_STEP_ROUND_END, /* all seats choose again */
    TEMPLATE_STEP_LEAVE,     /* seat leaves the match */
    TEMPLATE_STEP_END,       /* the match is over */
    TEMPLATE_STEPS
};

/* Why a move is refused. */
enum template_why {
    TEMPLATE_FINE,
    TEMPLATE_NOT_NOW,
    TEMPLATE_NOT_IN_HAND,
    TEMPLATE_DECK_EMPTY,
};

static inline bool template_is_active(const struct template_state *s, int seat)
{
    return seat >= 0 && seat < s->seats && !s->leavers.place[seat];
}

static inline int template_active_count(const struct template_state *s)
{
    return s->seats - leavers_count(&s->leavers);
}

/* rules.c.  template_try applies a move to *s, or returns the reason and does
 * not change *s. */
enum template_why template_try(struct template_state *s, int seat,
                               struct move move);
enum rules_err template_start(void *state, const struct settings *settings,
                              const uint8_t secret[RULES_SECRET_SIZE]);
void template_settings(const void *state, struct settings *out);
unsigned template_irreversible(const void *before, const void *after);
seat_set template_to_act(const void *state);
size_t template_moves(const void *state, int seat, struct move *out,
                      size_t cap);
enum rules_err template_apply(void *state, int seat, struct move move);
void template_play(void *state, int seat, struct move move);
bool template_pass_forced(void *state);
uint8_t template_settle(void *state);
void template_leave(void *state, int seat);
seat_set template_left(const void *state);

/* view.c */
extern const char *const template_phase_names[TEMPLATE_PHASES];
bool template_is_open(const void *state, int seat, struct move move,
                      int viewer);
void template_view(const void *state, int viewer, struct sink *sink);
void template_resample(void *state, int viewer, struct random *random);

/* read.c */
enum rules_err template_read(void *state, const struct source *source,
                             struct position_fault *fault);
enum rules_err template_determinize(void *state, const struct source *view,
                                    int viewer, struct random *random);

/* words.c */
size_t template_format(const void *state, int seat, struct move move,
                       char *out);
enum rules_err template_parse(const void *state, int seat, const char *text,
                              struct move *out);
void template_describe(const void *state, int seat, struct move move,
                       struct sink *sink);
void template_prompt(const void *state, int seat, int viewer,
                     struct sink *sink);
void template_explain(const void *state, int seat, struct move move,
                      struct refusal *refusal);
void template_components(struct sink *sink);
bool template_played(const void *state, int seat, struct move move,
                     char out[RULES_CARD_SIZE]);

/* steps.c */
extern const struct phrases template_texts;
void template_write_step(const struct journal *journal, size_t index,
                         int viewer, struct sink *sink);
void template_phrases(struct sink *sink);

/* items.c */
extern const struct item_group template_items[];
void template_tally(const void *state, const struct journal *journal,
                    struct tally *tally);

/* game.c */
extern const struct game template_game;

#endif
