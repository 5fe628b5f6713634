package import CloudEvents
package import Events
package import Recipes

/// Takes in whole communities: members, and what they did, as their own acts.
package struct CommunityImport: Sendable {
    package let isRehearsal: Bool

    package init(isRehearsal: Bool = false) { self.isRehearsal = isRehearsal }

    /// Submits the plan in its order, as `ImportRun` does.
    package func run(
        _ plan: CommunityPlan, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        tell: @escaping (ImportRun.Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        for line in plan.leftOut { try tell(line) }
        var rest = plan.items[...]
        return try ImportRun(isRehearsal: isRehearsal, hasOneActor: false).run(
            {
                guard !rest.isEmpty else { return nil }
                defer { rest = rest.dropFirst(ImportRun.batchCount) }
                return Array(rest.prefix(ImportRun.batchCount))
            }, begin: begin, tell: tell, progress: progress)
    }
}
