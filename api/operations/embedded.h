/* Files that are in the program since it was built, each as it is and packed by
 * gzip.  (incbin: paths are relative to the repository's root.) */
#ifndef API_EMBEDDED_H
#define API_EMBEDDED_H

#include "api/http/request/request.h"

struct embedded_file {
    const char *name; /* the last part of its path; NULL: a page */
    const char *type, *hash;
    const char *plain, *plain_end;
    const char *packed, *packed_end;
};

/* How long a file may be cached whose path changes with it. */
#define CACHE_FOR_LONG "public, max-age=31536000, immutable"

#define EMBED_ONE(symbol, path)                                                \
    __asm__(".section .rodata\n"                                               \
            ".global " #symbol "\n"                                            \
            ".global " #symbol "_end\n" #symbol ":\n"                          \
            ".incbin \"" path "\"\n" #symbol "_end:\n"                         \
            ".byte 0\n"                                                        \
            ".previous\n");                                                    \
    extern const char symbol[], symbol##_end[];

/* Embed the file at a path, and the one at path.gz. */
#define EMBED(symbol, path)                                                    \
    EMBED_ONE(symbol, path) EMBED_ONE(symbol##_packed, path ".gz")

/* The struct embedded_file of a symbol. */
#define EMBEDDED_ROW(symbol, name, type, hash)                                 \
    {                                                                          \
        name, type, hash, symbol, symbol##_end, symbol##_packed,               \
            symbol##_packed_end                                                \
    }

/* Reply with a file as it is or, for clients that accept it, packed. */
void embedded_reply(struct request *request, const struct embedded_file *file,
                    const char *caching);

/* Reply with the file of a list whose name is that in the path: 404 if none
 * has it, 406 for a client that does not accept its type. */
void embedded_reply_named(struct request *request, const char *name,
                          const struct embedded_file *files, size_t count);

#endif
