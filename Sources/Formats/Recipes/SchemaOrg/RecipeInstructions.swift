import CloudEvents
import Events

/// Instructions in the forms that pages use: a text, texts, steps, sections of steps, and nested lists of these.
struct RecipeInstructions {
    private(set) var steps: [ProtoStep] = []
    private let image: (JSONValue) -> String?

    /// `image` finds the address of a picture.
    init(_ values: [JSONValue], image: @escaping (JSONValue) -> String?) {
        self.image = image
        // A list with one text is that text.
        if values.count == 1, let text = values[0].text {
            add(HTMLText(text).lines)
        } else {
            for value in values { add(value) }
        }
    }

    private mutating func add(_ lines: [String]) {
        for line in lines {
            var step = ProtoStep()
            step.text = line
            steps.append(step)
        }
    }

    private mutating func add(_ value: JSONValue) {
        if let text = value.text {
            add(Self.step(text))
        } else if let node = SchemaNode(value) {
            add(node)
        }
    }

    /// Each of several texts is one step with its line ends, unless it is a list.
    private static func step(_ text: String) -> [String] {
        let read = HTMLText(text, keepsLineEnds: false)
        if read.listItemCount > 1 { return read.lines }
        return read.lines.isEmpty ? [] : [read.lines.joined(separator: "\n")]
    }

    private mutating func add(_ node: SchemaNode) {
        let start = steps.count
        let text = ["text", "description"].lazy.flatMap { node.values($0) }.compactMap(\.text)
            .first { !HTMLText.line($0).isEmpty }
        let name = node.values("name").compactMap(\.text).map(HTMLText.line).first { !$0.isEmpty }
        let isStep =
            node.types.isEmpty
            ? text != nil : !node.types.isDisjoint(with: ["howtostep", "howtodirection", "howtotip"])
        let inner =
            ["itemListElement", "item", "steps", "step"].lazy.map { node.values($0) }.first { !$0.isEmpty } ?? []
        if isStep {
            // The name of a step repeats its text or is its number.
            if let text {
                add(Self.step(text))
            } else if !inner.isEmpty {
                for value in inner { add(value) }
            } else if let name {
                add([name])
            }
        } else {
            if let name, !inner.isEmpty || text != nil { add([name]) }
            if inner.isEmpty {
                if let text { add(HTMLText(text).lines) } else if let name { add([name]) }
            } else if inner.count == 1, let text = inner[0].text {
                add(HTMLText(text).lines)
            } else {
                for value in inner { add(value) }
            }
        }
        guard isStep, start < steps.count, let picture = node.values("image").lazy.compactMap(image).first else {
            return
        }
        if !steps[start].hasImage { steps[start].image = picture }
    }
}
