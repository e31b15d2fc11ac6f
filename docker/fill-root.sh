#!/bin/sh
# Copy everything that a program needs into a directory that becomes the root of
# an image: the program, the libraries that it loads and their loader,
# certificates, a user, and the licences that must accompany Debian's packages.
#
#   docker/fill-root.sh ROOT PROGRAM
#
# Run it on Debian 12, in the build stage.  Files get the time SOURCE_DATE_EPOCH.
set -eu
root=$1
program=$2

# The path of a file in its package's list: /lib is a link to /usr/lib.
real_name() { printf '%s/%s\n' "$(realpath "$(dirname "$1")")" "${1##*/}"; }

package_of()
{
    found=$(dpkg -S "$1" 2>/dev/null) || found=$(dpkg -S "${1#/usr}")
    found=${found%%: *}
    printf '%s\n' "${found%%:*}"
}

put() { install -D -m "$1" "$2" "$root$3"; }

# All libraries, including indirect ones, and the loader; one per line.
libraries()
{
    ldd "$program" | sed -n 's|.*[[:space:]]\(/[^ ]*\) (0x[0-9a-f]*)$|\1|p'
}

add_program()
{
    mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64"
    ln -s usr/lib "$root/lib"
    ln -s usr/lib64 "$root/lib64"
    strip -o "$root/usr/bin/${program##*/}" "$program"
    put 644 LICENSE /usr/share/doc/fathom/copyright
}

add_libraries()
{
    for library in $(libraries); do
        name=$(real_name "$library")
        put 755 "$library" "$name"
        package_of "$(realpath "$library")" >>"$root/packages"
    done
}

# The name lookup of the C library, and the user.
add_system_files()
{
    mkdir -p "$root/etc"
    echo 'fathom:x:10001:10001:Fathom:/nonexistent:/nonexistent' >"$root/etc/passwd"
    echo 'fathom:x:10001:' >"$root/etc/group"
    printf '%s\n' 'passwd: files' 'group: files' 'hosts: files dns' \
        >"$root/etc/nsswitch.conf"
    put 644 /usr/lib/os-release /usr/lib/os-release
    ln -s ../usr/lib/os-release "$root/etc/os-release"
    put 644 /etc/ssl/certs/ca-certificates.crt \
        /etc/ssl/certs/ca-certificates.crt
    printf '%s\n' ca-certificates base-files >>"$root/packages"
}

# Add the licences of all packages, and the package list that vulnerability
# scanners read in an image without a package manager.
add_licences()
{
    sort -u "$root/packages" | while read -r package; do
        doc=/usr/share/doc/$package/copyright
        put 644 "$doc" "$doc"
        mkdir -p "$root/var/lib/dpkg/status.d"
        dpkg -s "$package" >"$root/var/lib/dpkg/status.d/$package"
    done
    rm "$root/packages"
    mkdir -p "$root/usr/share/common-licenses"
    cp -a /usr/share/common-licenses/. "$root/usr/share/common-licenses"
}

mkdir "$root"
add_program
add_libraries
add_system_files
add_licences
find "$root" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-0}" {} +
