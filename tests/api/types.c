/* The check that each schema of openapi.yaml has a type finds those without. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Does the check accept this schema? */
static bool is_typed(const char *schema)
{
    char name[] = "/tmp/fathom-types.XXXXXX", command[80];
    int fd = mkstemp(name);

    cr_assert_geq(fd, 0);
    dprintf(fd,
            "components:\n  schemas:\n"
            "    Cat: {type: object, properties: {kind: {const: cat}}}\n"
            "    Dog: {type: object, properties: {kind: {const: dog}}}\n"
            "    Pet: %s\n",
            schema);
    close(fd);
    snprintf(command, sizeof command,
             "node tools/check-types.cjs %s >/dev/null 2>&1", name);
    int status = system(command); /* allowed: a tool of the project */

    unlink(name);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

#define CAT "{$ref: '#/components/schemas/Cat'}"
#define DOG "{$ref: '#/components/schemas/Dog'}"

Test(types, schemas_with_types_pass)
{
    cr_expect(is_typed("{type: object, properties: {name: {type: string}}}"));
    cr_expect(is_typed("{type: object, additionalProperties: " CAT "}"));
    cr_expect(is_typed("{type: array, items: {enum: [a, b]}}"));
    cr_expect(is_typed("{oneOf: [" CAT ", {type: 'null'}]}"));
    cr_expect(is_typed("{oneOf: [" CAT ", " DOG
                       "], discriminator: {propertyName: kind}}"));
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
    };

    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        cr_expect_not(is_typed(bare[i]), "%s", bare[i]);
}

Test(types, the_contract_has_types)
{
    int status = system("node tools/check-types.cjs"); /* allowed: as above */

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
