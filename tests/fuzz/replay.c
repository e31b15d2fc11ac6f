/* Run the fuzz targets over the stored corpora, each input in a
 * process of its own, and print the totals as the other runners do.
 *
 *   fuzz [--filter 'fuzz/TARGET*']   replay tests/fuzz/corpus/TARGET/
 *   fuzz --seeds                     write the seeds of the corpora again, from
 * random play
 */
#include "fuzz.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void fuzz_write_seeds(const char *folder);

enum { SECONDS_EACH = 120 };

static const char folder[] = "tests/fuzz/corpus";

/* How a process ends: 0 when every promise held. */
static int run(const struct fuzz_target *target, const char *path)
{
    static uint8_t data[FUZZ_INPUT_MAX];
    FILE *file = fopen(path, "rb");
    size_t size;

    if (!file)
        return 1;
    alarm(SECONDS_EACH);
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    fuzz_bytes(target, data, size);
    return 0;
}

static bool holds(const struct fuzz_target *target, const char *path)
{
    int status = -1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        exit(run(target, path));
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        printf("[FAIL] fuzz/%s: %s\n", target->name, path);
        return false;
    }
    return true;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay(const struct fuzz_target *target, int *passed, int *failed)
{
    struct dirent **inputs = NULL;
    char path[512];
    int count;

    snprintf(path, sizeof path, "%s/%s", folder, target->name);
    count = scandir(path, &inputs, is_input, alphasort);
    if (count <= 0) {
        printf("[FAIL] fuzz/%s: no corpus\n", target->name);
        (*failed)++;
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, target->name,
                 inputs[i]->d_name);
        if (holds(target, path))
            (*passed)++;
        else
            (*failed)++;
        free(inputs[i]);
    }
    free(inputs);
}

int main(int argc, char **argv)
{
    const char *filter = "*";
    int passed = 0, failed = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc)
            filter = argv[++i];
        if (strcmp(argv[i], "--seeds") == 0) {
            fuzz_write_seeds(folder);
            return 0;
        }
    }
    for (const struct fuzz_target *t = fuzz_targets; t->name; t++) {
        char name[64];

        snprintf(name, sizeof name, "fuzz/%s", t->name);
        if (fnmatch(filter, name, 0) == 0)
            replay(t, &passed, &failed);
    }
    printf("[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | "
           "Crashing: 0\n%d passed, %d failed\n",
           passed + failed, passed, failed, passed, failed);
    return failed > 0;
}
