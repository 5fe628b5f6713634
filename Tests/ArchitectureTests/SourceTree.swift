import Foundation
import TestSupport

/// The package's files.
enum SourceTree {
    /// All files of a folder with one of these endings, by their paths from the root.
    static func files(under folder: String, endingIn endings: [String] = [".swift"]) throws -> [SourceFile] {
        let start = Checkout.root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
        return try walk.compactMap { $0 as? String }
            .filter { path in endings.contains { path.hasSuffix($0) } }
            .sorted()
            .map { path in
                let text = try String(contentsOf: start.appendingPathComponent(path), encoding: .utf8)
                return SourceFile(path: "\(folder)/\(path)", text: text)
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
