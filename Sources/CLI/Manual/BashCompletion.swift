import ArgumentParser

/// Adds to bash's script what argument-parser does not write.
enum BashCompletion {
    private static let registration = "complete -o filenames -F _larder larder"

    /// Puts a function before the script's own one, which changes the typed words for it.
    ///
    /// It joins the `@` of a member's name to the name, and parts `--as=@bo` into an option and its value, because readline
    /// counts `@`, `=` and `=@` as words. It takes shared options away
    /// that stand before the command, and passes on the place that they name. It names the command of a group that need
    /// not be named. It answers for `help` itself. Where it proposes nothing, bash proposes files.
    static func joiningWords(_ script: String) -> String {
        script.replacing(registration, with: "\(function)complete -o default -o filenames -F _larder_words larder")
    }

    private static var function: String {
        let options = GlobalOptions.valueNames.sorted().joined(separator: " | ")
        let standards = DefaultCommand.all.map { group in
            "    \(group.name)) names='\(group.names.joined(separator: " "))' standard='\(group.standard)' ;;"
        }
        return """
            _larder_words() {
                local -a words=()
                local -i cword=0 index
                for index in "${!COMP_WORDS[@]}"; do
                    if ((index > 1)) && [[ ${words[${#words[@]} - 1]} = --* && ${COMP_WORDS[index]} = =* ]]; then
                        words+=("${COMP_WORDS[index]#=}")
                    elif ((index > 1)) && [[ -n ${COMP_WORDS[index]} ]] &&
                        [[ ${words[${#words[@]} - 1]} = @ || ${COMP_WORDS[index - 1]} = = && -z ${words[${#words[@]} - 1]} ]]; then
                        words[${#words[@]} - 1]+=${COMP_WORDS[index]}
                    else
                        words+=("${COMP_WORDS[index]}")
                    fi
                    ((index == COMP_CWORD)) && cword=$((${#words[@]} - 1))
                done
                words=("${words[@]:0:cword}" "${2}")

                # Shared options before the command.
                local -i first=1
                local directory='' service=''
                while ((first < cword)); do
                    case "${words[first]}" in
                    \(options))
                        [[ ${words[first]} = --data ]] && directory=${words[first + 1]}
                        [[ ${words[first]} = --server ]] && service=${words[first + 1]}
                        first+=2
                        ;;
                    -*) first+=1 ;;
                    *) break ;;
                    esac
                done
                if ((first > cword)); then
                    [[ ${words[cword - 1]} = --data ]] && COMPREPLY=($(compgen -d -- "${2}"))
                    return 0
                fi
                if ((first > 1)); then
                    words=("${words[0]}" "${words[@]:first}")
                    cword=$((cword - first + 1))
                fi
                if [[ -n ${directory}${service} ]]; then
                    [[ ${directory} = '~/'* ]] && directory=${HOME}/${directory:2}
                    local -x LARDER_DATA=${directory} LARDER_SERVER=${service}
                fi

                # The command of a group that need not be named.
                local names='' standard=''
                case "${words[1]}" in
            \(standards.joined(separator: "\n"))
                help)
                    ((cword == 2)) && COMPREPLY=($(compgen -W '\(HelpTopic.subjects.joined(separator: " "))' -- "${2}"))
                    return 0
                    ;;
                esac
                if ((cword > 1)) && [[ -n ${standard} ]] && ! compgen -W "${names}" -- "${words[2]}" > /dev/null; then
                    words=("${words[@]:0:2}" "${standard}" "${words[@]:2}")
                    cword+=1
                fi

                local -a COMP_WORDS=("${words[@]}")
                local -i COMP_CWORD=cword
                local COMP_LINE="${words[*]}"
                local -i COMP_POINT=${#COMP_LINE}
                _larder "${1}" "${2}" "${words[cword - 1]}"
                # Names are no files: bash would put a backslash before the @.
                [[ ${2} = @* ]] && compopt +o filenames 2> /dev/null
                return 0
            }

            """
    }
}
