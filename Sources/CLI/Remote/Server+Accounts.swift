import CloudEvents
import Events
import Foundation
import Operations

/// A session that was begun.
struct BegunSession: Decodable {
    /// Whose it is.
    var id: String
    var token: String
    var expiresAt: String?
}

/// Accounts, which a service keeps beside its log.
extension Server {
    private struct Registration: Encodable {
        var password: String
        var link: String?
    }

    /// Under a key of its own, so that it is done once, however often it is sent.
    func register(
        _ registration: ProtoMemberRegistered, password: String, link: String?
    ) throws -> Outcome {
        let said = try JSONDocument.text(Registration(password: password, link: link))
        let profile = String(decoding: Payload.registration(registration).json, as: UTF8.self)
        let body = Array((said.dropLast() + #","profile":\#(profile)}"#).utf8)
        return try outcome(
            try send("POST", "/accounts", body: body, type: "application/json", key: UUID().uuidString),
            .memberRegistered)
    }

    private struct Credentials: Encodable {
        var username: String
        var password: String
        var label: String
    }

    /// Each log-in begins a session, so that it is sent once.
    func logIn(_ username: String, password: String, label: String) throws -> BegunSession {
        let body = Array(
            try JSONDocument.text(Credentials(username: username, password: password, label: label)).utf8)
        return try decoded(
            try send("POST", "/log-in", body: body, type: "application/json", maySendAgain: false))
    }

    /// Ends the session that the token stands for.
    func logOut() throws { _ = try send("POST", "/log-out", body: [], type: "application/json", maySendAgain: false) }

    private struct Farewell: Encodable {
        var confirm: String
        var password: String
    }

    /// Deletes the account of whoever asks.
    func deleteOneself(_ username: String, password: String) throws -> Outcome {
        let body = Array(try JSONDocument.text(Farewell(confirm: "@\(username)", password: password)).utf8)
        return try outcome(
            try send("POST", "/account/delete", body: body, type: "application/json", maySendAgain: false),
            .memberDeleted)
    }
}
