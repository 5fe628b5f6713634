package import Markup

/// Signing in. `then` is where the reader wanted to go.
package struct SignInPage {
    private let state: FormState
    private let then: Link?
    private let kept: KeptTexts?

    /// `kept`: what was written into a form that needs a member.
    package init(_ state: FormState = FormState(), then: Link?, kept: KeptTexts? = nil) {
        (self.state, self.then, self.kept) = (state, then, kept)
    }

    package var page: Page {
        var page = Page(
            state.title("Sign in"),
            """
            <section class="narrow"><h1>Sign in</h1>\(kept?.html)\(state.summary(fields: ["username", "password"]))\
            <form method="post" action="/sign-in">\(HTML.hidden("then", then?.text))\
            \(Field("username", "Username or e-mail", isRequired: true, autocomplete: "username").html(state))\
            \(Field("password", "Password", .password, isRequired: true, autocomplete: "current-password").html(state))\
            <button class="btn main">Sign in</button></form>\
            <p>New here? <a href="\(Link("/sign-up").query("then", then?.text))">Join</a>. You can search and read without an account.</p>\
            <p class="soft small">Forgot your password? Ask the people who run this community for a link.</p></section>
            """)
        page.isKept = false
        page.modules = [.editor]
        page.isListed = false
        page.hasSide = false
        page.status = state.status
        return page
    }
}

/// Joining, in two pages: the account, and what the new member likes.
package struct SignUpPage {
    private let state: FormState
    private let then: Link?
    private let link: String?

    /// `link`: the secret that makes its reader the first admin.
    package init(_ state: FormState = FormState(), then: Link?, link: String?) {
        (self.state, self.then, self.link) = (state, then, link)
    }

    private static let fields = ["name", "username", "password", "email", "phone", "link"]

    package var page: Page {
        let first: HTML? = link == nil ? nil : "<p class=\"note\">You become the first admin of this community.</p>"
        let secret: HTML? = link.map { Field("link", "Link of the first admin", value: $0).html(state) }
        var page = Page(
            state.title("Join"),
            """
            <section class="narrow"><h1>Join</h1>\(first)\(state.summary(fields: Self.fields))\
            <form method="post" action="/sign-up">\(HTML.hidden("then", then?.text))\(secret)\
            \(Field("name", "Your name", isRequired: true, autocomplete: "name", lengthMax: 100).html(state))\
            \(Field("username", "Username", hint: "2 to 30 letters, digits, _ . or -. Leave it empty, and it is made from your name.", autocomplete: "username").html(state))\
            \(Field("password", "Password", .password, hint: PasswordHint.text, isRequired: true, autocomplete: "new-password").html(state))\
            \(Field("email", "E-mail (optional)", .email, hint: "Only you and the moderators see it.", autocomplete: "email").html(state))\
            \(Field("phone", "Phone (optional)", .tel, autocomplete: "tel").html(state))\
            <button class="btn main">Join</button></form>\
            <p>Do you have an account? <a href="\(Link("/sign-in").query("then", then?.text))">Sign in</a>.</p></section>
            """)
        page.isKept = false
        page.modules = [.editor]
        page.isListed = false
        page.hasSide = false
        page.status = state.status
        return page
    }
}

/// What a new member likes. Both lists may stay empty.
package struct TastesPage {
    private let cuisines: [String]
    private let then: Link?

    package init(cuisines: [String], then: Link?) { (self.cuisines, self.then) = (cuisines, then) }

    package var page: Page {
        var page = Page(
            "What do you like?",
            """
            <section class="narrow"><h1>What do you like?</h1><p>Your feed «For you» begins with these. You can change them later.</p>\
            <form method="post" action="/sign-up/tastes">\(HTML.hidden("then", then?.text))\
            <fieldset><legend>Cuisines</legend><div class="ticks">\(each: cuisines, { Tick("cuisines", $0, Words.cuisine($0), isOn: false).html })</div></fieldset>\
            <fieldset><legend>Diets</legend><div class="ticks">\(each: Diets.all, { Tick("diets", $0.0, $0.1, isOn: false).html })</div></fieldset>\
            <button class="btn main">Save</button> <a class="btn quiet" href="\(then ?? Link("/"))">Skip this</a></form></section>
            """)
        page.hasSide = false
        page.isListed = false
        return page
    }
}
