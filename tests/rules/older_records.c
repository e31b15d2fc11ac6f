/* Records that earlier programs wrote, in tests/golden/older_records: an
 * archive for each game and ruleset that was ever served.  A line
 * "= POINTS..." above each record has the result as that program computed it.
 * They cannot be generated again. */
#include "rules/record.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { ARCHIVE_MAX = 4 << 20, ENTRIES = 6000, FORGERIES = 8 };

struct older {
    char name[32];
    size_t records;
};

/* A record as read from its text. */
struct reading {
    enum rules_err err;
    struct record record;
    struct record_error error;
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    struct entry entries[ENTRIES];
};

static struct reading it, other;

static void read_again(struct reading *reading, const char *text)
{
    reading->record =
        (struct record){.entries = reading->entries, .cap = ENTRIES};
    reading->error = (struct record_error){0, ""};
    reading->err =
        record_read(text, &reading->record, reading->state, &reading->error);
}

/* The text of an archive: new. */
static char *unpack(const char *name)
{
    char path[96], *text = malloc(ARCHIVE_MAX);
    gzFile file;
    int length;

    snprintf(path, sizeof path, "tests/golden/older_records/%s.gz", name);
    file = gzopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    length = gzread(file, text, ARCHIVE_MAX - 1);
    cr_assert(length > 0 && length < ARCHIVE_MAX - 1);
    text[length] = '\0';
    gzclose(file);
    return text;
}

/* Cut the next record off, and its line of points; NULL: no more. */
static char *next_record(char **rest, char **points)
{
    char *at = *rest, *end;

    if (*at == '\0')
        return NULL;
    cr_assert_eq(strncmp(at, "= ", 2), 0);
    *points = at + 2;
    at = strchr(at, '\n');
    *at++ = '\0';
    end = strstr(at, "\n= ");
    *rest = end ? end + 1 : at + strlen(at);
    if (end)
        *end = '\0';
    return at;
}

static void expect_points(char *points)
{
    struct scores scores = {0};

    it.record.game->score(it.state, &scores);
    for (int seat = 0; seat < scores.seats; seat++)
        cr_expect_eq(scores.total[seat], strtol(points, &points, 10));
}

static struct criterion_test_params archives(void)
{
    static struct older list[] = {
        {"underwater-cities-2", 179},
        {"seastead-1", 36},
        {"seastead-2", 36},
        {"otys-1", 84},
    };

    return cr_make_param_array(struct older, list, sizeof list / sizeof *list);
}

ParameterizedTestParameters(older_records, records_of_older_rulesets_are_valid)
{
    return archives();
}

ParameterizedTest(struct older *older, older_records,
                  records_of_older_rulesets_are_valid)
{
    char *text = unpack(older->name), *rest = text, *record, *points;
    size_t count = 0;

    for (; (record = next_record(&rest, &points)); count++) {
        read_again(&it, record);
        cr_expect_eq(it.err, RULES_OK, "%s %zu: line %zu: %s", older->name,
                     count, it.error.line, it.error.reason);
        cr_expect_eq(it.record.game->to_act(it.state), 0);
        cr_expect_lt(it.record.ruleset, it.record.game->rules_version);
        expect_points(points);
    }
    cr_expect_eq(count, older->records);
    free(text);
}

/* Its entries, which are trusted, lead to the same state without the text. */
ParameterizedTestParameters(older_records, entries_lead_to_the_same_state)
{
    return archives();
}

ParameterizedTest(struct older *older, older_records,
                  entries_lead_to_the_same_state)
{
    _Alignas(16) uint8_t again[RULES_STATE_MAX];
    char *text = unpack(older->name), *rest = text, *record, *points;

    for (int i = 0; (record = next_record(&rest, &points)); i++) {
        if (i % 8)
            continue;
        read_again(&it, record);
        cr_assert_eq(record_replay(&it.record, it.record.count, again, NULL),
                     RULES_OK);
        cr_expect_eq(record_state_hash(it.record.game, again),
                     record_state_hash(it.record.game, it.state));
    }
    free(text);
}

/* ---- matches that a newer program took over ---- */

/* Play a record on from one of its decisions, by the present rules. */
static void take_over(const char *text, struct test_match *match)
{
    static char prefix[1 << 16];
    const char *cut = strstr(text, "\n\n") + 2;
    uint32_t lines = 0;

    for (const char *at = cut; *at; at++)
        lines += *at == '\n';
    for (uint32_t n = random_below(&match->chooser, lines); n > 0; n--)
        cut = strchr(cut, '\n') + 1;
    snprintf(prefix, sizeof prefix, "%.*s", (int)(cut - text), text);
    read_again(&it, prefix);
    cr_assert_eq(it.err, RULES_OK, "%s", it.error.reason);
    match->game = it.record.game;
    match->record = it.record;
    match->record.entries = match->entries;
    match->record.cap = TEST_ENTRIES_MAX;
    memcpy(match->entries, it.entries, it.record.count * sizeof *it.entries);
    memcpy(match->state, it.state, sizeof match->state);
    while (test_match_step_random(match))
        continue;
}

ParameterizedTestParameters(older_records,
                            a_match_that_was_taken_over_has_a_valid_record)
{
    return archives();
}

ParameterizedTest(struct older *older, older_records,
                  a_match_that_was_taken_over_has_a_valid_record)
{
    static struct test_match match;
    char *text = unpack(older->name), *rest = text, *record, *points;
    const uint8_t key[32] = {1};

    random_init(&match.chooser, key, 0);
    while ((record = next_record(&rest, &points))) {
        take_over(record, &match);
        read_again(&other, test_match_text(&match));
        cr_expect_eq(other.err, RULES_OK, "%s: line %zu: %s\n%s", older->name,
                     other.error.line, other.error.reason,
                     test_match_text(&match));
        cr_expect_eq(record_state_hash(match.game, other.state),
                     record_state_hash(match.game, match.state));
    }
    free(text);
}

/* ---- forged records ---- */

/* Another printable byte in a decision. */
static void tamper(char *text, struct random *random)
{
    char *begin = strstr(text, "\n\n") + 2;
    char *at = begin + random_below(random, (uint32_t)strlen(begin) - 1);
    const char was = *at;

    while (*at == was || *at == '\n')
        *at = (char)(' ' + random_below(random, 95));
}

ParameterizedTestParameters(older_records, a_forged_record_proves_nothing)
{
    return archives();
}

/* It is refused, or it is the record of another match. */
ParameterizedTest(struct older *older, older_records,
                  a_forged_record_proves_nothing)
{
    char *text = unpack(older->name), *rest = text, *record, *points;
    const uint8_t key[32] = {2};
    struct random random;
    size_t refused = 0, count = 0;

    random_init(&random, key, 0);
    for (int i = 0; (record = next_record(&rest, &points)); i++) {
        if (i % 4)
            continue;
        char *forged = strdup(record);

        read_again(&it, record);
        for (int n = 0; n < FORGERIES; n++, count++) {
            memcpy(forged, record, strlen(record));
            tamper(forged, &random);
            read_again(&other, forged);
            refused += other.err != RULES_OK;
            cr_expect(other.err ||
                          record_state_hash(it.record.game, it.state) !=
                              record_state_hash(other.record.game, other.state),
                      "%s", forged);
        }
        free(forged);
    }
    cr_expect_gt(refused, count * 9 / 10);
    free(text);
}

Test(older_records, there_is_an_archive_of_each_ruleset_that_is_continued)
{
    char path[96];

    for (const struct game *const *game = games; *game; game++) {
        if ((*game)->is_hidden) /* was never served */
            continue;
        for (unsigned version = (*game)->oldest_version;
             version < (*game)->rules_version; version++) {
            snprintf(path, sizeof path, "tests/golden/older_records/%s-%u.gz",
                     (*game)->id, version);
            cr_expect_eq(access(path, R_OK), 0,
                         "%s: see tools/make-older-records.sh", path);
        }
    }
}

/* ---- newer programs ---- */

Test(older_records, a_record_of_a_newer_program_is_not_called_invalid)
{
    static const char *const newer[] = {
        "game seafarers\nruleset 1\n",
        "game otys\nruleset 900\n",
        "game otys\nruleset 2\ndeck fathom-otys 900\n",
    };
    static const char *const bad[] = {
        "game otys\nruleset 0\n",
        "game otys\nruleset 2\ndeck fathom-otys 01\n",
        "game otys\nruleset 2\ndeck others-otys 900\n",
    };

    for (size_t i = 0; i < 3; i++) {
        read_again(&it, newer[i]);
        cr_expect_eq(it.err, RULES_NEWER, "%s", newer[i]);
        read_again(&it, bad[i]);
        cr_expect_eq(it.err, RULES_BAD_SETTINGS, "%s", bad[i]);
    }
}
