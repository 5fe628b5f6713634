import Foundation
import TestSupport

@testable import Ingredients

/// A line of the files in `Labelled`, with the parts that a cook would name.
struct LabelledLine: Sendable {
    /// The names of the files. `lines` has the first lines of all languages, and the others have more of one each.
    static let files = [
        "lines", "lines-english", "lines-french", "lines-german", "lines-spanish", "lines-italian", "lines-dutch",
        "lines-portuguese",
    ]

    let line: String
    let quantity: Quantity?
    let unit: String?
    let name: String
    let note: String?

    /// `nil` for a row that is no labelled line.
    private init?(row: Substring) {
        let fields = row.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard fields.count == 5, !fields[0].isEmpty, !fields[3].isEmpty else { return nil }
        line = String(row.prefix { $0 != "|" }.dropLast())
        if fields[1].isEmpty {
            quantity = nil
        } else {
            let ends = fields[1].split(separator: "-").compactMap { Self.number($0) }
            guard let least = ends.first else { return nil }
            quantity = Quantity(least, upTo: ends.count > 1 ? ends[1] : nil)
        }
        unit = fields[2].isEmpty ? nil : fields[2]
        name = fields[3]
        note = fields[4].isEmpty ? nil : fields[4]
    }

    /// `1 1/2` or `0.25`.
    private static func number(_ text: Substring) -> Double? {
        var sum = 0.0
        for part in text.split(separator: " ") {
            let terms = part.split(separator: "/").compactMap { Double($0) }
            guard let first = terms.first else { return nil }
            sum += terms.count > 1 ? first / terms[1] : first
        }
        return sum
    }

    private static func rows(of file: String) -> [Substring] {
        let text = (try? Checkout.text(of: "Tests/Domain/IngredientsTests/Labelled/\(file).txt")) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }
    }

    static let rows: [Substring] = files.flatMap { rows(of: $0) }

    static let byFile: [String: [LabelledLine]] = Dictionary(
        uniqueKeysWithValues: files.map { ($0, rows(of: $0).compactMap { LabelledLine(row: $0) }) })

    static let all: [LabelledLine] = files.flatMap { byFile[$0] ?? [] }
}
