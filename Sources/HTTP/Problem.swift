import Accounts
import EventLog
import Events
import HTTPTypes
import Notation

/// A refusal as RFC 9457 has it, with the domain's code.
struct Problem: Encodable {
    var type = "about:blank"
    var title: String
    var status: Int
    var code: String
    var detail: String
    var field: String?
    /// Where the log ended when it was refused.
    var position: UInt64?

    init(_ refusal: Refusal, status: HTTPResponse.Status, position: UInt64?) {
        title = status.reasonPhrase
        self.status = status.code
        // Who asks over HTTP uses no command line.
        code = (refusal.code == .usage ? Refusal.Code.invalid : refusal.code).rawValue
        detail = refusal.message + (refusal.remedy?.ending ?? "")
        field = refusal.field
        self.position = position
    }
}

extension Refusal {
    /// Of whoever has shown no secret.
    static let logInFirst = Refusal(.unauthenticated, "log in first, or send a key: Authorization: Bearer …")
    /// Of whoever has shown one that is none, or none any more.
    static let sessionEnded = Refusal(
        .unauthenticated, "this session has ended, or the key was revoked: log in again")
}

extension RateLimitReached {
    var refusal: Refusal {
        let what = kind.rawValue.replacing("-", with: " ")
        return Refusal(.limited, "too many \(what) in too short a time: go on in \(seconds) s")
    }
}

extension Refusal.Code {
    /// How HTTP says it.
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

    /// Seconds after which it may be worth while to try again.
    var retryAfter: Int? {
        switch self {
        case .overloaded: 1
        case .unavailable: 10
        // It ends sooner where it began a while ago: the detail says when.
        case .locked: 900
        default: nil
        }
    }
}
