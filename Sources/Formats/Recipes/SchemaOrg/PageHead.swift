import CloudEvents

/// What an HTML page says apart from what people read: where it stands, and its JSON-LD.
struct PageHead {
    /// Blocks of one page that are looked at.
    static let blocksMax = 1_000

    private(set) var addresses: PageAddresses
    /// Where the texts of the JSON-LD blocks lie.
    private(set) var blocks: [Range<Int>] = []

    init(_ page: [UInt8], own: WebAddress?) {
        addresses = PageAddresses(own: own)
        var isData = false
        var shared: WebAddress?
        for token in HTMLTokens(page) {
            switch token {
            case .start(let tag):
                isData = tag.name == "script" && Self.isJSONLD(tag.attributes["type"])
                switch tag.name {
                case "base":
                    guard let base = WebAddress(tag.attributes["href"] ?? "", relativeTo: addresses.own) else { break }
                    addresses.base = base
                case "link":
                    let words = (tag.attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
                    guard words.contains("canonical"), addresses.canonical == nil else { break }
                    addresses.canonical = addresses.pageAddress(tag.attributes["href"] ?? "")
                case "meta":
                    guard (tag.attributes["property"] ?? tag.attributes["name"]) == "og:url", shared == nil else {
                        break
                    }
                    shared = addresses.pageAddress(tag.attributes["content"] ?? "")
                default: break
                }
            case .raw(let range): if isData, blocks.count < Self.blocksMax { blocks.append(range) }
            case .end, .text: break
            }
        }
        addresses.canonical = addresses.canonical ?? shared
        // A page that was saved is told by what it says of itself where its addresses begin.
        addresses.base = addresses.base ?? addresses.canonical
    }

    /// `application/ld+json`, with parameters or without.
    private static func isJSONLD(_ type: String?) -> Bool {
        type?.lowercased().split(separator: ";").first.map { String($0).trimmed } == "application/ld+json"
    }
}
