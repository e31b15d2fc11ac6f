/* What a match shall be played with, as clients say it wherever one is wished
 * for: options, clock, rated or not; and what is wrong with that. */
#ifndef API_TERMS_H
#define API_TERMS_H

#include "api/http/input.h"
#include "play/error.h"
#include "play/match/create.h"

/* Read the member "options" of a body into storage, which becomes that of
 * spec; the texts lie in the body.  Play knows which options there are and what
 * they allow. */
void match_params_read_options(struct input *in, struct match_spec *spec,
                               struct match_option storage[RULES_OPTIONS_MAX]);

/* Read the member "clock".  spec->rated is known: a rated match that says
 * nothing of a clock has one all the same, if so many sit there. */
void match_params_read_clock(struct input *in, struct match_spec *spec,
                             size_t seat_count);

/* Reply with what play refuses of a match's terms.  Seats are the business of
 * the handler that reads them; other errors are replied to as
 * problem_of_play does. */
enum handled match_params_refuse(struct request *request,
                                 const struct match_spec *spec,
                                 enum play_err err,
                                 const struct match_fault *fault);

#endif
