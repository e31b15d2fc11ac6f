/* A valid request for every route, in terms of a scene (scene.h), for tests
 * that apply to all routes. */
#ifndef TESTS_SAMPLES_H
#define TESTS_SAMPLES_H

#include "scene.h"

struct route;

struct sample {
    const char *method, *template; /* of the route */
    const char *path;              /* of the request */
    const char *body;              /* NULL: the route takes none */
    int who;
};

/* The sample of a route; fails the test without one. */
const struct sample *sample_of(const struct route *route);

/* Send the sample with one more header (NULL: none), with this after its path
 * ("?x=1"), and with this body instead of its own when it is not NULL. */
struct answer sample_send(struct scene *scene, const struct sample *sample,
                          const char *method, const char *header,
                          const char *after, const char *body, size_t length);

#endif
