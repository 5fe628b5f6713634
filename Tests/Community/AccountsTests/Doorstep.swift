import Accounts
import Community
import EventLog
import Events
import Foundation
import Layout
import Synchronization
import TestSupport

/// A community with accounts for each test, removed with it and with all that a test puts beside it, and a clock that the test sets.
final class Doorstep {
    /// The cost of hashing here: next to nothing.
    static let cheap = PasswordCost(logRounds: 2, blockSize: 1, parallelism: 1)

    private let directory = TemporaryDirectory()
    let path: String
    private(set) var community: Community
    private(set) var accounts: Accounts
    private let clock = Clock()

    private final class Clock: Sendable {
        let now = Mutex(Timestamp(rfc3339: "2026-01-05T08:00:00Z")!)
    }

    init() throws {
        path = directory.path("community")
        community = try Community.open(at: path, mode: .createIfAbsent)
        accounts = try Self.accounts(of: community, clock)
    }

    deinit {
        accounts.close()
        community.close()
    }

    private static func accounts(
        of community: Community, _ clock: Clock, cost: PasswordCost = cheap
    ) throws -> Accounts {
        try Accounts(of: community, hashing: PasswordHashing(cost: cost)) { clock.now.withLock { $0 } }
    }

    /// Closes both, lets `between` work on the files, and opens them again.
    func reopen(cost: PasswordCost = cheap, _ between: () throws -> Void = {}) throws {
        accounts.close()
        community.close()
        try between()
        community = try Community.open(at: path, mode: .existing)
        accounts = try Self.accounts(of: community, clock, cost: cost)
    }

    func pass(seconds: Int64) {
        clock.now.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) }
    }

    @discardableResult
    func register(
        _ name: String, _ password: String = "correct horse", key: String? = nil, link: String? = nil,
        change: (inout ProtoMemberRegistered) -> Void = { _ in }
    ) async throws -> MemberID {
        try await accounts.register(
            Self.registration(name, change), password: password, key: key, link: link
        ).member
    }

    static func registration(
        _ name: String, _ change: (inout ProtoMemberRegistered) -> Void = { _ in }
    ) -> ProtoMemberRegistered {
        var registration = ProtoMemberRegistered()
        registration.username = name
        registration.name = name.capitalized
        change(&registration)
        return registration
    }

    func logIn(
        _ name: String, _ password: String = "correct horse", device: String? = nil
    ) async throws -> IssuedSession {
        try await accounts.logIn(name, password: password, label: "a \(name)'s browser", device: device)
    }

    func principal(_ session: IssuedSession) throws -> Principal? { try accounts.principal(session.secret.text) }

    /// As the operator does it on the command line.
    func submit(_ command: Command) throws { _ = try community.submit(command) }

    func kinds() throws -> [EventKind] {
        var kinds: [EventKind] = []
        try community.log.read { snapshot in
            try snapshot.forEachHeader(from: Position(1)) { header in
                kinds.append(header.kind)
                return true
            }
        }
        return kinds
    }
}
