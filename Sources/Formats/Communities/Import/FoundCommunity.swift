import Accounts
import CloudEvents
package import Events
import Recipes

/// The community of an app's export, in no order, and not yet checked against the domain's limits or each other.
package struct FoundCommunity: Sendable {
    /// The maximum of members, recipes, comments and marks together. All are in memory until their order is known.
    static let countMax = 1_000_000

    /// The source of all origins.
    package var source: String
    var members: [FoundMember] = []
    var recipes: [AuthoredRecipe] = []
    var comments: [FoundComment] = []
    var marks: [FoundMark] = []
    var refused: [RefusedItem] = []
    /// Items that become no event, although nothing is lost.
    var leftOut: [ImportRun.Line] = []
    /// Of the pictures that the export holds itself.
    var pictureBytes = 0

    package init(source: String) { self.source = source }

    var count: Int { members.count + recipes.count + comments.count + marks.count + refused.count }

    /// Refuses more items than `countMax`.
    package func checkCount() throws(Refusal) {
        guard count <= Self.countMax else {
            throw Refusal(.invalid, "these files hold more than \(Self.countMax) things: import a part at a time")
        }
    }
}

/// A member of the app.
struct FoundMember: Hashable, Sendable {
    var place: String
    var id: String
    var username: String?
    var name: String?
    var email: String?
    /// Whether the member's own document has no e-mail, but a file of users may have one.
    var isEmailElsewhere = false
    var phone: String?
    var bio: String?
    /// The text in the export, which may not be an address.
    var avatar: String?
    /// The picture itself, where the export holds it. It is dropped unless `keepPictures` stores it.
    var avatarPicture: InlinePicture?
    var isBanned = false
    /// What lets the member log in with the password of the app.
    var password: ImportedHash?
    /// What the export says of a role, for the report; `nil` if it says nothing.
    var roleNote: String?
    /// The points in the app.
    var points: UInt32 = 0
    var occurredAt: Timestamp?
    var notes: [String] = []
}

/// A recipe, and its author in the app: an id or a username.
struct AuthoredRecipe: Hashable, Sendable {
    var author: String?
    var told = ToldCounts()
    /// The recipe, which has an id.
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

/// An act of a member on a member, a recipe or a comment, such as a like, a bookmark or a report.
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
    /// The JSON text of a file, or a list of the JSON texts of its lines, with null for a line that cannot be read.
    static func documentOrLines(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int
    ) throws(RefusedItem) -> JSONValue {
        do throws(RefusedItem) {
            return try document(bytes, place: place, upTo: bytesMax)
        } catch {
            let lines = withoutMark(bytes).split(separator: .newline).filter { !$0.allSatisfy(\.isJSONBlank) }
            // If the first line is an object, these are JSON lines. Else this is a damaged document, whose error is reported.
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
