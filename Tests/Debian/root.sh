# The Swift compiler of Debian's unstable suite in a separate root folder, and a way to run it there. To be sourced by
# bash, after archive.sh and as root.

# swift_root_prepare FOLDER PACKAGE...: makes FOLDER/root with the compiler, a shell and the packages. FOLDER/version
# has the version of the compiler's package.
swift_root_prepare() {
    local folder=$1 new=$1.new
    shift
    rm -rf "$new"
    mkdir -p "$new/root"
    archive_open "$new" sid
    archive_fetch "$new" swiftlang base-files bash dash coreutils findutils sed grep git ca-certificates pkgconf \
        libc-bin libc6-dev g++ "$@"
    archive_unpack "$new/root" "$new"/cache/archives/*.deb
    dpkg-deb --field "$new"/cache/archives/swiftlang_*.deb Version >"$new/version"
    rm -rf "$new"/{cache,lists}
    mkdir -p "$new"/root/{work,root}
    echo root:x:0:0:root:/root:/bin/bash >"$new/root/etc/passwd"
    echo root:x:0: >"$new/root/etc/group"
    swift_root_mend "$new/root"
    chroot "$new/root" ldconfig
    rm -rf "$folder"
    mv "$new" "$folder"
}

# swift_root_mend ROOT: adds a library that programs with tests link, and that Debian's package lacks.
swift_root_mend() {
    local libraries=$1/usr/libexec/swift/lib/swift/linux
    [[ -e $libraries/lib_Testing_Foundation.so ]] || echo 'INPUT(libTesting.so)' >"$libraries/lib_Testing_Foundation.so"
}

# swift_root_run ROOT FOLDER... -- COMMAND...: runs a command in the root, in the first folder. The folders have the
# same paths in both; so have the repositories that git fetches from instead of others.
swift_root_run() {
    unshare --mount --propagation private bash -euc '
        root=$1 first=$2 folders=()
        shift
        while [[ $1 != -- ]]; do
            folders+=("$1")
            shift
        done
        shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        cp /etc/resolv.conf "$root/etc/"
        git config --get-regexp "^url\..*\.insteadof$" 2>/dev/null | while read -r key value; do
            git config --file "$root/root/.gitconfig" --get-all "$key" 2>/dev/null | grep -qxF "$value" ||
                git config --file "$root/root/.gitconfig" --add "$key" "$value"
        done || true
        sources=$(git config --get-regexp "^url\./.*\.insteadof$" 2>/dev/null |
            sed -n "s/^url\.\(.*\)\.insteadof .*/\1/p" | sort -u)
        for folder in "${folders[@]}" $sources; do
            mkdir -p "$root/$folder"
            mount --bind "$folder" "$root/$folder"
        done
        # Repositories of other users are accepted.
        git config --file "$root/root/.gitconfig" safe.directory "*"
        exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 \
            PATH=/usr/libexec/swift/bin:/usr/bin:/usr/sbin bash -c "cd \"\$1\"; shift; exec \"\$@\"" - "$first" "$@"
    ' - "$@"
}
