/* Run all tests of this program, or those whose suite/name has the given word,
 * and print the same summary as Criterion. */
#include <criterion/criterion.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

struct tsan_test *tsan_tests;
struct tsan_suite *tsan_suites;
const struct tsan_test *criterion_current_test;

static int checks_failed;
static jmp_buf skipped;
static char **environment; /* before the first test */
static bool has_begun;     /* the init function of the test has returned */

static void report(int tested, int failing)
{
    fprintf(stderr,
            "[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | "
            "Crashing: 0\n",
            tested, tested - failing, failing);
}

void tsan_fail(const char *file, int line, const char *what, bool fatal,
               const char *format, ...)
{
    va_list values;

    fprintf(stderr, "%s::%s: %s:%d: %s: ", criterion_current_test->suite,
            criterion_current_test->name, file, line, what);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    checks_failed++;
    if (fatal) {
        report(1, 1);
        exit(1);
    }
}

void tsan_skip(void)
{
    longjmp(skipped, 1); /* allowed: ends the test, as in Criterion */
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

/* ---- the environment, which each test of Criterion has for itself ---- */

static char **copy_environment(void)
{
    size_t count = 0;
    char **copy;

    while (environ[count])
        count++;
    copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        copy[i] = strdup(environ[i]);
    return copy;
}

static void restore_environment(void)
{
    clearenv();
    for (char **entry = environment; entry && *entry; entry++)
        putenv(*entry);
}

/* ---- running a test ---- */

/* As with Criterion, a test's own functions replace those of its suite. */
static void begin(const struct tsan_test *test)
{
    void (*const init)(void) = test->options.init
                                   ? test->options.init
                                   : options_of_suite(test->suite)->init;

    has_begun = false;
    if (init)
        init();
    has_begun = true;
}

static void end(const struct tsan_test *test)
{
    void (*const fini)(void) = test->options.fini
                                   ? test->options.fini
                                   : options_of_suite(test->suite)->fini;

    if (fini && has_begun)
        fini();
    restore_environment();
}

void tsan_begin_again(void)
{
    end(criterion_current_test);
    begin(criterion_current_test);
}

/* false: the test was skipped. */
static bool run(const struct tsan_test *test)
{
    criterion_current_test = test;
    if (setjmp(skipped) != 0) { /* allowed: see tsan_skip */
        end(test);
        return false;
    }
    begin(test);
    test->run();
    end(test);
    return true;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[argc - 1] : "";
    int tested = 0, failing = 0;

    environment = copy_environment();
    for (const struct tsan_test *t = tsan_tests; t; t = t->next) {
        int before = checks_failed;

        if (!is_wanted(t, word) || t->options.disabled)
            continue;
        tested += run(t);
        if (checks_failed != before) {
            failing++;
            fprintf(stderr, "[FAIL] %s::%s\n", t->suite, t->name);
        }
    }
    report(tested, failing);
    return failing ? 1 : 0;
}
