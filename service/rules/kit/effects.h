/* Effects in progress: lists of what a card, a place or a tile does, and how
 * far a match is in them.
 *
 * A list is a constant array of small instructions, ended by EFFECT_END.  What
 * an instruction means is the game's: its verbs are an enum from 1 on, and each
 * has traits.  A block holds a list of its own, which follows it.
 *
 * Some effects of a list come by themselves when it begins; the others are its
 * parts, which the player performs in any order and may leave out.  A part that
 * is in a list twice can be performed twice; as long as both are open, they
 * are offered as one.  What a part opens (an inner list, a list of something
 * else, a reaction) is put on top and is performed first.  So the progress of
 * everything is a stack of frames in the state, and a state that stops inside
 * an effect can be stored, shown and taken back like any other.
 *
 * The kit keeps lists, frames and the numbers of parts.  The game keeps the
 * stack in its state, has the list behind each frame, performs the parts, and
 * decides when a frame ends. */
#ifndef RULES_KIT_EFFECTS_H
#define RULES_KIT_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

enum { EFFECT_END = 0 };

/* One instruction; what its fields mean depends on the verb. */
struct effect {
    uint8_t op; /* the verb, or EFFECT_END */
    uint8_t what;
    uint8_t n;
    uint8_t per;
    uint8_t cap;
    uint8_t len; /* effects inside a block */
    uint16_t price;
};

_Static_assert(sizeof(struct effect) == 8, "an effect is eight bytes");

/* Lists are written by macros of the game, one for each verb.  EFFECTS(...) is
 * a constant at file scope; BLOCK_OF is an effect with the list that it
 * holds. */
#define EFFECTS_LEN(...)                                                       \
    (uint8_t)(sizeof((const struct effect[]){__VA_ARGS__}) /                   \
              sizeof(struct effect))
#define EFFECTS(...) ((const struct effect[]){__VA_ARGS__, {.op = EFFECT_END}})
#define BLOCK_OF(verb, field_what, field_n, field_per, field_cap, cost, ...)   \
    {.op = verb,                                                               \
     .what = field_what,                                                       \
     .n = field_n,                                                             \
     .per = field_per,                                                         \
     .cap = field_cap,                                                         \
     .len = EFFECTS_LEN(__VA_ARGS__),                                          \
     .price = cost},                                                           \
        __VA_ARGS__

/* The traits of a verb. */
enum trait {
    BLOCK = 1,   /* holds a list */
    SURE = 2,    /* comes by itself; all others in a list are its parts */
    PART = 4,    /* a move of the player */
    PASSIVE = 8, /* never performed: the game reads it elsewhere */
    LATER = 16,  /* a part that counts as performed only when what it opens
                    or asks for next is */
    OPENS = 32,  /* such a part, which opens a list */
};

/* The next effect of the same level: over a block and all it holds. */
static inline const struct effect *effect_next(const struct effect *e)
{
    return e + 1 + e->len;
}

/* How many effects stand in a list, blocks and all, without its end. */
uint8_t effect_list_length(const struct effect *list);

enum frame_flag {
    FRAME_BEGUN = 1,  /* its sure effects came */
    FRAME_DONE = 2,   /* at least one part was performed */
    FRAME_MUST = 4,   /* may not be left before FRAME_DONE */
    FRAME_OWN = 8,    /* for the game */
    FRAME_ROOT = 16,  /* begun as a whole list, not an inner block */
    FRAME_APART = 32, /* what is performed in it does not count for the frame
                         below: a reaction, or something free */
};

/* An effect in progress: a list, and which of its parts are still open. */
struct frame {
    uint8_t source; /* the kind of thing whose list it is, ... */
    uint8_t id;     /* ... and which one: both are the game's */
    uint8_t pc;     /* where this (inner) list begins in the source's list */
    uint8_t len;    /* effects in it; on one level at most 16 */
    uint16_t open;  /* bit i: the effect at pc + i is open */
    uint8_t flags;
    uint8_t gave; /* for the game */
};

/* The functions below take the list of a frame: a pointer to the effect at its
 * pc.  `traits` are those of the verbs. */

/* Open all effects of the list, sure ones too. */
void frame_open_all(struct frame *f, const struct effect *list);

/* Whether `other` is open and identical to `one`. */
bool frame_is_duplicate(const struct frame *f, const struct effect *list,
                        const struct effect *one, const struct effect *other);

/* Close an open part.  Of identical parts the last is closed, so that the
 * number of those still open does not change. */
void frame_close(struct frame *f, const struct effect *list,
                 const struct effect *part);

/* Parts are numbered from 0, open or not; of identical open parts only the
 * first is offered. */
int part_number(const uint8_t *traits, const struct effect *list,
                const struct effect *part);

/* The part of this number, or NULL if it is not offered. */
const struct effect *part_offered(const uint8_t *traits, const struct frame *f,
                                  const struct effect *list, int number);

/* An iterator over the parts that a frame offers.  `number` is that of the part
 * returned last. */
struct open_parts {
    const uint8_t *traits;
    const struct frame *frame;
    const struct effect *list, *next;
    int number;
};
struct open_parts open_parts_of(const uint8_t *traits, const struct frame *f,
                                const struct effect *list);
/* The next part; NULL after the last. */
const struct effect *open_parts_next(struct open_parts *parts);

/* Mark the top frame, and those that it is part of, as performed.  Returns the
 * flags of all of them together. */
unsigned frames_mark_done(struct frame *stack, int depth);

#endif
