package import CloudEvents
package import Events
import Layout

/// Submits found items in order, and reports the results.
///
/// Every imported item has an origin, so that a second run appends nothing. An item that has changed outside since is refused
/// with `conflict`, unless `SourceUpdate` makes it an edit: an import never overwrites what members have edited.
package struct ImportRun: Sendable {
    package static let batchCount = 100

    /// Whether this is a rehearsal: `begin` appends nothing and gives the results that an import would have.
    package let isRehearsal: Bool
    /// Whether one member acts in all items. If that member may not act at all, the refusal ends the run.
    package let hasOneActor: Bool

    package init(isRehearsal: Bool = false, hasOneActor: Bool) {
        self.isRehearsal = isRehearsal
        self.hasOneActor = hasOneActor
    }

    /// One line of the report: a refusal, or a change.
    package struct Line: Hashable, Sendable, CustomStringConvertible {
        package var place: String
        /// A refusal's reason or code; `changed` for an imported item with changes, `lost` for one that was deleted since an
        /// earlier import.
        package var word: String
        package var message: String

        package init(place: String, word: String, message: String) {
            self.place = place
            self.word = word
            self.message = message
        }

        package static let changed = "changed"
        /// The code for a recipe that was posted here before and does not exist any more.
        package static let lost = "lost"
        /// The code for items that no import keeps: those that Larder computes itself, and those that it never imports.
        package static let leftOut = "left-out"
        /// The code for a picture that could not be fetched: its URL stays.
        package static let unfetched = "unfetched"
        /// Whether an import with updates would make an edit of it.
        package var mayUpdate = false
        /// Whether the item was refused; else it was changed, lost or left out.
        package var isRefusal: Bool { ![Self.changed, Self.lost, Self.leftOut, Self.unfetched].contains(word) }
        package var description: String { "\(place): \(word): \(message)" }
    }

    /// Submits the items of `next`, until it returns `nil`.
    ///
    /// `begin` begins to decide a batch while the next one is read. An error that it or its answer throws ends the run; a later
    /// run appends the rest. `tell` receives the lines of the report in order, `progress` the number of items done.
    package func run(
        _ next: () throws -> [FittedItem]?, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        tell: @escaping (Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        let clock = ContinuousClock()
        let start = clock.now
        var tally = ImportTally(run: self, tell: tell)
        var underway = BatchesUnderway<[FittedItem]>(begin: begin) { items, results in
            try tally.count(items, results)
            progress(tally.report.read)
        }
        var batch: [FittedItem] = []
        func flush() throws {
            try underway.add(batch.compactMap(\.submitted), keeping: batch)
            batch = []
        }
        while let found = try next() {
            batch += found
            // A rehearsal is one batch, so that later items see what earlier ones would append.
            if !isRehearsal, batch.count >= Self.batchCount { try flush() }
        }
        if !batch.isEmpty { try flush() }
        try underway.finish()
        tally.report.seconds = (clock.now - start).roundedSeconds
        return tally.report
    }
}

/// The results so far.
private struct ImportTally {
    let run: ImportRun
    let tell: (ImportRun.Line) throws -> Void
    var report: ImportReport

    init(run: ImportRun, tell: @escaping (ImportRun.Line) throws -> Void) {
        self.run = run
        self.tell = tell
        report = ImportReport()
        report.recipes = []
        if !run.hasOneActor { report.members = [] }
        if run.isRehearsal { report.dryRun = true }
    }

    mutating func count(_ items: [FittedItem], _ results: [Result<Outcome, Refusal>]) throws {
        var results = results.makeIterator()
        for item in items {
            report.read += 1
            switch item.outcome {
            case .failure(let refused): try refuse(item, refused.reason.rawValue, refused.message)
            case .success(let command):
                if let known = item.known {
                    try take(item, command, known)
                    continue
                }
                switch results.next() {
                case .success(let outcome)?: try take(item, command, outcome)
                // A member who may not act at all is refused once, not for each item.
                case .failure(let refusal)? where run.hasOneActor && Self.isOfTheActor(refusal): throw refusal
                case .failure(let refusal)?:
                    // A recipe that was exported from here has no source that could change.
                    let mayUpdate =
                        refusal.code == .conflict && SourceUpdate.kinds.contains(command.kind)
                        && command.origin?.recipeOfLog == nil
                    try refuse(item, refusal.code.rawValue, refusal.message, mayUpdate: mayUpdate)
                case nil: throw Refusal(.unavailable, "there was no answer; import it again")
                }
            }
        }
    }

    private static func isOfTheActor(_ refusal: Refusal) -> Bool {
        refusal.code == .banned || refusal.code == .notFound
    }

    private mutating func refuse(
        _ item: FittedItem, _ reason: String, _ message: String, mayUpdate: Bool = false
    ) throws {
        report.refused[reason, default: 0] += 1
        var line = ImportRun.Line(place: item.place, word: reason, message: message)
        line.mayUpdate = mayUpdate
        try tell(line)
    }

    private mutating func take(_ item: FittedItem, _ command: Command, _ outcome: Outcome) throws {
        report.count(outcome)
        let isPosted = !run.isRehearsal || !outcome.changed
        let changes = item.notes.isEmpty ? nil : item.notes
        if let entity = item.entity {
            takeUpdate(item, command, entity, isChanged: outcome.changed)
        } else if command.kind == .recipePosted {
            report.recipes?.append(
                ImportedRecipe(
                    id: isPosted ? RecipeID(outcome.position).description : nil, title: item.title, from: item.place,
                    appended: outcome.changed, changes: changes,
                    lost: outcome.loss?.words(RecipeID(outcome.position))))
        } else if command.kind == .memberRegistered {
            report.members?.append(
                ImportedMember(
                    id: isPosted ? MemberID(outcome.position).description : nil, username: item.title,
                    from: item.place, appended: outcome.changed, changes: changes))
        }
        if let loss = outcome.loss {
            let words = loss.words(RecipeID(outcome.position))
            try tell(ImportRun.Line(place: item.place, word: ImportRun.Line.lost, message: words))
        }
        if let holder = outcome.emailHolder {
            let words = "email: it belongs to \(holder), so that only \(holder) can log in with it"
            try tell(ImportRun.Line(place: item.place, word: ImportRun.Line.changed, message: words))
        }
        // The run that appended it has reported its changes.
        guard outcome.changed else { return }
        for note in item.notes {
            try tell(ImportRun.Line(place: item.place, word: ImportRun.Line.changed, message: note))
        }
    }
}

extension ImportTally {
    /// An item that an earlier import brought.
    private mutating func takeUpdate(
        _ item: FittedItem, _ command: Command, _ entity: Position, isChanged: Bool
    ) {
        let changes = item.notes.isEmpty ? nil : item.notes
        switch command.kind {
        case .recipePosted, .recipeEdited:
            var recipe = ImportedRecipe(
                id: RecipeID(entity).description, title: item.title, from: item.place, appended: false,
                changes: changes,
                lost: item.known?.loss?.words(RecipeID(entity)))
            if isChanged { recipe.updated = true }
            report.recipes?.append(recipe)
        case .memberRegistered, .memberProfileChanged:
            var member = ImportedMember(
                id: MemberID(entity).description, username: item.title, from: item.place, appended: false,
                changes: changes)
            if isChanged { member.updated = true }
            report.members?.append(member)
        default: break
        }
    }
}

extension EntityLoss {
    /// The sentence about a recipe that is imported again.
    fileprivate func words(_ recipe: RecipeID) -> String {
        switch self {
        case .deleted: "it was posted here as \(recipe) and deleted since: restore it to have it back"
        case .removed: "it was posted here as \(recipe) and removed by a moderator since"
        case .erased: "it was posted here as \(recipe) and deleted with its author's account"
        }
    }
}

/// A found item with its command or its refusal.
package struct FittedItem: Sendable {
    package let place: String
    /// The title of a recipe, or the name of a member; empty for other items.
    package let title: String
    /// The changes, a clause for each.
    package let notes: [String]
    package let outcome: Result<Command, RefusedItem>

    /// `nil` for an item that is rejected; `outcome` has the reason.
    package var command: Command? { try? outcome.get() }
    /// The outcome, where it is known without asking; such an item is not submitted.
    package private(set) var known: Outcome?
    /// What an earlier import made of it, where `SourceUpdate` has looked it up.
    package private(set) var entity: Position?
    /// The command to submit.
    var submitted: Command? { known == nil ? command : nil }

    package init(place: String, title: String = "", notes: [String] = [], _ outcome: Result<Command, RefusedItem>) {
        self.place = place
        self.title = title
        self.notes = notes
        self.outcome = outcome
    }

    /// A recipe that this member posts.
    package init(_ found: FoundRecipe, actor: Reference) {
        do throws(RefusedItem) {
            let recipe = try NamedRecipe(found)
            let command = Command(
                .recipePosted, actor: actor, occurredAt: found.occurredAt, origin: recipe.origin,
                payload: .recipe(recipe.content))
            self.init(place: found.place, title: recipe.content.title, notes: recipe.notes, .success(command))
        } catch {
            self.init(place: found.place, .failure(error))
        }
    }

    package init(refused: RefusedItem) { self.init(place: refused.place, .failure(refused)) }

    /// The item, with what an earlier import made of it.
    func updating(
        _ entity: Position, notes: [String]? = nil, command: Command? = nil, known: Outcome? = nil
    ) -> FittedItem {
        var item = FittedItem(
            place: place, title: title, notes: notes ?? self.notes, command.map { .success($0) } ?? outcome)
        (item.entity, item.known) = (entity, known)
        return item
    }
}

/// Posts recipes of an outside format as one member, in order.
package struct RecipeImport: Sendable {
    package let actor: Reference
    package let isRehearsal: Bool

    package init(as actor: Reference, isRehearsal: Bool = false) {
        self.actor = actor
        self.isRehearsal = isRehearsal
    }

    /// Submits the items of `next`, until it returns `nil`, through `ImportRun`. `preparing` gets each item before.
    package func run(
        _ next: () throws -> [FoundItem]?, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        preparing: (FittedItem) throws -> FittedItem = { $0 },
        tell: @escaping (ImportRun.Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        try ImportRun(isRehearsal: isRehearsal, hasOneActor: true).run(
            { try next()?.map { try preparing(fitted($0)) } }, begin: begin, tell: tell, progress: progress)
    }

    private func fitted(_ item: FoundItem) -> FittedItem {
        switch item {
        case .recipe(let found): FittedItem(found, actor: actor)
        case .refused(let refused): FittedItem(refused: refused)
        }
    }

    /// Whether the input had no recipe, neither accepted nor refused.
    package static func foundNoRecipe(_ report: ImportReport) -> Bool {
        let reasons = [ImportRefusal.noRecipe, .notFound, .unreadable, .tooLong, .unreachable, .forbidden]
        return report.read > 0 && report.read == reasons.reduce(0) { $0 + report.refused[$1.rawValue, default: 0] }
    }
}
