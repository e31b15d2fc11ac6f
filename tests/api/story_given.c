/* What a story arranges, and how its people play. */
#include "depth.h"
#include "sandbox.h"
#include "story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- people ---- */

/* The next word of a list "ada bea" or "ada, bea and cyd"; false: no more. */
static bool next_word(const char **text, char out[24])
{
    *text += strspn(*text, " ,");
    const size_t length = strcspn(*text, " ,");

    snprintf(out, 24, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

/* The person of this name, an account that is created unless it exists. */
static struct story_person *account(struct story *story, const char *name)
{
    struct story_person *person = story_find_person(story, name);

    return person ? person
                  : story_add_person(story, name,
                                     client_account(story->service, name));
}

static void given_accounts(struct story *story, const char *names)
{
    char name[24];

    while (next_word(&names, name))
        account(story, name);
}

static void given_bot(struct story *story, const char *name)
{
    story_add_person(story, name, client_bot(story->service, name));
}

/* The name that the service gives a guest is the variable of its name. */
static void given_guest(struct story *story, const char *name)
{
    struct client guest = client_open(story->service);
    struct answer made = client_send(&guest, "POST", "/v1/guests", NULL);
    const char *called = json_string_value(
        json_object_get(json_object_get(made.json, "account"), "name"));

    if (made.status != 201 || !called)
        story_stop(story, "no guest: %s", made.body);
    snprintf(guest.token, sizeof guest.token, "%s",
             answer_text(&made, "token"));
    story_set(story, name, called);
    story_add_person(story, name, guest);
    answer_clear(&made);
}

/* ---- matches ---- */

int story_seat(struct story *story, const struct story_person *who)
{
    for (int seat = 0; seat < story->fixture.people; seat++)
        if (story->fixture.players[seat].curl == who->client.curl)
            return seat;
    story_stop(story, "%s has no seat", who->name);
}

static void note_match(struct story *story)
{
    story_set(story, "match", story->fixture.match);
    story_set_number(story, "seq", story->fixture.seq);
    story->is_watch_old = true;
}

/* "GAME by ada bea": the first one creates it, the others join it. */
static void given_match(struct story *story, const char *text)
{
    struct fixture *fixture = &story->fixture;
    char game[24], name[24];

    *fixture = (struct fixture){.service = story->service,
                                .chance = 88172645463325252U};
    next_word(&text, game);
    next_word(&text, name);
    if (strcmp(name, "by") != 0)
        story_stop(story, "given a match of GAME by NAMES");
    while (next_word(&text, name) && fixture->people < FIXTURE_SEATS)
        fixture->players[fixture->people++] = account(story, name)->client;
    fixture_begin_again(fixture, game);
    note_match(story);
}

/* "GAME for N seats, seed S, after D decisions" */
static void given_position(struct story *story, const char *text)
{
    static const char *const own_seats[] = {"[]", "[\"me\"]", "[\"me\",\"me\"]",
                                            "[\"me\",\"me\",\"me\"]",
                                            "[\"me\",\"me\",\"me\",\"me\"]"};
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    char game[24];
    int seats, decisions;
    unsigned seed;

    next_word(&text, game);
    if (!game_find(game) ||
        sscanf(text, " for %d seats, seed %u, after %d", &seats, &seed,
               &decisions) != 3 ||
        seats < 1 || seats > 4)
        story_stop(story, "given a position of GAME for N seats, seed N, "
                          "after N decisions");
    sandbox_state(game_find(game), seats, seed, decisions, state);
    char *position = sandbox_position(game_find(game), state);

    story_set(story, "position", position);
    story_set(story, "own_seats", own_seats[seats]);
    free(position);
}

/* ---- nodes ---- */

static void given_own_node(struct story *story, const char *text)
{
    if (story->people_count > 1 || *text)
        story_stop(story, "given a node of its own: before anybody else");
    service_begin(&story->own, NULL);
    story->service = &story->own;
    story->people[0].client.service = story->service;
}

static void given_another_node(struct story *story, const char *text)
{
    (void)text;
    if (story->service != &story->own)
        story_stop(story, "given a node of its own, too");
    service_join(&story->another, story->service);
}

void story_given(struct story *story, const char *what)
{
    static const struct {
        const char *words;
        void (*arrange)(struct story *, const char *);
    } rows[] = {
        {"accounts ", given_accounts},
        {"a bot ", given_bot},
        {"a guest ", given_guest},
        {"a match of ", given_match},
        {"a position of ", given_position},
        {"a node of its own", given_own_node},
        {"another node", given_another_node},
    };
    const char *rest;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (story_begins(what, rows[i].words, &rest)) {
            rows[i].arrange(story, rest);
            return;
        }
    story_stop(story, "unknown: given %s", what);
}

/* ---- playing ---- */

/* A seat makes this move; the fixture has the current seq. */
static void decide(struct story *story, int seat, const char *move)
{
    struct fixture *fixture = &story->fixture;
    struct answer done = fixture_post(fixture, seat, move, fixture->seq, NULL);

    if (done.status != 201)
        story_stop(story, "%s is refused: %s", move, done.body);
    fixture->seq = answer_number(&done, "seq");
    fixture->is_over = strcmp(answer_text(&done, "status"), "finished") == 0;
    story_set(story, "move", move);
    note_match(story);
    answer_clear(&done);
}

void story_choose(struct story *story, struct story_person *who,
                  const char *words)
{
    const int seat = story_seat(story, who);
    struct answer list = fixture_get(&story->fixture, seat, "/legal-moves");
    const json_t *moves = json_object_get(list.json, "moves"), *move;
    char chosen[128] = "";
    size_t i;

    json_array_foreach(moves, i, move)
    {
        const char *notation = json_string_value(json_object_get(move, "move"));
        const char *text = json_string_value(json_object_get(move, "text"));

        if (*chosen == '\0' && notation &&
            (strstr(notation, words) || (text && strstr(text, words))))
            snprintf(chosen, sizeof chosen, "%s", notation);
    }
    if (*chosen == '\0')
        story_stop(story, "no legal move has '%s': %s", words, list.body);
    story->fixture.seq = answer_number(&list, "seq");
    answer_clear(&list);
    decide(story, seat, chosen);
}

/* A seat's state without its seq and its undo, as a variable has it: new. */
static char *state_of(struct story *story, int seat)
{
    struct answer state = fixture_get(&story->fixture, seat, "/state");

    json_object_del(state.json, "seq");
    json_object_del(state.json, "undo");
    char *text = json_dumps(state.json, JSON_COMPACT | JSON_SORT_KEYS);

    answer_clear(&state);
    return text;
}

/* Can the seat undo its last move?  Then {step} is where that begins. */
static bool can_undo(struct story *story, int seat)
{
    struct answer state = fixture_get(&story->fixture, seat, "/state");
    const json_t *undo = json_object_get(state.json, "undo");
    const bool is_allowed = json_is_true(json_object_get(undo, "allowed"));

    if (is_allowed)
        story_set_number(
            story, "step",
            (long)json_integer_value(json_object_get(undo, "step_seq")));
    answer_clear(&state);
    return is_allowed;
}

/* Somebody makes a random move; returns the seat. */
static int play_any(struct story *story)
{
    char move[128];
    const int seat = fixture_choose_any(&story->fixture, move, sizeof move);

    if (seat < 0)
        story_stop(story, "the match is over");
    char *before = state_of(story, seat);

    story_set(story, "before", before);
    free(before);
    decide(story, seat, move);
    return seat;
}

/* The seat that made the last move is {who}; the state before it is {before}.
 */
static void play_to_undoable(struct story *story)
{
    int seat;

    do
        seat = play_any(story);
    while (!can_undo(story, seat));
    for (int i = 0; i < story->people_count; i++)
        if (story->people[i].client.curl == story->fixture.players[seat].curl)
            story_set(story, "who", story->people[i].name);
}

/* The other move of this person is {move}. */
static void play_to_choice(struct story *story, struct story_person *who)
{
    const int seat = story_seat(story, who);
    char move[128];

    while (play_any(story) != seat || !can_undo(story, seat) ||
           !fixture_choose(&story->fixture, seat, move, sizeof move))
        continue;
    story_set(story, "move", move);
}

static bool acts_at_once(struct story *story, size_t seats)
{
    struct answer match = fixture_get(&story->fixture, 0, "");
    const size_t count = json_array_size(json_object_get(match.json, "to_act"));

    answer_clear(&match);
    return count == seats;
}

void story_play(struct story *story, const char *what)
{
    char name[24];
    int number;

    if (strcmp(what, "until a move can be undone") == 0)
        play_to_undoable(story);
    else if (sscanf(what, "until %23s can undo or move", name) == 1 &&
             strcmp(name, "a") != 0 && strstr(what, " can undo or move"))
        play_to_choice(story, story_person(story, name));
    else if (sscanf(what, "until %d seats are to act", &number) == 1)
        while (!acts_at_once(story, (size_t)number))
            play_any(story);
    else if (sscanf(what, "%d moves", &number) == 1)
        for (int i = 0; i < number; i++)
            play_any(story);
    else
        story_stop(story, "unknown: play %s", what);
}
