package import CloudEvents
package import Events

/// Posts recipes that were found in some outside format, as one member, in their order.
package struct RecipeImport: Sendable {
    package let actor: Reference
    package let isRehearsal: Bool

    package init(as actor: Reference, isRehearsal: Bool = false) {
        self.actor = actor
        self.isRehearsal = isRehearsal
    }

    /// Submits what `next` finds, until it gives nil, as `ImportRun` does.
    package func run(
        _ next: () throws -> [FoundItem]?, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        tell: @escaping (ImportRun.Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        try ImportRun(isRehearsal: isRehearsal, hasOneActor: true).run(
            { try next()?.map(fitted) }, begin: begin, tell: tell, progress: progress)
    }

    private func fitted(_ item: FoundItem) -> FittedItem {
        switch item {
        case .recipe(let found): FittedItem(found, actor: actor)
        case .refused(let refused): FittedItem(refused: refused)
        }
    }

    /// Whether nothing that was read was a recipe, good or bad.
    package static func foundNoRecipe(_ report: ImportReport) -> Bool {
        let reasons = [ImportRefusal.noRecipe, .notFound, .unreadable, .tooLong, .unreachable, .forbidden]
        return report.read > 0 && report.read == reasons.reduce(0) { $0 + report.refused[$1.rawValue, default: 0] }
    }
}
