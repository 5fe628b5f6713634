extension String {
    /// Whether all of it may stand in a URL's query or a header: ASCII, without blanks and controls.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
