package import LarderAPI
import Markup

/// The reader's keys for apps: what each may do, a form for another one, and a new key, which is shown once.
package struct KeysPage {
    private let keys: [SessionDocument]
    private let made: KeyAnswer?
    private let state: FormState

    /// `made`: the key that was made just now.
    package init(_ keys: [SessionDocument], made: KeyAnswer? = nil, _ state: FormState = FormState()) {
        (self.keys, self.made, self.state) = (keys, made, state)
    }

    private static let scopes: [(scope: String, text: String)] = [
        ("read", "Read what I can read"), ("act", "Post, like, follow and all else that I can do"),
        ("import", "Import recipes with their old dates (admins)"),
    ]

    package var page: Page {
        let list: HTML =
            keys.isEmpty
            ? EmptyList("You have no keys.").html : "<ul class=\"rows\">\(each: keys, { Self.row($0) })</ul>"
        var page = Page(
            state.title("Keys for apps"), in: .me,
            """
            <section class="narrow"><h1>Keys for apps</h1><p>A key lets another program use this community as you, without your password. \
            It cannot change your password or delete your account.</p>\(new)\(list)<h2>Another key</h2>\(state.summary(fields: ["label", "scopes"]))\
            <form method="post" action="/settings/keys">\(Field("label", "What it is for", hint: "Such as «Kitchen display».", isRequired: true, lengthMax: 40).html(state))\
            <fieldset id="f-scopes"><legend>What it may do</legend>\(each: Self.scopes, { tick($0.scope, $0.text) })</fieldset>\
            <button class="btn main">Make a key</button></form></section>
            """)
        page.hasSide = false
        page.isListed = false
        page.isKept = false
        page.status = state.status
        return page
    }

    private func tick(_ scope: String, _ text: String) -> HTML {
        let isOn = state.values["scopes"].map { $0.contains(scope) } ?? (scope == "read")
        return Tick("scopes", scope, text, isOn: isOn).html
    }

    private var new: HTML? {
        made.map { key in
            """
            <div class="note" role="status"><div><p><b>\(key.label)</b> is ready. Copy the key now: it is not shown again.</p>\
            <p><code class="secret">\(key.key)</code></p></div></div>
            """
        }
    }

    private static func row(_ key: SessionDocument) -> HTML {
        let scopes = key.scopes.map { $0.joined(separator: ", ") }
        return """
            <li><div><b>\(key.label ?? "Key")</b><br><span class="soft small">\(scopes.map { "may \($0), " })last used \(Words.time(key.usedAt))</span></div>\
            <form class="end" method="post" action="/settings/keys/revoke"><input type="hidden" name="key" value="\(key.id)">\
            <button class="btn">Revoke<span class="hide"> \(key.label ?? "this key")</span></button></form></li>
            """
    }
}
