import Ingredients
package import Markup

/// The text of a step, with its durations as buttons that start a timer.
package struct StepText {
    private let text: String
    private let name: String

    /// `name` names the timers, such as `Step 2`.
    package init(_ text: String, name: String) { (self.text, self.name) = (text, name) }

    /// A time in a step that can be a timer: `12 minutes`, `1 to 2 hours`.
    package struct Duration: Hashable, Sendable {
        package var range: Range<String.Index>
        /// The longest time that the text allows is when the timer ends.
        package var seconds: Int
    }

    /// The durations of the text, in its order. A duration of more than a day is no timer.
    package var durations: [Duration] {
        StepTime.all(in: text).filter { (5...86_400).contains($0.longest) }.map {
            Duration(range: $0.range, seconds: $0.longest)
        }
    }

    private enum Run {
        case text(String)
        case duration(String, Int)
    }

    private var runs: [Run] {
        var runs: [Run] = []
        var place = text.startIndex
        for duration in durations {
            runs.append(.text(String(text[place..<duration.range.lowerBound])))
            runs.append(.duration(String(text[duration.range]), duration.seconds))
            place = duration.range.upperBound
        }
        return runs + [.text(String(text[place...]))]
    }

    /// The text with its times as buttons.
    package var html: HTML { "\(each: runs, run)" }

    /// The buttons alone, for the page of one step.
    package var timers: HTML? {
        let durations = durations
        guard !durations.isEmpty else { return nil }
        return "<p class=\"chips timed\">\(each: durations, { button(String(text[$0.range]), $0.seconds) })</p>"
    }

    private func run(_ run: Run) -> HTML {
        switch run {
        case .text(let text): Self.lines(text)
        case .duration(let text, let seconds): button(text, seconds)
        }
    }

    private static func lines(_ text: String) -> HTML {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        return "\(each: lines.enumerated(), { $0.offset == 0 ? "\($0.element)" : "<br>\($0.element)" })"
    }

    private func button(_ text: String, _ seconds: Int) -> HTML {
        """
        <button class="time" type="button" data-timer="\(seconds)" data-name="\(name): \(text)" disabled>\(Icon.timer)<span class="hide">start a timer: </span>\(text)</button>
        """
    }
}
