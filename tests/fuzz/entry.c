/* The functions that libFuzzer calls.  The environment variable FUZZ_TARGET
 * names the target: records if it is not set. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t cap,
                               unsigned seed);
/* The fuzzer's own mutations; not there in the replay. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size,
                                              size_t cap);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = getenv("FUZZ_TARGET");

    for (const struct fuzz_target *t = fuzz_targets; t->name; t++)
        if (strcmp(t->name, name ? name : "records") == 0)
            fuzz_bytes(t, data, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t cap,
                               unsigned seed)
{
    if (seed % 4 == 0 && LLVMFuzzerMutate)
        return LLVMFuzzerMutate(data, size, cap);
    for (unsigned i = 0; i <= seed / 4 % 3; i++)
        size = fuzz_mutate_lines((char *)data, size, cap, seed / 16 + i);
    return size;
}
