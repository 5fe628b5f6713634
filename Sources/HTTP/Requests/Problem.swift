import Accounts
import EventLog
import Events
import HTTPTypes
import LarderAPI
import Operations

extension Problem {
    init(_ refusal: Refusal, status: HTTPResponse.Status, position: UInt64?) {
        self.init(
            title: status.reasonPhrase, status: status.code,
            // A client over HTTP uses no command line.
            code: (refusal.code == .usage ? Refusal.Code.invalid : refusal.code).rawValue,
            detail: refusal.message + (refusal.remedy?.ending ?? ""),
            field: refusal.field, position: position, at: refusal.at?.rfc3339)
    }

    init(_ malformation: Malformation) {
        let refusal = Refusal(malformation.code, malformation.detail, field: malformation.field)
        self.init(refusal, status: malformation.status, position: nil)
    }
}

extension Refusal {
    /// The request's secret is unknown, or has ended.
    static let sessionEnded = Refusal(
        .unauthenticated, "this session has ended, or the key was revoked: log in again")
}

extension RateLimitReached {
    var refusal: Refusal {
        let what = kind.rawValue.replacing("-", with: " ")
        return Refusal(.limited, "too many \(what) in too short a time: retry in \(seconds) s")
    }
}

extension Refusal.Code {
    /// The status of HTTP for this code.
    var status: HTTPResponse.Status {
        switch self {
        case .usage: .badRequest
        case .invalid: .unprocessableContent
        case .notFound: .notFound
        case .gone: .gone
        case .unauthenticated: .unauthorized
        case .forbidden, .banned: .forbidden
        case .conflict: .conflict
        case .stale: .preconditionFailed
        case .tooLarge: .contentTooLarge
        case .unsupported: .unsupportedMediaType
        case .notAllowed: .methodNotAllowed
        case .locked, .limited: .tooManyRequests
        case .overloaded, .unavailable: .serviceUnavailable
        default: .internalServerError
        }
    }

    /// Seconds after which a retry may succeed.
    var retryAfter: Int? {
        switch self {
        case .overloaded: 1
        case .unavailable: 10
        // The longest lock. The detail says when this one ends.
        case .locked: 900
        default: nil
        }
    }
}

extension Remedy {
    /// What a client can do, at the end of the message. A remedy that only the operator can take is empty here.
    var ending: String {
        switch self {
        case .nameActor: ": log in as a member"
        case .nameLargerSize: ": leave the size out, or name a larger one"
        case .searchElsewhere: ": ask the search itself"
        default: ""
        }
    }
}
