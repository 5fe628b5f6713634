/// A time that a step names: how long something is waited for or worked at.
package struct StepTime: Hashable, Sendable {
    /// Where the text names it.
    package var range: Range<String.Index>
    /// In seconds, at least one.
    package var least: Int
    /// The upper end of a range in seconds, above `least`; `nil`: it is no range.
    package var most: Int?

    package init(_ range: Range<String.Index>, _ least: Int, upTo most: Int? = nil) {
        (self.range, self.least, self.most) = (range, least, most)
    }

    /// The longest time that the text allows.
    package var longest: Int { most ?? least }

    /// A longer time is no time of a step.
    static let secondsMax = 30 * 86_400
}

extension StepTime {
    /// The times that a text names, in its order. It reads English, German, French, Italian and Spanish.
    ///
    /// No time is how long something keeps («keeps for 3 days»), how often something is done («every 20 minutes»), how long before
    /// something else it is done («an hour before»), and what is no number («overnight», «a few minutes»). O(text).
    package static func all(in text: String) -> [StepTime] {
        var reader = StepTimeReader(StepToken.all(in: text))
        return reader.times()
    }
}
