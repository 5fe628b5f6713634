package import LarderAPI
import Markup

/// The list of settings.
package struct SettingsPage {
    package init() {}

    private static let entries: [(Link, String, String)] = [
        (Link("/settings/profile"), "Profile", "Name, username, about you, e-mail, what you like"),
        (Link("/settings/look"), "Look", "Theme, light or dark, text size, units, keys"),
        (Link("/settings/password"), "Password", "Change it"),
        (Link("/settings/sessions"), "Sessions", "Where you are signed in"),
        (Link("/settings/keys"), "Keys for apps", "Let another program read or act as you"),
        (Link("/members/me/export"), "Download your data", "Everything that is held about you, as JSON"),
        (Link("/settings/leave"), "Leave", "Delete your account"),
    ]

    package var page: Page {
        var page = Page(
            "Settings", in: .me,
            """
            <section class="narrow"><h1>Settings</h1><ul class="settings">\(each: Self.entries, { Self.entry($0.0, $0.1, $0.2) })</ul>\
            <form method="post" action="/sign-out"><button class="btn">\(Icon.out)Sign out</button></form></section>
            """)
        page.hasSide = false
        page.isListed = false
        return page
    }

    private static func entry(_ link: Link, _ name: String, _ what: String) -> HTML {
        "<li><a href=\"\(link)\"><div><b>\(name)</b><small>\(what)</small></div>\(Icon.right)</a></li>"
    }
}

/// How pages look, for members and guests: a cookie of the browser keeps it.
package struct LookPage {
    private let look: Look

    package init(_ look: Look) { self.look = look }

    package var page: Page {
        let state = FormState()
        var page = Page(
            "Look",
            """
            <section class="narrow"><h1>Look</h1><form method="post" action="/settings/look">\
            \(Choice("theme", "Theme", [("warm", "Warm Classic"), ("mint", "Mint Garden"), ("ocean", "Ocean Breeze")], value: look.theme.rawValue).html(state))\
            \(Choice("mode", "Light or dark", [("", "As my system"), ("light", "Light"), ("dark", "Dark")], value: look.mode?.rawValue ?? "").html(state))\
            \(Choice("text", "Size of text", [("100", "Normal"), ("112", "Large"), ("125", "Largest")], value: "\(look.textSize.rawValue)").html(state))\
            \(Choice("units", "Quantities", [("", "As the cook wrote them"), ("metric", "Metric"), ("us", "US"), ("grams", "Grams, as far as it can be weighed")], value: look.units?.rawValue ?? "").html(state))\
            \(Tick("contrast", "1", "More contrast", isOn: look.hasMoreContrast).html)\(Tick("scroll", "1", "Lists go on by themselves", isOn: look.scrollsOn).html)\
            \(Tick("keys", "1", "Keyboard shortcuts", isOn: look.hasShortcuts).html)<p><button class="btn main">Save</button></p></form></section>
            """)
        page.hasSide = false
        page.isListed = false
        return page
    }
}

/// What a member says about themselves.
package struct ProfileFormPage {
    private let profile: ProfileAnswer
    private let state: FormState

    package init(_ profile: ProfileAnswer, _ state: FormState = FormState()) {
        (self.profile, self.state) = (profile, state)
    }

    package var page: Page {
        var page = Page(
            state.title("Your profile"), in: .me,
            """
            <section class="narrow"><h1>Your profile</h1>\(state.summary(fields: ["picture", "name", "username", "bio", "email", "phone", "cuisines", "diets"]))\
            <form method="post" action="/settings/profile" enctype="multipart/form-data"><button class="hide" tabindex="-1">Save</button>\
            \(picture)\(Field("name", "Name", isRequired: true, autocomplete: "name", lengthMax: 100, value: profile.name).html(state))\
            \(Field("username", "Username", isRequired: true, autocomplete: "username", lengthMax: 30, value: profile.username).html(state))\
            \(Field("bio", "About you", rows: 4, lengthMax: 2_000, value: profile.bio).html(state))\
            \(Field("email", "E-mail (optional)", .email, hint: "Only you and the moderators see it.", autocomplete: "email", value: profile.email).html(state))\
            \(Field("phone", "Phone (optional)", .tel, autocomplete: "tel", value: profile.phone).html(state))\
            \(Field("cuisines", "Cuisines that you like", hint: "With commas between them.", value: profile.cuisines.joined(separator: ", ")).html(state))\
            <fieldset class="choices"><legend>Your diets</legend><input type="hidden" name="diets" value="">\
            <div class="ticks">\(each: diets, { Tick("diets", $0.0, $0.1, isOn: isDiet($0.0)).html })</div></fieldset>\
            <button class="btn main">Save</button> <a class="btn quiet" href="/@me">Cancel</a></form></section>
            """)
        page.hasSide = false
        page.modules = [.editor]
        page.isKept = state.errors.isEmpty
        page.status = state.status
        return page
    }

    /// Those that everyone can tick, and others that the member has from elsewhere.
    private var diets: [(String, String)] {
        Diets.all + profile.diets.filter { diet in !Diets.all.contains { $0.0 == diet } }.map { ($0, $0) }
    }

    private func isDiet(_ diet: String) -> Bool { (state.values["diets"] ?? profile.diets).contains(diet) }

    /// One's own picture: it stays, is removed, or another one takes its place.
    private var picture: HTML {
        let kept: HTML? = profile.avatar.map { avatar in
            """
            <div class="own-picture">\(Face.html(name: profile.name, avatar: avatar, .large))\
            \(Tick("removePicture", "1", "Remove this picture", isOn: state["removePicture"] != nil).html)</div>
            """
        }
        return """
            <fieldset class="choices"><legend>Your picture</legend>\(kept)\
            \(PictureField("picture", profile.avatar == nil ? "From your device or camera" : "Another one, from your device or camera").html(state))</fieldset>
            """
    }
}

/// Changing the password.
package struct PasswordPage {
    private let state: FormState

    package init(_ state: FormState = FormState()) { self.state = state }

    package var page: Page {
        var page = Page(
            state.title("Password"), in: .me,
            """
            <section class="narrow"><h1>Change your password</h1><p>All other sessions end.</p>\(state.summary(fields: ["password", "newPassword"]))\
            <form method="post" action="/settings/password">\(Field("password", "Your present password", .password, isRequired: true, autocomplete: "current-password").html(state))\
            \(Field("newPassword", "New password", .password, hint: PasswordHint.text, isRequired: true, autocomplete: "new-password").html(state))\
            <button class="btn main">Change it</button></form></section>
            """)
        page.hasSide = false
        page.modules = [.editor]
        page.isKept = false
        page.status = state.status
        return page
    }
}

/// A new password by a link of the operator.
package struct ResetPage {
    private let link: String
    private let state: FormState

    package init(link: String, _ state: FormState = FormState()) { (self.link, self.state) = (link, state) }

    package var page: Page {
        var page = Page(
            state.title("New password"),
            """
            <section class="narrow"><h1>Choose a new password</h1>\(state.summary(fields: ["newPassword", "link"]))<form method="post" action="/reset">\
            \(Field("link", "Link", isRequired: true, value: link).html(state))\
            \(Field("newPassword", "New password", .password, hint: PasswordHint.text, isRequired: true, autocomplete: "new-password").html(state))\
            <button class="btn main">Save it</button></form></section>
            """)
        page.hasSide = false
        page.modules = [.editor]
        page.isKept = false
        page.isListed = false
        page.status = state.status
        return page
    }
}

/// Where the reader is signed in.
package struct SessionsPage {
    private let sessions: [SessionDocument]

    package init(_ sessions: [SessionDocument]) { self.sessions = sessions }

    package var page: Page {
        var page = Page(
            "Sessions", in: .me,
            "<section class=\"narrow\"><h1>Sessions</h1><p>A session ends thirty days after its last use.</p><ul class=\"rows\">\(each: sessions, { Self.row($0) })</ul></section>"
        )
        page.hasSide = false
        page.isKept = false
        return page
    }

    private static func row(_ session: SessionDocument) -> HTML {
        let end: HTML =
            session.current == true
            ? "<span class=\"pill end\">this one</span>"
            : """
            <form class="end" method="post" action="/settings/sessions"><input type="hidden" name="session" value="\(session.id)"><button class="btn">End it</button></form>
            """
        return
            "<li><div><b>\(session.label ?? "Session")</b><br><span class=\"soft small\">last used \(Words.time(session.usedAt))</span></div>\(end)</li>"
    }
}

/// Leaving: what is destroyed, and what stays.
package struct LeavePage {
    private let username: String
    private let state: FormState

    package init(_ username: String, _ state: FormState = FormState()) {
        (self.username, self.state) = (username, state)
    }

    package var page: Page {
        var page = Page(
            state.title("Leave"), in: .me,
            """
            <section class="narrow"><h1>Delete your account</h1><p>You cannot undo this. Your name, recipes, comments and notes become unreadable for \
            everyone, because the key that opens them is destroyed.</p><p>The counts of this community stay right: a like of yours still counts, but \
            nothing says that it was yours.</p><p>You may want to <a href="/members/me/export">download your data</a> first.</p>\
            \(state.summary(fields: ["confirm", "password"]))<form method="post" action="/settings/leave">\
            \(Field("confirm", "To be sure, type your username: \(username)", isRequired: true).html(state))\
            \(Field("password", "Password", .password, isRequired: true, autocomplete: "current-password").html(state))\
            <button class="btn bad">Delete my account</button></form></section>
            """)
        page.hasSide = false
        page.modules = [.editor]
        page.isKept = false
        page.status = state.status
        return page
    }
}

/// After leaving.
package struct GonePage {
    private let position: String?

    /// `position`: the event that records the deletion.
    package init(position: String?) { self.position = position }

    package var page: Page {
        let receipt: HTML? = position.map { "<p>The deletion is event \($0) of the log.</p>" }
        var page = Page(
            "Goodbye",
            "<section class=\"empty\">\(Icon.jar)<h1>Your account is deleted</h1><p>The key of your texts is destroyed. No one can read them any more.</p>\(receipt)<p><a class=\"btn\" href=\"/\">To the feed</a></p></section>"
        )
        page.hasSide = false
        page.isListed = false
        return page
    }
}

/// What a browser shows without a connection where it keeps no copy of the page.
package struct OfflinePage {
    package init() {}

    package var page: Page {
        var page = Page(
            "Offline",
            """
            <section class="empty">\(Icon.jar)<h1>You are offline</h1><p>This browser keeps no copy of that page. Recipes that you have read, your saved \
            recipes, your plan and your shopping list are here without a connection.</p>\
            <p><a class="btn" href="/saved">Saved</a> <a class="btn" href="/list">Shopping</a></p></section>
            """)
        page.hasSide = false
        page.isListed = false
        return page
    }
}
