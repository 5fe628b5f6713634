import TestSupport

/// The package's files.
enum SourceTree {
    static func files(under folder: String, endingIn endings: [String] = [".swift"]) throws -> [SourceFile] {
        try Checkout.paths(under: folder, endingIn: endings).map { path in
            SourceFile(path: path, text: try Checkout.text(of: path))
        }
    }
}

/// A Swift file as the house rules see it.
struct SourceFile: Sendable {
    let path: String
    let text: String

    /// Written by `protoc-gen-swift`, which has rules of its own.
    var isGenerated: Bool { path.contains("/Generated/") }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines without what follows `//` and without plain string literals: good enough to look for a keyword.
    var codeLines: [String] {
        lines.map { line in
            var code = ""
            var isQuoted = false
            var wasBackslash = false
            var wasSlash = false
            for character in line {
                if isQuoted {
                    if character == "\"", !wasBackslash { isQuoted = false }
                    wasBackslash = character == "\\" && !wasBackslash
                    continue
                }
                if character == "/", wasSlash {
                    code.removeLast()
                    break
                }
                wasSlash = character == "/"
                if character == "\"" { isQuoted = true } else { code.append(character) }
            }
            return code
        }
    }
}
