import Accounts
import Answers
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages

/// The reader's own account, and how pages look.
enum Settings {
    static let routes: [PageRoute] = [
        .page("settings", "/settings") { request, queries in
            _ = try request.requiredPrincipal
            return SettingsPage().page
        },
        .page("look", "/settings/look") { request, queries in LookPage(request.look).page },
        .form("look", "/settings/look", forGuests: true) { request, form in
            var look = Look(
                cookie: "\(form["theme"] ?? "").\(form["mode"] ?? "").\(form["text"] ?? "").\(form["units"] ?? "")")
            (look.hasMoreContrast, look.scrollsOn, look.hasShortcuts) = (
                form.isOn("contrast"), form.isOn("scroll"), form.isOn("keys")
            )
            var reply = Reply.see(Link("/settings/look"), saying: .lookChanged, request)
            reply.headers[values: .setCookie].append(PageCookie.look(look, request.context.settings))
            return reply
        },
        .page("profileForm", "/settings/profile") { request, queries in
            _ = try request.requiredPrincipal
            return ProfileFormPage(try queries.ask(API.profile, MemberInput(member: "me"))).page
        },
        .form("profile", "/settings/profile", bodyBytesMax: Editor.bodyBytesMax) { request, form in
            do {
                var body: [String: JSON] = [:]
                if form.isOn("removePicture") { body["avatar"] = .text("") }
                if let picture = try await request.storedPicture(form) { body["avatar"] = .text(picture) }
                for field in ["name", "username", "bio", "email", "phone"] { body[field] = .text(form[field] ?? "") }
                body["cuisines"] = .list(
                    (form["cuisines"] ?? "").split(separator: ",").map {
                        .text($0.trimmingCharacters(in: .whitespaces))
                    })
                body["diets"] = .list(form.all("diets").filter { !$0.isEmpty }.map { .text($0) })
                _ = try await request.perform(API.editProfile, ["member": "me"], .object(body), form: form)
                return .see(Link("/@me"), saying: .profileChanged, request)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { queries in
                    ProfileFormPage(try queries.ask(API.profile, MemberInput(member: "me")), form.state(refusal)).page
                }
            }
        },
        .page("password", "/settings/password") { request, queries in
            _ = try request.requiredPrincipal
            return PasswordPage().page
        },
        .form("password", "/settings/password") { request, form in
            do {
                let body: JSON = .object([
                    "password": .text(form.all("password").first ?? ""),
                    "newPassword": .text(form.all("newPassword").first ?? ""),
                ])
                _ = try await request.perform(API.changePassword, [:], body, form: form)
                return .see(Link("/settings"), saying: .passwordChanged, request)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { _ in PasswordPage(form.state(refusal)).page }
            }
        },
        .page("reset", "/reset") { request, queries in ResetPage(link: request["link"] ?? "").page },
        .form("reset", "/reset", rate: .logIns, forGuests: true) { request, form in
            do {
                let body: JSON = .object([
                    "link": .text(form["link"] ?? ""), "newPassword": .text(form.all("newPassword").first ?? ""),
                ])
                _ = try await request.perform(API.resetPassword, [:], body, form: form)
                return .see(Link("/sign-in"), saying: .passwordChanged, request)
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { _ in ResetPage(link: form["link"] ?? "", form.state(refusal)).page }
            }
        },
        .page("sessions", "/settings/sessions") { request, queries in
            let sessions = try request.context.accounts.sessions(of: try request.requiredPrincipal, keys: false)
            return SessionsPage(sessions.map { SessionDocument($0) }).page
        },
        .form("endSession", "/settings/sessions") { request, form in
            _ = try await request.perform(API.revokeSession, ["session": form["session"] ?? ""], nil, form: form)
            return .see(Link("/settings/sessions"), saying: .sessionEnded, request)
        },
        .page("keys", "/settings/keys") { request, queries in KeysPage(try request.keys()).page },
        .form("makeKey", "/settings/keys") { request, form in
            do {
                let body: JSON = .object([
                    "label": .text(form["label"] ?? ""), "scopes": .list(form.all("scopes").map { .text($0) }),
                ])
                let key = try await request.perform(API.makeKey, [:], body, form: form).decoded(KeyAnswer.self)
                return try request.reply { _ in KeysPage(try request.keys(), made: key).page }
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { _ in KeysPage(try request.keys(), form.state(refusal)).page }
            }
        },
        .form("revokeKey", "/settings/keys/revoke") { request, form in
            _ = try await request.perform(API.revokeKey, ["key": form["key"] ?? ""], nil, form: form)
            return .see(Link("/settings/keys"), saying: .keyRevoked, request)
        },
        .page("leave", "/settings/leave") { request, queries in
            _ = try request.requiredPrincipal
            return LeavePage(queries.reader?.username ?? "").page
        },
        .form("leave", "/settings/leave", rate: .logIns) { request, form in
            do {
                let name = "@\(try request.ask { $0.reader?.username } ?? "")"
                let typed = form["confirm"].map { $0.first == "@" ? $0 : "@\($0)" }
                guard typed?.lowercased() == name.lowercased() else {
                    throw Refusal(.invalid, "type your username, \(name.dropFirst())", field: "confirm")
                }
                let body: JSON = .object([
                    "confirm": .text(name), "password": .text(form.all("password").first ?? ""),
                ])
                let answer = try await request.perform(API.deleteAccount, [:], body, form: form)
                var reply = Reply.see(Link("/gone").query("event", try answer.submitted.position))
                reply.headers[values: .setCookie] = answer.headers[values: .setCookie]
                reply.headers[.clearSiteData] = "\"cache\", \"storage\""
                return reply
            } catch let refusal as Refusal where refusal.isShownInForm {
                return try request.reply { queries in
                    LeavePage(queries.reader?.username ?? "", form.state(refusal)).page
                }
            }
        },
        .page("offline", "/offline") { request, queries in OfflinePage().page },
        .page("gone", "/gone") { request, queries in
            GonePage(position: request["event"].flatMap(UInt64.init).map { "\($0)" }).page
        },
    ]
}

extension WebRequest {
    /// The reader's keys for apps.
    fileprivate func keys() throws -> [SessionDocument] {
        try context.accounts.sessions(of: try requiredPrincipal, keys: true).map { SessionDocument($0) }
    }
}
