import EventLog
import Events
import Foundation
import GRDB
import Layout
import Projections
import Views

/// What has changed along the log, taken from the views as they stand at its end: the rows that are there are always those of
/// the views, so nothing is decided here a second time.
extension SearchIndex {
    /// Fills an empty index with what the views show.
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
                            "what a search finds hangs on every text there is, and that is looked through for each event: with more than \(textsMax) of them it is not explained"
                        )
                    }
                    try Self.insert(id, in: corpus, document, &checkpoint[corpus], database)
                    // Ids are positions: how far along the log it was posted.
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
            // A row that could not be read is none to the scan.
            if let failure = failure ?? snapshot.failure { throw failure }
            try Self.fillTables(database)
            checkpoint.position = snapshot.position
            try Self.write(checkpoint, database)
        }
    }

    /// Goes on to where the views stand. False: somebody was deleted on the way, and only an index made anew forgets them.
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

/// Whose texts may be others after some events than before.
struct TextChanges {
    private(set) var recipes: Set<Position> = []
    private(set) var members: Set<Position> = []
    private(set) var hasDeletedMembers = false

    var isEmpty: Bool { recipes.isEmpty && members.isEmpty && !hasDeletedMembers }

    /// O(events between).
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
