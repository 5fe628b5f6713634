import Events
import Yams

/// A recipe as Cooklang.
///
/// Ingredients are marked where the steps name them in their order; where they do not, a paragraph of ingredients alone
/// stands before the steps, which reading it takes for what it is.
enum CooklangWriter {
    static func text(_ given: ProtoRecipeContent) -> String {
        var content = given
        content.ingredients = given.ingredients.map { CooklangReading.parts(of: $0) ?? $0 }
        var blocks = [frontMatter(content)]
        if let marked = CooklangMarking(content).paragraphs {
            blocks += marked
        } else {
            let list = content.ingredients.map(CooklangMarkup.ingredient)
            if !list.isEmpty { blocks.append(list.joined(separator: "\n")) }
            blocks += content.steps.map { CooklangMarkup.paragraph($0.text) }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    // MARK: Front matter

    private static func frontMatter(_ content: ProtoRecipeContent) -> String {
        var pairs: [(Node, Node)] = [(plain("title"), quoted(content.title))]
        func add(_ key: String, _ text: String) { if !text.isEmpty { pairs.append((plain(key), quoted(text))) } }
        func add(_ key: String, _ list: [String]) {
            if !list.isEmpty {
                pairs.append((plain(key), Node.sequence(Node.Sequence(list.map(quoted), .implicit, .flow))))
            }
        }
        add("description", content.description_p)
        if content.hasServings { pairs.append((plain("servings"), plain("\(content.servings)"))) }
        if content.hasPrepMinutes { pairs.append((plain("prep time"), plain("\(content.prepMinutes) min"))) }
        if content.hasCookMinutes { pairs.append((plain("cook time"), plain("\(content.cookMinutes) min"))) }
        if content.hasTotalMinutes { pairs.append((plain("time"), plain("\(content.totalMinutes) min"))) }
        if let level = SchemaRecipeWriter.difficulties.first(where: { $0.value == content.difficulty })?.key {
            pairs.append((plain("difficulty"), plain(level)))
        }
        add("cuisine", content.cuisine)
        add("course", content.course)
        add("tags", content.tags)
        for diet in CooklangMetadataReading.diets {
            switch content.diet[keyPath: diet.path] {
            case .no: pairs.append((plain(diet.name), plain("no")))
            case .unknown where diet.path == \ProtoDiet.vegetarian && content.diet.vegan == .yes:
                // Else it would follow.
                pairs.append((plain(diet.name), plain("unknown")))
            case .yes, .unknown, .UNRECOGNIZED: break
            }
        }
        let suited = CooklangMetadataReading.diets.filter { content.diet[keyPath: $0.path] == .yes }.map(\.name)
        add("diet", suited)
        add("images", content.images)
        add("video", content.videoURL)
        add("source", content.sourceURL)
        let facts = CooklangNutrition.entries(of: content.nutrition)
        if content.hasNutrition, !facts.isEmpty {
            let inner = facts.map { (plain($0.key), quoted($0.text)) }
            pairs.append((plain("nutrition"), Node.mapping(Node.Mapping(inner))))
        }
        let yaml = (try? Yams.serialize(node: Node.mapping(Node.Mapping(pairs)), width: -1, allowUnicode: true)) ?? ""
        return "---\n\(yaml)---"
    }

    private static func plain(_ text: String) -> Node { Node.scalar(Node.Scalar(text, .implicit, .plain)) }

    /// In quotes, so that no text is taken for anything else.
    private static func quoted(_ text: String) -> Node {
        Node.scalar(Node.Scalar(text, Tag(.str), .doubleQuoted))
    }
}
