package import Markup

/// What one page shows, without the frame around it.
///
/// A page is a function of answers that come from one state of the views, so equal answers give equal bytes.
package struct Page: Sendable {
    /// For the window and for search engines, without the community's name.
    package var title: String
    /// The entry of the navigation that the page belongs to.
    package var section: Section?
    package var main: HTML
    /// Further modules that the page uses, beside `app.js`.
    package var modules: [Module] = []
    /// The topics of the event stream that the page follows.
    package var topics: [String] = []
    /// The pages before and after this one, and the feed for other programs.
    package var newer: Link?
    package var older: Link?
    package var atom: Link?
    /// More for `<head>`.
    package var head = HTML.empty
    /// What other programs show of the page; `nil`: nothing.
    package var preview: Preview?
    /// Whether the side column with search, board and collections stands beside it.
    package var hasSide = true
    /// Whether the whole content is one element with the id `dialog`, which a link with `data-dialog` opens over another page.
    package var isDialog = false
    /// Another page, to which the address leads in place of a page of its own.
    package private(set) var leadsTo: Link?
    package var status = 200
    /// Whether the page may be kept by caches. A page with a secret or with retained input may not.
    package var isKept = true
    /// Whether the console's frame stands around it.
    package var isConsole = false
    /// After how many seconds the browser loads the page again; `nil`: not by itself.
    package var refreshSeconds: Int?
    /// Whether pictures are printed, too.
    package var printsPictures = false
    /// The path that answers what the page shows, such as `/recipes/r12`: asked for the moments at which it changed; `nil`: there is none.
    package var question: String?
    /// Whether search engines may list the page.
    package var isListed = true

    package init(_ title: String, in section: Section? = nil, _ main: HTML) {
        (self.title, self.section, self.main) = (title, section, main)
    }

    /// No page, but a redirect to one. `forGood`: the address will never lead elsewhere.
    package init(leadingTo link: Link, forGood: Bool = false) {
        self.init("", .empty)
        (leadsTo, isKept, status) = (link, false, forGood ? 301 : 303)
    }

    /// An entry of the navigation.
    package enum Section: Sendable {
        case feed, discover, new, activity, me, board, saved, plan, shopping, search
        // Of the console and the desk.
        case desk, reports, members, recipes, decisions, health, log, why, more
    }

    /// The content alone, for a page that asks for the part of that name; `nil`: the page has no such part.
    package func part(_ name: String) -> HTML? { isDialog && name == Self.dialogID ? main : nil }

    package static let dialogID = "dialog"

    package enum Module: String, Sendable {
        case feed, keys, cook, editor, shop, books, log, audit, time
    }
}

/// The member who reads a page.
package struct Reader: Hashable, Sendable {
    package enum Role: Comparable, Sendable {
        case member, moderator, admin
    }

    /// `m17`.
    package var id: String
    package var username: String
    package var name: String
    package var avatar: String?
    package var role: Role

    package init(id: String, username: String, name: String, avatar: String?, role: Role) {
        (self.id, self.username, self.name, self.avatar, self.role) = (id, username, name, avatar, role)
    }
}
