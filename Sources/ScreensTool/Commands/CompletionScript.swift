import ArgumentParser

/// The scripts by which shells complete `screens`.
enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// The text after the script that ArgumentParser makes for these arguments; empty for other arguments.
    static func addition(for arguments: [String]) -> String {
        arguments.count == 2 && arguments[0] == option && arguments[1] == "bash"
            || arguments == ["\(option)=bash"] ? wholeWords : ""
    }

    /// Readline ends a word at `=`, `:` and `@`; here `1920x1080@60` and `Broadcast RGB=Full` are one word each.
    private static let wholeWords = #"""

        # Joins the words that readline splits at = : and @, and gives each without its quotes.
        _screens_whole_words() {
            local -r part="${2}"
            local rest="${COMP_LINE}" word gap
            local -a whole=()
            local -i index cword=0
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[${index}]}"
                gap="${rest%%[![:space:]]*}"
                rest="${rest#"${gap}"}"
                rest="${rest#"${word}"}"
                if [[ "${index}" -eq 0 || -n "${gap}" || -z "${word}" && -z "${rest}" && "${COMP_LINE}" = *[[:space:]] ]]; then
                    whole+=("${word}")
                else
                    whole[${#whole[@]}-1]+="${word}"
                fi
                [[ "${index}" -eq "${COMP_CWORD}" ]] && cword=$((${#whole[@]} - 1))
            done
            local -a COMP_WORDS=("${whole[@]}")
            local -i COMP_CWORD="${cword}"
            local plain="${COMP_WORDS[${cword}]}" head
            plain="${plain#[\'\"]}"
            plain="${plain//\\/}"
            head="${part#[\'\"]}"
            head="${head//\\/}"
            head="${plain%"${head}"}"
            _screens "${1}" "${plain}" "${COMP_WORDS[${cword}-1]}"
            # Readline keeps what is before the last place at which it ends a word.
            COMPREPLY=("${COMPREPLY[@]#"${head}"}")
            # The end of a word that is whole already would be taken for the name of a folder.
            [[ "${#COMPREPLY[@]}" -eq 1 && -z "${COMPREPLY[0]}" ]] && COMPREPLY=()
            # A value follows.
            [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *= ]] && compopt -o nospace
            return 0
        }

        complete -o filenames -F _screens_whole_words screens

        """#
}
