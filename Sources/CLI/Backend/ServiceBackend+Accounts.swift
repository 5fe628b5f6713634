import CloudEvents
import Events
import Foundation
import LarderAPI

/// Accounts, which a service keeps beside its log.
extension ServiceBackend {
    /// Sent under a key of its own, so that the member is registered once, however often the request is sent.
    func register(
        _ registration: ProtoMemberRegistered, password: String, link: String?
    ) throws -> Outcome {
        let input = RegisterInput(
            password: password, link: link, profile: JSONText(Payload.registration(registration).json))
        return try outcome(try send(API.register, input, key: UUID().uuidString), .memberRegistered)
    }

    /// Each log-in begins a session, so that it is sent once.
    func logIn(_ username: String, password: String, label: String) throws -> SessionAnswer {
        let input = LogInInput(username: username, password: password, label: label)
        let session: SessionAnswer = try decoded(try send(API.logIn, input, maySendAgain: false))
        guard session.token != nil else { throw strange("a session without a token") }
        return session
    }

    /// Ends the session that the token stands for.
    func logOut() throws { _ = try send(API.logOut, NoInput(), maySendAgain: false) }

    /// Deletes the account that the token stands for.
    func deleteOneself(_ username: String, password: String) throws -> Outcome {
        let input = DeleteAccountInput(confirm: "@\(username)", password: password)
        return try outcome(try send(API.deleteAccount, input, maySendAgain: false), .memberDeleted)
    }
}
