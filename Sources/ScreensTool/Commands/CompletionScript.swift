import ArgumentParser

/// The scripts with which shells complete `screens`.
enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// Returns the script that ArgumentParser makes for these arguments, with additions; any other text unchanged.
    ///
    /// - Parameter commands: the names of all commands, which follow `screens help`.
    static func completed(_ text: String, for arguments: [String], commands: [String]) -> String {
        let commands = commands.joined(separator: " ")
        let shell =
            arguments.count == 2 && arguments[0] == option
            ? arguments[1] : arguments.count == 1 ? String(arguments[0].trimmingPrefix("\(option)=")) : ""
        switch shell {
        case "bash": return text + wholeWords.replacing("SUBCOMMANDS", with: commands)
        case "zsh":
            // The last statement calls the function if the file itself is autoloaded as the function.
            guard let end = text.firstRange(of: "\nif [[ \"${funcstack[1]}\"")?.lowerBound else { return text }
            let script = String(text[..<end]) + programInZsh + String(text[end...])
            return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'")
                .replacing(programOfLease, with: "")
        case "fish": return text + programInFish.replacing("SUBCOMMANDS", with: commands)
        default: return text
        }
    }

    /// The description of the program's words for zsh, which completes no option beside arguments without an action.
    private static let programOfLease = "        '*:program:'\n"

    /// The completion in zsh of the words after `--`, which are another program's, with that program's completions.
    private static let programInZsh = #"""

        functions[_screens_words]="${functions[_screens]}"

        _screens() {
            local -i end="${words[(i)--]}"
            if [[ "${words[2]}" = lease ]] && ((end < CURRENT)); then
                shift "${end}" words
                ((CURRENT -= end))
                _normal
            else
                _screens_words "${@}"
            fi
        }

        """#

    /// The completion in fish of the words after `--`, which are another program's, with that program's completions.
    private static let programInFish = #"""

        function __screens_program
            set -l words (commandline -opc)
            test "$words[2]" = lease; or return 1
            set -l end (contains -i -- -- $words); or return 1
            complete --do-complete (string join ' ' -- (string escape -- $words[(math $end + 1)..]) (commandline -ct))
        end
        complete -c screens -n 'contains -- -- (commandline -opc)' -fa '(__screens_program)'
        complete -c screens -n 'test (commandline -opc | string join " ") = "screens help"' -fa 'SUBCOMMANDS'

        """#

    /// The treatment of words in bash. Readline ends a word at `=`, `:` and `@`, but `1920x1080@60` and `Broadcast
    /// RGB=Full` are one word each. After `--` the words are another program's.
    private static let wholeWords = #"""

        # Joins the words that readline splits at = : and @, and gives each without its quotes.
        _screens_whole_words() {
            local -r part="${2}"
            local rest="${COMP_LINE}" word gap
            local -a whole=()
            local -i index cword=0
            if [[ "${COMP_WORDS[1]}" = help && "${COMP_CWORD}" -eq 2 && "${part}" != -* ]]; then
                COMPREPLY=($(compgen -W 'SUBCOMMANDS' -- "${part}"))
                return
            fi
            if [[ "${COMP_WORDS[1]}" = lease ]] && declare -F _command_offset > /dev/null; then
                for ((index = 2; index < COMP_CWORD; index++)); do
                    [[ "${COMP_WORDS[${index}]}" = -- ]] || continue
                    _command_offset "$((index + 1))"
                    return
                done
            fi
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[${index}]}"
                gap="${rest%%[![:space:]]*}"
                rest="${rest#"${gap}"}"
                rest="${rest#"${word}"}"
                if [[ "${index}" -eq 0 || -n "${gap}" ||
                    -z "${word}" && -z "${rest}" && "${COMP_LINE}" = *[[:space:]] ]]; then
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
