extension String {
    /// The text as one word of a shell, in quotes.
    package var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
