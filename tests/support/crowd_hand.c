/* A crowd that plays through whatever happens: what its threads do. */
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_MS = 20,
    LISTEN_MS = 200,
    PATH = 160,
};

bool crowd_goes_on(struct crowd *crowd)
{
    pthread_mutex_lock(&crowd->lock);
    bool is_well = crowd->failures == 0;

    pthread_mutex_unlock(&crowd->lock);
    return is_well;
}

/* ---- where to ask ---- */

int crowd_home(const struct crowd_hand *hand, int seat)
{
    /* Of three hands, two have each a front of its own, and the third plays
     * across. */
    int number = hand->number % 3 == 2 ? seat : hand->number;

    return number % hand->crowd->front_count;
}

void crowd_turn(struct crowd_hand *hand, int seat, int front)
{
    hand->at[seat] = front;
    hand->players[seat].service = hand->crowd->fronts[front];
}

/* After trouble. */
static void turn_elsewhere(struct crowd_hand *hand, int seat)
{
    crowd_turn(hand, seat, (hand->at[seat] + 1) % hand->crowd->front_count);
    crowd_pause(AGAIN_MS);
}

/* ---- asking until it is known ---- */

struct answer crowd_post(struct crowd_hand *hand,
                         const struct crowd_posted *wish)
{
    struct client *client = &hand->players[wish->seat];
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
static bool do_surely(struct crowd_hand *hand, struct crowd_posted *wish,
                      struct answer *out)
{
    int64_t begun_us = crowd_now_us();

    snprintf(wish->key, sizeof wish->key, "hand-%d-%ld", hand->number,
             hand->keys++);
    crowd_turn(hand, wish->seat, crowd_home(hand, wish->seat));
    for (;;) {
        *out = crowd_post(hand, wish);
        bool is_again = crowd_is_trouble(out) && hand->crowd->plan.is_rough &&
                        crowd_now_us() - begun_us < CROWD_PATIENCE_US;

        count_again(hand->crowd, out, is_again);
        if (!is_again)
            break;
        answer_clear(out);
        turn_elsewhere(hand, wish->seat);
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
    struct crowd_posted create = {.path = "/v1/matches"}, join = {.seat = 1};
    struct answer answer;
    struct crowd_match *match = calloc(1, sizeof *match);
    int count = atomic_load(&hand->match_count);

    snprintf(create.body, sizeof create.body, "%s",
             hand->is_of_cities ? cities : template);
    if (count < CROWD_MATCHES_MAX && do_surely(hand, &create, &answer)) {
        snprintf(match->id, sizeof match->id, "%s", answer_text(&answer, "id"));
        answer_clear(&answer);
        snprintf(join.path, sizeof join.path, "/v1/matches/%s/seats",
                 match->id);
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
        turn_elsewhere(hand, seat);
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
    char move[128];
    struct crowd_posted wish = {.seat = seat};
    struct answer answer;

    if (!choose(hand, match, seat, move, &wish.seq))
        return false;
    snprintf(wish.path, sizeof wish.path, "/v1/matches/%s/moves", match->id);
    snprintf(wish.body, sizeof wish.body, "{\"move\":\"%s\"}", move);
    if (!do_surely(hand, &wish, &answer))
        return false;
    write_down(match, seat, move, &answer);
    free(hand->last.reply);
    hand->last = wish;
    hand->last.reply = strdup(answer.body);
    answer_clear(&answer);
    crowd_count(crowd, CROWD_MOVES);
    pthread_mutex_lock(&crowd->lock);
    crowd->moved_at[hand->at[seat]]++;
    pthread_mutex_unlock(&crowd->lock);
    atomic_fetch_add(&hand->moved, 1);
    return true;
}

/* The match is long, and it is late: seat 0 gives up. */
static void resign(struct crowd_hand *hand, struct crowd_match *match)
{
    struct crowd_posted wish = {0};
    struct answer answer;

    snprintf(wish.path, sizeof wish.path, "/v1/matches/%s/resignation",
             match->id);
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

static void rest(struct crowd *crowd)
{
    atomic_fetch_add(&crowd->at_rest, 1);
    while (atomic_load(&crowd->is_resting) && crowd_goes_on(crowd))
        crowd_pause(AGAIN_MS);
    atomic_fetch_sub(&crowd->at_rest, 1);
}

static void play_match(struct crowd_hand *hand, struct crowd_match *match)
{
    struct crowd *crowd = hand->crowd;

    while (atomic_load(&match->last_seq) == 0 && crowd_goes_on(crowd)) {
        bool is_late = atomic_load(&crowd->is_late);

        if (atomic_load(&crowd->is_resting))
            rest(crowd);
        else if (is_late && crowd->plan.resigns && hand->is_of_cities)
            resign(hand, match);
        else
            move_any(hand, match);
    }
}

void *crowd_hand_play(void *arg)
{
    struct crowd_hand *hand = arg;
    struct crowd *crowd = hand->crowd;

    while (!atomic_load(&crowd->is_late) && crowd_goes_on(crowd)) {
        struct crowd_match *match = deal(hand);

        if (!match)
            break;
        play_match(hand, match);
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

    while (!atomic_load(&crowd->is_over) && crowd_goes_on(crowd)) {
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
    while (!atomic_load(&crowd->is_over) && crowd_goes_on(crowd)) {
        bool signs_in = crowd_chance(&guest->chance, 8) == 0;
        struct answer answer = client_send(
            &guest->client, "POST", signs_in ? "/v1/sessions" : "/v1/matches",
            signs_in ? session : cities);

        if (answer.status == 201)
            crowd_count(crowd, CROWD_CREATIONS);
        else if (!crowd_is_trouble(&answer) || !crowd->plan.is_rough)
            crowd_fail(crowd, "maker", signs_in ? "sign in" : "create",
                       &answer);
        if (answer.status == 201 && signs_in) /* many end the oldest session */
            snprintf(guest->client.token, sizeof guest->client.token, "%s",
                     answer_text(&answer, "token"));
        answer_clear(&answer);
        crowd_pause(10 + 2 * crowd->plan.pace_ms);
    }
    return NULL;
}
