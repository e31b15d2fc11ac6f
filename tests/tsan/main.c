/* Run all tests of this program, or those whose suite/name has the given word,
 * and print the same summary as Criterion. */
#include <criterion/criterion.h>

struct tsan_test *tsan_tests;
struct tsan_suite *tsan_suites;
const struct tsan_test *criterion_current_test;

static int checks_failed;

static void report(int tested, int failing)
{
    fprintf(stderr,
            "[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | "
            "Crashing: 0\n",
            tested, tested - failing, failing);
}

void tsan_fail(const char *file, int line, const char *what, bool fatal)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    checks_failed++;
    if (fatal) {
        report(1, 1);
        exit(1);
    }
}

/* Does the word occur in "suite/name"?  A star at an end means nothing. */
static bool is_wanted(const struct tsan_test *test, const char *word)
{
    char full[256], plain[256];
    size_t length = 0;

    snprintf(full, sizeof full, "%s/%s", test->suite, test->name);
    for (; *word != '\0' && length + 1 < sizeof plain; word++)
        if (*word != '*')
            plain[length++] = *word;
    plain[length] = '\0';
    return strstr(full, plain) != NULL;
}

static const struct tsan_options *options_of_suite(const char *name)
{
    static const struct tsan_options none;
    const struct tsan_suite *suite = tsan_suites;

    while (suite && strcmp(suite->suite, name) != 0)
        suite = suite->next;
    return suite ? &suite->options : &none;
}

/* As with Criterion, a test's own functions replace those of its suite. */
static void run(const struct tsan_test *test)
{
    const struct tsan_options *suite = options_of_suite(test->suite);
    void (*const init)(void) =
        test->options.init ? test->options.init : suite->init;
    void (*const fini)(void) =
        test->options.fini ? test->options.fini : suite->fini;

    criterion_current_test = test;
    if (init)
        init();
    test->run();
    if (fini)
        fini();
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[argc - 1] : "";
    int tested = 0, failing = 0;

    for (const struct tsan_test *t = tsan_tests; t; t = t->next) {
        int before = checks_failed;

        if (!is_wanted(t, word) || t->options.disabled)
            continue;
        run(t);
        tested++;
        if (checks_failed != before) {
            failing++;
            fprintf(stderr, "[FAIL] %s::%s\n", t->suite, t->name);
        }
    }
    report(tested, failing);
    return failing ? 1 : 0;
}
