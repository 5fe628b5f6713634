import ArgumentParser
import Community
import Foundation
import LarderAPI

/// What a shell proposes for the value of an argument or option.
extension CompletionKind {
    /// The words of a parameter.
    static func words<Value: ParameterChoice>(_ type: Value.Type) -> CompletionKind {
        .list(Value.spellings.map(\.0))
    }

    /// Members of the directory that the typed words name.
    static var members: CompletionKind { found([.members]) }
    static var recipes: CompletionKind { found([.recipes]) }
    static var membersAndRecipes: CompletionKind { found([.members, .recipes]) }
    static var tags: CompletionKind { found([.tags]) }
    /// Weeks with boards, and ranges of them.
    static var weeks: CompletionKind {
        .custom { words, index, prefix in
            let typed = ValueCompletion.typed(words, index, prefix)
            guard let dots = typed.range(of: "..") else { return ValueCompletion.values([.weeks], typed, words) }
            let first = typed[..<dots.upperBound]
            return ValueCompletion.values([.weeks], String(typed[dots.upperBound...]), words).map { first + $0 }
        }
    }
    /// The directions of a vote, and recipes: they may stand in either order.
    static var votes: CompletionKind {
        .custom { words, index, prefix in
            let typed = ValueCompletion.typed(words, index, prefix)
            return ["up", "down", "none"].filter { $0.hasPrefix(typed) }
                + ValueCompletion.values([.recipes], typed, words)
        }
    }

    private static func found(_ kinds: [Community.Suggestion]) -> CompletionKind {
        .custom { words, index, prefix in
            ValueCompletion.values(kinds, ValueCompletion.typed(words, index, prefix), words)
        }
    }
}

/// Values of a community for the shell. The program runs for each press of the tab key: it reads the views as they lie in
/// the directory, and nothing else.
///
/// It creates nothing, appends nothing, folds nothing and asks no service. After a failure, the shell gets no proposal and
/// no message.
enum ValueCompletion {
    /// The most values that a shell gets at once.
    static let valuesMax = 200
    /// The program ends after that time, even if it still waits.
    private static let patienceMilliseconds: UInt32 = 2_000

    /// Whether the arguments are a shell's request for values.
    static func isRequested(by arguments: [String]) -> Bool { arguments.first == "---completion" }

    /// Answers a shell's request on standard output.
    static func answer(_ arguments: [String]) {
        let silence = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        if silence >= 0 { dup2(silence, STDERR_FILENO) }
        Thread.detachNewThread {
            usleep(patienceMilliseconds * 1_000)
            _exit(0)
        }
        do { _ = try Larder.parseAsRoot(arguments) } catch {
            // The values are thrown. Anything else has nothing to propose.
            guard Larder.exitCode(for: error) == .success else { return }
            StandardStream.write(Larder.fullMessage(for: error) + "\n")
        }
    }

    /// The beginning of the value that is completed. A shell may pass words that stand behind it, and an option and its
    /// value as one word, such as `--as=@bo`.
    static func typed(_ words: [String], _ index: Int, _ prefix: String) -> String {
        let word = words.indices.contains(index) ? words[index] : prefix
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
        return String(word[word.index(after: sign)...])
    }

    /// The values that begin with what was typed, at most `valuesMax`.
    static func values(_ kinds: [Community.Suggestion], _ typed: String, _ words: [String]) -> [String] {
        guard let directory = directory(words) else { return [] }
        let values = kinds.flatMap { kind in
            Community.suggestions(kind, beginningWith: typed, limit: valuesMax, at: directory)
        }
        return Array(values.filter(isPlain).prefix(valuesMax))
    }

    /// Whether a shell takes the value as it stands. Shells expand proposals: what members wrote must not run there.
    private static func isPlain(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "@._-".unicodeScalars.contains($0)
        }
    }

    /// The directory that the words name, or else the environment; `nil`: the command goes to a service.
    private static func directory(_ words: [String]) -> String? {
        var arguments: [String] = []
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            for name in ["--data", "--server"] {
                if word == name, !next.isEmpty { arguments += [name, unquoted(next)] }
                if word.hasPrefix("\(name)=") {
                    arguments.append("\(name)=\(unquoted(String(word.dropFirst(name.count + 1))))")
                }
            }
        }
        guard let options = try? GlobalOptions.parse(arguments), case .directory(let path)? = try? Place(options) else {
            return nil
        }
        return path
    }

    /// The word as the shell would pass it, as far as quotes, blanks and the home directory go.
    private static func unquoted(_ word: String) -> String {
        var text = word
        if let quote = text.first, quote == "'" || quote == "\"" {
            text.removeFirst()
            if text.last == quote { text.removeLast() }
            return text
        }
        text = text.replacing("\\ ", with: " ")
        guard text.hasPrefix("~/"), let home = Invocation.environment("HOME") else { return text }
        return home + text.dropFirst()
    }
}
