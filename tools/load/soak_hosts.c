/* Creators of matches: each plays with three friends and bots one match after
 * the other, of every game and number of seats, to its end. */
#include "soak.h"

#include <stdio.h>
#include <string.h>

/* The end of a match; each after a number of decisions. */
enum plan {
    PLAYED_OUT,
    RESIGNED,  /* one seat after the other */
    VOTED_OFF, /* by all */
    TIMED_OUT, /* a player stops, the others claim */
    DELETED,   /* a player deletes the account during the match */
    NOT_BEGUN, /* all leave before the start */
};

struct host {
    struct soak *soak;
    uint64_t chance;
    unsigned from;
    struct person people[SEATS_MAX];
    /* the match: */
    struct round round;
    int seats;
    unsigned mine; /* seats of our accounts, as bits */
    enum plan plan;
    int until; /* decisions before that end */
};

static bool is_free(const struct host *host)
{
    return !host->soak->is_over;
}

/* ---- players ---- */

static void invite(struct host *host, int seat)
{
    struct person *person = &host->people[seat];

    while (is_free(host) && !person_begin(person, host->soak, "human",
                                          host->from + (unsigned)seat)) {
        person_end(person);
        soak_pause_ms(1000);
    }
    soak_publish_person(host->soak, person->name, person->line.token);
}

/* ---- creating a match ---- */

static enum plan draw_plan(struct host *host)
{
    static const struct {
        enum plan plan;
        unsigned percent;
    } plans[] = {{PLAYED_OUT, 76}, {RESIGNED, 8}, {VOTED_OFF, 5},
                 {TIMED_OUT, 4},   {DELETED, 3},  {NOT_BEGUN, 4}};
    unsigned drawn = soak_chance(&host->chance, 100);
    size_t at = 0;

    while (drawn >= plans[at].percent)
        drawn -= plans[at++].percent;
    return plans[at].plan;
}

/* The seats of the order; those that are not "me" or a bot are open. */
static void write_seats(struct host *host, bool is_rated, char *out,
                        size_t size)
{
    int n = snprintf(out, size, "\"me\"");

    host->mine = 1;
    for (int seat = 1; seat < host->seats; seat++) {
        unsigned drawn = is_rated ? 0 : soak_chance(&host->chance, 10);
        const char *who = drawn < 7   ? "open"
                          : drawn < 9 ? "bot:random"
                                      : "bot:greedy";

        if (host->plan != PLAYED_OUT)
            who = "open";
        if (strcmp(who, "open") == 0)
            host->mine |= 1U << seat;
        n += snprintf(out + n, size - (size_t)n, ",\"%s\"", who);
    }
}

static const char *choose_clock(struct host *host)
{
    if (host->plan == TIMED_OUT)
        return "{\"bank_seconds\":2,\"increment_seconds\":0,"
               "\"policy\":\"claim\"}";
    return soak_chance(&host->chance, 3) ? "null" : "{\"turn_seconds\":86400}";
}

static void write_order(struct host *host, char *out, size_t size)
{
    bool is_short = soak_chance(&host->chance, 10) < 6;
    bool is_rated = soak_chance(&host->chance, 7) == 0 &&
                    host->plan != VOTED_OFF && host->plan != TIMED_OUT;
    char seats[SOAK_LINE];

    host->seats = 1 + (int)soak_chance(&host->chance, SEATS_MAX);
    if ((host->plan != PLAYED_OUT || is_short) && host->seats == 1)
        host->seats = 2;
    write_seats(host, is_rated, seats, sizeof seats);
    snprintf(out, size,
             "{\"game\":\"%s\",\"seats\":[%s],\"options\":%s,\"clock\":%s,"
             "\"rated\":%s,\"private\":%s}",
             is_short ? "template" : "underwater-cities", seats,
             is_short ? "{}"
             : host->seats > 1 && soak_chance(&host->chance, 2)
                 ? "{\"contracts\":true}"
                 : "{}",
             is_rated ? "{\"turn_seconds\":86400}" : choose_clock(host),
             is_rated ? "true" : "false",
             soak_chance(&host->chance, 6) ? "false" : "true");
}

/* Create it; sometimes the first response is lost. */
static bool make_match(struct host *host)
{
    struct person *me = &host->people[0];
    struct reply made;
    char order[2 * SOAK_LINE], key[SOAK_LINE];

    write_order(host, order, sizeof order);
    person_key(me, key);
    if (soak_chance(&host->chance, 20) == 0)
        line_lose(&me->line, "POST", "/v1/matches", key, order);
    line_ask(&me->line, "POST", "/v1/matches", key, order, &made);
    bool is_made = MUST(&me->line, &made, order, 201);

    if (is_made) {
        round_begin(&host->round, reply_text(&made, "id"));
        round_learn(&host->round, &me->line, &made);
        soak_publish_match(host->soak, host->round.match);
        soak_count(host->soak, SOAK_MATCHES);
    }
    reply_clear(&made);
    return is_made;
}

static void sit_down(struct host *host, int seat)
{
    struct person *person = &host->people[seat];
    struct reply sat;
    char body[SOAK_LINE], key[SOAK_LINE];

    person_key(person, key);
    snprintf(body, sizeof body, "{\"seat\":%d}", seat);
    round_ask(&host->round, &person->line, "POST", "/seats", key, body, &sat);
    MUST(&person->line, &sat, "take a seat", 201);
    round_learn(&host->round, &person->line, &sat);
    reply_clear(&sat);
}

static void get_up(struct host *host, int seat)
{
    struct person *person = &host->people[seat];
    struct reply gone;
    char what[SOAK_LINE];

    snprintf(what, sizeof what, "/seats/%d", seat);
    round_ask(&host->round, &person->line, "DELETE", what, "", NULL, &gone);
    MUST(&person->line, &gone, "get up", 204);
    reply_clear(&gone);
}

/* ---- other ends ---- */

/* Each of our seats does something, until the match is over. */
static void each(struct host *host,
                 void (*act)(struct host *host, struct person *person))
{
    for (int seat = 0; seat < host->seats && !host->round.is_over; seat++)
        if (host->mine >> seat & 1)
            act(host, &host->people[seat]);
    round_look(&host->round, &host->people[0].line);
}

static void resign(struct host *host, struct person *person)
{
    round_resign(&host->round, person);
}

static void vote(struct host *host, struct person *person)
{
    struct reply reply;
    char key[SOAK_LINE];

    person_key(person, key);
    round_ask(&host->round, &person->line, "POST", "/votes", key,
              "{\"abort\":true}", &reply);
    MUST(&person->line, &reply, "vote", 201, 409);
    round_learn(&host->round, &person->line, &reply);
    soak_count(host->soak, SOAK_VOTES);
    reply_clear(&reply);
}

/* Each seat claims that the others' time is up: first it is not. */
static void claim(struct host *host, struct person *person)
{
    struct reply reply;
    char key[SOAK_LINE], body[SOAK_LINE];

    for (int seat = 0; seat < host->seats && !host->round.is_over; seat++) {
        if (&host->people[seat] == person)
            continue;
        person_key(person, key);
        snprintf(body, sizeof body, "{\"seat\":%d}", seat);
        round_ask(&host->round, &person->line, "POST", "/claims", key, body,
                  &reply);
        MUST(&person->line, &reply, "claim", 201, 403, 409);
        round_learn(&host->round, &person->line, &reply);
        soak_count(host->soak, SOAK_CLAIMS);
        reply_clear(&reply);
    }
}

static void follow_plan(struct host *host)
{
    switch (host->plan) {
    case PLAYED_OUT: break;
    case RESIGNED: each(host, resign); break;
    case VOTED_OFF: each(host, vote); break;
    case TIMED_OUT:
        each(host, claim);
        soak_pause_ms(2500);
        each(host, claim);
        break;
    case DELETED:
        person_delete(&host->people[0]);
        person_end(&host->people[0]);
        invite(host, 0);
        host->mine &= ~1U;
        round_look(&host->round, &host->people[0].line);
        break;
    case NOT_BEGUN: break;
    }
    /* A match that is not over by now is played on. */
    host->plan = PLAYED_OUT;
}

/* ---- a match ---- */

static void decide(struct host *host)
{
    unsigned ours = host->round.to_act & host->mine;
    int seat = (int)soak_chance(&host->chance, SEATS_MAX);

    if (!ours || !host->round.is_running) {
        round_wait(&host->round, &host->people[0].line, 5);
        return;
    }
    while (!(ours >> seat & 1))
        seat = (seat + 1) % SEATS_MAX;
    if (round_decide(&host->round, &host->people[seat]))
        host->until--;
}

/* The run ends before the match.  Bots among themselves continue. */
static void break_off(struct host *host)
{
    const int64_t until_us = soak_now_us() + 120 * INT64_C(1000000);

    each(host, resign);
    while (!host->round.is_over && soak_now_us() < until_us)
        round_wait(&host->round, &host->people[0].line, 1);
    if (!host->round.is_over)
        soak_fail(host->soak, "%s does not end when all have resigned",
                  host->round.match);
}

static void play_match(struct host *host)
{
    struct line *line = &host->people[0].line;

    host->plan = draw_plan(host);
    host->until = 1 + (int)soak_chance(&host->chance, 30);
    if (!make_match(host))
        return;
    for (int seat = 1; seat < host->seats; seat++)
        if (host->mine >> seat & 1 &&
            !(host->plan == NOT_BEGUN && seat == host->seats - 1))
            sit_down(host, seat);
    if (host->plan == NOT_BEGUN) {
        for (int seat = 0; seat < host->seats - 1; seat++)
            get_up(host, seat);
        round_look(&host->round, line);
    }
    while (is_free(host) && !host->round.is_over) {
        if (host->until <= 0 && host->plan != PLAYED_OUT)
            follow_plan(host);
        else
            decide(host);
    }
    if (!host->round.is_over)
        break_off(host);
    round_check(&host->round, line);
    if (soak_chance(&host->chance, 3) == 0)
        round_verify(&host->round, line);
    soak_count(host->soak, SOAK_ENDED);
    round_clear(&host->round);
}

void *soak_host(void *arg)
{
    const struct role *role = arg;
    struct host host = {.soak = role->soak,
                        .chance =
                            UINT64_C(0xbf58476d1ce4e5b9) * (role->number + 1),
                        .from = 0x1000 + role->number * 16};

    for (int seat = 0; seat < SEATS_MAX; seat++)
        invite(&host, seat);
    while (is_free(&host))
        play_match(&host);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        person_end(&host.people[seat]);
    return NULL;
}
