#!/bin/sh
# Search for banned functions: without bounds, without errors, or with hidden
# state.  A line that must use one ends in /* allowed: reason */.
set -u
cd "$(dirname "$0")/.."

names='sprintf|vsprintf|strcpy|strcat|gets|atoi|atol|atof|strtok|rand|srand|random|srandom|time|localtime|gmtime|ctime|asctime|system|popen|tmpnam|mktemp|setjmp|longjmp|alloca|signal'

# Comments and strings are removed first.
found=0
find service db api clients tests tools -name '*.[ch]' | sort |
    xargs awk -v names="$names" '
        BEGIN { call = "(^|[^A-Za-z0-9_.>])(" names ")[ \t]*\\(" }
        {
            line = $0
            gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
            if (line ~ /\/\* allowed: /) next
            gsub(/\/\*.*\*\//, "", line)
            sub(/\/\/.*/, "", line)
            if (line ~ /^[ \t]*\/?\*/) next
            if (line ~ call) { print FILENAME ":" FNR ":" line; bad = 1 }
        }
        END { exit bad }' || found=1
if grep -rn 'MHD_create_post_processor' api service 2>/dev/null; then
    echo '  ^ bodies are JSON only'
    found=1
fi
[ "$found" -eq 0 ]
