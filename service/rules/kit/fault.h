/* Where a position is wrong, and why.
 *
 * A reader has the node of the document that it could not read.  A check has
 * only the state: it names the place where the view writes the fact, and the
 * document may have it elsewhere in a list, or not at all.  So a check names a
 * place by steps, "seats/1/board/cities/site=8/city": a member's key, an
 * element's index, an element by the value of one of its members (site=8), or
 * one by its own value (=17).  fault_locate then makes the JSON Pointer of
 * them. */
#ifndef RULES_KIT_FAULT_H
#define RULES_KIT_FAULT_H

#include "rules/game.h"
#include "rules/sink.h"

/* Set the place of a fault, in steps; returns the fault. */
struct position_fault *fault_place(struct position_fault *fault,
                                   const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Set the reason of a fault: one sentence for people that states the rule.
 * Returns false, so that a check can end with it:
 *
 *     return fault_reason(fault_place(fault, "turn"),
 *                         "The round has %d turns.", turns); */
bool fault_reason(struct position_fault *fault, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Turn the steps of a fault's place into the JSON Pointer of what the document
 * has there.  Of a member that the document leaves out it is the pointer that
 * the member would have; of an element that is not there, that of the array. */
void fault_locate(struct position_fault *fault, const struct source *source);

/* The JSON Pointer of a node. */
void fault_point(struct position_fault *fault, const struct source *source,
                 source_node node);

/* Add a member's key to the pointer. */
void fault_add_key(struct position_fault *fault, const char *key,
                   size_t length);

#endif
