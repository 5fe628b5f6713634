package import Markup

/// The pages of the service that search engines may list, by sitemaps.org: one list, or an index of lists.
package enum Sitemap {
    package struct Entry: Sendable {
        package var link: Link
        /// RFC 3339; `nil`: not known.
        package var changed: String?

        package init(_ link: Link, changed: String? = nil) { (self.link, self.changed) = (link, changed) }
    }

    /// The most addresses that one list may have.
    package static let entriesMax = 50_000

    package static let link = Link("/sitemap.xml")

    /// The pages that exist in every community.
    package static let fixed = [
        Entry(Link("/")), Entry(Link("/discover")), Entry(Link("/board")), Entry(Link("/about")), Entry(Link("/docs")),
    ]

    package static func list(_ entries: [Entry], at site: Site) -> [UInt8] {
        XML.document(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(each: entries, { html($0, site) })</urlset>"
        )
    }

    /// An index of the lists 1 to `count`.
    package static func index(of count: Int, at site: Site) -> [UInt8] {
        XML.document(
            """
            <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\
            \(each: 1...count, { "<sitemap><loc>\(site.whole(link.query("page", $0)))</loc></sitemap>" })</sitemapindex>
            """)
    }

    private static func html(_ entry: Entry, _ site: Site) -> HTML {
        let changed: HTML? = entry.changed.map { "<lastmod>\($0)</lastmod>" }
        return "<url><loc>\(site.whole(entry.link))</loc>\(changed)</url>"
    }
}
