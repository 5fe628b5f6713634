import Accounts
import Answers
import Community
import EventLog
import Events
import HTTPTypes
import Layout
import Notation
import Views

/// The log itself, with all that it says of anybody: for admins.
extension Endpoint {
    static let ofTheLog: [Endpoint] = [
        Endpoint(
            method: .get, path: "/log", operation: "log", access: .admin,
            parameters: ["kind", "actor", "limit", "after"]
        ) { exchange in
            let page = try exchange.page
            let kinds = try exchange.query.all("kind").map { text throws(Refusal) in try EventSelection.kind(text) }
            let actor = try exchange.query.text("actor").map { text throws(Refusal) in
                try MemberName.reference(text, field: "actor")
            }
            let before = try page.after.map { text throws(Refusal) in
                guard let number = UInt64(text), number > 0 else {
                    throw Refusal(.invalid, "«\(text.prefix(80))» is a cursor of another list", field: "after")
                }
                return Position(number)
            }
            let desk = exchange.desk
            return try await desk.apart {
                let log = desk.community.log
                let by = try actor.map { actor in try desk.community.query { try $0.member(actor) } }
                let head = try log.head()
                let end = before.map { min(head, Position($0.value - 1)) } ?? head
                // One more than is shown tells whether there is more.
                let found = try EventSelection(kinds: kinds.isEmpty ? .all : EventKindSet(kinds), actor: by)
                    .newest(page.limit + 1, through: end, in: log)
                let shown = found.suffix(page.limit).reversed()
                let next = found.count > page.limit ? shown.last.map { "\($0)" } : nil
                return .json(try log.document(of: Array(shown), position: head, next: next))
            }
        },
        Endpoint(method: .get, path: "/log/{event}", operation: "event", access: .admin) { exchange in
            let log = exchange.desk.community.log
            return .json(try log.line(try log.event(at: try exchange.event())))
        },
        Endpoint(
            method: .get, path: "/log/history/{thing}", operation: "history", access: .admin,
            parameters: ["newestFirst", "asOf", "limit", "after"]
        ) { exchange in
            let text = try exchange.pathText("thing")
            guard let thing = Reference(text) else {
                throw Refusal(
                    .usage, "«\(text.prefix(80))» names nothing: r12, c20, @name, external:source:id or a position do",
                    field: "thing")
            }
            let (page, newestFirst) = (try exchange.page, try exchange.query.flag("newestFirst") ?? false)
            let desk = exchange.desk
            return try await desk.ask(exchange, heavy: true) { queries in
                let found = try queries.history(
                    of: try queries.creation(of: thing), newestFirst: newestFirst, page: page)
                return .json(
                    try desk.community.log.document(
                        of: found.events, position: Position(found.position), next: found.next))
            }
        },
    ]
}

extension Exchange {
    /// The event that the path names: a position, or the id of what it created.
    func event() throws(Refusal) -> Position {
        let text = try pathText("event")
        guard case .position(let position, _)? = Reference(text) else {
            throw Refusal(.usage, "«\(text.prefix(80))» is no position: 1024 is one, and r1024", field: "event")
        }
        return position
    }
}
