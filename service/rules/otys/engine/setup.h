/* Options and set-up. */
#ifndef OTYS_SETUP_H
#define OTYS_SETUP_H

#include "rules/otys/engine/state.h"

extern const struct option otys_options[];

enum rules_err setup_start(void *state, const struct settings *settings,
                           const uint8_t secret[RULES_SECRET_SIZE]);
void setup_settings(const void *state, struct settings *out);

#endif
