extension String {
    /// Nil for an empty text: rows write «not said» so, and answers leave it out.
    package var unlessEmpty: String? { isEmpty ? nil : self }
}
