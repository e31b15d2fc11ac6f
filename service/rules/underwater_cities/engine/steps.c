/* The step budget. */
#include "rules/underwater_cities/engine/steps.h"

const uint32_t uwc_steps_max = 100000;
const uint32_t uwc_list_steps_max = 500000;
