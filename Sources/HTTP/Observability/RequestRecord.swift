import Foundation
import Layout
import Logging
import Operations
import Synchronization

/// What is noted about a request while it is answered.
final class RequestRecord: Sendable {
    /// The record of no request.
    static let none = RequestRecord(Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }, id: "")

    private struct Noted {
        var operation: String?
        var member: MemberID?
        var subject: MemberID?
        var charge: Charge?
    }

    /// The limit that the request draws on, and the account that is charged.
    struct Charge {
        var kind: RateKind
        var payer: RatePayer
    }

    /// The request's id, for clients and the operator.
    let id: String
    private let plainLogger: Logger
    private let noted = Mutex(Noted())

    init(_ logger: Logger, id: String) {
        self.id = id
        plainLogger = logger
    }

    /// A logger whose lines carry the id. Most requests write nothing, so that it is made when it is used.
    var logger: Logger {
        var logger = plainLogger
        logger[metadataKey: "request"] = "\(id)"
        return logger
    }

    /// The name of the operation.
    var operation: String? {
        get { noted.withLock { $0.operation } }
        set { noted.withLock { $0.operation = newValue } }
    }

    /// The caller.
    var member: MemberID? {
        get { noted.withLock { $0.member } }
        set { noted.withLock { $0.member = newValue } }
    }

    /// The member about whom a moderator or an admin reads what other members do not see.
    var subject: MemberID? {
        get { noted.withLock { $0.subject } }
        set { noted.withLock { $0.subject = newValue } }
    }

    /// `nil`: the request is not limited.
    var charge: Charge? {
        get { noted.withLock { $0.charge } }
        set { noted.withLock { $0.charge = newValue } }
    }
}

/// Writes each log entry as one line of JSON: time, level, message, and the entry's metadata.
struct JSONLineLog: LogHandler {
    /// The metadata stands in an object of its own, so that its names cannot collide with these.
    private struct Line: Encodable {
        var time: String
        var level: String
        var message: String
        var error: String?
        var with: [String: String]?
    }

    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (String) -> Void

    /// `write` gets whole lines with their line ends.
    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        let line = Line(
            time: Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
            level: event.level.rawValue,
            message: event.message.description, error: event.error.map { "\($0)" },
            with: all.isEmpty ? nil : all.mapValues(\.description))
        // Texts always have a form in JSON.
        guard let text = try? JSONDocument.text(line) else { return }
        write(text + "\n")
    }
}
