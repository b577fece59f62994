# Debian's archive beside the one that this machine runs: other suites, nothing installed. To be sourced by bash.

# The mirror that this machine's own apt uses for Debian itself; apt knows what it is only with lists of packages.
archive_mirror() {
    local format='$(LABEL) $(REPO_URI)' mirror
    mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' | awk '$1 == "Debian" { print $2; exit }')
    if [[ -z $mirror && $(id -u) == 0 ]]; then
        apt-get update -q >&2
        mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' | awk '$1 == "Debian" { print $2; exit }')
    fi
    if [[ -z $mirror ]]; then
        echo "apt knows no mirror of Debian: run apt-get update as root first" >&2
        return 1
    fi
    echo "$mirror"
}

# archive_open FOLDER SUITE: an apt of its own in FOLDER, which knows SUITE and believes that nothing is installed.
# From then on `APT_CONFIG=FOLDER/apt.conf` makes apt-get and apt-cache that one.
archive_open() {
    local folder=$1 suite=$2 mirror
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
    APT_CONFIG=$folder/apt.conf apt-get update -q >&2
}
