/// A fragment of HTML, in UTF-8.
///
/// Only literals of the source are markup. A value that is interpolated is escaped, unless it is `HTML` itself. So no text of a
/// member, of a request or of another site can become markup. There is no way around it: no initializer takes a text.
///
/// ```swift
/// let name: HTML = "<h1 title=\"\(title)\">\(title)</h1>"
/// ```
///
/// A value may stand between tags and inside an attribute in double quotes, and nowhere else. Debug builds follow the literals and
/// trap where a value stands anywhere else: in a tag's name, in an unquoted attribute, in `style`, in an event handler, in a script
/// or a style sheet.
package struct HTML: Sendable, Equatable {
    package private(set) var bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    package static let empty = HTML(bytes: [])

    package var isEmpty: Bool { bytes.isEmpty }

    package static func + (first: HTML, second: HTML) -> HTML { HTML(bytes: first.bytes + second.bytes) }

    package static func += (first: inout HTML, second: HTML) { first.bytes += second.bytes }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral literal: StaticString) {
        bytes = []
        bytes.append(literal)
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        #if DEBUG
            interpolation.tokenizer.finish()
        #endif
        bytes = interpolation.bytes
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []
        #if DEBUG
            fileprivate var tokenizer = MarkupTokenizer()
        #endif

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 24)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            #if DEBUG
                let begin = bytes.count
                bytes.append(literal)
                tokenizer.read(bytes[begin...])
            #else
                bytes.append(literal)
            #endif
        }

        // MARK: Values

        package mutating func appendInterpolation(_ text: String) {
            checkValue()
            bytes.append(escaping: text)
        }

        /// Nothing where there is no text.
        package mutating func appendInterpolation(_ text: String?) { if let text { appendInterpolation(text) } }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { appendInterpolation("\(number)") }

        /// The address of a typed link, inside `href`, `action` or `src`.
        package mutating func appendInterpolation(_ link: Link) { appendInterpolation(link.text) }

        // MARK: Markup

        package mutating func appendInterpolation(_ html: HTML) {
            checkMarkup()
            bytes += html.bytes
        }

        package mutating func appendInterpolation(_ html: HTML?) { if let html { appendInterpolation(html) } }

        /// The fragments of all elements, one after the other.
        package mutating func appendInterpolation<Elements: Sequence>(
            each elements: Elements, _ fragment: (Elements.Element) throws -> HTML
        ) rethrows {
            checkMarkup()
            for element in elements { bytes += try fragment(element).bytes }
        }

        /// Fragments, one after the other.
        package mutating func appendInterpolation(each fragments: some Sequence<HTML>) {
            checkMarkup()
            for fragment in fragments { bytes += fragment.bytes }
        }

        /// The fragment where the condition holds.
        package mutating func appendInterpolation(_ fragment: @autoclosure () -> HTML, if condition: Bool) {
            if condition { appendInterpolation(fragment()) }
        }

        /// An attribute, with a blank before it, where the condition holds: ` checked`.
        package mutating func appendInterpolation(_ flag: Flag, if condition: Bool) {
            checkAttribute()
            guard condition else { return }
            bytes.append(UInt8(ascii: " "))
            bytes.append(flag.name)
        }

        /// An attribute, with a blank before it, where there is a value: ` value="12"`.
        package mutating func appendInterpolation(_ attribute: Attribute) {
            checkAttribute()
            guard let value = attribute.value else { return }
            bytes.append(UInt8(ascii: " "))
            bytes.append(attribute.name)
            bytes.append(contentsOf: "=\"".utf8)
            bytes.append(escaping: value)
            bytes.append(UInt8(ascii: "\""))
        }

        private func checkValue() {
            #if DEBUG
                tokenizer.checkValue()
            #endif
        }

        private func checkMarkup() {
            #if DEBUG
                tokenizer.checkMarkup()
            #endif
        }

        private func checkAttribute() {
            #if DEBUG
                tokenizer.checkAttribute()
            #endif
        }
    }
}

extension HTML {
    /// An attribute without a value, such as `checked`. Its name is of the source.
    package struct Flag: Sendable {
        fileprivate let name: StaticString

        package init(_ name: StaticString) { self.name = name }
    }

    /// An attribute with a value, which is absent where the value is. Its name is of the source, and neither `style` nor an event
    /// handler.
    package struct Attribute: Sendable {
        fileprivate let name: StaticString
        fileprivate let value: String?

        package init(_ name: StaticString, _ value: String?) {
            #if DEBUG
                precondition(MarkupTokenizer.isOpen(attribute: name.description), "\(name) takes no values")
            #endif
            (self.name, self.value) = (name, value)
        }

        package init(_ name: StaticString, _ value: (some BinaryInteger)?) { self.init(name, value.map { "\($0)" }) }
        package init(_ name: StaticString, _ link: Link?) { self.init(name, link?.text) }
    }

    /// `<script type="application/ld+json">` with a JSON document, in which no character can end the script.
    /// `json` must be a JSON document in UTF-8.
    package init(json: [UInt8]) {
        self = "<script type=\"application/ld+json\">"
        bytes.append(escapingScript: json)
        self += "</script>"
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ literal: StaticString) {
        if literal.hasPointerRepresentation {
            unsafe append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
        } else {
            append(contentsOf: String(literal.unicodeScalar).utf8)
        }
    }

    /// Appends a text with its five special characters as references. U+0000, which HTML cannot hold, becomes U+FFFD.
    fileprivate mutating func append(escaping text: String) {
        // Most texts have none of them, and are copied as a whole.
        guard text.utf8.contains(where: Self.isSpecial) else { return append(contentsOf: text.utf8) }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): append(contentsOf: "&#39;".utf8)
            case 0: append(contentsOf: "\u{FFFD}".utf8)
            default: append(byte)
            }
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0: true
        default: false
        }
    }

    /// Appends JSON with `<`, `>`, `&`, U+2028 and U+2029 as `\u…`. They stand inside strings only, so the value is the same.
    fileprivate mutating func append(escapingScript json: [UInt8]) {
        var index = json.startIndex
        while index < json.endIndex {
            switch json[index] {
            case UInt8(ascii: "<"): append(contentsOf: "\\u003c".utf8)
            case UInt8(ascii: ">"): append(contentsOf: "\\u003e".utf8)
            case UInt8(ascii: "&"): append(contentsOf: "\\u0026".utf8)
            case 0xE2 where json[index...].starts(with: [0xE2, 0x80, 0xA8]):
                append(contentsOf: "\\u2028".utf8)
                index += 2
            case 0xE2 where json[index...].starts(with: [0xE2, 0x80, 0xA9]):
                append(contentsOf: "\\u2029".utf8)
                index += 2
            default: append(json[index])
            }
            index += 1
        }
    }
}
