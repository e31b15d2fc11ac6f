/* Any text as a record: it is refused with a place and a reason, or leads to a
 * state, is written again, and that leads to the same. */
#include "fuzz.h"

#include "rules/replay.h"

#include <stdalign.h>
#include <string.h>

enum { ENTRIES_MAX = 8192, TEXT_MAX = 1 << 19 };

struct text {
    char bytes[TEXT_MAX];
    size_t length;
};

static void add_text(void *to, const char *bytes, size_t length)
{
    struct text *text = to;

    FUZZ_CLAIM(length < sizeof text->bytes - text->length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static void same_again(const struct record *record, const void *state)
{
    static struct text text;
    static struct entry entries[ENTRIES_MAX];
    alignas(max_align_t) uint8_t again[RULES_STATE_MAX];
    struct record copy = {.entries = entries, .cap = ENTRIES_MAX};
    size_t size = record->game->state_size;

    text.length = 0;
    FUZZ_CLAIM(record_write(record, add_text, &text) == RULES_OK);
    FUZZ_CLAIM(record_read(text.bytes, &copy, again, NULL) == RULES_OK);
    FUZZ_CLAIM(copy.game == record->game && copy.count == record->count);
    FUZZ_CLAIM(!copy.position == !record->position);
    FUZZ_CLAIM(memcmp(state, again, size) == 0);
    FUZZ_CLAIM(record_replay(record, record->count, again, NULL) == RULES_OK);
    FUZZ_CLAIM(memcmp(state, again, size) == 0);
}

void fuzz_records(const char *text)
{
    static struct entry entries[ENTRIES_MAX];
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    struct record record = {.entries = entries, .cap = ENTRIES_MAX};
    struct record_error error = {.line = 0};

    if (record_read(text, &record, state, &error)) {
        FUZZ_CLAIM(error.line > 0 && error.reason[0] != '\0');
        FUZZ_CLAIM(memchr(error.reason, '\0', sizeof error.reason) != NULL);
        return;
    }
    same_again(&record, state);
    fuzz_live(record.game, state, (unsigned)record.count, 8);
}
