package import Events
import Layout

/// Posts recipes that were found in some outside format, as one member, in their order.
///
/// Doing it again appends nothing: every recipe has an origin. What has changed since under the same origin is refused with
/// `conflict`: it is edited here, not overwritten from there.
package struct RecipeImport: Sendable {
    package static let batchCount = 100

    package let actor: Reference
    /// Nothing is appended: `begin` only finds out what would be.
    package let isRehearsal: Bool

    package init(as actor: Reference, isRehearsal: Bool = false) {
        self.actor = actor
        self.isRehearsal = isRehearsal
    }

    /// One line of the report: a refusal, or a change.
    package struct Line: Hashable, Sendable, CustomStringConvertible {
        package var place: String
        /// A refusal's reason or code; `changed` for what was taken all the same.
        package var word: String
        package var message: String

        package static let changed = "changed"
        package var description: String { "\(place): \(word): \(message)" }
    }

    /// Submits what `next` finds, until it gives nil.
    ///
    /// `begin` begins to decide a batch in order, while the next one is read; what it or its answer throws ends the run, and a
    /// later run goes on from there. A member who may not act at all ends it, too: with that refusal. `tell` gets the report's
    /// lines in order, `progress` the number of recipes done.
    package func run(
        _ next: () throws -> [FoundItem]?, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        tell: @escaping (Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        let clock = ContinuousClock()
        let start = clock.now
        var tally = RecipeTally(isRehearsal: isRehearsal, tell: tell)
        var underway = BatchesUnderway<[FittedItem]>(begin: begin) { items, results in
            try tally.count(items, results)
            progress(tally.report.read)
        }
        var batch: [FittedItem] = []
        func flush() throws {
            try underway.add(batch.compactMap(\.command), keeping: batch)
            batch = []
        }
        while let found = try next() {
            batch += found.map { FittedItem($0, actor: actor) }
            // A rehearsal is one batch: what it would append must be seen by all that follows.
            if !isRehearsal, batch.count >= Self.batchCount { try flush() }
        }
        if !batch.isEmpty { try flush() }
        try underway.finish()
        tally.report.seconds = (clock.now - start).roundedSeconds
        return tally.report
    }

    /// Whether nothing that was read was a recipe, good or bad.
    package static func foundNoRecipe(_ report: ImportReport) -> Bool {
        let reasons = [RecipeRefusal.noRecipe, .unreadable, .tooLong, .unreachable, .forbidden]
        return report.read > 0 && report.read == reasons.reduce(0) { $0 + report.refused[$1.rawValue, default: 0] }
    }

    /// What was found, made ready to be decided about.
    package struct FittedItem: Sendable {
        let place: String
        let title: String
        let notes: [String]
        let outcome: Result<Command, RefusedRecipe>

        var command: Command? { try? outcome.get() }

        init(_ item: FoundItem, actor: Reference) {
            switch item {
            case .refused(let refused):
                (place, title, notes, outcome) = (refused.place, "", [], .failure(refused))
            case .recipe(let found):
                place = found.place
                do throws(RefusedRecipe) {
                    let fitted = try FittedRecipe(found.content, place: found.place)
                    title = fitted.content.title
                    notes = found.notes + fitted.notes
                    let origin = Origin(source: found.source, id: found.id, content: fitted.content)
                    outcome = .success(
                        Command(
                            .recipePosted, actor: actor, occurredAt: found.occurredAt, origin: origin,
                            payload: .recipe(fitted.content)))
                } catch {
                    (title, notes, outcome) = ("", [], .failure(error))
                }
            }
        }
    }
}

/// What became of the recipes so far.
private struct RecipeTally {
    let isRehearsal: Bool
    let tell: (RecipeImport.Line) throws -> Void
    var report: ImportReport

    init(isRehearsal: Bool, tell: @escaping (RecipeImport.Line) throws -> Void) {
        self.isRehearsal = isRehearsal
        self.tell = tell
        report = ImportReport()
        report.recipes = []
        if isRehearsal { report.dryRun = true }
    }

    mutating func count(
        _ items: [RecipeImport.FittedItem], _ results: [Result<Outcome, Refusal>]
    ) throws {
        var results = results.makeIterator()
        for item in items {
            report.read += 1
            switch item.outcome {
            case .failure(let refused): try refuse(item, refused.reason.rawValue, refused.message)
            case .success:
                switch results.next() {
                case .success(let outcome)?: try take(item, outcome)
                // Whoever may do nothing at all is refused once, not recipe by recipe.
                case .failure(let refusal)? where refusal.code == .banned || refusal.code == .notFound: throw refusal
                case .failure(let refusal)?: try refuse(item, refusal.code.rawValue, refusal.message)
                case nil: throw Refusal(.unavailable, "there was no answer; import it again")
                }
            }
        }
    }

    private mutating func refuse(_ item: RecipeImport.FittedItem, _ reason: String, _ message: String) throws {
        report.refused[reason, default: 0] += 1
        try tell(RecipeImport.Line(place: item.place, word: reason, message: message))
    }

    private mutating func take(_ item: RecipeImport.FittedItem, _ outcome: Outcome) throws {
        report.count(outcome)
        let isPosted = !isRehearsal || !outcome.changed
        report.recipes?.append(
            ImportedRecipe(
                id: isPosted ? RecipeID(outcome.position).description : nil, title: item.title, from: item.place,
                appended: outcome.changed, changes: item.notes.isEmpty ? nil : item.notes))
        // What it is now was told when it was posted.
        guard outcome.changed else { return }
        for note in item.notes {
            try tell(RecipeImport.Line(place: item.place, word: RecipeImport.Line.changed, message: note))
        }
    }
}
