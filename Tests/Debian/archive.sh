# Debian's archive for other suites than this machine's, without installing anything. To be sourced by bash.

# Prints the mirror that this machine's own apt uses for Debian; apt knows it only with package lists.
archive_mirror() {
    local format='$(LABEL) $(REPO_URI)' mirror
    mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' | awk '$1 == "Debian" { print $2; exit }')
    if [[ -z $mirror && $(id -u) == 0 ]]; then
        apt-get update -q >&2
        mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' |
            awk '$1 == "Debian" { print $2; exit }')
    fi
    if [[ -z $mirror ]]; then
        echo "apt knows no mirror of Debian: run apt-get update as root first" >&2
        return 1
    fi
    echo "$mirror"
}

# archive_open FOLDER SUITE [ARCHITECTURE]: makes a separate apt in FOLDER that knows SUITE and has nothing installed.
# With `APT_CONFIG=FOLDER/apt.conf`, apt-get and apt-cache use it. The default architecture is this machine's.
archive_open() {
    local folder=$1 suite=$2 architecture=${3:-} mirror
    mirror=$(archive_mirror) || return 1
    mkdir -p "$folder"/{lists/partial,cache/archives/partial}
    : >"$folder/status"
    echo "deb $mirror $suite main" >"$folder/sources.list"
    cat >"$folder/apt.conf" <<END
Dir::Etc::SourceList "$folder/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$folder/lists";
Dir::State::status "$folder/status";
Dir::Cache "$folder/cache";
APT::Sandbox::User "";
END
    if [[ -n $architecture ]]; then
        echo "APT::Architecture \"$architecture\"; APT::Architectures { \"$architecture\"; };" >>"$folder/apt.conf"
    fi
    APT_CONFIG=$folder/apt.conf apt-get update -q >&2
}

# archive_fetch FOLDER PACKAGE...: downloads the packages and their dependencies into FOLDER/cache/archives.
archive_fetch() {
    APT_CONFIG=$1/apt.conf apt-get install -y -q --no-install-recommends --download-only "${@:2}" >&2
}

# archive_unpack ROOT FILE...: unpacks packages into one folder, like an installation without their scripts. base-files
# comes first, because its folders are the targets of links.
archive_unpack() {
    local root=$1 package
    shift
    mkdir -p "$root"
    for package in $(printf '%s\n' "$@" | grep '/base-files_') "$@"; do
        dpkg-deb --fsys-tarfile "$package" | tar --extract --directory "$root" --keep-directory-symlink
    done
}
