import Events
import Layout

struct VersionLine: Encodable {
    var version: Int
    var event: UInt64
    var at: String
    var title: String
    var note: String?
}

/// How one field of a recipe changed; of a list, what it was and is, and how many lines can stay.
struct ChangeLine: Encodable {
    struct Rows: Encodable {
        var from: [String]
        var to: [String]
        var kept: Int
    }
    var field: String
    var from: String?
    var to: String?
    var rows: Rows?
}

extension Model {
    /// «Every event that touches an entity or a member (as actor, subject, owner or cause)».
    func history(of id: UInt64) -> [UInt64] {
        facts.enumerated().filter { [UInt64($0 + 1), $1.actor, $1.subject, $1.owner, $1.cause].contains(id) }
            .map { UInt64($0.offset + 1) }
    }

    /// Where what a reference names was created.
    func creation(of reference: Reference) throws -> UInt64 {
        switch reference {
        case .position(let position, let letter):
            guard (1...head).contains(position.value),
                letter == nil || name(of: position.value) == reference.description
            else { throw No(.notFound) }
            return position.value
        case .username: return try livingMember(reference)
        case .external:
            guard let position = position(reference) else { throw No(.notFound) }
            return position
        }
    }

    /// «Earlier versions can be listed and diffed.» The newest first.
    func versions(of id: UInt64, viewer: UInt64?) throws -> [VersionLine] {
        let recipe = try shownRecipe(id, to: viewer)
        return recipe.versions.enumerated().reversed().map { index, version in
            VersionLine(
                version: index + 1, event: version.event, at: version.at.rfc3339, title: version.content.title,
                note: version.content.note.isEmpty ? nil : version.content.note)
        }
    }

    func version(_ number: Int, of id: UInt64, viewer: UInt64?) throws -> Version {
        let versions = try shownRecipe(id, to: viewer).versions
        guard versions.indices.contains(number - 1) else { throw No(.notFound) }
        return versions[number - 1]
    }

    func changes(of id: UInt64, from old: Int, to new: Int, viewer: UInt64?) throws -> [ChangeLine] {
        let old = Self.fields(of: try version(old, of: id, viewer: viewer))
        let new = Self.fields(of: try version(new, of: id, viewer: viewer))
        return zip(old, new).compactMap { old, new in
            if old.value == new.value && old.rows == new.rows { return nil }
            let rows = old.rows.flatMap { from in
                new.rows.map { ChangeLine.Rows(from: from, to: $0, kept: Self.commonCount(from, $0)) }
            }
            return ChangeLine(field: old.name, from: old.value, to: new.value, rows: rows)
        }
    }

    private typealias Field = (name: String, value: String?, rows: [String]?)

    /// In the order in which a recipe is read; what the dice never say is not there.
    private static func fields(of version: Version) -> [Field] {
        let content = version.content
        let diets = diets(of: content)
        return [
            ("title", content.title, nil),
            ("description", content.hasDescription_p ? content.description_p : nil, nil),
            ("ingredients", nil, content.ingredients.map(\.original)),
            ("steps", nil, content.steps.map(\.text)),
            ("servings", content.hasServings ? "\(content.servings)" : nil, nil),
            ("totalMinutes", content.hasTotalMinutes ? "\(content.totalMinutes)" : nil, nil),
            ("difficulty", content.difficulty == .unknown ? nil : "\(content.difficulty)", nil),
            ("cuisine", content.hasCuisine ? content.cuisine : nil, nil),
            ("course", content.hasCourse ? content.course : nil, nil),
            ("tags", nil, content.tags),
        ] + ["vegetarian", "vegan", "glutenFree", "sugarFree"].map { ($0, diets[$0], nil) }
    }

    /// The length of the longest common subsequence.
    private static func commonCount(_ one: [String], _ other: [String]) -> Int {
        var counts = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
        for i in one.indices {
            for j in other.indices {
                counts[i + 1][j + 1] =
                    one[i] == other[j] ? counts[i][j] + 1 : max(counts[i][j + 1], counts[i + 1][j])
            }
        }
        return counts[one.count][other.count]
    }
}
