/* A bot that waits for challenges, accepts them all, and plays any legal
 * move. */
#define _DEFAULT_SOURCE
#include "fathom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 40, WORDS = 200, CURSOR = 800 };

static void need(bool is_well)
{
    if (!is_well)
        exit(EXIT_FAILURE);
}

/* 409 and 412: something changed meanwhile; the next notice reports it. */
static bool is_late(const struct fathom *f)
{
    return f->status == 409 || f->status == 412;
}

static bool is(const char *object, const char *name, const char *value)
{
    char text[WORD];

    return strcmp(json_text(json_get(object, name), text, sizeof text),
                  value) == 0;
}

/* Accept the challenge.  A bot that chooses reads it first. */
static void answer(struct fathom *f, const char *notice)
{
    char path[WORDS], challenge[WORD], match[WORD];

    json_text(json_get(notice, "challenge"), challenge, sizeof challenge);
    snprintf(path, sizeof path, "/v1/challenges/%s/answers", challenge);
    need(fathom_send(f, path, "{\"accept\":true}", NULL) || is_late(f));
    if (is_late(f))
        return;
    json_text(json_get(f->answer, "match"), match, sizeof match);
    printf("%s %s\n", challenge, *match == 'm' ? match : "waiting");
}

/* Decide and play until my seat has no decision to make. */
static void take_turn(struct fathom *f, const char *notice)
{
    char path[WORDS], match[WORD], move[WORDS], body[WORDS + 20];

    json_text(json_get(notice, "match"), match, sizeof match);
    for (const char *legal = NULL;;) {
        const char *chosen = NULL;
        unsigned seen = 0;

        if (!legal) {
            snprintf(path, sizeof path, "/v1/matches/%s/legal-moves", match);
            need(fathom_send(f, path, NULL, NULL));
            legal = f->answer;
        }
        for (const char *s = json_first(json_get(legal, "moves")); s;
             s = json_next(s))
            if (arc4random_uniform(++seen) == 0)
                chosen = s;
        if (!chosen)
            return;
        json_text(json_get(chosen, "move"), move, sizeof move);
        snprintf(path, sizeof path, "/v1/matches/%s/moves", match);
        snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
        need(fathom_send(f, path, body, json_get(legal, "seq")) || is_late(f));
        legal = json_get(f->answer, "legal_moves");
    }
}

static void read_news(struct fathom *f, const char *page)
{
    for (const char *s = json_first(json_get(page, "data")); s;
         s = json_next(s)) {
        const char *mine = json_get(s, "your_turn");

        if (is(s, "type", "match") && mine && *mine == 't')
            take_turn(f, s);
        else if (is(s, "type", "challenge") && is(s, "status", "waiting") &&
                 is(s, "answer", "none"))
            answer(f, s);
    }
}

int main(int argc, char **argv)
{
    static struct fathom f = {.url = "http://127.0.0.1:8080"};
    const char *name = "", *password = "";
    char path[CURSOR + WORDS] = "/v1/me/events", after[CURSOR];

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--url") == 0)
            f.url = argv[i + 1];
        if (strcmp(argv[i], "--name") == 0)
            name = argv[i + 1];
        if (strcmp(argv[i], "--password") == 0)
            password = argv[i + 1];
    }
    need(fathom_sign_in(&f, name, password));
    for (;;) {
        need(fathom_send(&f, path, NULL, NULL));
        char *page = f.answer;

        f.answer = NULL; /* the next request must not free it */
        read_news(&f, page);
        json_text(json_get(page, "next_after"), after, sizeof after);
        free(page);
        snprintf(path, sizeof path, "/v1/me/events?wait=25&after=%s", after);
    }
}
