#!/bin/sh
# Search for banned functions: without bounds, without errors, or with hidden
# state.  A line that must use one ends in /* allowed: reason */.
set -u
cd "$(dirname "$0")/.."

names='sprintf|vsprintf|strcpy|strcat|gets|atoi|atol|atof|strtok|rand|srand|random|srandom|time|localtime|gmtime|ctime|asctime|system|popen|tmpnam|mktemp|setjmp|longjmp|alloca|signal'

# Comments and strings are removed first.
found=0
for file in $(find service db api clients tests tools -name '*.[ch]' 2>/dev/null | sort); do
    if sed -E 's/"([^"\\]|\\.)*"/""/g; s@/\* allowed: .*@ALLOWED@; s@/\*.*\*/@@g;
            s@//.*@@; /^[[:space:]]*\/?\*/s/.*//' "$file" |
        grep -nE "(^|[^A-Za-z0-9_.>])($names)[[:space:]]*\(" |
        grep -v ALLOWED | sed "s|^|$file:|" | grep .; then
        found=1
    fi
done
if grep -rn 'MHD_create_post_processor' api service 2>/dev/null; then
    echo '  ^ bodies are JSON only'
    found=1
fi
[ "$found" -eq 0 ]
