import Events
import LarderAPI
import Layout
import Views

/// The end of a page of search results, in both lists.
struct SearchCursor {
    /// The last item shown of one list.
    enum Place {
        case start
        case after(TextMatch)
        /// The whole list was shown.
        case end
    }

    var recipes = Place.start
    var members = Place.start

    init() {}

    init(page: Page, mark: [UInt8]) throws(Refusal) {
        guard let after = page.after else { return }
        let bytes = try Cursor.decode(after)
        let places = Array(bytes.dropLast(mark.count))
        guard places.count == 2 * Self.placeBytes, bytes.suffix(mark.count) == mark[...],
            let recipes = Self.place(places.prefix(Self.placeBytes)),
            let members = Self.place(places.suffix(Self.placeBytes))
        else {
            throw Refusal(.invalid, "«\(after)» is a cursor of another list: pass on this list's next", field: "after")
        }
        (self.recipes, self.members) = (recipes, members)
    }

    /// `nil` when both lists were shown completely.
    func text(mark: [UInt8]) -> String? {
        if case .end = recipes, case .end = members { return nil }
        return Cursor.encode(Self.bytes(recipes) + Self.bytes(members) + mark)
    }

    private static let placeBytes = 17

    private static func bytes(_ place: Place) -> [UInt8] {
        switch place {
        case .start: Key(0).appending(0 as UInt64).appending(0 as UInt8).bytes
        case .after(let match): Key(match.score.bitPattern).appending(match.id.value).appending(match.tier).bytes
        case .end: Key(0).appending(0 as UInt64).appending(UInt8.max).bytes
        }
    }

    private static func place(_ bytes: some Collection<UInt8>) -> Place? {
        let key = Key(bytes)
        let score = Double(bitPattern: key.uint64(at: 0))
        switch Array(bytes).last {
        case 0?: return .start
        case UInt8.max?: return .end
        case let tier? where score.isFinite:
            return .after(TextMatch(id: Position(key.uint64(at: 8)), tier: tier, score: score))
        default: return nil
        }
    }
}
