/// The names that members show beside their usernames.
package enum DisplayName {
    /// Why no member can show a name.
    package enum Fault: Hashable, Sendable {
        /// No font shows any character of it.
        case invisible
        /// A bidirectional control, which reorders the text around the name.
        case direction
        /// Another control character, such as one that begins a command of a terminal.
        case control
        case severalLines
    }

    /// `nil`: nothing is against it.
    package static func fault(in name: String) -> Fault? {
        let scalars = name.unicodeScalars
        if scalars.contains(where: isLineEnd) { return .severalLines }
        if scalars.contains(where: \.properties.isBidiControl) { return .direction }
        if scalars.contains(where: isControl) { return .control }
        return scalars.contains(where: isVisible) ? nil : .invisible
    }

    /// `name` without what `fault` refuses, for imports; empty if nothing visible is left.
    package static func fitted(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !scalar.properties.isBidiControl {
            if isLineEnd(scalar) {
                scalars.append(" ")
            } else if !isControl(scalar) {
                scalars.append(scalar)
            }
        }
        return scalars.contains(where: isVisible) ? String(scalars) : ""
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        // A mark shows on the letter before it. A private code point has no shape that all readers see.
        case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark: return false
        // The Braille pattern without dots is blank, though it is a symbol.
        default: return scalar.value != 0x2800
        }
    }
}
