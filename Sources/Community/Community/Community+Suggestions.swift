import EventLog
import Events
import Layout
import Projections
import Views

extension Community {
    /// What a person may be about to name.
    package enum Suggestion: Sendable {
        /// `@name`.
        case members
        /// `r12`, the newest first.
        case recipes
        case tags
        /// ISO weeks with boards, the latest first.
        case weeks
    }

    /// Names that begin with `prefix`, at most `limit`, from the live views of a data directory as they are.
    ///
    /// Opens the views alone, for reading: it creates, folds and repairs nothing, and needs neither log nor vault. The
    /// views may be behind the log. The answer is empty without views that this program can read.
    package static func suggestions(
        _ suggestion: Suggestion, beginningWith prefix: String, limit: Int, at directory: String
    ) -> [String] {
        ViewStore<AllProjectors>.peek(in: "\(directory)/views", identities: AllViews.identities) { views, snapshot in
            let queries = Queries(snapshot: snapshot, views: views, now: EventLog.systemClock(), log: NoLog())
            switch suggestion {
            case .members:
                // The @ may be left out, but not by a proposal for nothing.
                let at = prefix.isEmpty || prefix.hasPrefix("@") ? "@" : ""
                return queries.usernames(beginningWith: String(prefix.dropFirst(at.count)), limit: limit)
                    .map { at + $0 }
            case .recipes:
                guard prefix.isEmpty || prefix.hasPrefix("r") else { return [] }
                return queries.recipes(beginningWith: String(prefix.dropFirst()), limit: limit).map { "r\($0)" }
            case .tags: return queries.tags(beginningWith: prefix, limit: limit)
            case .weeks: return queries.boardWeeks(beginningWith: prefix, limit: limit)
            }
        } ?? []
    }
}

/// For questions that ask the views only.
struct NoLog: LogReading {
    func position(of origin: Origin) -> Position? { nil }
    func record(at position: Position) -> Record? { nil }
    func forEachHeader(from first: Position, through last: Position, _ body: (EventHeader) -> Bool) {}
}
