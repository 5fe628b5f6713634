import Foundation
import Layout
import Logging
import Operations
import Synchronization

/// What is noted of a request while it is answered.
final class RequestRecord: Sendable {
    /// Of nothing that came in.
    static let none = RequestRecord(Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }, id: "")

    private struct Noted {
        var operation: String?
        var member: MemberID?
    }

    /// By which client and operator speak of it.
    let id: String
    private let plainLogger: Logger
    private let noted = Mutex(Noted())

    init(_ logger: Logger, id: String) {
        self.id = id
        plainLogger = logger
    }

    /// Says it with each line. Made when something is to be said, which most requests need not.
    var logger: Logger {
        var logger = plainLogger
        logger[metadataKey: "request"] = "\(id)"
        return logger
    }

    /// What the contract calls what was asked for.
    var operation: String? {
        get { noted.withLock { $0.operation } }
        set { noted.withLock { $0.operation = newValue } }
    }

    /// Who asked.
    var member: MemberID? {
        get { noted.withLock { $0.member } }
        set { noted.withLock { $0.member = newValue } }
    }
}

/// Writes each log entry as one line of JSON: when, how grave, what, and what goes with it under names of its own.
struct JSONLineLog: LogHandler {
    /// What a line says first; what goes with an entry and is called so stands below `with`.
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

    /// `write` gets whole lines, with their ends.
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
        guard let text = try? JSONDocument.text(line) else { return }
        write(text + "\n")
    }
}
