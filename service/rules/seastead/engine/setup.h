/* Options and set-up. */
#ifndef SEASTEAD_SETUP_H
#define SEASTEAD_SETUP_H

#include "rules/seastead/engine/state.h"

extern const struct option seastead_options[];

const char *setup_refuses(const struct settings *settings, size_t *option);
enum rules_err setup_start(void *state, const struct settings *settings,
                           const uint8_t secret[RULES_SECRET_SIZE]);
void setup_settings(const void *state, struct settings *out);

/* Whether a specialist is in play with the options of the state. */
bool setup_has_specialist(const struct state *s, int n);

#endif
