/* Running a command with its standard streams caught. */
#include "run.h"

#include <criterion/criterion.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_LENGTH_MAX = 4096, WORDS_MAX = 64 };

/* The next word of a line, NULL at its end. */
static char *next_word(char **at)
{
    char *word = *at, *end;

    while (*word == ' ')
        word++;
    if (!*word)
        return NULL;
    end = *word == '\'' ? strchr(++word, '\'') : strchrnul(word, ' ');
    *at = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* A stream that stands for a standard one, and what that was. */
struct caught {
    FILE *file;
    int number, saved;
};

static struct caught catch_stream(int number, const char *input)
{
    struct caught caught = {tmpfile(), number, dup(number)};

    cr_assert_not_null(caught.file);
    if (input) {
        fputs(input, caught.file);
        rewind(caught.file);
    }
    dup2(fileno(caught.file), number);
    return caught;
}

static void release(struct caught *caught, char *out, size_t cap)
{
    dup2(caught->saved, caught->number);
    close(caught->saved);
    if (out) {
        rewind(caught->file);
        out[fread(out, 1, cap - 1, caught->file)] = '\0';
    }
    fclose(caught->file);
}

void run_with(struct ran *ran, const char *line, const char *input)
{
    char words[LINE_LENGTH_MAX];
    char *argv[WORDS_MAX];
    char *at = words;
    char name[] = "fathom";
    int argc = 1;
    struct caught in, out, err;

    cr_assert_lt(strlen(line), sizeof words);
    snprintf(words, sizeof words, "%s", line);
    argv[0] = name;
    for (char *word; (word = next_word(&at)) != NULL && argc < WORDS_MAX;)
        argv[argc++] = word;
    fflush(stdout);
    fflush(stderr);
    in = catch_stream(STDIN_FILENO, input);
    out = catch_stream(STDOUT_FILENO, NULL);
    err = catch_stream(STDERR_FILENO, NULL);
    __fpurge(stdin);
    clearerr(stdin);
    ran->status = commands_run(argc, argv);
    fflush(stdout);
    fflush(stderr);
    release(&in, NULL, 0);
    release(&out, ran->out, sizeof ran->out);
    release(&err, ran->err, sizeof ran->err);
}

void run(struct ran *ran, const char *line)
{
    run_with(ran, line, "");
}

char *temporary(const char *content)
{
    char *path = strdup("/tmp/fathom-test-XXXXXX");
    const int file = mkstemp(path);

    cr_assert_geq(file, 0);
    cr_assert_eq(write(file, content, strlen(content)),
                 (ssize_t)strlen(content));
    close(file);
    return path;
}

char *content_of(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = malloc(RAN_OUT_MAX);

    cr_assert_not_null(file);
    cr_assert_not_null(text);
    text[fread(text, 1, RAN_OUT_MAX - 1, file)] = '\0';
    fclose(file);
    return text;
}
