/* Positions that tests look at, and documents as text. */
#include "positions.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Two, used in turn. */
static char *next_buffer(void)
{
    static char buffers[2][DOCUMENT_MAX];
    static int which;

    which = !which;
    return buffers[which];
}

bool position_step(struct uwc_state *s, struct random *random)
{
    static struct move moves[RULES_MOVES_MAX];
    seat_set seats = uwc_to_act(s);
    size_t count;
    int seat;

    if (!seats)
        return false;
    do
        seat = (int)random_below(random, s->seats);
    while (!(seats >> seat & 1));
    count = uwc_moves(s, seat, moves, RULES_MOVES_MAX);
    cr_assert_gt(count, 0);
    cr_assert_eq(
        uwc_apply(s, seat, moves[random_below(random, (uint32_t)count)]),
        RULES_OK);
    return true;
}

struct settings position_settings(int seats)
{
    struct settings settings;

    game_defaults(game_find("underwater-cities"), (uint8_t)seats, &settings);
    return settings;
}

struct settings position_variant(int seats, unsigned number)
{
    struct settings settings = position_settings(seats);
    unsigned bit0 = number & 1, bit1 = number >> 1 & 1;
    unsigned bit2 = number >> 2 & 1, bit3 = number >> 3 & 1;

    settings.values[UWC_DRAWS] = (int16_t)bit0;
    settings.values[UWC_BLUE_PLACEMENT] = (int16_t)bit1;
    if (seats > 1) {
        settings.values[UWC_BOARDS] = (int16_t)bit2;
        settings.values[UWC_USE_CONTRACTS] = (int16_t)bit3;
    } else {
        settings.values[UWC_SOLO_START] = (int16_t)(1 + 2 * bit3 + bit2);
    }
    return settings;
}

struct uwc_state position_of(const struct settings *settings, unsigned seed,
                             int decisions)
{
    uint8_t secret[RULES_SECRET_SIZE] = {0};
    struct uwc_state s;
    struct random random;

    memcpy(secret, &seed, sizeof seed);
    secret[31] = 1;
    random_init(&random, secret, UINT64_MAX);
    cr_assert_eq(uwc_start(&s, settings, secret), RULES_OK);
    while (decisions-- > 0 && position_step(&s, &random))
        continue;
    return s;
}

struct uwc_state position_after(int seats, bool deferred, unsigned seed,
                                int decisions)
{
    struct settings settings = position_settings(seats);

    settings.values[UWC_DRAWS] = !deferred;
    return position_of(&settings, seed, decisions);
}

struct uwc_state position_plain(void)
{
    struct uwc_state s = position_after(2, true, 1, 0);

    while (s.phase == PHASE_FIRST_HANDS) {
        int seat = __builtin_ctz((unsigned)uwc_to_act(&s));
        struct move first;

        uwc_moves(&s, seat, &first, 1);
        cr_assert_eq(uwc_apply(&s, seat, first), RULES_OK);
    }
    if (uwc_active(&s) != 0) {
        s.order[0] = 0;
        s.order[1] = 1;
    }
    return s;
}

struct uwc_state position_contracts(void)
{
    struct uwc_state s = position_plain();
    struct seat *me = &s.seat[0];

    s.contracts = 1;
    s.contract[0] = 2;
    s.contract[1] = 4;
    s.contract[2] = 5;
    me->city |= 1u << 7; /* next to the start, which tunnel site 5 joins */
    me->tunnel |= 1u << 4;
    me->symbiotic = me->city;
    cr_assert_eq(uwc_check(&s), RULES_OK);
    return s;
}

void position_give(struct uwc_state *s, int seat, int card)
{
    int given = set_next(&s->seat[seat].hand, 0);

    if (set_has(&s->seat[seat].hand, card))
        return;
    while (given && given == s->card)
        given = set_next(&s->seat[seat].hand, given);
    set_remove(&s->seat[seat].hand, given);
    set_add(&s->seat[seat].hand, card);
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] == card)
            s->deck[i] = (uint8_t)given;
    for (int i = 0; i < s->seats; i++)
        if (i != seat && set_has(&s->seat[i].hand, card)) {
            set_remove(&s->seat[i].hand, card);
            set_add(&s->seat[i].hand, given);
        }
    if (set_has(&s->discards, card)) {
        set_remove(&s->discards, card);
        set_add(&s->discards, given);
    }
}

void position_claim(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];
    uint8_t *at = memchr(s->deck, card, s->deck_count);

    if (at) {
        memmove(at, at + 1, (size_t)(s->deck + s->deck_count - at - 1));
        s->deck[--s->deck_count] = 0;
    }
    for (int i = 0; i < s->seats; i++)
        if (set_has(&s->seat[i].hand, card)) {
            set_remove(&s->seat[i].hand, card);
            set_add(&s->seat[i].hand, s->deck[--s->deck_count]);
            s->deck[s->deck_count] = 0;
        }
    set_remove(&s->discards, card);
    me->claims[me->claim_count++] = (uint8_t)card;
}

const char *position_view(const struct uwc_state *s, int viewer)
{
    char *text = next_buffer();
    struct sink_text sink;

    sink_text_init(&sink, text, DOCUMENT_MAX);
    uwc_view(s, viewer, &sink.sink);
    cr_assert(!sink.overflow);
    return text;
}

void position_record(const struct uwc_state *before, int seat, struct move move,
                     struct journal *journal)
{
    struct uwc_state after = *before, played = *before;
    int passes;

    cr_assert_eq(uwc_apply(&after, seat, move), RULES_OK);
    passes = game_forced_passes(&underwater_cities, before, seat, move, &after);
    cr_assert_geq(passes, 0);
    journal_begin(journal, before->seats);
    game_play_recorded(&underwater_cities, &played, seat, move, (uint8_t)passes,
                       journal);
    cr_assert_not(journal->is_full);
}

const char *position_journal(const struct journal *journal, int viewer)
{
    char *text = next_buffer();
    struct sink_text sink;

    sink_text_init(&sink, text, DOCUMENT_MAX);
    sink_array(&sink.sink, "steps");
    for (size_t i = 0; i < journal->count; i++) {
        sink_object(&sink.sink, NULL);
        game_step(&underwater_cities, journal, i, viewer, &sink.sink);
        sink_close(&sink.sink);
    }
    sink_close(&sink.sink);
    cr_assert_not(sink.overflow);
    return text;
}

const char *position_undone(const struct journal *journal, int viewer)
{
    static struct journal undone;

    journal_begin(&undone, journal->seats);
    journal_add_undone(&undone, journal);
    return position_journal(&undone, viewer);
}

const char *position_steps(const struct uwc_state *before, int seat,
                           const char *notation, int viewer)
{
    static struct journal journal;

    position_record(before, seat, position_move(before, seat, notation),
                    &journal);
    return position_journal(&journal, viewer);
}

const char *position_prompt(const struct uwc_state *s, int seat, int viewer)
{
    char *text = next_buffer();
    struct sink_text sink;

    sink_text_init(&sink, text, DOCUMENT_MAX);
    uwc_prompt(s, seat, viewer, &sink.sink);
    return text;
}

const char *position_says(const struct uwc_state *s, int seat,
                          const char *notation)
{
    char *text = next_buffer(), *says;
    struct sink_text sink;

    sink_text_init(&sink, text, DOCUMENT_MAX);
    uwc_describe(s, seat, position_move(s, seat, notation), &sink.sink);
    says = strstr(text, "text \"");
    cr_assert_not_null(says);
    says += strlen("text \"");
    says[strcspn(says, "\"")] = '\0';
    return says;
}

static enum rules_err read_text(struct uwc_state *s, const char *text,
                                struct position_fault *fault)
{
    static struct source_text_node nodes[NODES_MAX];
    static char copy[DOCUMENT_MAX];
    struct source_text source;

    snprintf(copy, sizeof copy, "%s", text);
    if (!source_text_init(&source, copy, nodes, NODES_MAX))
        return RULES_BAD_POSITION;
    return uwc_read(s, &source.source, fault);
}

enum rules_err position_read(struct uwc_state *s, const char *text)
{
    return read_text(s, text, NULL);
}

struct position_fault position_fault_of(const char *text)
{
    struct position_fault fault = {"", ""};
    struct uwc_state s;

    (void)read_text(&s, text, &fault);
    return fault;
}

struct move position_move(const struct uwc_state *s, int seat,
                          const char *notation)
{
    struct move move = {0};

    cr_assert_eq(uwc_parse(s, seat, notation, &move), RULES_OK,
                 "'%s' is not a move", notation);
    return move;
}

void position_play(struct uwc_state *s, int seat, const char *notation)
{
    cr_assert_eq(uwc_apply(s, seat, position_move(s, seat, notation)), RULES_OK,
                 "'%s' is refused", notation);
}

bool position_has(const char *text, const char *line)
{
    size_t n = strlen(line);

    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, line, n) && (at[n] == '\n' || !at[n]))
            return true;
    }
    return false;
}

bool position_has_member(const char *text, const char *path)
{
    char start[128];

    snprintf(start, sizeof start, "\n%s", path);
    return strstr(text, start) != NULL;
}

const char *position_document_with(const char *text, const char *path,
                                   const char *value)
{
    static char out[DOCUMENT_MAX];
    char start[160];
    const char *at = text;

    snprintf(start, sizeof start, "%s ", path);
    while (at && strncmp(at, start, strlen(start)))
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    cr_assert_not_null(at, "no %s", path);
    snprintf(out, sizeof out, "%.*s%s%s%s%s", (int)(at - text), text,
             value ? path : "", value ? " " : "", value ? value : "",
             value ? strchr(at, '\n') : strchr(at, '\n') + 1);
    return out;
}

enum rules_err position_read_with(const struct uwc_state *s, const char *path,
                                  const char *value)
{
    const char *text = position_view(s, RULES_OMNISCIENT);
    struct uwc_state back;

    return position_read(&back, position_document_with(text, path, value));
}

void position_expect_back(const struct uwc_state *s)
{
    struct uwc_state back;

    memset(&back, 0xa5, sizeof back);
    cr_assert_eq(position_read(&back, position_view(s, RULES_OMNISCIENT)),
                 RULES_OK);
    cr_assert(!memcmp(&back, s, sizeof back));
}
