/* Problem documents (RFC 9457), the service's error responses.
 *
 * errors.def is the only list of them. */
#ifndef API_PROBLEM_H
#define API_PROBLEM_H

#include "api/http/request/request.h"
#include "play/error.h"

enum problem {
#define PROBLEM(name, slug, status, title, meaning) PROBLEM_##name,
#include "api/errors.def"
#undef PROBLEM
    PROBLEM_COUNT
};

struct problem_kind {
    const char *slug; /* the type is "/problems/SLUG" */
    unsigned status;
    const char *title;
    const char *meaning; /* for the page and, where nothing more specific is
                          * known, the detail */
};

extern const struct problem_kind problems[PROBLEM_COUNT];

/* The problem with this slug, or NULL. */
const struct problem_kind *problem_find(const char *slug);

/* Reply with a problem.  detail NULL: its meaning. */
enum handled problem_reply(struct request *request, enum problem problem,
                           const char *detail);

/* The same with further members: the document is left open for them until
 * reply_close. */
struct sink *problem_open(struct request *request, enum problem problem,
                          const char *detail);

/* The same for one place of the body: `errors` with one element.  code is a
 * stable word. */
enum handled problem_at(struct request *request, enum problem problem,
                        const char *pointer, const char *code,
                        const char *detail);

/* Reply with the problem for an error of play.  Never PLAY_OK. PLAY_SLOW has no
 * problem: then nothing is written, and NOT_HERE is returned. */
enum handled problem_of_play(struct request *request, enum play_err err);

#endif
