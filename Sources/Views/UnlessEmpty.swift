extension String {
    /// `nil` for an empty text: rows store an absent text as empty, and answers omit it.
    var unlessEmpty: String? { isEmpty ? nil : self }
}
