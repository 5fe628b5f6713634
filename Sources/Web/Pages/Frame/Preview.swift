package import LarderAPI
package import Markup

/// What search engines, messengers and other sites show of a page.
package struct Preview: Sendable {
    package enum Kind: String, Sendable {
        case website, article, profile
    }

    /// The one address of the page, without what only changes its look.
    package var link: Link
    package var title: String
    package var kind: Kind
    package var text: String?
    /// A stored picture.
    package var image: Link?
    /// JSON-LD of the page's content, with whole addresses.
    package var data: (@Sendable (Site) -> JSON)?

    package init(
        _ kind: Kind, at link: Link, _ title: String, text: String? = nil, image: Link? = nil,
        data: (@Sendable (Site) -> JSON)? = nil
    ) {
        (self.kind, self.link, self.title) = (kind, link, title)
        (self.text, self.image, self.data) = (text, image, data)
    }

    /// The most characters of a description: what readers of cards show.
    private static let charactersMax = 200

    /// The text on one line, in the length that cards show.
    private var line: String? {
        guard let words = text?.split(whereSeparator: \.isWhitespace), !words.isEmpty else { return nil }
        let line = words.prefix(Self.charactersMax).joined(separator: " ")
        return line.count > Self.charactersMax ? "\(line.prefix(Self.charactersMax - 1))…" : line
    }

    /// The elements of `<head>`: address, OpenGraph, Twitter's card, the link to oEmbed, JSON-LD.
    func head(of site: Site, called community: String) -> HTML {
        let address = site.whole(link)
        let description: HTML? = line.map {
            "<meta name=\"description\" property=\"og:description\" content=\"\($0)\">"
        }
        let picture: HTML? = image.map { "<meta property=\"og:image\" content=\"\(site.whole($0))\">" }
        let embedding = Link("/oembed").query("url", address).query("format", "json")
        let embed: HTML? =
            kind == .website
            ? nil
            : "<link rel=\"alternate\" type=\"application/json+oembed\" title=\"\(title)\" href=\"\(site.whole(embedding))\">"
        return """
            <link rel="canonical" href="\(address)">\(description)<meta property="og:title" content="\(title)">\
            <meta property="og:type" content="\(kind.rawValue)"><meta property="og:url" content="\(address)">\
            <meta property="og:site_name" content="\(community)">\(picture)\
            <meta name="twitter:card" content="\(image == nil || kind == .profile ? "summary" : "summary_large_image")">\
            \(embed)\(data.map { HTML(json: $0(site).document) })
            """
    }
}
