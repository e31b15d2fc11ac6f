#!/bin/sh
# Check the messages of commits.
#
#   tools/check-commits.sh            the commits of this submission
#   tools/check-commits.sh RANGE      those of a range, as git log takes it
#   tools/check-commits.sh --help     this text
#
# A subject has at most 72 characters and no full stop.  It begins with a verb in
# the imperative and a capital letter: "Name the limit that was reached"; an area
# in lower case may precede it: "tests/db: Count the table of blocks".  The second
# line is empty.  A body says why, in lines of at most 80 characters.  A merge
# needs no body.  Each finding is a line
#
#   COMMIT: PROBLEM: LINE
#
# Without RANGE, the commits since origin/main are checked.  Where there is no
# such branch, or it is HEAD itself, those are checked that are newer than the
# commit named below.  In a shallow clone, only those it contains.
#
# The exit status is 0 without findings, 1 with some, 2 when git cannot read the
# range.
set -eu
cd "$(dirname "$0")/.."
case ${1-} in
-*) sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//p;}' "$0"
    if [ "$1" = --help ]; then exit 0; else exit 2; fi ;;
esac

# Messages up to this commit are older than these rules.
base=cfa35fe3bc8b222812a0180332a5becb260dc54f
base_time=2026-11-23T04:01:32Z

has() { git rev-parse --quiet --verify "$1^{commit}" >/dev/null; }

# The revisions to check.  A clone without the base has only newer commits on the
# way to HEAD; the time excludes older ones on other branches.
revisions()
{
    if has "$base"; then echo "^$base"; else echo "--since=$base_time"; fi
    if has origin/main &&
        [ "$(git rev-parse origin/main)" != "$(git rev-parse HEAD)" ]; then
        echo ^origin/main
    fi
    echo HEAD
}

[ $# -gt 0 ] || has HEAD || exit 2
# shellcheck disable=SC2046 # a word for each
[ $# -gt 0 ] || set -- $(revisions)
git rev-list -n 1 "$@" -- >/dev/null || exit 2
git log --format='%h%x00%p%x00%B%x00' "$@" -- | perl -CSD -0 -e '
    use strict;
    use warnings;

    # Imperatives that end like another form of a verb; words that are not verbs.
    my %imperative = map { $_ => 1 } qw(bias focus
        embed exceed feed need proceed seed shed speed succeed weed
        bring ping ring string swing);
    my %no_verb = map { $_ => 1 } qw(a an it new no not now one some that the
        there this we what who);

    sub is_imperative {
        my $verb = lc shift;
        return 1 if $imperative{$verb};
        return $verb !~ /[^s]s$|ed$|ing$/ && !$no_verb{$verb};
    }

    sub problems_of_subject {
        my ($subject) = @_;
        my $length = length $subject;
        my $area = qr{[a-z.][\w./-]*};
        my ($areas, $verb) = $subject =~ /^($area(?:, $area)*: )?([\w-]*)/;
        my @problems;
        push @problems, "subject of $length characters, 72 at most"
            if $length > 72;
        push @problems, "subject ends in a full stop" if $subject =~ /\.$/;
        push @problems, "commit is to be squashed"
            if $subject =~ /^(?:fixup|squash|amend)!/;
        push @problems, "subject begins with a small letter"
            if !$areas && $subject =~ /^[[:lower:]]/;
        push @problems, "subject does not begin with a verb in the imperative"
            if !is_imperative($verb);
        return map { "$_: $subject" } @problems;
    }

    sub problems_of {
        my ($parents, $subject, $second, @body) = @_;
        my @problems = problems_of_subject($subject);
        push @problems, "second line is not empty: $second"
            if defined $second && $second ne "";
        push @problems, "no body that says why: $subject"
            if $parents < 2 && !grep { /\S/ } @body;
        for (@body) {
            my $length = length;
            push @problems, "line of $length characters, 80 at most: $_"
                if $length > 80;
        }
        return @problems;
    }

    my ($count, $poor) = (0, 0);
    while (defined(my $commit = <STDIN>)) {
        last if $commit eq "\n";
        my ($parents, $message) = (scalar <STDIN>, scalar <STDIN>);
        tr/\0//d for $commit, $parents, $message;
        $commit =~ s/^\n//;
        my @parents = split " ", $parents;
        my @problems = problems_of(scalar @parents, split /\n/, $message || "(none)");
        print "$commit: $_\n" for @problems;
        $count++;
        $poor++ if @problems;
    }
    print "commits: $count checked, $poor with a poor message\n";
    exit($poor ? 1 : 0);
'
