# The search of tools/check-prose.sh, which has the manual.
#
#   perl tools/prose/search.pl files [--all]     < paths  > paths to check
#   perl tools/prose/search.pl words             < paths  > findings
#   perl tools/prose/search.pl columns           < findings of codespell
#
# Findings are written as FILE:LINE:COLUMN: "WORDS": SUGGESTION.
use strict;
use warnings;

sub read_list {
    my ($name) = @_;
    open my $in, '<', "tools/prose/$name" or die "tools/prose/$name: $!\n";
    return grep { /\S/ && !/^#/ } map { s/\s+$//r } <$in>;
}

# The whole text of a file.
sub read_text {
    my ($path) = @_;
    open my $in, '<', $path or die "$path: $!\n";
    local $/;
    return <$in> // '';
}

# A pattern of paths as a regular expression.
sub glob_regex {
    my ($glob) = @_;
    my %means = ('**' => '.*', '*' => '[^/]*', '?' => '[^/]');
    my $regex = '';
    for my $part ($glob =~ /\*\*|\*|\?|\[[^]]*\]|[^*?\[]+/g) {
        $regex .= $means{$part} // ($part =~ /^\[/ ? $part : quotemeta $part);
    }
    return qr/^$regex$/;
}

# Is the path taken by the last pattern of the list that matches it?
sub is_listed {
    my ($path, @patterns) = @_;
    my $listed = 0;
    for (@patterns) {
        my ($excludes, $regex) = @$_;
        $listed = !$excludes if $path =~ $regex;
    }
    return $listed;
}

sub read_patterns {
    return map { my $not = s/^!//; [$not, glob_regex($_)] } read_list(@_);
}

sub choose_files {
    my ($all) = @_;
    my @files = read_patterns('files.txt');
    my @todo = $all ? () : read_patterns('todo.txt');
    while (my $path = <STDIN>) {
        chomp $path;
        print "$path\n"
            if -f $path && is_listed($path, @files) && !is_listed($path, @todo);
    }
}

# Hide what is not prose.  The result has the same length and lines; hidden
# characters are \x01, so that no phrase is found across them.
sub hide { return $_[0] =~ tr/ \t\n/\x01/cr }

# Of C, comments, strings and the names of tests remain.
sub prose_of_c {
    my ($text) = @_;
    my $prose = '';
    my $end = 0;
    while ($text =~ m{/\*.*?\*/|//[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)+'
                      |\bTest\(\w+,\s*\w+}gsx) {
        my ($begin, $stop) = ($-[0], $+[0]);
        my $part = substr $text, $begin, $stop - $begin;
        if ($part =~ /^'/) { $part = hide($part) }
        elsif ($part =~ /^Test/) { $part =~ tr/_/ / }
        $prose .= hide(substr $text, $end, $begin - $end) . $part;
        $end = $stop;
    }
    return $prose . hide(substr $text, $end);
}

sub prose_of {
    my ($path) = @_;
    my $text = read_text($path);
    $text = prose_of_c($text) if $path =~ /\.(?:[ch]|def)$/;
    $text =~ s/^```.*?^```/hide($&)/gemsx if $path =~ /\.md$/;
    $text =~ s/`[^`\n]+`/hide($&)/ge;
    return $text;
}

# The rows of words.txt: a regular expression, whether it looks at the case, and
# the suggestion.
sub read_words {
    my $gap = '[\s"*#/>|\\\\]+';
    my @words;
    for (read_list('words.txt')) {
        my ($pattern, $better) = /^(.*?) => (.*)$/
            or die "tools/prose/words.txt: no ' => ' in: $_\n";
        my $has_case = $pattern =~ /(?<!\\)[A-Z]/;
        # A space in [...] or in a look-behind is a space.
        $pattern =~ s{(\[[^]]*\]|\(\?<[!=][^)]*\))|[ ]}{$1 // $gap}ge;
        push @words, [qr/$pattern/, $has_case, $better];
    }
    return @words;
}

# Write findings in the order of the file; a place is reported once.
sub report {
    my ($path, $text, %found) = @_;
    my ($line, $line_begin, $end) = (1, 0, 0);
    my $count = 0;
    for my $begin (sort { $a <=> $b } keys %found) {
        my ($length, $better) = @{$found{$begin}};
        next if $begin < $end;
        $end = $begin + $length;
        my $match = substr($text, $begin, $length) =~ s/[\s"*#\/>|]+/ /gr;
        while ((my $newline = index $text, "\n", $line_begin) >= 0) {
            last if $newline >= $begin;
            $line++;
            $line_begin = $newline + 1;
        }
        my $column = $begin - $line_begin + 1;
        print qq($path:$line:$column: "$match": $better\n);
        $count++;
    }
    return $count;
}

# Patterns without capitals search a copy in lower case: that is many times
# faster than a search in any case.
sub find_words {
    my @words = read_words();
    my $count = 0;
    while (my $path = <STDIN>) {
        chomp $path;
        my $text = prose_of($path);
        my $lower = lc $text;
        my %found;
        for (@words) {
            my ($regex, $has_case, $better) = @$_;
            my $searched = $has_case ? \$text : \$lower;
            $found{$-[0]} //= [$+[0] - $-[0], $better]
                while $$searched =~ /$regex/g;
        }
        $count += report($path, $text, %found);
    }
    return $count;
}

# FILE:LINE: WORD ==> SUGGESTION of codespell, with the column.
sub add_columns {
    my $found = 0;
    while (<STDIN>) {
        my ($path, $line, $word, $better) = /^(.*?):(\d+): (\S+) ==> (.*)$/
            or do { print; next };
        my $text = (split /\n/, read_text($path))[$line - 1] // '';
        my $column = 1 + index $text, $word;
        print qq($path:$line:$column: "$word": $better\n);
        $found++;
    }
    return $found;
}

my ($what, $option) = (@ARGV, '');
if ($what eq 'files') { choose_files($option eq '--all') }
elsif ($what eq 'words') { exit(find_words() ? 1 : 0) }
elsif ($what eq 'columns') { exit(add_columns() ? 1 : 0) }
else { die "search.pl: no such search: $what\n" }
