import CloudEvents
import Layout

/// The microdata of a page (`itemscope`, `itemtype`, `itemprop`), as the values that JSON-LD would have: one reader serves both.
///
/// Why by hand: no package in `Package.swift` reads HTML or microdata; `HTMLTokens` gives the tags.
struct Microdata {
    /// The maximum nesting of elements, and of items. Deeper ones count as text of the element around them.
    static let depthLimit = 512
    static let itemDepthLimit = 32
    static let itemsMax = 50_000
    /// The longest text of a property, and the maximum of properties whose texts are collected at one time.
    static let textBytesMax = PageText.textBytesMax
    /// The most names that one property has.
    static let namesMax = 16
    static let textsMax = 16

    /// The top-level items: those that are no property of another item.
    private(set) var items: [JSONValue] = []

    private struct Element {
        var name: String
        /// The names of the property that the element is.
        var properties: [String] = []
        var isItem = false
        /// The text so far, if the text is the property's value.
        var text: String?
    }

    private struct Item {
        var members: [String: [JSONValue]] = [:]
        var properties: [String]
    }

    private var elements: [Element] = []
    /// The open elements whose texts are collected, and the number of open elements by name.
    private var collecting: [Int] = []
    private var nameCounts: [String: Int] = [:]
    private var open: [Item] = []
    private var itemCount = 0
    private var valueCount = 0
    private let base: WebAddress?

    /// Elements that have no end tag.
    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
    /// By element: the attribute that holds a property's value.
    private static let valueAttributes: [String: [String]] = [
        "meta": ["content"], "img": ["content", "src", "data-src"], "source": ["src"], "video": ["src"],
        "audio": ["src"],
        "embed": ["src"], "iframe": ["src"], "a": ["content", "href"], "area": ["href"], "link": ["href"],
        "object": ["data"], "time": ["datetime"], "data": ["value"], "meter": ["value"],
    ]

    init(_ page: [UInt8], base: WebAddress?) {
        self.base = base
        let tokens = HTMLTokens(page)
        for token in tokens {
            switch token {
            case .start(let tag): start(tag)
            case .end(let name): end(name)
            case .text(let range): if !collecting.isEmpty { append(String(decoding: page[range], as: UTF8.self)) }
            case .raw: break
            }
        }
        while !elements.isEmpty { closeLast() }
    }

    private mutating func append(_ text: String) {
        let blanked = HTMLEntities.decoded(text).withFewMarks.unicodeScalars.map { scalar -> Unicode.Scalar in
            // Line ends of the source are blanks. Block elements end a line.
            scalar.properties.isWhitespace ? " " : scalar
        }
        let text = String(String.UnicodeScalarView(blanked))
        for index in collecting where (elements[index].text?.utf8.count ?? 0) + text.utf8.count <= Self.textBytesMax {
            elements[index].text?.append(text)
        }
    }

    private mutating func breakLine() {
        for index in collecting where (elements[index].text?.utf8.count ?? 0) < Self.textBytesMax {
            elements[index].text?.append("\n")
        }
    }

    // MARK: Elements

    private mutating func start(_ tag: HTMLTokens.Tag) {
        // A list item ends the previous one, and a paragraph too: their end tags are often missing.
        if ["li", "p", "dd", "dt", "option"].contains(tag.name), elements.last?.name == tag.name { closeLast() }
        if HTMLText.blocks.contains(tag.name) { breakLine() }
        let isVoid = Self.voidElements.contains(tag.name)
        guard elements.count < Self.depthLimit || isVoid else { return }
        let properties =
            open.isEmpty
            ? []
            : (tag.attributes["itemprop"] ?? "").split(maxSplits: Self.namesMax, whereSeparator: \.isWhitespace)
                .prefix(Self.namesMax).map(String.init)
        var element = Element(name: tag.name)
        if tag.attributes["itemscope"] != nil, !isVoid, open.count < Self.itemDepthLimit, itemCount < Self.itemsMax {
            itemCount += 1
            var item = Item(properties: properties)
            let types = (tag.attributes["itemtype"] ?? "")
                .split(maxSplits: Self.namesMax, whereSeparator: \.isWhitespace).prefix(Self.namesMax)
            item.members["@type"] = types.map { .string(String($0)) }
            if let id = tag.attributes["itemid"] { item.members["@id"] = [.string(id)] }
            open.append(item)
            element.isItem = true
        } else if !properties.isEmpty {
            if let value = value(of: tag) {
                add(.string(value), to: properties)
            } else if !isVoid, collecting.count < Self.textsMax {
                element.properties = properties
                element.text = ""
            }
        }
        guard !isVoid else { return }
        if element.text != nil { collecting.append(elements.count) }
        nameCounts[element.name, default: 0] += 1
        elements.append(element)
    }

    /// `nil` if the value is the element's text.
    private func value(of tag: HTMLTokens.Tag) -> String? {
        // `content` counts on every element, because many pages write it on any.
        for name in (Self.valueAttributes[tag.name] ?? []) + ["content"] {
            guard let value = tag.attributes[name], !value.isEmpty else { continue }
            return ["src", "data-src", "href", "data"].contains(name)
                ? WebAddress(value, relativeTo: base)?.text ?? value : value
        }
        return Self.voidElements.contains(tag.name) ? "" : nil
    }

    private mutating func end(_ name: String) {
        if HTMLText.blocks.contains(name) { breakLine() }
        // An end tag without a start tag is ignored. An end tag also ends the elements within.
        guard nameCounts[name, default: 0] > 0 else { return }
        while let last = elements.last {
            closeLast()
            if last.name == name { return }
        }
    }

    private mutating func closeLast() {
        let element = elements.removeLast()
        nameCounts[element.name, default: 0] -= 1
        if collecting.last == elements.count { collecting.removeLast() }
        if let text = element.text { add(.string(text), to: element.properties) }
        guard element.isItem else { return }
        let item = open.removeLast()
        let value = JSONValue.object(item.members.mapValues { $0.count == 1 ? $0[0] : .array($0) }, 0..<0)
        if item.properties.isEmpty { items.append(value) } else { add(value, to: item.properties) }
    }

    private mutating func add(_ value: JSONValue, to properties: [String]) {
        guard !open.isEmpty else {
            items.append(value)
            return
        }
        guard valueCount < WebRecipes.valuesMax / 2 else { return }
        valueCount += properties.count
        for property in properties { open[open.count - 1].members[property, default: []].append(value) }
    }
}
