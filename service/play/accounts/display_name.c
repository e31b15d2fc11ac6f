/* Display names: their characters, scripts and length. */
#include "play/accounts/display_name.h"

#include "play/accounts/reserved_name.h"
#include "play/play.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum {
    MARKS_MOST = 3,  /* in a row: more are only used to deface text */
    READ_MOST = 512, /* bytes that are normalised at all */
};

/* ---- scripts ---- */

/* Scripts of which a name may have several. */
enum {
    HAN = 1,
    HIRAGANA = 2,
    KATAKANA = 4,
    BOPOMOFO = 8,
    HANGUL = 16,
    OTHER = 32,
};

static const struct {
    const char *name;
    unsigned bit;
} mixed[] = {
    {"Han", HAN},           {"Hiragana", HIRAGANA}, {"Katakana", KATAKANA},
    {"Bopomofo", BOPOMOFO}, {"Hangul", HANGUL},
};

static const unsigned together[] = {
    HAN | HIRAGANA | KATAKANA,
    HAN | BOPOMOFO,
    HAN | HANGUL,
};

/* The scripts of the characters so far. */
struct scripts {
    unsigned seen;
    const char *other; /* of OTHER: its name */
    bool are_several;  /* of OTHER */
};

static void note_script(ucs4_t c, struct scripts *scripts)
{
    const uc_script_t *script = uc_script(c);
    const char *name = script ? script->name : "Unknown";
    unsigned bit = OTHER;

    if (strcmp(name, "Common") == 0 || strcmp(name, "Inherited") == 0)
        return;
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++)
        if (strcmp(name, mixed[i].name) == 0)
            bit = mixed[i].bit;
    scripts->seen |= bit;
    if (bit != OTHER)
        return;
    if (scripts->other && strcmp(scripts->other, name) != 0)
        scripts->are_several = true;
    scripts->other = name;
}

static bool are_one(const struct scripts *scripts)
{
    if (scripts->are_several)
        return false;
    if ((scripts->seen & (scripts->seen - 1)) == 0)
        return true;
    for (size_t i = 0; i < sizeof together / sizeof *together; i++)
        if ((scripts->seen & ~together[i]) == 0)
            return true;
    return false;
}

/* ---- characters ---- */

enum class { LETTER, DIGIT, MARK, BETWEEN, REFUSED };

/* Thai and Lao vowels with a compatibility form that nobody writes instead. */
static bool is_usual_form(ucs4_t c)
{
    return c == 0x0E33 || c == 0x0EB3;
}

static bool is_compatibility_form(ucs4_t c)
{
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    int tag;

    return uc_decomposition(c, &tag, parts) > 0 && tag != UC_DECOMP_CANONICAL &&
           !is_usual_form(c);
}

static enum class class_of(ucs4_t c) {
    static const ucs4_t between[] = {' ', '-', '\'', '.', 0x00B7, 0x2019,
                                     0x30FB};

    for (size_t i = 0; i < sizeof between / sizeof *between;
         i++) if (c == between[i]) return BETWEEN;
    if (uc_is_property_default_ignorable_code_point(c) ||
        is_compatibility_form(c)) return REFUSED;
    if (uc_is_general_category(c, UC_CATEGORY_L)) return LETTER;
    if (uc_is_general_category(c, UC_CATEGORY_Nd)) return DIGIT;
    if (uc_is_general_category(c, UC_CATEGORY_Mn) ||
        uc_is_general_category(c, UC_CATEGORY_Mc)) return MARK;
    return REFUSED;
}

/* The characters that have been read so far. */
struct reading {
    struct scripts scripts;
    size_t characters;
    unsigned marks; /* at the end */
    enum class last;
    ucs4_t last_character;
    bool has_letter;
};

/* May the character stand behind what has been read?  A space may follow a
 * period: "Dr. No". */
static bool has_place(ucs4_t c, enum class is, const struct reading *reading)
{
    if (is != MARK && is != BETWEEN)
        return true;
    if (reading->characters == 0)
        return false;
    return reading->last != BETWEEN ||
           (c == ' ' && reading->last_character == '.');
}

static enum display_fault read_character(ucs4_t c, struct reading *reading)
{
    const enum class is = class_of(c);

    if (is == REFUSED)
        return DISPLAY_CHARACTER;
    if (!has_place(c, is, reading))
        return DISPLAY_PLACE;
    reading->marks = is == MARK ? reading->marks + 1 : 0;
    if (reading->marks > MARKS_MOST)
        return DISPLAY_PLACE;
    note_script(c, &reading->scripts);
    reading->has_letter = reading->has_letter || is == LETTER;
    reading->last = is;
    reading->last_character = c;
    reading->characters++;
    return DISPLAY_OK;
}

static enum display_fault read_all(const uint8_t *text, size_t length)
{
    struct reading reading = {.last = BETWEEN};

    for (size_t i = 0; i < length;) {
        ucs4_t c;
        const int n = u8_mbtouc(&c, text + i, length - i);
        const enum display_fault fault = read_character(c, &reading);

        if (fault)
            return fault;
        i += (size_t)n;
    }
    if (reading.characters == 0 || reading.characters > DISPLAY_LONGEST)
        return DISPLAY_LENGTH;
    /* "Sam Jr." ends in a period. */
    if (reading.last == BETWEEN && text[length - 1] != '.')
        return DISPLAY_PLACE;
    if (!reading.has_letter)
        return DISPLAY_NO_LETTER;
    return are_one(&reading.scripts) ? DISPLAY_OK : DISPLAY_SCRIPTS;
}

/* ---- reserved names ---- */

/* Greek and Cyrillic letters, in lower case, that look like Latin ones. */
static const struct {
    ucs4_t letter;
    char latin;
} alike[] = {
    {0x0430, 'a'}, {0x0432, 'b'}, {0x0433, 'r'}, {0x0435, 'e'}, {0x043A, 'k'},
    {0x043C, 'm'}, {0x043D, 'h'}, {0x043E, 'o'}, {0x043F, 'n'}, {0x0440, 'p'},
    {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'},
    {0x0456, 'i'}, {0x0458, 'j'}, {0x04BB, 'h'}, {0x04CF, 'l'}, {0x0501, 'd'},
    {0x051B, 'q'}, {0x051D, 'w'}, {0x03B1, 'a'}, {0x03B3, 'y'}, {0x03B5, 'e'},
    {0x03B7, 'n'}, {0x03B9, 'i'}, {0x03BA, 'k'}, {0x03BC, 'm'}, {0x03BD, 'v'},
    {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C2, 's'}, {0x03C4, 't'}, {0x03C5, 'u'},
    {0x03C7, 'x'}, {0x03F2, 'c'}, {0x0131, 'i'}, {0x0142, 'l'}, {0x00F8, 'o'},
    {0x0111, 'd'},
};

/* The Latin letter that a letter looks like; '?' for others, which no reserved
 * name has. */
static char latin_of(ucs4_t c)
{
    if (class_of(c) == BETWEEN)
        return '-';
    c = uc_tolower(c);
    if (c < 0x80)
        return (char)c;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].letter == c)
            return alike[i].latin;
    return '?';
}

/* Is the text, without its marks and in Latin letters, a reserved name? */
static bool is_reserved(const uint8_t *text, size_t length)
{
    uint8_t parts[4 * PLAY_DISPLAY_SIZE];
    size_t size = sizeof parts, n = 0;
    char latin[PLAY_NAME_SIZE];
    uint8_t *apart = u8_normalize(UNINORM_NFD, text, length, parts, &size);

    if (apart != parts) { /* it does not fit: no reserved name is so long */
        free(apart);
        return false;
    }
    for (size_t i = 0; i < size && n + 1 < sizeof latin;) {
        ucs4_t c;

        i += (size_t)u8_mbtouc(&c, parts + i, size - i);
        if (class_of(c) != MARK)
            latin[n++] = latin_of(c);
    }
    latin[n] = '\0';
    return name_is_reserved(latin);
}

enum display_fault display_name_read(const char *text,
                                     char out[PLAY_DISPLAY_SIZE])
{
    enum display_fault fault = DISPLAY_LENGTH;
    const size_t length = strlen(text);
    size_t size = 0;
    uint8_t *normal;

    if (length > READ_MOST)
        return DISPLAY_LENGTH;
    normal =
        u8_normalize(UNINORM_NFC, (const uint8_t *)text, length, NULL, &size);
    if (!normal)
        return DISPLAY_LENGTH;
    if (size < PLAY_DISPLAY_SIZE)
        fault = read_all(normal, size);
    if (!fault && is_reserved(normal, size))
        fault = DISPLAY_RESERVED;
    if (!fault) {
        memcpy(out, normal, size);
        out[size] = '\0';
    }
    free(normal);
    return fault;
}
