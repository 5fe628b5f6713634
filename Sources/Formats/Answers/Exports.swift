import CloudEvents
package import Community
package import EventLog
package import Events
import LarderAPI
package import Layout
import Operations
package import Recipes
package import Views

/// Everything that is stored about a member, as one JSON document: the account, the points, all events by the member
/// with their content, and what the events of other members say about the member.
package struct PersonExport {
    private let member: MemberID
    private let log: EventLog
    private let queries: Queries

    package init(member: MemberID, log: EventLog, queries: Queries) {
        (self.member, self.log, self.queries) = (member, log, queries)
    }

    /// Writes the document piece by piece. O(events of the log).
    package func write(_ write: ([UInt8]) throws -> Void) throws {
        let account = try queries.profile(.member(member), viewer: member, viewerIsOperator: true)
        let experience = try queries.experience(
            .member(member), page: Page(limit: 0, after: nil), viewer: member)
        try write(
            Array(
                (#"{"position":\#(queries.logPosition.value),"account":\#(try JSONDocument.text(account)),"#
                    + #""experience":\#(try JSONDocument.text(experience)),"events":["#).utf8))
        try writeEvents(write) {
            $0.actor == member || $0.kind == .memberRegistered && $0.position == member.position
        }
        try write(Array(#"],"about":["#.utf8))
        try writeEvents(write) { $0.actor != member && ($0.owner == member || $0.subject == member.position) }
        try write(Array("]}".utf8))
    }

    /// Writes the events for which `isMeant` holds, separated by commas.
    private func writeEvents(
        _ write: ([UInt8]) throws -> Void, of isMeant: (EventHeader) -> Bool
    ) throws {
        let writer = CloudEventWriter(.local, logID: log.lineage.text)
        try log.read { snapshot in
            let names = EventNames(snapshot)
            var isFirst = true
            try snapshot.forEachHeader(from: Position(1), through: queries.logPosition) { header in
                guard isMeant(header), header.kind != .memberRegistered || header.position == member.position else {
                    return true
                }
                let line = writer.line(try record(header, snapshot), names: names)
                try write(isFirst ? line : [UInt8(ascii: ",")] + line)
                isFirst = false
                return true
            }
        }
    }

    private func record(_ header: EventHeader, _ snapshot: LogSnapshot) throws -> Record {
        guard header.actor != member, header.kind != .memberRegistered else { return try snapshot.record(header) }
        // The content of other members' events belongs to them. The exception is content under this member's key, such
        // as the reason of a ban.
        var record = Record(header: header, body: .none)
        if header.keyHolder == member, header.kind != .reportFiled { record = try snapshot.record(header) }
        guard !namesActor(of: header) else { return record }
        record.header.actor = .operator
        // The origin of a request names its member.
        if let words = record.words {
            record.body = .said(StoredWords(payload: Array(words.bytes[words.payload]), origin: nil))
        }
        return record
    }

    /// Whether the member may learn who did it, as notifications and lists tell it. A member does not learn who has
    /// reported, blocked or bookmarked what, who has voted how, and which moderator has acted.
    private func namesActor(of header: EventHeader) -> Bool {
        EventKindSet.namingActor.contains(header.kind) && !queries.isActOfModerator(header)
    }
}

extension EventKindSet {
    /// The kinds whose actor the owner learns from notifications, lists or the thing itself.
    fileprivate static let namingActor: EventKindSet = [
        .memberFollowed, .memberUnfollowed, .recipePosted, .recipeLiked, .recipeUnliked, .recipeRated, .recipeReposted,
        .repostDeleted, .recipeCooked, .commentPosted, .commentEdited, .commentDeleted, .commentRestored, .commentLiked,
        .commentUnliked,
    ]
}

/// Recipes in the form in which exports hold them: the content with author, times and counts.
package struct RecipeSource {
    package let community: Community
    package let queries: Queries

    package init(community: Community, queries: Queries) { (self.community, self.queries) = (community, queries) }

    /// Nil if the recipe is deleted.
    package func recipe(_ id: RecipeID) throws -> ExportedRecipe? {
        guard let document = queries.recipe(id, .listed, viewer: nil) else { return nil }
        let content = try queries.content(of: .recipe(id), version: document.version, for: nil).content
        var recipe = ExportedRecipe(
            id: document.id, logID: community.log.lineage.text(at: id.position), content: content,
            authorName: document.author.name,
            authorUsername: document.author.username, postedAt: Timestamp(rfc3339: document.postedAt) ?? .earliest,
            editedAt: document.editedAt.flatMap { Timestamp(rfc3339: $0) })
        recipe.likes = document.likes
        recipe.comments = document.comments
        recipe.ratingAverage = document.rating.average
        recipe.ratingCount = document.rating.count
        return recipe
    }
}
