import EventLog
import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// Updates the index from the views at the end of a log range. The rows come from the views, so visibility is decided
/// in one place.
extension SearchIndex {
    /// Fills an empty index with all texts in the views.
    func fill(
        from snapshot: ViewSnapshot, _ views: AllViews, textsMax: Int = .max, _ progress: (Int, Int) -> Void
    ) throws {
        try database.write { database in
            guard var checkpoint = try Self.checkpoint(database) else { throw Self.lacksCheckpoint }
            var failure: (any Error)?
            func inserting(_ corpus: TextCorpus, _ id: Position, _ document: SearchedDocument?) -> Bool {
                guard let document else { return true }
                do {
                    guard checkpoint[corpus].rows < textsMax else {
                        throw Refusal(
                            .invalid,
                            "the result of a search depends on all texts, which would be searched again for each event: it is explained for at most \(textsMax) texts"
                        )
                    }
                    try Self.insert(id, in: corpus, document, &checkpoint[corpus], database)
                    // Ids are positions, so they show the progress along the log.
                    if checkpoint[corpus].rows % 1_000 == 0 {
                        progress(Int(id.value), Int(snapshot.position.value))
                    }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            snapshot.scan(views.members.rows) { key, row in
                let id = Position(key.uint64(at: 0))
                return inserting(.members, id, SearchedDocument(MemberID(id), row))
            }
            snapshot.scan(views.recipes.facets) { key, facets in
                guard facets.isShown else { return true }
                let id = Position(key.uint64(at: 0))
                return inserting(.recipes, id, SearchedDocument(shown: RecipeID(id), snapshot, views))
            }
            // The scan skips unreadable rows and sets `failure`.
            if let failure = failure ?? snapshot.failure { throw failure }
            try Self.fillTables(database)
            checkpoint.position = snapshot.position
            try Self.write(checkpoint, database)
        }
    }

    /// Advances the index to the views' position. Returns false if a member was deleted meanwhile: only a new index is
    /// free of the member's words.
    func advance(to snapshot: ViewSnapshot, _ views: AllViews, _ log: EventLog) throws -> Bool {
        try database.write { database in
            guard var checkpoint = try Self.checkpoint(database) else { throw Self.lacksCheckpoint }
            guard checkpoint.position < snapshot.position else { return true }
            let changes = try TextChanges(log, after: checkpoint.position, through: snapshot.position)
            guard !changes.hasDeletedMembers else { return false }
            for recipe in changes.recipes.sorted() {
                let document = SearchedDocument(RecipeID(recipe), snapshot, views)
                try Self.replace(recipe, in: .recipes, with: document, &checkpoint[.recipes], database)
            }
            for member in changes.members.sorted() {
                let document = snapshot.get(views.members.rows, Key(member.value)).flatMap {
                    SearchedDocument(MemberID(member), $0)
                }
                try Self.replace(member, in: .members, with: document, &checkpoint[.members], database)
            }
            if let failure = snapshot.failure { throw failure }
            checkpoint.position = snapshot.position
            try Self.write(checkpoint, database)
            return true
        }
    }

    private static var lacksCheckpoint: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT) }
}

/// The entities whose texts a range of events may have changed.
struct TextChanges {
    private(set) var recipes: Set<Position> = []
    private(set) var members: Set<Position> = []
    private(set) var hasDeletedMembers = false

    var isEmpty: Bool { recipes.isEmpty && members.isEmpty && !hasDeletedMembers }

    /// O(events in the range).
    init(_ log: EventLog, after start: Position, through end: Position) throws {
        guard start < end else { return }
        var changes = Self()
        try log.read { snapshot in
            try snapshot.forEachHeader(from: start.next, through: end) { header in
                changes.add(header)
                return true
            }
        }
        self = changes
    }

    private init() {}

    private mutating func add(_ header: EventHeader) {
        switch header.kind {
        case .recipePosted: recipes.insert(header.position)
        case .recipeEdited, .recipeDeleted, .recipeRestored: recipes.insert(header.subject)
        case .memberRegistered: members.insert(header.position)
        case .memberProfileChanged: members.insert(header.actor.position)
        case .memberDeleted: hasDeletedMembers = true
        default: break
        }
    }
}
