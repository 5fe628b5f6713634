import Foundation
public import LarderAPI

extension LarderClient {
    /// Registers a member and logs in, in one request.
    ///
    /// Without a username, the service makes one like the profile's name, and answers it. Without a name, the username is the name.
    /// `link` is the operator's link for the first admin.
    @discardableResult public func signUp(
        username: String? = nil, password: String, profile: ProfileDraft = ProfileDraft(), link: String? = nil,
        label: String? = nil
    ) async throws -> RegisterAnswer {
        var profile = profile
        profile.username = username
        profile.name = profile.name ?? username
        let answer = try await call(
            API.register,
            RegisterInput(
                password: password, link: link, profile: try JSONText(encoding: profile), session: true, label: label))
        guard let token = answer.token else {
            throw LarderFailure(.unreadable, "the service began a session without a token: update the client")
        }
        try await tokens.save(
            StoredToken(
                service: url, token: token, member: answer.id, username: answer.username, expiresAt: answer.expiresAt,
                device: answer.device))
        return answer
    }

    /// Begins a session and stores its token. `label` is what lists of sessions call it, such as the device's name.
    ///
    /// `username` may be the member's e-mail. `device` is what an earlier log-in on this device answered: with it, strangers who guess
    /// passwords do not lock the member out here. Without it, the client sends the one that it has stored. Apps keep it beyond log-outs.
    @discardableResult public func logIn(
        username: String, password: String, label: String? = nil, device: String? = nil
    ) async throws -> SessionAnswer {
        let stored = try await tokens.load().flatMap { $0.service == url ? $0 : nil }
        let session = try await call(
            API.logIn,
            LogInInput(username: username, password: password, label: label, device: device ?? stored?.device))
        guard let token = session.token else {
            throw LarderFailure(.unreadable, "the service began a session without a token: update the client")
        }
        try await tokens.save(
            StoredToken(
                service: url, token: token, member: session.id, username: session.username ?? username,
                expiresAt: session.expiresAt,
                device: session.device))
        return session
    }

    /// Uses an app's key, which acts for the member who made it.
    public func use(key: String) async throws { try await tokens.save(StoredToken(service: url, token: key)) }

    /// The stored token of this service; `nil`: the client is not logged in.
    public var session: StoredToken? {
        get async throws { try await tokens.load().flatMap { $0.service == url ? $0 : nil } }
    }

    /// Ends the session, and removes its token, also where the session had ended before.
    ///
    /// If the service cannot be reached the token stays, so that the call can be repeated.
    public func logOut() async throws {
        do { let _: SubmitAnswer = try await call(API.logOut) } catch let refusal as LarderRefusal
            where refusal.code == .unauthenticated
        {}
        try await tokens.save(nil)
        await forgetOwnPosition()
    }

    /// Deletes the member's account for ever, with all personal data, and removes the token.
    @discardableResult public func deleteAccount(username: String, password: String) async throws -> SubmitAnswer {
        let answer = try await call(
            API.deleteAccount, DeleteAccountInput(confirm: "@\(username)", password: password))
        try await tokens.save(nil)
        await forgetOwnPosition()
        return answer
    }
}
