/* The check that each schema of openapi.yaml has a type finds those without. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID = 8192 };

/* Check schemas, named Pet0 and so on; NULL ends them.  Returns whether the
 * check accepts all; said is what it prints.  Node.js takes longer to start
 * than to check, so all are checked at once. */
static bool are_typed(const char *const *schemas, char said[SAID])
{
    char name[] = "/tmp/fathom-types.XXXXXX", command[80];
    int fd = mkstemp(name);

    cr_assert_geq(fd, 0);
    dprintf(fd, "components:\n  schemas:\n"
                "    Cat: {type: object, properties: {kind: {const: cat}}}\n"
                "    Dog: {type: object, properties: {kind: {const: dog}}}\n");
    for (int i = 0; schemas[i]; i++)
        dprintf(fd, "    Pet%d: %s\n", i, schemas[i]);
    close(fd);
    snprintf(command, sizeof command, "node tools/check-types.cjs %s 2>&1",
             name);
    FILE *check = popen(command, "r"); /* allowed: a tool of the project */

    cr_assert_not_null(check);
    said[fread(said, 1, SAID - 1, check)] = '\0';
    int status = pclose(check);

    unlink(name);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

#define CAT "{$ref: '#/components/schemas/Cat'}"
#define DOG "{$ref: '#/components/schemas/Dog'}"

Test(types, schemas_with_types_pass)
{
    static const char *const typed[] = {
        "{type: object, properties: {name: {type: string}}}",
        "{type: object, additionalProperties: " CAT "}",
        "{type: array, items: {enum: [a, b]}}",
        "{oneOf: [" CAT ", {type: 'null'}]}",
        "{oneOf: [" CAT ", " DOG "], discriminator: {propertyName: kind}}",
        NULL,
    };
    static char said[SAID];

    cr_expect(are_typed(typed, said), "%s", said);
}

Test(types, schemas_without_types_are_found)
{
    static const char *const bare[] = {
        "{type: object}",
        "{type: [object, 'null']}",
        "{type: object, additionalProperties: true}",
        "{description: Anything.}",
        "{type: object, properties: {name: {type: object}}}",
        "{type: array}",
        "{type: array, items: {type: object}}",
        "{oneOf: [{type: string}, {type: object}]}",
        "{type: object, additionalProperties: {type: object}}",
        "{oneOf: [" CAT ", " DOG "]}",
        "{type: object, properties: {n: {type: integer, default: 1}}}",
        NULL,
    };
    static char said[SAID];

    cr_expect_not(are_typed(bare, said));
    for (int i = 0; bare[i]; i++) {
        char name[16];

        snprintf(name, sizeof name, ": Pet%d", i);
        const char *at = strstr(said, name);

        /* "Pet1" is not "Pet10". */
        cr_expect(at && !isdigit((unsigned char)at[strlen(name)]), "%s: %s",
                  bare[i], said);
    }
}

Test(types, the_contract_has_types)
{
    int status = system("node tools/check-types.cjs"); /* allowed: as above */

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
