/* A step budget that play soon reaches: fathomd-low-budget has it, see the
 * Makefile and tests/api/runaway.c. */
#include "rules/underwater_cities/engine/steps.h"

const uint32_t uwc_steps_max = 3;
const uint32_t uwc_list_steps_max = 60;
