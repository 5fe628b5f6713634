import EventLog
import Events
package import Layout
import Projections
import Transparency
package import Views

/// A request for the reasons of an answer.
package struct ReasonsRequest: Sendable {
    /// The moment of the answer; `nil`: the present.
    package var moment: Moment?
    package var page: Page
    package var newestFirst: Bool
    /// The query in words. A cursor is valid for its own query only.
    package var question: String

    package init(moment: Moment?, page: Page, newestFirst: Bool, question: String) {
        self.moment = moment
        self.page = page
        self.newestFirst = newestFirst
        self.question = question
    }
}

/// An event, or a passage of time, after which the answer differs.
package struct Reason<Answer: Sendable>: Sendable {
    /// `nil`: only time has passed, such as the end of a ban.
    package var event: Position?
    /// When the change shows; `nil`: the query's own moment.
    package var time: Timestamp?
    package var before: Answer
    package var after: Answer
    /// The views in which the event changed rows of the answer.
    package var views: [ReasonView]
}

package struct ReasonView: Codable, Hashable, Sendable {
    package var name: String
    package var version: UInt32
}

/// An answer and its history: each reason leads from the previous answer to the next.
package struct Explanation<Answer: Sendable>: Sendable {
    package var position: Position
    package var answer: Answer
    package var reasons: [Reason<Answer>]
    package var next: String?
}

extension Community {
    /// Explains an answer. `ask` answers the query for the present views, then, along a replay of the log, for each
    /// state that may change the answer. It must use nothing but the given queries. `progress` gets (events folded,
    /// events in total); what it throws ends the work.
    package func explain<Answer: Equatable & Sendable>(
        _ request: ReasonsRequest, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in },
        _ ask: (Queries) throws -> Answer
    ) throws(Refusal) -> Explanation<Answer> {
        let head = try log.head()
        let (position, now) =
            try request.moment.map { moment throws(Refusal) in try resolve(moment) } ?? (head, log.clock())
        let meant = NamesMeant()
        func answer(
            _ snapshot: ViewSnapshot, at time: Timestamp?
        ) throws -> (answer: Answer, isTimely: Bool) {
            // Origins resolve from the first event on, so that the answer depends on rows alone.
            let reading = CommunityLogReading(log: log, through: position, isForTracing: true)
            let texts = CommunityTextIndex(search, snapshot, .traced) { _, _ in }
            let queries = Queries(
                snapshot: snapshot, views: views.view, now: time ?? now, log: reading, meant: meant, texts: texts,
                pictures: pictures)
            let answer = try ask(queries)
            if let failure = reading.failure { throw failure }
            // Only bans end with time, and a new temporary ban is a change of rows.
            return (answer, queries.isTimely && queries.hasTemporaryBans)
        }
        let present = try views.query(asOf: position, progress: progress) { snapshot in
            try answer(snapshot, at: nil).answer
        }
        // No living member has borne that name: refuse without a trace.
        if let name = meant.unknown.min() {
            _ = try views.query(asOf: position) { snapshot in
                try Queries(
                    snapshot: snapshot, views: views.view, now: now, log: CommunityLogReading(log: log)
                ).member(.username(name))
            }
        }
        let mark = CRC32C.checksum(Array(request.question.utf8) + [request.newestFirst ? 1 : 0])
        let limit = request.page.limit
        let trace = try views.trace(
            TracePage(
                countMax: limit == 0 ? nil : limit, newestFirst: request.newestFirst,
                after: try request.page.after.map { text throws(Refusal) in
                    try TracePage.Point(cursor: text, mark, through: position)
                }), through: position, progress: progress, answer)
        return Explanation(
            position: position, answer: present, reasons: trace.changes.map(reason), next: trace.next?.cursor(mark))
    }

    private func reason<Answer>(_ change: TracedChange<Answer>) -> Reason<Answer> {
        let names = Set(change.tables.map { String($0.prefix { $0 != "." }) })
        let views = AllViews.identities.filter { names.contains($0.name) }
        return Reason(
            event: change.event, time: change.time, before: change.before, after: change.after,
            views: views.map { ReasonView(name: $0.name, version: $0.version) })
    }

    /// Inclusion proofs of these events as text, each against one head signed now over the first `size` events. `size`
    /// is the newest of the events asked about.
    package func inclusionProofs(of events: [Position], size: Position) throws(Refusal) -> [Position: String] {
        try log.signing { snapshot, sign in
            let tree = try snapshot.merkleTree()
            let head = try sign(size.value)
            var proofs: [Position: String] = [:]
            for event in events where proofs[event] == nil {
                proofs[event] =
                    try InclusionText(
                        of: snapshot.canonicalBytes(at: event), at: event, in: tree, size: size.value, head: head
                    ).description
            }
            return proofs
        }
    }
}

extension TracePage.Point {
    fileprivate func cursor(_ mark: UInt32) -> String {
        var key = Key(state.value).appending(time?.value ?? 0)
        key.append(mark)
        return Cursor.encode(key.bytes)
    }

    fileprivate init(cursor: String, _ mark: UInt32, through end: Position) throws(Refusal) {
        let bytes = try Cursor.decode(cursor)
        let key = bytes.count == 20 ? Key(bytes) : Key()
        guard key.count == 20, UInt32(truncatingIfNeeded: key.word(2) >> 32) == mark, key.uint64(at: 0) <= end.value,
            key.uint64(at: 8) <= end.value
        else {
            throw Refusal(
                .invalid, "«\(cursor)» is a cursor of another list: pass the `next` value of this list", field: "after")
        }
        let time = key.uint64(at: 8)
        self.init(state: Position(key.uint64(at: 0)), time: time == 0 ? nil : Position(time))
    }
}
