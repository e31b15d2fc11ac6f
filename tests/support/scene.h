/* A service with players and matches in every status, bad requests to it, and
 * the check that they changed nothing that anyone can see. */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include "match_fixture.h"
#include "service.h"

enum { ADA, BEA, CYD, NONE, DEEP };

enum {
    SCENE_TEXT = 320, /* bytes of a path or body after filling it in */
    PART_SIZE = 96,   /* of the path of a part of a page */
};

/* A running match of ada and bea, without cyd; an open match of ada, one that
 * ended by resignation, and one of both with a long clock; cyd is in the queue
 * for a match of the template, too. */
struct scene {
    struct service service;
    struct fixture fixture; /* the running match */
    struct client cyd, nobody;
    struct client deep; /* a bot that has declared its rules */
    char open[64], finished[64], clocked[64];
    char token[64];           /* the id of a labelled token of ada's */
    char challenge[64];       /* one of ada's to cyd that is open */
    char part[PART_SIZE];     /* the path of a part of the page /docs */
    char web_part[PART_SIZE]; /* and of the page / */
    char to_act_move[160]; /* legal for the seat to_act of the running match */
    int to_act;
    char *seen; /* everything visible at the last check */
};

/* settings as for service_begin. */
void scene_begin(struct scene *scene, const char *const *settings);
void scene_end(struct scene *scene);

/* ADA, BEA, CYD, DEEP or, for NONE, a client without an account. */
struct client *scene_person(struct scene *scene, int who);

/* Fill in {M} the running, {O} the open, {F} the finished match, {C} the one
 * with a clock; {H} the challenge; {S} the running match's seq in quotes, {L} a
 * legal move, {T} the token's id, {D} the path of a part of the page /docs,
 * {W} of the page /. */
void scene_fill(const struct scene *scene, const char *template, char *out,
                size_t size);

/* Everything visible that bad input could have changed, in one new text. */
char *scene_fingerprint(struct scene *scene);

/* A bad request, and how it is refused. */
struct bad {
    const char *claim;
    int who;
    const char *method, *path, *body; /* are filled in, as are the headers */
    const char *header, *header2;
    long status;
    const char *problem;
    const char *says; /* part of the response's body; NULL: anything */
};

/* Expect this refusal. */
void expect_refused(struct scene *scene, const struct bad *bad);

/* Expect that nothing visible has changed since the last call; the first call
 * only stores it. */
void expect_unchanged(struct scene *scene, const char *claim);

/* Expect that each is refused and changes nothing, in a scene of their own. */
void expect_all_refused(const struct bad *bad, size_t count);

#define EXPECT_ALL_REFUSED(fixture)                                            \
    expect_all_refused((fixture), sizeof(fixture) / sizeof *(fixture))

#endif
