import Accounts
import Answers
import Events
import Foundation
import HTTPTypes
import Views

/// One thing that can be asked for: a method and a path, who may, and what answers. `Schemas/openapi.yaml` says the same, and a
/// test holds them together.
struct Endpoint: Sendable {
    enum Access: Sendable {
        case anyone
        /// Whoever has shown a secret.
        case member
        case moderator
        case admin
    }

    var method: HTTPRequest.Method
    /// With its parameters in braces: `/recipes/{recipe}`.
    var path: String
    /// What the contract calls it.
    var operation: String
    var access = Access.anyone
    /// What a key must allow.
    var scope = Scopes.read
    /// What is enough as well; nil: nothing.
    var otherScope: Scopes?
    /// The parameters that may stand behind `?`.
    var parameters: [String] = []
    /// As what it is counted; nil: as what its method says.
    var rate: RateKind?
    /// Asked for by machines that watch over the service: never refused for being asked for often.
    var isUnlimited = false
    /// Bytes that may be sent along.
    var bodyMax = 0
    var answer: @Sendable (Exchange) async throws -> Reply
    /// Of a question: what one state of the views answers. Nil: it is none.
    var ask: (@Sendable (Exchange, Queries) throws -> AnswerTree)?
}

extension Endpoint {
    /// As what a request for it is counted; nil: not at all.
    var rateKind: RateKind? { isUnlimited ? nil : rate ?? (method == .get ? .questions : .actions) }

    /// The names of the path's parameters, in their order.
    var pathParameters: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// What stands for these names in a path; `encoded` knows it as it was sent.
    static func pathValues(
        of names: [String], _ encoded: (String) -> String?
    ) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            guard let text = encoded(name)?.removingPercentEncoding, !text.unicodeScalars.contains("\0") else {
                throw Refusal(.usage, "\(name) is not percent-encoded UTF-8", field: name)
            }
            values[name] = text
        }
        return values
    }

    /// Whether that path is one of those that this one stands for.
    func fits(_ path: String) -> Bool {
        let mine = self.path.split(separator: "/", omittingEmptySubsequences: false)
        let theirs = path.split(separator: "/", omittingEmptySubsequences: false)
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    static let all: [Endpoint] =
        questions + lists + ofOneself + ofModerators + actions + accounts + images + events + streams + operations
        + entities + exports + ofTheLog + audit + explanations
}
