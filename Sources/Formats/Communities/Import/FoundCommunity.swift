import CloudEvents
package import Events
import Recipes

/// What the export of an app tells of its community, in no order, and not yet held against the domain's limits or each other.
package struct FoundCommunity: Sendable {
    /// Most members, recipes, comments and marks together: all are held until their order is known.
    static let countMax = 1_000_000

    /// The source of all origins.
    package var source: String
    var members: [FoundMember] = []
    var recipes: [AuthoredRecipe] = []
    var comments: [FoundComment] = []
    var marks: [FoundMark] = []
    var refused: [RefusedItem] = []
    /// What no event is made of, although nothing is lost.
    var leftOut: [ImportRun.Line] = []

    package init(source: String) { self.source = source }

    var count: Int { members.count + recipes.count + comments.count + marks.count + refused.count }

    /// Refuses what is more than can be held.
    package func checkCount() throws(Refusal) {
        guard count <= Self.countMax else {
            throw Refusal(.invalid, "these files hold more than \(Self.countMax) things: import a part at a time")
        }
    }
}

/// A member, as their app knew them.
struct FoundMember: Hashable, Sendable {
    var place: String
    var id: String
    var username: String?
    var name: String?
    var email: String?
    var phone: String?
    var bio: String?
    /// As found: perhaps no address.
    var avatar: String?
    var isBanned = false
    var occurredAt: Timestamp?
    var notes: [String] = []
}

/// A recipe, and whom its app names as its author: by id, or by username.
struct AuthoredRecipe: Hashable, Sendable {
    var author: String?
    /// Has an id.
    var found: FoundRecipe
}

struct FoundComment: Hashable, Sendable {
    var place: String
    var id: String
    var author: String?
    var recipe: String?
    /// The comment that it answers.
    var parent: String?
    var text: String
    var occurredAt: Timestamp?
    var notes: [String] = []
}

/// What a member did about a member, a recipe or a comment: a like, a bookmark, a report.
struct FoundMark: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case member(String)
        case recipe(String)
        case comment(String)
    }

    var place: String
    var id: String
    var kind: EventKind
    var actor: String
    var subject: Subject
    var occurredAt: Timestamp?
    var payload = Payload.none
    var value: UInt8 = 0
    var notes: [String] = []
}

extension JSONValue {
    /// A file's JSON text, or as a list what it has on each line; null for a line that cannot be read.
    static func documentOrLines(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int
    ) throws(RefusedItem) -> JSONValue {
        do throws(RefusedItem) {
            return try document(bytes, place: place, upTo: bytesMax)
        } catch {
            let lines = withoutMark(bytes).split(separator: .newline).filter { !$0.allSatisfy(\.isJSONBlank) }
            // One line that is an object tells JSON lines from a damaged document, whose own error is the better report.
            guard error.reason == .unreadable, lines.count > 1, lines.count <= FoundCommunity.countMax,
                (try? JSONValue(Array(lines[0])))?.members != nil
            else {
                throw error
            }
            // A line that cannot be read becomes null, which the reader of the list rejects by its number.
            return .array(lines.map { (try? JSONValue(Array($0))) ?? .null })
        }
    }
}
