/// A difference between two answers.
package struct AnswerChange: Codable, Hashable, Sendable {
    /// The path to the value, with dots; nil: the whole explained part. A path that ends with `order`: the entries
    /// changed places.
    package var field: String?
    /// Nil: there was no value.
    package var from: AnswerTree?
    package var to: AnswerTree?

    static func changes(from old: AnswerTree?, to new: AnswerTree?, at field: String? = nil) -> [AnswerChange] {
        let (old, new) = (old == .absent ? nil : old, new == .absent ? nil : new)
        guard old != new else { return [] }
        // A name may stand for several entries before and for one after, or the reverse.
        if field == nil, let before = alone(old, or: new), let after = alone(new, or: old) {
            return entryChanges(from: before, to: after, at: nil)
        }
        switch (old, new) {
        case (.fields(let before)?, .fields(let after)?):
            return Set(before.keys).union(after.keys).sorted().flatMap { name in
                changes(from: before[name], to: after[name], at: below(field, name))
            }
        case (.list(let before)?, .list(let after)?):
            if let before = entries(before), let after = entries(after) {
                return entryChanges(from: before, to: after, at: field)
            }
            fallthrough
        default: return [AnswerChange(field: field, from: old, to: new)]
        }
    }

    private static func below(_ field: String?, _ name: String) -> String { field.map { "\($0).\(name)" } ?? name }

    private typealias Entries = (names: [String], values: [String: AnswerTree])

    /// The entries of a list by name; nil unless each has a name of its own.
    private static func entries(_ list: [AnswerTree]) -> Entries? {
        var entries: Entries = ([], [:])
        for item in list {
            guard let name = item.entryNames.first, entries.values.updateValue(item, forKey: name) == nil else {
                return nil
            }
            entries.names.append(name)
        }
        return entries
    }

    /// The entries of one of two answers, if the other answer is a list or an object: a list has its items, an object
    /// is one entry, no answer is no entry. Nil if the answers do not hold entries.
    private static func alone(_ tree: AnswerTree?, or other: AnswerTree?) -> Entries? {
        switch (tree, other) {
        case (.list(let items)?, .fields?), (.list(let items)?, nil): items.isEmpty ? nil : entries(items)
        case (.fields?, .list?): tree.flatMap { entries([$0]) }
        case (nil, .list(let items)?): items.isEmpty ? nil : ([], [:])
        default: nil
        }
    }

    private static func entryChanges(from old: Entries, to new: Entries, at field: String?) -> [AnswerChange] {
        let gone = old.names.filter { new.values[$0] == nil }
        var result = (gone + new.names).flatMap { name in
            changes(from: old.values[name], to: new.values[name], at: below(field, name))
        }
        let (before, after) = (old.names.filter { new.values[$0] != nil }, new.names.filter { old.values[$0] != nil })
        if before != after {
            result.append(
                AnswerChange(
                    field: below(field, "order"), from: .list(before.map { .text($0) }),
                    to: .list(after.map { .text($0) })))
        }
        return result
    }

    /// The change, for people.
    package func text(isNamed: Bool) -> String {
        let name = isNamed ? field.map { "\($0) " } ?? "" : ""
        return switch (from, to) {
        case (nil, .fields?): field.map { "+\(to?.label ?? $0)" } ?? "came"
        case (.fields?, nil): field.map { "−\(from?.label ?? $0)" } ?? "went"
        default: "\(name)\((from ?? .absent).text) → \((to ?? .absent).text)"
        }
    }
}
