import Markup

/// What a reader sees in place of a page: what is wrong, in words, and what to do next.
package struct ErrorPage {
    private let status: Int
    private let code: String
    private let sentence: String
    private let requestID: String
    private let seconds: Int?
    private let deletedAt: String?
    private let kept: KeptTexts?
    /// The id of the recipe or comment that is gone, for moderators.
    private let restorable: String?

    /// `sentence` is the refusal's. `seconds`: after which a retry may succeed. `deletedAt`: when it was deleted. `kept`: what was written
    /// into the form that is refused.
    package init(
        status: Int, code: String, sentence: String, requestID: String, retryAfter seconds: Int? = nil,
        deletedAt: String? = nil, kept: KeptTexts? = nil, restorable: String? = nil
    ) {
        self.restorable = restorable
        (self.status, self.code, self.sentence, self.deletedAt, self.kept) = (status, code, sentence, deletedAt, kept)
        (self.requestID, self.seconds) = (requestID, seconds)
    }

    private var title: String {
        switch code {
        case "not-found": "This page does not exist"
        case "gone": "This was deleted"
        case "banned": "You are banned"
        case "forbidden": "You cannot do this"
        case "not-allowed": "This address takes a form"
        case "unauthenticated": "Please sign in"
        case "limited", "locked": "Please wait"
        case "overloaded", "unavailable": "Larder is busy"
        case "too-large": "This is too large"
        case "invalid": "This request is wrong"
        default: "Something went wrong"
        }
    }

    private var advice: HTML {
        switch code {
        case "not-found", "gone":
            "<form role=\"search\" class=\"field\" action=\"/find\"><label for=\"e-q\">Search instead</label><input type=\"search\" id=\"e-q\" name=\"q\"></form>"
        case "unauthenticated": "<p><a class=\"btn main\" href=\"/sign-in\">Sign in</a></p>"
        case "limited", "locked", "overloaded", "unavailable":
            "<p>Try again in \(seconds ?? 5) seconds.</p>"
        case "banned":
            "<p>You can sign out, and read again without an account.</p><form method=\"post\" action=\"/sign-out\"><button class=\"btn\">Sign out</button></form>"
        default: "<p><a class=\"btn\" href=\"/\">Go to the feed</a></p>"
        }
    }

    private var restoring: HTML? {
        guard code == "gone", let restorable else { return nil }
        return """
            <p class="buttons"><a class="btn" href="\(Link.id(restorable).end("/restore"))">Restore it</a>\
            <a class="btn quiet" href="/desk/log">What moderators decided</a></p>
            """
    }

    private var explanation: HTML {
        if code == "not-allowed" { return "Go back, and press the button on the page." }
        guard code == "gone", let deletedAt else { return "\(sentence.sentence)" }
        return "What stood here was deleted \(Words.time(deletedAt, "on "))."
    }

    package var page: Page {
        var page = Page(
            title,
            """
            <section class="empty error">\(Icon.warn)<h1>\(title)</h1><p>\(explanation)</p>\(restoring)\(advice)\(kept?.html)\
            <p class="soft small">Request \(requestID)</p></section>
            """)
        page.status = status
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        // Without scripts, too, the page comes back by itself.
        if code == "overloaded" || code == "unavailable", kept == nil {
            page.head = "<meta http-equiv=\"refresh\" content=\"\(seconds ?? 5)\">"
        }
        return page
    }
}

extension String {
    /// With a capital letter and a full stop.
    package var sentence: String {
        guard let first, let last else { return self }
        return first.uppercased() + dropFirst() + (".!?".contains(last) ? "" : ".")
    }
}
