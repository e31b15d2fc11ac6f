/* Parameters of a match, in every request that has them: options, clock, rated
 * or not; and their errors. */
#ifndef API_MATCH_PARAMS_H
#define API_MATCH_PARAMS_H

#include "api/http/request/input.h"
#include "play/error.h"
#include "play/match/create.h"

/* Read the member "options" of a body into storage, which becomes that of spec;
 * its strings are borrowed from the body.  Play decides which options exist and
 * what they allow. */
void match_params_read_options(struct input *in, struct match_spec *spec,
                               struct match_option storage[RULES_OPTIONS_MAX]);

/* Read the member "clock".  spec->rated is set before: a rated match without
 * the member gets the default clock if it has several seats. */
void match_params_read_clock(struct input *in, struct match_spec *spec,
                             size_t seat_count);

/* Reply with play's refusal of a match's parameters.  The handler that reads
 * seats reports errors about them; other errors are replied to as
 * problem_of_play does. */
enum handled match_params_refuse(struct request *request,
                                 const struct match_spec *spec,
                                 enum play_err err,
                                 const struct match_fault *fault);

/* A list of 1 to max notations of moves, to out; 0 when it is missing or
 * invalid.  Borrowed until the body is dropped. */
size_t match_params_read_moves(struct input *in, const char *name,
                               const char **out, size_t max);

#endif
