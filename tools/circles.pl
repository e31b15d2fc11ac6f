# Read symbols as nm -A prints them, and report files that need each other.
#
#   nm --print-file-name OBJECT... | perl circles.pl PREFIX LIST
#
# PREFIX is removed from the names of the objects.  LIST names the files that
# may be in a circle.  See check-circles.sh.
use strict;
use warnings;

my ($prefix, $list) = @ARGV;
my $most = 8;
my (%defined_in, %needs_symbol); # scope -> symbol -> file; file -> symbols

# The games use the same names: a symbol of a game is visible in its folder only.
sub scope {
    my ($file) = @_;
    return $file =~ m{^service/rules/((?!kit/)[^/]+)/} ? $1 : '';
}

while (my $line = <STDIN>) {
    my ($file, $type, $symbol) = $line =~ /^(.*?)\.o:.*?\s([A-Za-z])\s(\S+)$/ or next;
    $file =~ s/^\Q$prefix\E//;
    next if !-e "$file.c"; # an object of a file that was removed or renamed
    $needs_symbol{$file} //= {};
    if ($type =~ /[Uw]/) { $needs_symbol{$file}{$symbol} = 1; }
    elsif ($type =~ /[TDBRVCW]/) { $defined_in{scope($file)}{$symbol} //= $file; }
}

# The file that defines a symbol for another file.  Outside its folder only the
# struct game of a game is visible.
sub definition {
    my ($symbol, $file) = @_;
    for my $scope (scope($file), '', grep { $symbol =~ /^\Q$_\E(_game)?$/ } keys %defined_in) {
        my $found = $defined_in{$scope}{$symbol};
        return $found if $found;
    }
    return $file;
}

my %needs; # file -> file -> symbols
for my $file (keys %needs_symbol) {
    for my $symbol (sort keys %{$needs_symbol{$file}}) {
        my $other = definition($symbol, $file);
        push @{$needs{$file}{$other}}, $symbol if $other ne $file;
    }
}

# Tarjan's algorithm: the sets of files that reach each other.
my (%number, %lowest, %on_stack, @stack, @circles);
my $next = 0;

sub visit {
    my ($file) = @_;
    no warnings 'recursion';
    $number{$file} = $lowest{$file} = $next++;
    push @stack, $file;
    $on_stack{$file} = 1;
    for my $other (sort keys %{$needs{$file} // {}}) {
        if (!defined $number{$other}) {
            visit($other);
            $lowest{$file} = $lowest{$other} if $lowest{$other} < $lowest{$file};
        } elsif ($on_stack{$other} && $number{$other} < $lowest{$file}) {
            $lowest{$file} = $number{$other};
        }
    }
    return if $lowest{$file} != $number{$file};
    my @circle;
    my $member;
    do {
        $member = pop @stack;
        delete $on_stack{$member};
        push @circle, $member;
    } while ($member ne $file);
    push @circles, [sort @circle] if @circle > 1;
}
defined $number{$_} or visit($_) for sort keys %needs_symbol;

my %may;
open my $names, '<', $list or die "$list: $!\n";
while (<$names>) { $may{$1} = 1 if /^([^#\s]\S*)\s*$/; }

my $found = 0;
my %in_circle;
for my $circle (sort { @$b <=> @$a || $a->[0] cmp $b->[0] } @circles) {
    my %member = map { $_ => 1 } @$circle;
    $in_circle{$_} = 1 for @$circle;
    next if !grep { !$may{$_} } @$circle;
    $found++;
    printf "%d files need each other:\n", scalar @$circle;
    for my $file (@$circle) {
        for my $other (grep { $member{$_} } sort keys %{$needs{$file}}) {
            printf "  %s needs %s: %s\n", $file, $other, join ' ', @{$needs{$file}{$other}};
        }
    }
}
for my $file (sort grep { !$in_circle{$_} } keys %may) {
    $found++;
    print "$list: $file is in no circle: remove it from the list\n";
}
if (keys %may > $most) {
    $found++;
    printf "%s: %d files, at most %d are allowed\n", $list, scalar keys %may, $most;
}
printf "circles: %d files, %d of them in an allowed circle\n", scalar keys %needs_symbol, scalar grep { $may{$_} } keys %in_circle;
exit($found ? 1 : 0);
