/* The build id of the running program, as the linker wrote it.  A snapshot is
 * trusted only by the same program that wrote it. */
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

/* The first object is the program itself. */
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
    /* Without an id the format of other builds is unknown: trust only this
     * one's snapshots. */
    if (!found.is_found)
        snprintf(out, STORE_BUILD_SIZE, "unknown %s", __TIMESTAMP__);
}
