package import LarderAPI
package import Markup

/// A text in which the words that a search matched are marked.
package struct MarkedText {
    private let text: String
    private let ranges: [SearchMatch.TextRange]

    /// `field`: the name of the text in `marks`.
    package init(_ text: String, in field: String, _ marks: [SearchMatch]) {
        self.text = text
        ranges = marks.first { $0.field == field }?.ranges ?? []
    }

    private struct Run {
        var text: String
        var isMarked: Bool
    }

    /// A range outside the text, or one before its predecessor, marks nothing.
    private var runs: [Run] {
        let units = text.utf16
        var runs: [Run] = []
        var place = text.startIndex
        for range in ranges where range.start >= 0 && range.end <= units.count && range.start < range.end {
            let start = units.index(units.startIndex, offsetBy: range.start)
            let end = units.index(units.startIndex, offsetBy: range.end)
            guard start >= place else { continue }
            runs.append(Run(text: String(text[place..<start]), isMarked: false))
            runs.append(Run(text: String(text[start..<end]), isMarked: true))
            place = end
        }
        return runs + [Run(text: String(text[place...]), isMarked: false)]
    }

    package var html: HTML { "\(each: runs, { $0.isMarked ? "<mark>\($0.text)</mark>" : "\($0.text)" })" }
}
