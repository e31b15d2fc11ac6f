#!/bin/sh
# Check the include guards of all headers: a guard is the name of its file, behind
# names of the folders around it, and no other header has it.
#
#   service/play/match/cache.h    PLAY_CACHE_H or PLAY_MATCH_CACHE_H
set -u
cd "$(dirname "$0")/.."

find service db api clients tests tools -name '*.h' ! -path '*/node_modules/*' |
    sort | xargs awk '
        function bare(text) {
            gsub(/[^A-Za-z0-9]/, "_", text)
            return toupper(text)
        }
        # Do names of folders, in their order, make up these words?
        function is_prefix(words, folders, count,    i, name) {
            for (i = 1; i <= count && words != ""; i++) {
                name = bare(folders[i]) "_"
                if (index(words, name) == 1)
                    words = substr(words, length(name) + 1)
            }
            return words == ""
        }
        function complain(why) { print file ": " why; bad = 1 }
        function judge(guard,    path, count, name, at) {
            count = split(file, path, "/")
            name = bare(path[count])
            at = length(guard) - length(name)
            if (substr(guard, at + 1) != name ||
                !is_prefix(substr(guard, 1, at), path, count - 1))
                complain("the guard is " guard ", not …_" name)
            if (guard in seen)
                complain("the guard " guard " is that of " seen[guard])
            seen[guard] = file
        }
        FNR == 1 {
            if (file && !guard) complain("no include guard")
            file = FILENAME
            guard = ""
        }
        $1 == "#ifndef" && !guard { guard = $2; judge(guard) }
        END {
            if (file && !guard) complain("no include guard")
            exit bad
        }' || exit 1
