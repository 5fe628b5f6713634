package import Markup

/// What a reader wrote into a form that was not carried out, and whose page is not shown again: to copy, so that nothing is lost.
package struct KeptTexts: Sendable {
    private let text: String

    /// The fields in which cooks write.
    private static let fields = [
        "title", "description", "ingredient", "ingredientLines", "step", "stepLines", "note", "text", "quote", "bio",
        "reason", "why",
    ]

    /// `nil`: nothing was written.
    package init?(_ values: [String: [String]]) {
        let written = Self.fields.compactMap { field -> String? in
            let lines = (values[field] ?? []).filter { $0.contains { !$0.isWhitespace } }
            return lines.isEmpty ? nil : lines.joined(separator: "\n")
        }
        guard !written.isEmpty else { return nil }
        text = written.joined(separator: "\n\n")
    }

    package var html: HTML {
        """
        <div class="field kept"><label for="kept">What you wrote was not sent. Copy it from here.</label>\
        <textarea id="kept" rows="6" readonly>\(text)</textarea></div>
        """
    }
}
