import Events
package import Layout
import Projections

/// Names by their beginning, for suggestions. Each costs a bounded number of look-ups, however large the views are.
extension Queries {
    /// The most rows that are looked at for one suggestion.
    private static let rowsMax = 5_000

    /// Usernames of living members in the order of their folded names. Case does not matter.
    package func usernames(beginningWith prefix: String, limit: Int) -> [String] {
        let folded = Username.folded(prefix)
        var (names, left) = ([String](), Self.rowsMax)
        snapshot.scan(views.members.usernames, prefix: MembersView.nameBeginning(folded)) { key, _ in
            if let named = named(MemberID(key.uint64(at: key.count - 8))),
                Username.folded(named.username).hasPrefix(folded)
            {
                names.append(named.username)
            }
            left -= 1
            return left > 0 && names.count < limit
        }
        return names
    }

    /// Recipes that are not deleted, by the first digits of their number; without digits the newest ones.
    package func recipes(beginningWith digits: String, limit: Int) -> [Position] {
        var (found, left) = ([Position](), Self.rowsMax)
        func look(from first: UInt64, to end: UInt64) {
            snapshot.scan(views.recipes.rows, from: Key(first), to: Key(end), reversed: true) { key, row in
                if row.lifecycle == .living, !row.isAuthorDeleted { found.append(Position(key.uint64(at: 0))) }
                left -= 1
                return left > 0 && found.count < limit
            }
        }
        guard !digits.isEmpty else {
            look(from: 0, to: Position.max.value + 1)
            return found
        }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt64(digits), number > 0,
            number <= Position.max.value, "\(number)" == digits
        else { return [] }
        // 12, then 120 to 129, then 1200 to 1299.
        var (first, width) = (number, UInt64(1))
        while first <= Position.max.value, left > 0, found.count < limit {
            look(from: first, to: first + width)
            (first, width) = (first * 10, width * 10)
        }
        return found
    }

    /// Tags of shown recipes, in the order of their bytes. Case does not matter. Long tags are left out.
    package func tags(beginningWith prefix: String, limit: Int) -> [String] {
        let all = FacetKeys.tags
        let beginning = Key(all.lower.bytes + FacetKeys.tagBeginning(prefix.lowercased()))
        var (tags, next, left) = ([String](), Key?.some(beginning), Self.rowsMax)
        while let lower = next, left > 0, tags.count < limit {
            next = nil
            snapshot.scan(views.recipes.byFacet, from: lower, to: beginning.upperBoundOfPrefix) { key, _ in
                if let tag = FacetKeys.word(of: key) { tags.append(tag) }
                // All recipes with the tag are skipped.
                next = FacetKeys.wordPrefix(of: key).upperBoundOfPrefix
                return false
            }
            left -= 1
        }
        return tags
    }

    /// Weeks with participants, the latest first.
    package func boardWeeks(beginningWith prefix: String, limit: Int) -> [String] {
        var (weeks, left) = ([String](), Self.rowsMax)
        forEachBoardWeek(reversed: true) { week, _ in
            let text = week.description
            if text.hasPrefix(prefix.uppercased()) { weeks.append(text) }
            left -= 1
            return left > 0 && weeks.count < limit
        }
        return weeks
    }
}
