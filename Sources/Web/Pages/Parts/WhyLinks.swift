import Markup

/// Leads an admin from the figures of a page to the events that made them; other readers do not see it.
struct WhyLinks {
    private let question: String
    private let figures: [(name: String, field: String)]
    private let reader: Reader?

    /// `question`: the path that answers the figures. `figures`: what a reader calls each, and its field in the answer.
    init(_ question: String, _ figures: [(name: String, field: String)], for reader: Reader?) {
        (self.question, self.figures, self.reader) = (question, figures, reader)
    }

    static func link(_ question: String, _ field: String) -> Link {
        Link("/console/why").query("question", question).query("field", field)
    }

    var html: HTML? {
        guard reader?.role == .admin, !figures.isEmpty else { return nil }
        return """
            <p class="whys small soft">Why? \(each: figures, { "<a href=\"\(Self.link(question, $0.field))\">\($0.name)</a> " })</p>
            """
    }
}
