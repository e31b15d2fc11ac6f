/* Stories of clients: tests/api/stories/NAME.story, in the language of
 * stories/language.md. */
#include "shared_node.h"
#include "story.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <string.h>

/* One line for each file. */
#define FILES(STORIES)                                                         \
    STORIES(ends) STORIES(refused_accounts) STORIES(sandbox) STORIES(undo)

TestSuite(stories, .init = shared_setup, .fini = shared_teardown);

#define STORIES(name)                                                          \
    Test(stories, name)                                                        \
    {                                                                          \
        story_run_file(#name);                                                 \
    }

FILES(STORIES)

#define NAME(name) #name ".story",

Test(stories, every_file_is_run, .init = NULL, .fini = NULL)
{
    static const char *const names[] = {FILES(NAME)};
    DIR *folder = opendir("tests/api/stories");

    cr_assert_not_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        bool is_run = strstr(entry->d_name, ".story") == NULL;

        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            is_run = is_run || strcmp(names[i], entry->d_name) == 0;
        cr_expect(is_run, "FILES lacks %s", entry->d_name);
    }
    closedir(folder);
}
