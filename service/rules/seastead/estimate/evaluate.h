/* An estimate of a seat's final points, for bots that look one step ahead. */
#ifndef SEASTEAD_EVALUATE_H
#define SEASTEAD_EVALUATE_H

#include <stdint.h>

int32_t estimate_evaluate(const void *state, int seat);

#endif
