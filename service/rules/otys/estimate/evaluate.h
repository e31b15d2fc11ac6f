/* An estimate of a seat's final points, for bots that look one step ahead. */
#ifndef OTYS_EVALUATE_H
#define OTYS_EVALUATE_H

#include <stdint.h>

int32_t estimate_evaluate(const void *state, int seat);

#endif
