/* Where libFuzzer comes in.  FUZZ_TARGET is the name of the target. */
#include "fuzz.h"

#include <string.h>

#ifndef FUZZ_TARGET
#define FUZZ_TARGET "records"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t cap,
                               unsigned seed);
/* The fuzzer's own mutations; not there in the replay. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size,
                                              size_t cap);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (const struct fuzz_target *t = fuzz_targets; t->name; t++)
        if (strcmp(t->name, FUZZ_TARGET) == 0)
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
