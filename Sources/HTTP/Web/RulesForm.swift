import Events
import Foundation
import LarderAPI
import Layout
import Pages

/// Rules from the fields of their form. The decision about them refuses what they must not be; here only what is no number is refused.
struct RulesForm {
    private let form: FormBody

    init(_ form: FormBody) { self.form = form }

    /// The rules as the API takes them; `nil`: the form has no fields of rules.
    var rules: [String: JSON]? {
        get throws(Refusal) {
            guard form.values.keys.contains("level") else { return nil }
            return try all()
        }
    }

    private func all() throws(Refusal) -> [String: JSON] {
        var rules: [String: JSON] = [:]
        rules["awards"] = .list(try awards())
        rules["levels"] = .list(
            try rows("level", with: ["xp"]) { row throws(Refusal) in
                ["name": .text(row[0]), "xp": try number(row[1].isEmpty ? "0" : row[1], "levels")]
            })
        rules["badges"] = .object(try numbers(RulesPage.badges.map(\.name), of: "badges"))
        rules["rating"] = .object(try numbers(["stars", "weight"], of: "rating"))
        rules["collections"] = .list(
            try rows("collection", with: ["tags", "minutes"]) { row throws(Refusal) in
                var collection: [String: JSON] = ["name": .text(row[0])]
                let tags = row[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                    !$0.isEmpty
                }
                if !tags.isEmpty { collection["tags"] = .list(tags.map { .text($0) }) }
                if !row[2].isEmpty { collection["maxMinutes"] = try number(row[2], "collections") }
                return collection
            })
        return rules
    }

    private func awards() throws(Refusal) -> [JSON] {
        var awards: [JSON] = []
        for (kind, _) in RulesPage.awards {
            guard let points = form["points.\(kind)"] else { continue }
            var award: [String: JSON] = ["kind": .text(kind), "points": try number(points, "awards")]
            if let cap = form["cap.\(kind)"] { award["dailyCap"] = try number(cap, "awards") }
            awards.append(.object(award))
        }
        return awards
    }

    private func numbers(_ names: [String], of group: String) throws(Refusal) -> [String: JSON] {
        var numbers: [String: JSON] = [:]
        for name in names {
            if let text = form["\(group).\(name)"] { numbers[name] = try number(text, group) }
        }
        return numbers
    }

    /// The rows of fields of the same names, without those that are empty.
    private func rows(
        _ name: String, with others: [String], _ row: ([String]) throws(Refusal) -> [String: JSON]
    ) throws(Refusal) -> [JSON] {
        let columns = ([name] + others).map(form.all)
        var rows: [JSON] = []
        for index in columns[0].indices {
            let values = columns.map { column in
                column.indices.contains(index) ? column[index].trimmingCharacters(in: .whitespacesAndNewlines) : ""
            }
            guard values.contains(where: { !$0.isEmpty }) else { continue }
            rows.append(.object(try row(values)))
        }
        return rows
    }

    private func number(_ text: String, _ field: String) throws(Refusal) -> JSON {
        if let whole = Int64(text.replacing("−", with: "-")) { return .whole(whole) }
        if let number = Double(text), number.isFinite { return .number(number) }
        throw Refusal(.invalid, "«\(text.excerpt())» is not a number", field: field)
    }
}
