import CloudEvents
import Events

/// The recipes of a page or of a JSON-LD document, in the order of the document.
package enum WebRecipes {
    /// The largest page or document, in bytes.
    package static let bytesMax = 16 << 20
    /// The source of a recipe without an address, in its origin.
    package static let source = "schema.org"
    /// An unreadable block of a page with these bytes may hold a recipe.
    private static let mark = Array("Recipe".utf8)

    /// The most values in the data of one page. Each takes some hundred bytes of memory, and a recipe has hundreds.
    static let valuesMax = 100_000

    /// At least as many as there are values in a JSON text.
    static func valueCount(_ json: some Sequence<UInt8>) -> Int {
        json.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    }

    /// The refusal of data with too many values.
    static func tooFull(_ place: String) -> RefusedItem {
        RefusedItem(place: place, reason: .tooLong, message: "its data has more than \(valuesMax) values")
    }

    /// The recipes of a JSON-LD document. `place`: its name in reports. `address`: the URL from which it was fetched, if known.
    package static func document(_ bytes: [UInt8], place: String, address: String? = nil) -> [FoundItem] {
        if let refused = tooLong(bytes, place) { return [.refused(refused)] }
        let (values, refused) = read(PageText.utf8(bytes), place)
        if values.isEmpty, let refused { return [.refused(refused)] }
        let page = PageAddresses(own: address.flatMap { WebAddress($0) })
        return items(of: SchemaGraph(values), on: page, place: place) + (refused.map { [.refused($0)] } ?? [])
    }

    /// The items of a text, and refusals of unreadable parts that may hold a recipe.
    private static func read(_ bytes: [UInt8], _ place: String) -> (values: [JSONValue], refused: RefusedItem?) {
        func refused(_ error: JSONValue.Malformed) -> RefusedItem {
            RefusedItem(place: place, reason: .unreadable, message: error.sentence)
        }
        do throws(JSONValue.Malformed) {
            let texts = try LenientJSON.texts(bytes)
            guard let start = texts.unreadFrom, bytes[start...].contains(mark) else { return (texts.values, nil) }
            return (
                texts.values,
                refused(JSONValue.Malformed(message: "what follows the end of a text cannot be read", offset: start))
            )
        } catch {
            return ([], refused(error))
        }
    }

    /// The recipes of an HTML page. `address`: the URL from which it was fetched. `charset`: that of the answer. Both if known.
    ///
    /// JSON-LD counts. Microdata is read only if JSON-LD has no recipe with contents.
    package static func page(
        _ bytes: [UInt8], place: String, address: String? = nil, charset: String? = nil
    ) -> [FoundItem] {
        if let refused = tooLong(bytes, place) { return [.refused(refused)] }
        let html = PageText.utf8(bytes, declared: charset)
        let head = PageHead(html, own: address.flatMap { WebAddress($0) })
        var refused: [FoundItem] = []
        var values: [JSONValue] = []
        var valuesLeft = valuesMax
        for (index, block) in head.blocks.enumerated() {
            let text = Array(html[block])
            let place = "\(place): JSON-LD block \(index + 1)"
            valuesLeft -= valueCount(text)
            guard valuesLeft >= 0 else {
                refused.append(.refused(tooFull(place)))
                break
            }
            let read = read(text, place)
            values += read.values
            if let unread = read.refused, text.contains(mark) { refused.append(.refused(unread)) }
        }
        var graph = SchemaGraph(values)
        if !graph.recipes.contains(where: isFull) {
            let microdata = SchemaGraph(Microdata(html, base: head.addresses.base).items)
            if graph.recipes.isEmpty || microdata.recipes.contains(where: isFull) { graph = microdata }
        }
        if graph.recipes.isEmpty, !refused.isEmpty { return refused }
        return refused + items(of: graph, on: head.addresses, language: head.language, place: place)
    }

    private static func isFull(_ node: SchemaNode) -> Bool {
        ["recipeIngredient", "ingredients", "ingredient", "recipeInstructions", "instructions"].contains {
            node.has($0)
        }
    }

    private static func tooLong(_ bytes: [UInt8], _ place: String) -> RefusedItem? {
        guard bytes.count > bytesMax else { return nil }
        return RefusedItem(place: place, reason: .tooLong, message: "it is longer than \(bytesMax) bytes")
    }

    private static func items(
        of graph: SchemaGraph, on page: PageAddresses, language: String? = nil, place: String
    ) -> [FoundItem] {
        guard !graph.recipes.isEmpty else {
            return [
                .refused(RefusedItem(place: place, reason: .noRecipe, message: "there is no schema.org/Recipe in it"))
            ]
        }
        var items: [FoundItem] = []
        // Several recipes of one page share its address: later ones get a number, unless they are equal.
        var known: [String: [[UInt8]: Int]] = [:]
        for (index, node) in graph.recipes.enumerated() {
            let place = graph.recipes.count > 1 ? "\(place): recipe \(index + 1)" : place
            if let own = OwnSchemaRecipe(node.asWritten) {
                items.append(
                    .recipe(FoundRecipe(place: place, content: own.content, source: own.source, id: own.id)))
                continue
            }
            let recipe = SchemaRecipe(node, in: graph, on: page, language: language)
            var id = recipe.address?.page
            if let address = id {
                let bytes = Payload.recipe(recipe.content).storedBytes
                let ordinal = known[address]?[bytes] ?? known[address]?.count ?? 0
                known[address, default: [:]][bytes] = ordinal
                if ordinal > 0 { id = "\(address)#\(ordinal + 1)" }
            }
            items.append(
                .recipe(
                    FoundRecipe(
                        place: place, content: recipe.content, source: recipe.address?.host ?? source, id: id,
                        notes: recipe.notes, facts: recipe.facts, sections: recipe.sections)))
        }
        if graph.isCut {
            let message = "it holds more than \(SchemaGraph.recipesMax) recipes: those after them were not looked at"
            items.append(.refused(RefusedItem(place: place, reason: .tooLong, message: message)))
        }
        return items
    }
}

/// The metadata of an HTML page: its address, and its JSON-LD.
struct PageHead {
    /// The maximum of JSON-LD blocks that are read.
    static let blocksMax = 1_000

    private(set) var addresses: PageAddresses
    /// The `lang` of the page.
    private(set) var language: String?
    /// The ranges of the JSON-LD blocks.
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
                case "html": language = language ?? tag.attributes["lang"] ?? tag.attributes["xml:lang"]
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
        // A saved page names its own address, to which its links are relative.
        addresses.base = addresses.base ?? addresses.canonical
    }

    /// `application/ld+json`, with parameters or without.
    private static func isJSONLD(_ type: String?) -> Bool {
        type?.lowercased().split(separator: ";").first.map { String($0).trimmed } == "application/ld+json"
    }
}

/// The known addresses of a page.
struct PageAddresses: Hashable, Sendable {
    /// The URL from which it was fetched.
    var own: WebAddress?
    /// The URL that the page itself names.
    var canonical: WebAddress?
    /// The URL to which its links are relative.
    var base: WebAddress?

    init(own: WebAddress? = nil) {
        self.own = own
        base = own
    }

    /// The address in `text`, if it names a page. A bare word or the front page of a site does not.
    func pageAddress(_ text: String) -> WebAddress? {
        let text = HTMLEntities.decoded(text).trimmed
        guard text.contains("/"), let address = WebAddress(text, relativeTo: base ?? canonical), address.hasPath else {
            return nil
        }
        return address
    }
}
