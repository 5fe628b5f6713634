package import LarderAPI
import Markup

/// The members, for moderators: found by name or e-mail, by role, or the banned ones.
package struct DeskMembersPage {
    private let answer: MemberDirectoryAnswer
    private let input: MembersInput

    package init(_ answer: MemberDirectoryAnswer, _ input: MembersInput) { (self.answer, self.input) = (answer, input) }

    package var page: Page {
        let base = Link("/desk/members").query("search", input.search).query("role", input.role?.rawValue)
            .query("banned", input.banned == true ? "1" : nil)
        let pager = Pager(base, after: input.page.after, next: answer.next, isNewestFirst: false)
        let role = Choice(
            "role", "Role",
            [
                (value: "", text: "any"), (value: "member", text: "member"), (value: "moderator", text: "moderator"),
                (value: "admin", text: "admin"),
            ], value: input.role?.rawValue ?? "")
        let state = FormState()
        let list: HTML =
            answer.members.isEmpty
            ? EmptyList("No member fits.").html : "<ul class=\"rows\">\(each: answer.members, Self.row)</ul>"
        var page = Page(
            console: "Members", in: .members, command: "members",
            """
            <h1>Members</h1><form class="fields compact" action="/desk/members">\
            \(Field("search", "Name or e-mail", .search, value: input.search).html(state))\(role.html(state))\
            \(Tick("banned", "1", "Banned only", isOn: input.banned == true).html)<div class="buttons"><button class="btn main">Show</button></div></form>\
            \(list)\(pager.html)
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private static func row(_ member: MemberSummary) -> HTML {
        let role: HTML? = member.role == "member" ? nil : "<span class=\"pill no\">\(member.role)</span>"
        let banned: HTML? = member.banned ? "<span class=\"pill bad\">banned</span>" : nil
        return """
            <li>\(Face.html(name: member.name, avatar: nil, .small))<div class="grow"><a href="\(Link.dossier(member.username))">\(member.name)</a><br>\
            <span class="soft small">@\(member.username) · joined \(Words.day(member.joinedAt))</span></div>\(role)\(banned)</li>
            """
    }
}

/// One member as moderators see them, and what they can decide.
package struct DossierPage {
    private let dossier: DossierAnswer
    /// `nil`: the reader is no admin.
    private let access: MemberAccessAnswer?
    private let reader: Reader?
    private let once: Once
    private let state: FormState

    package init(
        _ dossier: DossierAnswer, _ access: MemberAccessAnswer?, for reader: Reader?, once: Once,
        _ state: FormState = FormState()
    ) {
        (self.dossier, self.access, self.reader, self.once, self.state) = (dossier, access, reader, once, state)
    }

    private var link: Link { .dossier(dossier.member.username) }

    package var page: Page {
        let name = dossier.member.username
        var page = Page(
            console: state.title("Dossier of @\(name)"), in: .members, command: "dossier @\(name)",
            """
            <h1>\(dossier.member.name)</h1><p class="meta"><a href="\(Link.member(name))">@\(name)</a><span>\(dossier.member.id)</span><span>\(dossier.role)</span>\
            \("<span class=\"pill bad\">banned</span>", if: dossier.banned)<span>joined \(Words.day(dossier.joinedAt))</span>\
            <span>last sign-in \(dossier.lastSignIn.map { Words.day($0) } ?? "never")</span></p>\
            \(reports("Reports about them and what they made", dossier.reportsAbout))\(decisions)\
            \(reports("Reports by them", dossier.reportsBy))\
            <div class="pairs">\(votes("Votes most for", dossier.votesFor))\(votes("Gets most votes from", dossier.votesFrom))</div>\
            <p class="small soft">Likes, saves and votes of recipes and comments.</p>\(acts)
            """)
        page.isKept = false
        page.status = state.status
        return page
    }

    private func reports(_ title: String, _ reports: [ReportDocument]) -> HTML {
        let list: HTML =
            reports.isEmpty
            ? "<p class=\"soft\">None.</p>"
            : """
            <ul class="rows">\(each: reports, { """
                <li><div class="grow"><a href="\(Link.id($0.id))">\($0.text ?? $0.target)</a><br><span class="soft small">\($0.reason) · \(Words.time($0.filedAt))</span></div>\
                <span class="pill no">\($0.outcome ?? $0.status)</span></li>
                """ })</ul>
            """
        return "<h2>\(title)</h2>\(list)"
    }

    private var decisions: HTML {
        guard !dossier.decisions.isEmpty else { return "<h2>Decisions</h2><p class=\"soft\">None.</p>" }
        return "<h2>Decisions</h2><ul class=\"rows tall\">\(each: dossier.decisions, DecisionRow.html)</ul>"
    }

    private func votes(_ title: String, _ votes: [DossierAnswer.Votes]) -> HTML {
        let list: HTML =
            votes.isEmpty
            ? "<p class=\"soft\">No member.</p>"
            : "<ol class=\"rows\">\(each: votes, Self.row)</ol>"
        return "<section><h2>\(title)</h2>\(list)</section>"
    }

    private static func row(_ votes: DossierAnswer.Votes) -> HTML {
        let member: HTML =
            if let member = votes.member {
                "<a href=\"\(Link.dossier(member.username))\">@\(member.username)</a>"
            } else { "a deleted member" }
        return "<li>\(member)<span class=\"num\">\(votes.votes)</span></li>"
    }

    // MARK: Decisions

    private var acts: HTML? {
        guard let reader, reader.id != dossier.member.id else { return nil }
        let whatIf: HTML? =
            reader.role == .admin
            ? "<p><a href=\"\(Link("/console/rules").query("without", "@\(dossier.member.username)"))\">What if this member had never been here?</a></p>"
            : nil
        let reset: HTML? =
            reader.role == .admin && !dossier.banned
            ? """
            <h2>Forgotten password</h2><form method="post" action="\(link.end("/reset-link"))"><p class="soft small">The link opens the account: give it to this member only. It replaces earlier links.</p>\
            <button class="btn">Make a link</button></form>
            """
            : nil
        let role: HTML? =
            reader.role == .admin
            ? """
            <h2>Role</h2><form class="measure" method="post" action="\(link.end("/role"))">\(once.html)\
            \(Choice("role", "Role", [(value: "member", text: "member"), (value: "moderator", text: "moderator"), (value: "admin", text: "admin")], value: dossier.role).html(state))\
            <div class="buttons"><button class="btn">Change the role</button></div></form>
            """
            : nil
        let ban: HTML =
            dossier.banned
            ? """
            <h2>Ban</h2><form method="post" action="\(link.end("/unban"))">\(once.html)<button class="btn">End the ban</button></form>
            """
            : """
            <h2>Ban</h2>\(state.summary(fields: ["reason", "until"]))<form class="measure" method="post" action="\(link.end("/ban"))">\(once.html)\
            \(Field("reason", "Why?", hint: "The member reads it.", rows: 2, lengthMax: 2_000).html(state))\
            \(Field("until", "Last day (optional)", .date, hint: "Without it the ban does not end by itself.").html(state))\
            \(Tick("voided", "1", "Take back their likes, votes, ratings, saves and follows while it lasts", isOn: state["voided"] != nil).html)\
            <div class="buttons"><button class="btn bad">Ban @\(dossier.member.username)</button></div></form>
            """
        return "\(ban)\(role)\(reset)\(sessions)\(whatIf)"
    }

    // MARK: Sessions and keys

    private var sessions: HTML? {
        guard let access else { return nil }
        let entries = access.sessions + access.keys
        guard !entries.isEmpty else {
            return "<h2>Sessions and keys</h2><p class=\"soft\">Signed in nowhere, and no keys.</p>"
        }
        return """
            <h2>Sessions and keys</h2><p class="soft small">A member whose session ends can sign in again. A key that ends cannot be used any more.</p>\
            <ul class="rows">\(each: entries, { row($0) })</ul>\
            <form class="measure" method="post" action="\(link.end("/sessions/revoke"))">\
            \(Field("why", "Why? (for the log)", lengthMax: 2_000).html(state))\
            <div class="buttons"><button class="btn bad">End all of them</button></div></form>
            """
    }

    private func row(_ entry: SessionDocument) -> HTML {
        let name = entry.label ?? (entry.scopes == nil ? "Session" : "Key")
        let kind: HTML =
            entry.scopes.map { "key, may \($0.joined(separator: ", "))" } ?? "session"
        return """
            <li><div class="grow"><b>\(name)</b><br><span class="soft small">\(kind) · last used \(Words.time(entry.usedAt))</span></div>\
            <form class="end" method="post" action="\(link.end("/sessions/revoke"))"><input type="hidden" name="session" value="\(entry.id)">\
            <button class="btn">End it<span class="hide">: \(name)</span></button></form></li>
            """
    }
}

/// A link with which a member chooses a new password. It is shown once.
package struct ResetLinkPage {
    private let answer: ResetLinkAnswer
    private let member: String
    private let site: Site

    package init(_ answer: ResetLinkAnswer, for member: String, at site: Site) {
        (self.answer, self.member, self.site) = (answer, member, site)
    }

    package var page: Page {
        let address = site.whole(Link("/reset").query("link", answer.link))
        var page = Page(
            console: "Link for \(member)", in: .members, command: "reset-password \(member)",
            """
            <h1>Link for \(member)</h1><div class="note" role="status"><div><p>Copy the link now: it is not shown again.</p><p><code class="secret">\(address)</code></p></div></div>\
            <p>Give it to \(member) only: it opens the account. It sets a new password once, until \(Words.second(answer.expiresAt)), and then ends all sessions. Earlier links do not work any more.</p>\
            <p class="soft small">Event <a href="\(Link.id(String(answer.position)))">\(Int64(answer.position))</a> says that you made it.</p>\
            <p><a href="\(Link("/desk/members").part(member))">Back to the dossier</a></p>
            """)
        page.isKept = false
        return page
    }
}

extension Link {
    static func dossier(_ username: String) -> Link { Link("/desk/members").part("@\(username)") }
}
