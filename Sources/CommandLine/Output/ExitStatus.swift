import Events

/// How the process ends.
enum ExitStatus: Int32, Sendable {
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
            case .forbidden, .banned: .forbidden
            case .conflict: .conflict
            case .invalid: .invalid
            case .verificationFailed, Refusal.Code(rawValue: "damaged"): .verificationFailed
            case .unavailable, .overloaded: .unavailable
            default: .failed
            }
    }
}

extension Refusal.Code {
    /// The command line itself was wrong.
    static let usage = Refusal.Code(rawValue: "usage")
    static let failed = Refusal.Code(rawValue: "failed")
    static let verificationFailed = Refusal.Code(rawValue: "verification-failed")
}
