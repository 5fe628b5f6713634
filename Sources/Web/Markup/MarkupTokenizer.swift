#if DEBUG
    /// Follows the literals of one fragment as the HTML tokenizer does, far enough to know where a value may stand.
    ///
    /// It knows only the markup that this project writes: attributes in double quotes, lower-case names, no comments.
    struct MarkupTokenizer {
        private enum State: Equatable {
            case text
            /// Behind `<`, in the name of a tag.
            case name
            /// In a tag, behind its name or an attribute.
            case tag
            case attributeName
            /// Behind `=`.
            case beforeValue
            case value
            case unquotedValue
            /// In `<!doctype …>`.
            case declaration
            /// In a script or a style sheet.
            case raw
        }

        private var state = State.text
        private var tagName: [UInt8] = []
        private var attribute: [UInt8] = []
        private var isEnd = false

        mutating func read(_ literal: some Sequence<UInt8>) {
            for byte in literal { read(byte) }
        }

        private mutating func read(_ byte: UInt8) {
            switch state {
            case .text:
                if byte == UInt8(ascii: "<") { (state, tagName, isEnd) = (.name, [], false) }
            case .name:
                switch byte {
                case UInt8(ascii: "!") where tagName.isEmpty: state = .declaration
                case UInt8(ascii: "/") where tagName.isEmpty: isEnd = true
                case UInt8(ascii: ">"): close()
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "/"): state = .tag
                default: tagName.append(byte)
                }
            case .declaration: if byte == UInt8(ascii: ">") { state = .text }
            case .tag:
                switch byte {
                case UInt8(ascii: ">"): close()
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "/"): break
                default: (state, attribute) = (.attributeName, [byte])
                }
            case .attributeName:
                switch byte {
                case UInt8(ascii: "="): state = .beforeValue
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "/"): state = .tag
                case UInt8(ascii: ">"): close()
                default: attribute.append(byte)
                }
            case .beforeValue: state = byte == UInt8(ascii: "\"") ? .value : .unquotedValue
            case .value: if byte == UInt8(ascii: "\"") { state = .tag }
            case .unquotedValue:
                if byte == UInt8(ascii: " ") { state = .tag }
                if byte == UInt8(ascii: ">") { close() }
            // An end tag within a literal ends it; a value never stands inside.
            case .raw: if byte == UInt8(ascii: "<") { (state, tagName, isEnd) = (.name, [], false) }
            }
        }

        private mutating func close() {
            let isRaw = ["script", "style"].contains(String(decoding: tagName, as: UTF8.self))
            state = isRaw && !isEnd ? .raw : .text
        }

        // MARK: What may stand here

        func checkValue() {
            precondition(
                state == .text
                    || (state == .value && Self.isOpen(attribute: String(decoding: attribute, as: UTF8.self))),
                "a value stands where HTML gives it another meaning: \(place)")
        }

        func checkMarkup() { precondition(state == .text, "markup stands inside a tag or a script: \(place)") }

        func checkAttribute() {
            precondition(
                state == .tag || state == .name || state == .attributeName,
                "an attribute stands outside a tag: \(place)")
        }

        func finish() { precondition(state == .text, "a fragment ends inside a tag: \(place)") }

        /// Whether an attribute of that name may hold a value: it is no code.
        static func isOpen(attribute name: String) -> Bool {
            let name = name.lowercased()
            return name != "style" && !name.hasPrefix("on") && name != "srcdoc"
        }

        private var place: String {
            "\(state) of <\(String(decoding: tagName, as: UTF8.self)) \(String(decoding: attribute, as: UTF8.self))>"
        }
    }
#endif
