/* Runs the .case files: rules as short stories.  The language is described in
 * case_language.md. */
#include "board.h"
#include "decide.h"
#include "engine.h"
#include "notation.h"
#include "production.h"
#include "score.h"
#include "words.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS_MAX = 40, LINE_MAX_LENGTH = 400 };

/* One case being run. */
struct story {
    const char *file, *name;
    int line;
    struct uwc_state now, before;
    bool moved; /* since the last `then` */
    char words[WORDS_MAX][64];
    int count;
    char rest[LINE_MAX_LENGTH]; /* the line after its first word */
};

static void fail(const struct story *t, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

static void fail(const struct story *t, const char *format, ...)
{
    char text[600];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_assert_fail("%s:%d (%s): %s", t->file, t->line, t->name, text);
    abort();
}

static int number(const struct story *t, const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word)
        fail(t, "'%s' is no number", word);
    return (int)n;
}

static int resource(const struct story *t, const char *word)
{
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], word))
            return r;
    fail(t, "'%s' is no resource", word);
}

static int slot(const struct story *t, const char *word)
{
    char name[24];

    for (int i = 0; i < UWC_SLOTS; i++) {
        (void)slot_write(i, name, sizeof name);
        if (!strcmp(name, word))
            return i;
    }
    fail(t, "'%s' is no slot", word);
}

/* A card is in no pile of the table any more. */
static void take_out(struct uwc_state *s, int card)
{
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] == card) {
            s->deck_count--;
            memmove(s->deck + i, s->deck + i + 1, (size_t)(s->deck_count - i));
            s->deck[s->deck_count] = 0;
        }
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] == card) {
            s->special_count--;
            memmove(s->specials + i, s->specials + i + 1,
                    (size_t)(s->special_count - i));
            s->specials[s->special_count] = 0;
        }
    for (int i = 0; i < 6; i++)
        if (s->display[i] == card)
            s->display[i] = 0;
    set_remove(&s->discards, card);
}

/* A plain first turn, the same whatever was dealt. */
static void given_seats(struct story *t)
{
    struct settings settings = {.seats = (uint8_t)number(t, t->words[2])};
    struct uwc_state *s = &t->now;

    for (int i = 3; i < t->count; i++) {
        if (!strcmp(t->words[i], "immediate"))
            settings.values[UWC_DRAWS] = 1;
        else if (!strcmp(t->words[i], "advanced"))
            settings.values[UWC_BOARDS] = 1;
        else
            fail(t, "unknown: given seats %s", t->words[i]);
    }
    uwc_start(s, &settings, (const uint8_t[32]){1});
    for (int i = 0; i < s->seats; i++) {
        struct seat *me = &s->seat[i];

        memset(&me->hand, 0, sizeof me->hand);
        me->owes = 0;
        me->board = (uint8_t)(4 * s->advanced + i);
        me->brown = (uint8_t)(i + 1);
        me->blue[0] = (uint8_t)(2 * i + 1);
        me->blue[1] = (uint8_t)(2 * i + 2);
        me->space = UWC_BELOW_TRACK;
        memset(me->stock, 0, sizeof me->stock);
        me->stock[KELP] = me->stock[STEELPLAST] = me->stock[SCIENCE] = 1;
        me->stock[CREDIT] = 2;
        s->order[i] = s->track[i] = (uint8_t)i;
    }
    s->tile_count = 0;
    memset(s->tiles, 0, sizeof s->tiles);
    for (int tile = UWC_BLUE_TILES; tile > 2 * s->seats; tile--)
        s->tiles[s->tile_count++] = (uint8_t)tile;
    pile_new_era(s);
    turn_begin(s);
}

static void given_pile(struct story *t, uint8_t *pile, uint8_t *count,
                       size_t size)
{
    memset(pile, 0, size);
    *count = (uint8_t)(t->count - 2);
    for (int i = 0; i < *count; i++)
        pile[*count - 1 - i] = (uint8_t)number(t, t->words[2 + i]);
}

static void given_site(struct story *t, struct seat *me, const char *what,
                       const char *word)
{
    int n = number(t, word) - 1;
    bool up = strchr(word, '+') != NULL;

    if (!strcmp(what, "city")) {
        me->city |= (uint16_t)(1u << n);
        if (strchr(word, 's'))
            me->symbiotic |= (uint16_t)(1u << n);
    } else if (!strcmp(what, "tunnel")) {
        me->tunnel |= (uint16_t)(1u << n);
        if (up)
            me->tunnel_upgraded |= (uint16_t)(1u << n);
    } else {
        const char *letter = word + strspn(word, "0123456789");
        int site = n * UWC_SITES_PER_CITY +
                   (*letter == 'x' ? UWC_EXPANSION : *letter - 'a');
        int kind = !strcmp(what, "farm") ? 0 : !strcmp(what, "plant") ? 1 : 2;

        me->building[kind] |= UINT64_C(1) << site;
        if (up)
            me->upgraded |= UINT64_C(1) << site;
    }
}

static void given_cards(struct story *t, struct seat *me, bool hand)
{
    for (int i = 3; i < t->count; i++) {
        int card = number(t, t->words[i]);

        take_out(&t->now, card);
        if (hand) {
            set_add(&me->hand, card);
            continue;
        }
        if (strchr(t->words[i], '*'))
            me->used |= UINT32_C(1) << me->claim_count;
        me->claims[me->claim_count++] = (uint8_t)card;
        if (card_is_special(card))
            me->specials_paid++;
    }
}

static void given_of_seat(struct story *t, int seat)
{
    struct seat *me = &t->now.seat[seat];
    const char *what = t->words[2];

    if (!strcmp(what, "hand") || !strcmp(what, "claims")) {
        given_cards(t, me, *what == 'h');
    } else if (!strcmp(what, "no-assistant")) {
        me->claim_count = 0;
        me->claims[0] = 0;
    } else if (!strcmp(what, "stock")) {
        memset(me->stock, 0, sizeof me->stock);
        for (int i = 3; i + 1 < t->count; i += 2)
            me->stock[resource(t, t->words[i + 1])] =
                (int16_t)number(t, t->words[i]);
    } else if (!strcmp(what, "points")) {
        me->points = (int16_t)number(t, t->words[3]);
    } else if (!strcmp(what, "space")) {
        me->space = (uint8_t)number(t, t->words[3]);
    } else if (!strcmp(what, "board")) {
        me->board = (uint8_t)(number(t, t->words[3]) - 1);
    } else if (!strcmp(what, "brown")) {
        me->brown = (uint8_t)number(t, t->words[3]);
    } else if (!strcmp(what, "blue")) {
        me->blue[0] = (uint8_t)number(t, t->words[3]);
        me->blue[1] = (uint8_t)number(t, t->words[4]);
    } else if (!strcmp(what, "paid")) {
        me->specials_paid = (uint8_t)number(t, t->words[3]);
    } else if (!strcmp(what, "city") || !strcmp(what, "tunnel") ||
               !strcmp(what, "farm") || !strcmp(what, "plant") ||
               !strcmp(what, "laboratory")) {
        for (int i = 3; i < t->count; i++)
            given_site(t, me, what, t->words[i]);
    } else {
        fail(t, "unknown: given seat %s", what);
    }
}

static void given_order(struct story *t, uint8_t *order)
{
    for (int i = 0; i < t->now.seats; i++)
        order[i] = (uint8_t)number(t, t->words[2 + i]);
}

static void do_given(struct story *t)
{
    struct uwc_state *s = &t->now;
    const char *what = t->words[1];

    if (isdigit((unsigned char)*what)) {
        given_of_seat(t, number(t, what));
    } else if (!strcmp(what, "seats")) {
        given_seats(t);
    } else if (!strcmp(what, "round")) {
        s->round = (uint8_t)number(t, t->words[2]);
        pile_new_era(s);
    } else if (!strcmp(what, "turn")) {
        s->turn = (uint8_t)number(t, t->words[2]);
    } else if (!strcmp(what, "order")) {
        given_order(t, s->order);
    } else if (!strcmp(what, "track")) {
        given_order(t, s->track);
    } else if (!strcmp(what, "deck")) {
        given_pile(t, s->deck, &s->deck_count, sizeof s->deck);
    } else if (!strcmp(what, "specials")) {
        given_pile(t, s->specials, &s->special_count, sizeof s->specials);
    } else if (!strcmp(what, "tiles")) {
        given_pile(t, s->tiles, &s->tile_count, sizeof s->tiles);
    } else if (!strcmp(what, "display")) {
        memset(s->display, 0, sizeof s->display);
        for (int i = 2; i < t->count; i++)
            s->display[i - 2] = (uint8_t)number(t, t->words[i]);
    } else if (!strcmp(what, "discards")) {
        memset(&s->discards, 0, sizeof s->discards);
        for (int i = 2; i < t->count; i++) {
            take_out(s, number(t, t->words[i]));
            set_add(&s->discards, number(t, t->words[i]));
        }
    } else if (!strcmp(what, "slot")) {
        for (int i = 3; i < t->count; i++)
            s->slots[slot(t, t->words[2])] |=
                (uint8_t)(1u << number(t, t->words[i]));
    } else {
        fail(t, "unknown: given %s", what);
    }
    if (s->phase == PHASE_TURN && s->step != STEP_RESOLVE)
        s->step = uwc_surplus(s, uwc_active(s)) > 0 ? STEP_DISCARD : STEP_PLACE;
}

/* Takes "S:" off the rest of a line; else the lowest seat to act. */
static int acting_seat(const struct story *t, char **text)
{
    seat_set seats = uwc_to_act(&t->now);

    while (**text == ' ')
        (*text)++;
    if (isdigit((unsigned char)**text) && (*text)[1] == ':') {
        int seat = **text - '0';

        *text += 2;
        while (**text == ' ')
            (*text)++;
        return seat;
    }
    if (!seats)
        fail(t, "nobody is to act");
    return __builtin_ctz(seats);
}

static struct move parse(const struct story *t, int seat, const char *text)
{
    struct move move;

    if (uwc_parse(&t->now, seat, text, &move))
        fail(t, "'%s' is no move", text);
    return move;
}

static bool is_listed(const struct story *t, int seat, struct move move)
{
    struct move list[RULES_MOVES_MAX];
    size_t count = uwc_moves(&t->now, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

static const char *why_word(enum why why)
{
    static const char *const words[WHYS] = {
        [WHY_OK] = "ok",
#define WHY(NAME, word) [WHY_##NAME] = word,
#include "why.def"
#undef WHY
    };

    return words[why];
}

/* What may be played, for the message of a failure. */
static const char *listing(const struct story *t, int seat)
{
    static char text[500];
    struct move list[RULES_MOVES_MAX];
    size_t count = uwc_moves(&t->now, seat, list, RULES_MOVES_MAX), used = 0;

    for (size_t i = 0; i < count && used < sizeof text - 100; i++) {
        char notation[RULES_NOTATION_MAX];

        uwc_format(&t->now, seat, list[i], notation);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i ? " | " : "", notation);
    }
    text[used] = 0;
    return text;
}

static void do_play(struct story *t)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    struct move move = parse(t, seat, text);
    struct uwc_state copy = t->now;
    enum why why;

    if (!t->moved)
        t->before = t->now;
    t->moved = true;
    why = uwc_try(&copy, seat, move);
    if (why)
        fail(t, "'%s' is refused: %s; listed: %s", text, why_word(why),
             listing(t, seat));
    if (!is_listed(t, seat, move))
        fail(t, "'%s' is not listed: %s", text, listing(t, seat));
    if (uwc_apply(&t->now, seat, move))
        fail(t, "'%s' does not apply", text);
}

static void do_refuse(struct story *t)
{
    char *text = t->rest, *word = strrchr(text, ' ');
    struct uwc_state copy = t->now;
    struct move move;
    enum why why;
    int seat;

    if (!word)
        fail(t, "refuse MOVE WHY");
    *word++ = 0;
    seat = acting_seat(t, &text);
    move = parse(t, seat, text);
    why = uwc_try(&copy, seat, move);
    if (is_listed(t, seat, move) || why == WHY_OK)
        fail(t, "'%s' is legal", text);
    if (strcmp(why_word(why), word) != 0)
        fail(t, "'%s' is refused as %s", text, why_word(why));
}

static void do_offer(struct story *t, bool expected)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);

    if (is_listed(t, seat, parse(t, seat, text)) != expected)
        fail(t, "'%s' is %s: %s", text, expected ? "missing" : "listed",
             listing(t, seat));
}

static void do_only(struct story *t)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    size_t expected = 0;
    char *save = NULL;

    for (char *m = strtok_r(text, "|", &save); m;
         m = strtok_r(NULL, "|", &save)) {
        char *end = m + strlen(m);

        while (*m == ' ')
            m++;
        while (end > m && end[-1] == ' ')
            *--end = 0;
        if (!is_listed(t, seat, parse(t, seat, m)))
            fail(t, "'%s' is missing: %s", m, listing(t, seat));
        expected++;
    }
    if (uwc_moves(&t->now, seat, NULL, 0) != expected)
        fail(t, "more is listed: %s", listing(t, seat));
}

static int score_value(const struct uwc_state *s, int seat, const char *item)
{
    struct scores scores;

    uwc_score(s, &scores);
    if (!strcmp(item, "total"))
        return scores.total[seat];
    if (!strcmp(item, "rank"))
        return scores.rank[seat];
    for (int i = 0; i < scores.items; i++)
        if (!strcmp(scores.item[i].name, item))
            return scores.item[i].points[seat];
    return -9999;
}

static int value_of(const struct story *t, const struct uwc_state *s, int seat,
                    const char *what)
{
    const struct seat *me = &s->seat[seat];
    const struct {
        const char *name;
        int value;
    } things[] = {
        {"points", me->points},
        {"hand", set_count(&me->hand)},
        {"draws", s->draws},
        {"space", me->space},
        {"claims", me->claim_count},
        {"cities", __builtin_popcount(me->city)},
        {"symbiotic", __builtin_popcount(me->symbiotic)},
        {"farms", __builtin_popcountll(me->building[0])},
        {"plants", __builtin_popcountll(me->building[1])},
        {"laboratories", __builtin_popcountll(me->building[2])},
        {"tunnels", __builtin_popcount(me->tunnel)},
        {"upgraded", __builtin_popcountll(me->upgraded) +
                         __builtin_popcount(me->tunnel_upgraded)},
        {"paid", me->specials_paid},
        {"feeding", feeding_need(me)},
        {"surplus", uwc_surplus(s, seat)},
        {"gained-tiles", __builtin_popcount(me->gained_tiles)},
        {"left", me->left},
    };

    if (!strncmp(what, "score:", 6))
        return score_value(s, seat, what + 6);
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (!strcmp(things[i].name, what))
            return things[i].value;
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], what))
            return me->stock[r];
    if (score_value(s, seat, what) != -9999)
        return score_value(s, seat, what);
    fail(t, "unknown thing '%s'", what);
}

static void then_of_seat(struct story *t, int seat)
{
    for (int i = 2; i + 1 < t->count; i += 2) {
        const char *what = t->words[i], *how = t->words[i + 1];
        int now = value_of(t, &t->now, seat, what);
        int was = value_of(t, &t->before, seat, what);
        int want = number(t, *how == '=' ? how + 1 : how);

        if (*how == '=' ? now != want : now - was != want)
            fail(t, "seat %d has %d %s (before: %d), not %s", seat, now, what,
                 was, how);
    }
}

static void then_phase(const struct story *t)
{
    static const char *const words[] = {
        [PHASE_TURN] = "turn",
        [PHASE_FIRST_HANDS] = "first-hands",
        [PHASE_PRODUCTION] = "production",
        [PHASE_ERA_HANDS] = "era-hands",
        [PHASE_OVER] = "over",
    };

    if (strcmp(words[t->now.phase], t->words[2]) != 0)
        fail(t, "the phase is %s", words[t->now.phase]);
}

static void then_equal(const struct story *t, int value)
{
    if (value != number(t, t->words[2]))
        fail(t, "%s is %d", t->words[1], value);
}

static void do_then(struct story *t)
{
    const char *what = t->words[1];

    if (!t->moved)
        t->before = t->now;
    t->moved = false;
    if (isdigit((unsigned char)*what)) {
        t->moved = true; /* several `then` lines share one before */
        then_of_seat(t, number(t, what));
    } else if (!strcmp(what, "phase")) {
        then_phase(t);
    } else if (!strcmp(what, "round")) {
        then_equal(t, t->now.round);
    } else if (!strcmp(what, "drawable")) {
        then_equal(t, pile_drawable(&t->now));
    } else if (!strcmp(what, "specials")) {
        then_equal(t, t->now.special_count);
    } else if (!strcmp(what, "acts")) {
        unsigned want = 0;

        for (int i = 2; i < t->count; i++)
            want |= 1u << number(t, t->words[i]);
        if (uwc_to_act(&t->now) != want)
            fail(t, "to act: %x", uwc_to_act(&t->now));
    } else if (!strcmp(what, "order")) {
        for (int i = 0; i < t->now.seats; i++)
            if (t->now.order[i] != number(t, t->words[2 + i]))
                fail(t, "place %d is seat %d's", i, t->now.order[i]);
    } else {
        fail(t, "unknown: then %s", what);
    }
}

static void split(struct story *t, const char *line)
{
    char copy[LINE_MAX_LENGTH], *save = NULL;
    const char *rest = line + strcspn(line, " ");

    (void)snprintf(copy, sizeof copy, "%s", line);
    (void)snprintf(t->rest, sizeof t->rest, "%s", rest + strspn(rest, " "));
    t->count = 0;
    for (char *w = strtok_r(copy, " ", &save); w && t->count < WORDS_MAX;
         w = strtok_r(NULL, " ", &save))
        (void)snprintf(t->words[t->count++], sizeof *t->words, "%s", w);
}

static void run_line(struct story *t, const char *line)
{
    bool after_then = t->count && !strcmp(t->words[0], "then");

    split(t, line);
    if (!t->count || *line == '#')
        return;
    if (after_then && strcmp(t->words[0], "then") != 0)
        t->moved = false; /* the next move starts a new before */
    if (!strcmp(t->words[0], "given"))
        do_given(t);
    else if (!strcmp(t->words[0], "play"))
        do_play(t);
    else if (!strcmp(t->words[0], "refuse"))
        do_refuse(t);
    else if (!strcmp(t->words[0], "offer"))
        do_offer(t, true);
    else if (!strcmp(t->words[0], "hide"))
        do_offer(t, false);
    else if (!strcmp(t->words[0], "only"))
        do_only(t);
    else if (!strcmp(t->words[0], "then"))
        do_then(t);
    else if (!strcmp(t->words[0], "leave")) {
        t->before = t->now;
        t->moved = true;
        uwc_leave(&t->now, number(t, t->words[1]));
    } else
        fail(t, "unknown statement '%s'", t->words[0]);
}

/* Where a case begins in its file: what a parameterised test gets. */
struct place {
    char file[120], name[160];
    int line;
};

enum { CASES_MAX = 1000 };
static const char folder[] = "tests/underwater_cities/cases";

static size_t find_cases(struct place *out, size_t cap)
{
    DIR *dir = opendir(folder);
    size_t count = 0;

    for (struct dirent *d = dir ? readdir(dir) : NULL; d; d = readdir(dir)) {
        char path[300], line[LINE_MAX_LENGTH];
        FILE *file;
        int at = 0;

        if (!strstr(d->d_name, ".case"))
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file)) {
            at++;
            line[strcspn(line, "\n")] = 0;
            if (strncmp(line, "case ", 5) != 0 || count == cap)
                continue;
            (void)snprintf(out[count].file, sizeof out->file, "%.110s",
                           d->d_name);
            (void)snprintf(out[count].name, sizeof out->name, "%.150s",
                           line + 5);
            out[count++].line = at;
        }
        if (file)
            (void)fclose(file);
    }
    if (dir)
        (void)closedir(dir);
    return count;
}

ParameterizedTestParameters(cases, each_case_holds)
{
    static struct place places[CASES_MAX];

    return cr_make_param_array(struct place, places,
                               find_cases(places, CASES_MAX));
}

ParameterizedTest(struct place *place, cases, each_case_holds)
{
    struct story story = {.file = place->file, .name = place->name};
    char path[300], line[LINE_MAX_LENGTH];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", folder, place->file);
    file = fopen(path, "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        story.line++;
        if (story.line <= place->line)
            continue;
        if (!strncmp(line, "case ", 5))
            break;
        run_line(&story, line);
    }
    (void)fclose(file);
}
