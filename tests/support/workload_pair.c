/* A workload that continues through failures: the threads of pairs, readers and
 * creators. */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_MS = 20,
    HASH_EVERY = 8, /* moves, on average */
    LISTEN_MS = 200,
    PATH = 160,
};

bool workload_continues(struct workload *workload)
{
    pthread_mutex_lock(&workload->lock);
    bool is_well = workload->failures == 0;

    pthread_mutex_unlock(&workload->lock);
    return is_well;
}

/* ---- fronts ---- */

int workload_first_front(const struct workload_pair *pair, int seat)
{
    /* Of three pairs, two use one front each, and the players of the third use
     * both. */
    int number = pair->number % 3 == 2 ? seat : pair->number;

    return number % pair->workload->front_count;
}

void workload_switch_front(struct workload_pair *pair, int seat, int front)
{
    pair->at[seat] = front;
    pair->players[seat].service = pair->workload->fronts[front];
}

/* After an error. */
static void turn_elsewhere(struct workload_pair *pair, int seat)
{
    workload_switch_front(pair, seat,
                          (pair->at[seat] + 1) % pair->workload->front_count);
    workload_pause(AGAIN_MS);
}

/* ---- requests with retries ---- */

struct answer workload_post(struct workload_pair *pair,
                            const struct workload_request *wish)
{
    struct client *client = &pair->players[wish->seat];
    char match[48], key[96];

    snprintf(key, sizeof key, "Idempotency-Key: %s", wish->key);
    client_with(client, key);
    if (wish->seq > 0) {
        snprintf(match, sizeof match, "If-Match: \"%ld\"", wish->seq);
        client_with(client, match);
    }
    return client_send(client, "POST", wish->path,
                       wish->body[0] ? wish->body : NULL);
}

static void count_again(struct workload *workload, const struct answer *answer,
                        bool is_again)
{
    char replayed[16];

    answer_header(answer, "Idempotent-Replayed", replayed, sizeof replayed);
    pthread_mutex_lock(&workload->lock);
    workload->retried += is_again;
    workload->stale += answer->status == 412;
    workload->replayed += strcmp(replayed, "true") == 0;
    pthread_mutex_unlock(&workload->lock);
}

/* Send it until it has succeeded; false: it never did. */
static bool do_surely(struct workload_pair *pair, struct workload_request *wish,
                      struct answer *out)
{
    int64_t begun_us = workload_now_us();

    snprintf(wish->key, sizeof wish->key, "pair-%d-%ld", pair->number,
             pair->keys++);
    workload_switch_front(pair, wish->seat,
                          workload_first_front(pair, wish->seat));
    for (;;) {
        *out = workload_post(pair, wish);
        bool is_again = workload_is_unknown(out) &&
                        pair->workload->plan.may_fail &&
                        workload_now_us() - begun_us < WORKLOAD_PATIENCE_US;

        count_again(pair->workload, out, is_again);
        if (!is_again)
            break;
        answer_clear(out);
        turn_elsewhere(pair, wish->seat);
    }
    workload_waited(pair->workload, begun_us);
    if (out->status == 201)
        return true;
    if (out->status != 412) /* else the state was outdated, so read it again */
        workload_fail(pair->workload, "hand", wish->path, out);
    answer_clear(out);
    return false;
}

/* ---- dealing ---- */

static const char template[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true}";
static const char cities[] =
    "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}";

static struct workload_match *deal(struct workload_pair *pair)
{
    struct workload_request create = {.path = "/v1/matches"},
                            join = {.seat = 1};
    struct answer answer;
    struct workload_match *match = calloc(1, sizeof *match);
    int count = atomic_load(&pair->match_count);

    snprintf(create.body, sizeof create.body, "%s",
             pair->is_of_cities ? cities : template);
    if (count < WORKLOAD_MATCHES_MAX && do_surely(pair, &create, &answer)) {
        snprintf(match->id, sizeof match->id, "%s", answer_text(&answer, "id"));
        answer_clear(&answer);
        snprintf(join.path, sizeof join.path, "/v1/matches/%s/seats",
                 match->id);
        if (do_surely(pair, &join, &answer)) {
            answer_clear(&answer);
            workload_count(pair->workload, WORKLOAD_CREATIONS);
            pair->matches[count] = match;
            atomic_store(&pair->match_count, count + 1);
            return match;
        }
    }
    free(match);
    return NULL;
}

/* ---- playing ---- */

static void write_down(struct workload_match *match, int seat, const char *move,
                       const struct answer *answer)
{
    const json_t *events = json_object_get(answer->json, "events");
    const json_t *seq = json_object_get(json_array_get(events, 0), "seq");

    if (match->count == match->cap) {
        match->cap = match->cap * 2 + 32;
        match->lines = realloc(match->lines, match->cap * sizeof *match->lines);
    }
    struct workload_move *line = &match->lines[match->count++];

    line->seq = json_integer_value(seq);
    line->seat = seat;
    snprintf(line->move, sizeof line->move, "%s", move);
    line->hash[0] = '\0';
    if (strcmp(answer_text(answer, "status"), "running") != 0)
        atomic_store(&match->last_seq, answer_number(answer, "seq"));
}

/* A random move of the seat; false if it has none or if the service does not
 * respond. */
static bool choose(struct workload_pair *pair,
                   const struct workload_match *match, int seat, char move[128],
                   long *seq)
{
    int64_t begun_us = workload_now_us();
    struct answer list = client_get(&pair->players[seat],
                                    "/v1/matches/%s/legal-moves", match->id);
    const json_t *moves = json_object_get(list.json, "moves");
    unsigned count = (unsigned)json_array_size(moves);

    workload_waited(pair->workload, begun_us);
    if (list.status == 200)
        workload_count(pair->workload, WORKLOAD_READS);
    else if (!workload_is_unknown(&list) || !pair->workload->plan.may_fail)
        workload_fail(pair->workload, "hand", "legal-moves", &list);
    else
        turn_elsewhere(pair, seat);
    if (count > 0) {
        json_t *one =
            json_array_get(moves, workload_random(&pair->chance, count));

        snprintf(move, 128, "%s",
                 json_string_value(json_object_get(one, "move")));
        *seq = answer_number(&list, "seq");
    }
    answer_clear(&list);
    return count > 0;
}

/* Read the state after the move that was written down last, if nothing has
 * followed it. */
static void read_hash(struct workload_pair *pair, struct workload_match *match,
                      int seat)
{
    struct workload_move *line = &match->lines[match->count - 1];
    struct answer state =
        client_get(&pair->players[seat], "/v1/matches/%s/state", match->id);

    if (state.status == 200 && answer_number(&state, "seq") == line->seq)
        snprintf(line->hash, sizeof line->hash, "%s",
                 answer_text(&state, "state_hash"));
    if (state.status != 200 &&
        (!workload_is_unknown(&state) || !pair->workload->plan.may_fail))
        workload_fail(pair->workload, "hand", "state", &state);
    answer_clear(&state);
}

static bool move_once(struct workload_pair *pair, struct workload_match *match,
                      int seat)
{
    struct workload *workload = pair->workload;
    char move[128];
    struct workload_request wish = {.seat = seat};
    struct answer answer;

    if (!choose(pair, match, seat, move, &wish.seq))
        return false;
    snprintf(wish.path, sizeof wish.path, "/v1/matches/%s/moves", match->id);
    snprintf(wish.body, sizeof wish.body, "{\"move\":\"%s\"}", move);
    if (!do_surely(pair, &wish, &answer))
        return false;
    write_down(match, seat, move, &answer);
    if (workload_random(&pair->chance, HASH_EVERY) == 0)
        read_hash(pair, match, seat);
    free(pair->last.reply);
    pair->last = wish;
    pair->last.reply = strdup(answer.body);
    answer_clear(&answer);
    workload_count(workload, WORKLOAD_MOVES);
    pthread_mutex_lock(&workload->lock);
    workload->moved_at[pair->at[seat]]++;
    pthread_mutex_unlock(&workload->lock);
    atomic_fetch_add(&pair->moved, 1);
    return true;
}

/* The match is long, and the run ends: seat 0 resigns. */
static void resign(struct workload_pair *pair, struct workload_match *match)
{
    struct workload_request wish = {0};
    struct answer answer;

    snprintf(wish.path, sizeof wish.path, "/v1/matches/%s/resignation",
             match->id);
    if (do_surely(pair, &wish, &answer)) {
        atomic_store(&match->last_seq, answer_number(&answer, "seq"));
        answer_clear(&answer);
    }
}

static void move_any(struct workload_pair *pair, struct workload_match *match)
{
    for (int seat = 0; seat < WORKLOAD_SEATS; seat++)
        if (move_once(pair, match, seat)) {
            workload_pause(pair->workload->plan.pace_ms);
            return;
        }
}

static void rest(struct workload *workload)
{
    atomic_fetch_add(&workload->at_rest, 1);
    while (atomic_load(&workload->is_resting) && workload_continues(workload))
        workload_pause(AGAIN_MS);
    atomic_fetch_sub(&workload->at_rest, 1);
}

static void play_match(struct workload_pair *pair, struct workload_match *match)
{
    struct workload *workload = pair->workload;

    while (atomic_load(&match->last_seq) == 0 && workload_continues(workload)) {
        bool is_ending = atomic_load(&workload->is_ending);

        if (atomic_load(&workload->is_resting))
            rest(workload);
        else if (is_ending && workload->plan.resigns && pair->is_of_cities)
            resign(pair, match);
        else
            move_any(pair, match);
    }
}

void *workload_pair_play(void *arg)
{
    struct workload_pair *pair = arg;
    struct workload *workload = pair->workload;

    while (!atomic_load(&workload->is_ending) && workload_continues(workload)) {
        struct workload_match *match = deal(pair);

        if (!match)
            break;
        play_match(pair, match);
    }
    return NULL;
}

/* ---- reading and creating ---- */

/* A path that can be read now. */
static void choose_path(struct workload_client *guest, char out[PATH])
{
    static const char *const below[] = {"", "/state", "/events?limit=20"};
    struct workload *workload = guest->workload;
    const struct workload_pair *pair = &workload->pairs[workload_random(
        &guest->chance, (unsigned)workload->plan.pairs)];
    int count = atomic_load(&pair->match_count);

    if (count > 0)
        snprintf(out, PATH, "/v1/matches/%s%s", pair->matches[count - 1]->id,
                 below[workload_random(&guest->chance, 3)]);
    else
        snprintf(out, PATH, "/v1/matches?limit=10");
}

void *workload_read(void *arg)
{
    struct workload_client *guest = arg;
    struct workload *workload = guest->workload;
    char path[PATH];

    while (!atomic_load(&workload->is_over) && workload_continues(workload)) {
        choose_path(guest, path);
        struct answer answer = client_get(&guest->client, "%s", path);

        if (answer.status == 200)
            workload_count(workload, WORKLOAD_READS);
        else if (!workload_is_unknown(&answer) || !workload->plan.may_fail)
            workload_fail(workload, "reader", path, &answer);
        answer_clear(&answer);
        workload_pause(workload->plan.pace_ms);
    }
    return NULL;
}

/* Without a key, so that a proxy does not repeat it: it must not fail. */
void *workload_create(void *arg)
{
    struct workload_client *guest = arg;
    struct workload *workload = guest->workload;
    char session[128];

    snprintf(session, sizeof session,
             "{\"name\":\"%s\",\"password\":\"pass phrase of %s\"}",
             guest->client.name, guest->client.name);
    while (!atomic_load(&workload->is_over) && workload_continues(workload)) {
        bool signs_in = workload_random(&guest->chance, 8) == 0;
        struct answer answer = client_send(
            &guest->client, "POST", signs_in ? "/v1/sessions" : "/v1/matches",
            signs_in ? session : cities);

        if (answer.status == 201)
            workload_count(workload, WORKLOAD_CREATIONS);
        else if (!workload_is_unknown(&answer) || !workload->plan.may_fail)
            workload_fail(workload, "creator", signs_in ? "sign in" : "create",
                          &answer);
        if (answer.status == 201 && signs_in) /* often enough to end the oldest
                                               * session */
            snprintf(guest->client.token, sizeof guest->client.token, "%s",
                     answer_text(&answer, "token"));
        answer_clear(&answer);
        workload_pause(10 + 2 * workload->plan.pace_ms);
    }
    return NULL;
}
