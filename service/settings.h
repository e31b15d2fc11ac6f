/* The settings: a table, from which flags, environment variables and --help
 * follow. */
#ifndef SERVICE_SETTINGS_H
#define SERVICE_SETTINGS_H

#include "config.h"

enum setting_kind {
    SETTING_ADDRESS,        /* host:port */
    SETTING_ADDRESS_OR_OFF, /* host:port or "off" */
    SETTING_TEXT,
    SETTING_ORIGINS, /* a list, see cors.h */
    SETTING_NUMBER,  /* min to max */
    SETTING_RATE,    /* quota/seconds, or 0 */
    SETTING_WORD,    /* one of words; stored as its index */
};

struct setting {
    const char *name; /* NULL ends the table */
    enum setting_kind kind;
    const char *fallback;
    size_t offset; /* in struct config */
    long min, max;
    const char *words;   /* SETTING_WORD: "no yes" */
    const char *meaning; /* NULL: for tests; --help leaves it out */
};

extern const struct setting config_settings[];

/* The environment variable of a setting: "FATHOM_REQUEST_SECONDS". */
void setting_variable(const struct setting *setting, char *out, size_t size);

/* Set it to the value that `from`, a flag or variable, has.  False when the
 * value is invalid: why is a sentence that names `from` and describes valid
 * values. */
bool setting_set(struct config *config, const struct setting *setting,
                 const char *from, const char *text, char *why, size_t size);

/* Is there an admin listener, or is the setting "off"? */
bool config_has_admin(const struct config *config);

#endif
