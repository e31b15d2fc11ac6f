/* A crowd that plays through whatever happens: what its threads do. */
#include "crowd.h"

#include "sse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE_US = 120 * 1000000, /* of who asks again */
    AGAIN_MS = 20,
    LISTEN_MS = 200,
    PATH = 160,
    BODY = 192,
};

/* ---- asking until it is known ---- */

/* Something that must be done once. */
struct wish {
    int seat;
    const char *path, *body;
    long seq;     /* If-Match; 0: none */
    char key[64]; /* Idempotency-Key, the same every time */
};

static struct answer ask_once(struct crowd_hand *hand, const struct wish *wish)
{
    struct client *client = &hand->players[wish->seat];
    char match[48], key[96];

    snprintf(key, sizeof key, "Idempotency-Key: %s", wish->key);
    client_with(client, key);
    if (wish->seq > 0) {
        snprintf(match, sizeof match, "If-Match: \"%ld\"", wish->seq);
        client_with(client, match);
    }
    return client_send(client, "POST", wish->path, wish->body);
}

static void count_again(struct crowd *crowd, const struct answer *answer,
                        bool is_again)
{
    char replayed[16];

    answer_header(answer, "Idempotent-Replayed", replayed, sizeof replayed);
    pthread_mutex_lock(&crowd->lock);
    crowd->asked_again += is_again;
    crowd->stale += answer->status == 412;
    crowd->replayed += strcmp(replayed, "true") == 0;
    pthread_mutex_unlock(&crowd->lock);
}

/* Ask until it is done; false: it never was. */
static bool do_surely(struct crowd_hand *hand, struct wish *wish,
                      struct answer *out)
{
    int64_t begun_us = crowd_now_us();

    snprintf(wish->key, sizeof wish->key, "hand-%d-%ld", hand->number,
             hand->keys++);
    for (;;) {
        *out = ask_once(hand, wish);
        bool is_again = crowd_is_trouble(out) && hand->crowd->plan.is_rough &&
                        crowd_now_us() - begun_us < PATIENCE_US;

        count_again(hand->crowd, out, is_again);
        if (!is_again)
            break;
        answer_clear(out);
        crowd_pause(AGAIN_MS);
    }
    crowd_waited(hand->crowd, begun_us);
    if (out->status == 201)
        return true;
    if (out->status != 412) /* else: what was read was old, so read again */
        crowd_fail(hand->crowd, "hand", wish->path, out);
    answer_clear(out);
    return false;
}

/* ---- dealing ---- */

static const char template[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true}";
static const char cities[] =
    "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}";

static struct crowd_match *deal(struct crowd_hand *hand)
{
    char path[PATH];
    struct wish create = {.path = "/v1/matches",
                          .body = hand->is_of_cities ? cities : template};
    struct wish join = {.seat = 1, .path = path};
    struct answer answer;
    struct crowd_match *match = calloc(1, sizeof *match);
    int count = atomic_load(&hand->match_count);

    if (count < CROWD_MATCHES_MAX && do_surely(hand, &create, &answer)) {
        snprintf(match->id, sizeof match->id, "%s", answer_text(&answer, "id"));
        answer_clear(&answer);
        snprintf(path, sizeof path, "/v1/matches/%s/seats", match->id);
        if (do_surely(hand, &join, &answer)) {
            answer_clear(&answer);
            crowd_count(hand->crowd, CROWD_CREATIONS);
            hand->matches[count] = match;
            atomic_store(&hand->match_count, count + 1);
            return match;
        }
    }
    free(match);
    return NULL;
}

/* ---- playing ---- */

static void write_down(struct crowd_match *match, int seat, const char *move,
                       const struct answer *answer)
{
    const json_t *events = json_object_get(answer->json, "events");
    const json_t *seq = json_object_get(json_array_get(events, 0), "seq");

    if (match->count == match->cap) {
        match->cap = match->cap * 2 + 32;
        match->lines = realloc(match->lines, match->cap * sizeof *match->lines);
    }
    struct crowd_line *line = &match->lines[match->count++];

    line->seq = json_integer_value(seq);
    line->seat = seat;
    snprintf(line->move, sizeof line->move, "%s", move);
    snprintf(line->hash, sizeof line->hash, "%s",
             answer_text(answer, "state_hash"));
    if (strcmp(answer_text(answer, "status"), "running") != 0)
        atomic_store(&match->last_seq, answer_number(answer, "seq"));
}

/* A move of the seat, if it may move and somebody says so. */
static bool choose(struct crowd_hand *hand, const struct crowd_match *match,
                   int seat, char move[128], long *seq)
{
    int64_t begun_us = crowd_now_us();
    struct answer list = client_get(&hand->players[seat],
                                    "/v1/matches/%s/legal-moves", match->id);
    const json_t *moves = json_object_get(list.json, "moves");
    unsigned count = (unsigned)json_array_size(moves);

    crowd_waited(hand->crowd, begun_us);
    if (list.status == 200)
        crowd_count(hand->crowd, CROWD_READS);
    else if (!crowd_is_trouble(&list) || !hand->crowd->plan.is_rough)
        crowd_fail(hand->crowd, "hand", "legal-moves", &list);
    else
        crowd_pause(AGAIN_MS);
    if (count > 0) {
        json_t *one = json_array_get(moves, crowd_chance(&hand->chance, count));

        snprintf(move, 128, "%s",
                 json_string_value(json_object_get(one, "move")));
        *seq = answer_number(&list, "seq");
    }
    answer_clear(&list);
    return count > 0;
}

static bool move_once(struct crowd_hand *hand, struct crowd_match *match,
                      int seat)
{
    struct crowd *crowd = hand->crowd;
    char path[PATH], body[BODY], move[128];
    struct wish wish = {.seat = seat, .path = path, .body = body};
    struct answer answer;

    if (!choose(hand, match, seat, move, &wish.seq))
        return false;
    snprintf(path, sizeof path, "/v1/matches/%s/moves", match->id);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    if (!do_surely(hand, &wish, &answer))
        return false;
    write_down(match, seat, move, &answer);
    answer_clear(&answer);
    crowd_count(crowd, CROWD_MOVES);
    atomic_fetch_add(&hand->moved, 1);
    return true;
}

/* The match is long, and it is late: seat 0 gives up. */
static void resign(struct crowd_hand *hand, struct crowd_match *match)
{
    char path[PATH];
    struct wish wish = {.path = path};
    struct answer answer;

    snprintf(path, sizeof path, "/v1/matches/%s/resignation", match->id);
    if (do_surely(hand, &wish, &answer)) {
        atomic_store(&match->last_seq, answer_number(&answer, "seq"));
        answer_clear(&answer);
    }
}

static void move_any(struct crowd_hand *hand, struct crowd_match *match)
{
    for (int seat = 0; seat < CROWD_SEATS; seat++)
        if (move_once(hand, match, seat)) {
            crowd_pause(hand->crowd->plan.pace_ms);
            return;
        }
}

/* After a failure nobody goes on. */
static bool goes_on(struct crowd *crowd)
{
    pthread_mutex_lock(&crowd->lock);
    bool is_well = crowd->failures == 0;

    pthread_mutex_unlock(&crowd->lock);
    return is_well;
}

void *crowd_hand_play(void *arg)
{
    struct crowd_hand *hand = arg;
    struct crowd *crowd = hand->crowd;

    while (!atomic_load(&crowd->is_late) && goes_on(crowd)) {
        struct crowd_match *match = deal(hand);

        if (!match)
            break;
        while (atomic_load(&match->last_seq) == 0 && goes_on(crowd))
            if (atomic_load(&crowd->is_late) && crowd->plan.resigns &&
                hand->is_of_cities)
                resign(hand, match);
            else
                move_any(hand, match);
    }
    return NULL;
}

/* ---- listening ---- */

/* A stream of a match: the events come in order, each once, though the stream
 * is cut and taken up again. */
struct listening {
    struct crowd_hand *hand;
    const struct crowd_match *match;
    long seq; /* that came last */
    char last_id[SSE_ID_SIZE];
};

static void take_event(struct listening *at, const struct sse_event *event)
{
    struct crowd *crowd = at->hand->crowd;
    long seq = json_integer_value(json_object_get(event->json, "seq"));

    if (seq != at->seq + 1) {
        char what[128];

        snprintf(what, sizeof what, "of %s came %ld after %ld", at->match->id,
                 seq, at->seq);
        crowd_fail(crowd, "stream", what, &(struct answer){0});
    }
    at->seq = seq;
    snprintf(at->last_id, sizeof at->last_id, "%s", event->id);
    pthread_mutex_lock(&crowd->lock);
    crowd->streamed++;
    pthread_mutex_unlock(&crowd->lock);
}

static bool has_all(const struct listening *at)
{
    long last = atomic_load(&at->match->last_seq);

    return last > 0 && at->seq >= last;
}

/* A stream may end, but be neither refused nor torn, unless things break.  204
 * says that the match has ended, and all of it was given. */
static void judge_end(struct listening *at, const struct sse *sse)
{
    struct crowd *crowd = at->hand->crowd;
    struct answer told = {.status = sse->status, .body = sse->buffer};
    bool is_early = sse->status == 204 &&
                    atomic_load(&at->match->last_seq) > 0 && !has_all(at);
    bool is_kind = sse->is_whole && (sse->status == 200 || sse->status == 204);

    if (is_early || (!is_kind && !crowd->plan.is_rough))
        crowd_fail(crowd, "stream", is_early ? "ended early" : "torn", &told);
    if (sse->status != 200)
        crowd_pause(AGAIN_MS);
}

static void listen_once(struct listening *at)
{
    bool is_again = at->last_id[0] != '\0';
    char path[PATH];
    struct sse sse;
    struct sse_event event;

    snprintf(path, sizeof path, "/v1/matches/%s/events", at->match->id);
    sse_open(&sse, &at->hand->listener, path, is_again ? at->last_id : NULL);
    while (!sse.is_over && !has_all(at) && goes_on(at->hand->crowd))
        while (sse_next(&sse, LISTEN_MS, &event)) {
            take_event(at, &event);
            sse_event_clear(&event);
        }
    if (sse.is_over && !has_all(at))
        judge_end(at, &sse);
    pthread_mutex_lock(&at->hand->crowd->lock);
    at->hand->crowd->came_again += is_again && sse.status == 200;
    pthread_mutex_unlock(&at->hand->crowd->lock);
    sse_close(&sse);
}

void *crowd_hand_listen(void *arg)
{
    struct crowd_hand *hand = arg;
    struct crowd *crowd = hand->crowd;
    int heard = 0;

    while (goes_on(crowd)) {
        if (heard == atomic_load(&hand->match_count)) {
            if (atomic_load(&crowd->is_over))
                break;
            crowd_pause(AGAIN_MS);
            continue;
        }
        struct listening at = {.hand = hand, .match = hand->matches[heard++]};

        while (!has_all(&at) && goes_on(crowd))
            listen_once(&at);
    }
    return NULL;
}

/* ---- reading and making ---- */

/* A path that can be read now. */
static void choose_path(struct crowd_guest *guest, char out[PATH])
{
    static const char *const below[] = {"", "/state", "/events?limit=20"};
    struct crowd *crowd = guest->crowd;
    const struct crowd_hand *hand =
        &crowd
             ->hands[crowd_chance(&guest->chance, (unsigned)crowd->plan.hands)];
    int count = atomic_load(&hand->match_count);

    if (count > 0)
        snprintf(out, PATH, "/v1/matches/%s%s", hand->matches[count - 1]->id,
                 below[crowd_chance(&guest->chance, 3)]);
    else
        snprintf(out, PATH, "/v1/matches?limit=10");
}

void *crowd_read(void *arg)
{
    struct crowd_guest *guest = arg;
    struct crowd *crowd = guest->crowd;
    char path[PATH];

    while (!atomic_load(&crowd->is_over) && goes_on(crowd)) {
        choose_path(guest, path);
        struct answer answer = client_get(&guest->client, "%s", path);

        if (answer.status == 200)
            crowd_count(crowd, CROWD_READS);
        else if (!crowd_is_trouble(&answer) || !crowd->plan.is_rough)
            crowd_fail(crowd, "reader", path, &answer);
        answer_clear(&answer);
        crowd_pause(crowd->plan.pace_ms);
    }
    return NULL;
}

/* Without a key: a proxy must not repeat it, so it must not fail. */
void *crowd_make(void *arg)
{
    struct crowd_guest *guest = arg;
    struct crowd *crowd = guest->crowd;
    char session[128];

    snprintf(session, sizeof session,
             "{\"name\":\"%s\",\"password\":\"pass phrase of %s\"}",
             guest->client.name, guest->client.name);
    while (!atomic_load(&crowd->is_over) && goes_on(crowd)) {
        bool signs_in = crowd_chance(&guest->chance, 8) == 0;
        struct answer answer = client_send(
            &guest->client, "POST", signs_in ? "/v1/sessions" : "/v1/matches",
            signs_in ? session : cities);

        if (answer.status == 201)
            crowd_count(crowd, CROWD_CREATIONS);
        else if (!crowd_is_trouble(&answer) || !crowd->plan.is_rough)
            crowd_fail(crowd, "maker", signs_in ? "sign in" : "create",
                       &answer);
        answer_clear(&answer);
        crowd_pause(10 + 2 * crowd->plan.pace_ms);
    }
    return NULL;
}
