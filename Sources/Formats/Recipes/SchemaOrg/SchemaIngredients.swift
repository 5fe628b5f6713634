import CloudEvents
import Events

/// The ingredients of a schema.org/Recipe in the forms that pages use: texts, a text with lines, amounts with names, and
/// lists of these with or without a name.
struct SchemaIngredients {
    private(set) var rows: [ProtoIngredient] = []
    /// The name of the list in which each row stands; empty if no list has a name.
    private(set) var sections: [String?] = []

    /// The maximum nesting of lists, which may name each other, and of the values in them. No recipe with more can be posted.
    private static let listDepthMax = 8
    private static let valuesMax = 100_000

    private struct Line {
        var text: String
        var section: String?
    }

    private let graph: SchemaGraph
    private var valueCount = 0

    init(_ node: SchemaNode, in graph: SchemaGraph) {
        self.graph = graph
        for name in ["recipeIngredient", "ingredients", "ingredient"] {
            let lines = lines(node.values(name), section: nil, depth: 0).filter { !$0.text.isEmpty }
            guard !lines.isEmpty else { continue }
            rows = lines.map { line in
                var row = ProtoIngredient()
                row.original = Self.withSingleBrackets(line.text)
                return row
            }
            if lines.contains(where: { $0.section != nil }) { sections = lines.map(\.section) }
            return
        }
    }

    private mutating func lines(_ values: [JSONValue], section: String?, depth: Int) -> [Line] {
        // A list with one text is that text.
        if values.count == 1, let text = values[0].text {
            return HTMLText(text).lines.map { Line(text: $0, section: section) }
        }
        return values.flatMap { value -> [Line] in
            guard valueCount <= Self.valuesMax else { return [] }
            guard value.text == nil, let node = graph.resolved(value) else {
                return Self.texts(value).map { Line(text: $0, section: section) }
            }
            for name in ["itemListElement", "item", "recipeIngredient", "ingredients"] {
                let inner = node.values(name)
                guard !inner.isEmpty else { continue }
                // Lists that name each other cost time for each value that is looked at, also where nothing is read.
                valueCount += inner.count
                guard depth < Self.listDepthMax else { return [] }
                // The name of a list item is that of the item in it.
                let own = name == "item" ? nil : Self.name(of: node)
                return lines(inner, section: own ?? section, depth: depth + 1)
            }
            return [Line(text: Self.supply(node), section: section)]
        }
    }

    /// The lines of one text among others.
    private static func texts(_ value: JSONValue) -> [String] {
        guard let text = value.text else { return [] }
        let read = HTMLText(text, keepsLineEnds: false)
        return read.listItemCount > 1 ? read.lines : [read.line]
    }

    private static func name(of list: SchemaNode) -> String? {
        guard !list.types.contains("listitem") else { return nil }
        let name = list.values("name").compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
        return name.flatMap(GroupName.name)
    }

    /// The amount of a supply, and its name.
    private static func supply(_ node: SchemaNode) -> String {
        let parts = [["requiredQuantity", "amount", "quantity", "value"], ["unitText", "unit"], ["name", "text"]]
        let words = parts.map { names in
            names.lazy.flatMap { node.values($0) }.compactMap { value in
                value.text
                    ?? SchemaNode(value).flatMap { amount in
                        let parts = (amount.values("value") + amount.values("unitText") + amount.values("name"))
                        return parts.compactMap(\.text).joined(separator: " ")
                    }
            }.map(HTMLText.line).first { !$0.isEmpty } ?? ""
        }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Removes one pair of brackets from `((to taste))`: recipe plug-ins put a second pair around notes.
    static func withSingleBrackets(_ line: String) -> String {
        guard line.contains("((") else { return line }
        let characters = Array(line)
        var opened: [Int] = []
        var partner = [Int](repeating: -1, count: characters.count)
        for (index, character) in characters.enumerated() {
            if character == "(" { opened.append(index) }
            if character == ")", let start = opened.popLast() { (partner[start], partner[index]) = (index, start) }
        }
        var result = ""
        for (index, character) in characters.enumerated() {
            // Two neighbouring brackets with neighbouring partners become one pair.
            let isSecond =
                index > 0 && characters[index - 1] == character && partner[index] >= 0
                && partner[index - 1] == partner[index] + 1
            if isSecond { continue }
            result.append(character)
        }
        return result
    }
}
