import EventLog
import Events
package import Layout
import Projections
import Transparency
package import Views

/// Which reasons for an answer are wanted.
package struct ReasonsRequest: Sendable {
    /// What the answer is as of; nil: the present.
    package var moment: Moment?
    package var page: Page
    package var newestFirst: Bool
    /// The question in words: a cursor goes on in its own reasons only.
    package var question: String

    package init(moment: Moment?, page: Page, newestFirst: Bool, question: String) {
        self.moment = moment
        self.page = page
        self.newestFirst = newestFirst
        self.question = question
    }
}

/// An event after which an answer was another one, or a time.
package struct Reason<Answer: Sendable>: Sendable {
    /// Nil: time has passed, such as that of a ban, and nothing else.
    package var event: Position?
    /// When it showed; nil: at the question's own moment.
    package var time: Timestamp?
    package var before: Answer
    package var after: Answer
    /// The projectors that changed what the answer is made of.
    package var views: [ReasonView]
}

package struct ReasonView: Codable, Hashable, Sendable {
    package var name: String
    package var version: UInt32
}

/// What an answer is, and how it came to be that: each reason leads from the answer before to the next.
package struct Explanation<Answer: Sendable>: Sendable {
    package var position: Position
    package var answer: Answer
    package var reasons: [Reason<Answer>]
    package var next: String?
}

extension Community {
    /// Explains an answer: `ask` is put the question of the views as they are, then, along a replay of the log, of each state
    /// in which it may be answered otherwise. It must answer from those queries alone. `progress` gets (events folded, events
    /// in all).
    package func explain<Answer: Equatable & Sendable>(
        _ request: ReasonsRequest, progress: (Int, Int) -> Void = { _, _ in }, _ ask: (Queries) throws -> Answer
    ) throws(Refusal) -> Explanation<Answer> {
        let head = try log.head()
        let (position, now) =
            try request.moment.map { moment throws(Refusal) in try resolve(moment) } ?? (head, EventLog.systemClock())
        let meant = NamesMeant()
        func answer(
            _ snapshot: ViewSnapshot, at time: Timestamp?
        ) throws -> (answer: Answer, isTimely: Bool) {
            // What an origin stands for is known from the first event on, so that the answer hangs on rows alone.
            let reading = CommunityLogReading(log: log, through: position, isForTracing: true)
            let texts = CommunityTextIndex(search, snapshot, .traced) { _, _ in }
            let queries = Queries(
                snapshot: snapshot, views: views.view, now: time ?? now, log: reading, meant: meant, texts: texts)
            let answer = try ask(queries)
            if let failure = reading.failure { throw failure }
            // Nothing else ends by itself, and whoever is banned for a time from here on is a change of rows.
            return (answer, queries.isTimely && queries.hasTemporaryBans)
        }
        let present = try views.query(asOf: position, progress: progress) { snapshot in
            try answer(snapshot, at: nil).answer
        }
        // Nobody has borne that name who is still there: there is no need to look for reasons.
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

    /// For each of these events the proof that it is in the log, as text that others can check: each against one head, signed
    /// now, over the first `size` events, the last of which is the newest that is asked about.
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
                .invalid, "«\(cursor)» is a cursor of another list: pass on this list's next", field: "after")
        }
        let time = key.uint64(at: 8)
        self.init(state: Position(key.uint64(at: 0)), time: time == 0 ? nil : Position(time))
    }
}
