import Accounts
import EventLog
import Events

/// The exit codes of the process.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case notFound = 3
    case forbidden = 4
    case conflict = 5
    case invalid = 6
    case verificationFailed = 7
    case unavailable = 8
    case interrupted = 130

    init(_ code: Refusal.Code) {
        self =
            switch code {
            case .usage: .usage
            case .notFound, .gone: .notFound
            case .forbidden, .banned, .unauthenticated: .forbidden
            case .conflict: .conflict
            case .invalid, .unsupported, .tooLarge: .invalid
            case .verificationFailed, .damaged: .verificationFailed
            case .unavailable, .overloaded, .locked, .limited: .unavailable
            default: .failed
            }
    }

    /// The meaning of the code, for the manual.
    var meaning: String {
        switch self {
        case .done: "Done, also when nothing had to be changed."
        case .failed: "Failed."
        case .usage: "The command line was wrong."
        case .notFound: "Not found, or deleted."
        case .forbidden: "Forbidden, banned, or not logged in."
        case .conflict: "Conflict: a name is taken, a version is stale, an id was used for something else."
        case .invalid: "Invalid input: a value, or a file, that is not accepted."
        case .verificationFailed: "Verification failed, or stored bytes are damaged."
        case .unavailable: "Unavailable, overloaded, or asked too often."
        case .interrupted: "Interrupted."
        }
    }
}
