import Layout
import Logging
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
