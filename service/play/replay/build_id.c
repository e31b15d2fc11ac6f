/* Which build is this?  The linker's build id of the running program, so that
 * a snapshot is trusted only by the very program that wrote it. */
#include "play/replay/build_id.h"

#include "base/hex.h"
#include "play/store/matches.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

enum { ID_MAX = 20 }; /* bytes: a SHA-1 */

struct found {
    char *out;
    bool is_found;
};

static size_t padded(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

/* Look through one note segment. */
static void search_notes(const char *at, size_t size, struct found *found)
{
    while (size >= sizeof(ElfW(Nhdr)) && !found->is_found) {
        ElfW(Nhdr) note;
        size_t whole;

        memcpy(&note, at, sizeof note);
        whole = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
        if (whole > size)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4) {
            const char *id = at + sizeof note + 4;

            hex_write(id, note.n_descsz < ID_MAX ? note.n_descsz : ID_MAX,
                      found->out);
            found->is_found = true;
        }
        at += whole;
        size -= whole;
    }
}

/* The program itself comes first. */
static int look(struct dl_phdr_info *info, size_t size, void *ctx)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];

        if (header->p_type == PT_NOTE)
            search_notes(
                (const char *)(uintptr_t)(info->dlpi_addr + header->p_vaddr),
                header->p_memsz, ctx);
    }
    return 1;
}

void build_name(char out[STORE_BUILD_SIZE])
{
    struct found found = {.out = out};

    dl_iterate_phdr(look, &found);
    /* Without an id nothing is known about the bytes: trust none but our
     * own. */
    if (!found.is_found)
        snprintf(out, STORE_BUILD_SIZE, "unknown %s", __TIMESTAMP__);
}
