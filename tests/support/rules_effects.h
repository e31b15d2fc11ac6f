/* The effects of components as data, compared with their texts. */
#ifndef TESTS_RULES_EFFECTS_H
#define TESTS_RULES_EFFECTS_H

#include "rules_document.h"

/* Expect the text of a component to have the numbers of its effects: each
 * amount, price and limit, and how often.  Returns how many were compared. */
int effects_expect_numbers(const struct node *component);

#endif
