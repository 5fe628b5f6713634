/// Builds a page of the `man` macros. Whatever text goes in comes out as that text, in ASCII, for every roff.
struct Roff {
    private(set) var text = ""

    /// A request with its arguments; those of several words are quoted, which only macros understand.
    mutating func request(_ name: String, _ arguments: String...) {
        let words = arguments.map { $0.isEmpty || $0.contains(" ") ? "\"\(Self.escaped($0))\"" : Self.escaped($0) }
        text += "." + ([name] + words).joined(separator: " ") + "\n"
    }

    /// A line of text, filled into its paragraph.
    mutating func line(_ parts: Part...) { line(parts) }

    mutating func line(_ parts: [Part]) {
        let line = parts.map(\.escaped).joined()
        // A control character at the beginning would make it a request.
        text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }

    /// A piece of a line in one font.
    enum Part {
        case plain(String)
        case bold(String)
        /// A placeholder that the reader replaces.
        case italic(String)

        fileprivate var escaped: String {
            switch self {
            case .plain(let text): Roff.escaped(text)
            case .bold(let text): "\\fB\(Roff.escaped(text))\\fR"
            case .italic(let text): "\\fI\(Roff.escaped(text))\\fR"
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            // Else a hyphen, which cannot be pasted into a shell; and quotes that are typeset.
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "\n": result += " "
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result
    }
}
