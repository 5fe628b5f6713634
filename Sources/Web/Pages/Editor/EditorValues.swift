package import LarderAPI

/// The fields of the editor: the content of a recipe as texts, and back.
package enum EditorValues {
    package static let texts = ["title", "description", "cuisine", "course", "videoURL", "sourceURL"]
    package static let numbers = ["servings", "prepMinutes", "cookMinutes", "totalMinutes"]
    package static let diets = ["vegetarian", "vegan", "glutenFree", "sugarFree"]

    /// What the form shows for a content in the form that actions accept.
    package static func of(_ content: JSON) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for name in texts + ["difficulty"] { values[name] = content[name]?.string.map { [$0] } }
        for name in numbers { values[name] = content[name]?.string.map { [$0] } }
        for name in diets { values[name] = content["diet"]?[name]?.string.map { [$0] } }
        values["tags"] = [content["tags"].items.compactMap(\.string).joined(separator: ", ")]
        let images = content["images"].items.compactMap(\.string)
        values["images"] = images
        values["imageText"] = padded(content["imageTexts"].items.map { $0.string ?? "" }, to: images.count)
        values["ingredient"] = content["ingredients"].items.compactMap { $0["original"]?.string }
        values["step"] = content["steps"].items.map { $0["text"]?.string ?? "" }
        for (field, name) in [("stepImage", "image"), ("stepImageText", "imageText")] {
            values[field] = content["steps"].items.map { $0[name]?.string ?? "" }
        }
        return values
    }

    /// The field with what the form does not show of a recipe that was read elsewhere.
    package static let base = "base"
    /// The field with the remarks about it, one value for each; a blank one: there are none.
    package static let remark = "remark"

    /// What the form shows for a recipe that was read elsewhere. Its picture is fetched when it is posted.
    package static func of(imported read: ReadRecipeAnswer) -> [String: [String]] {
        var values = of(read.content)
        var remarks = read.remarks
        let pictures = values["images"] ?? []
        (values["images"], values["imageText"]) = (nil, nil)
        values["pictureURL"] = pictures.first.map { [$0] }
        if pictures.count > 1 {
            remarks.append("pictures: the first of \(pictures.count) was taken; add others by their addresses")
        }
        values[remark] = remarks.isEmpty ? [""] : remarks
        return values
    }

    /// What a form carries of a content although it shows it in another form, or not at all.
    package static func hidden(of content: JSON) -> JSON {
        .object(
            Dictionary(
                uniqueKeysWithValues: ["nutrition", "ingredients"].compactMap { name in
                    content[name].map { (name, $0) }
                }))
    }

    /// The content that the form's fields say. What the form does not show, such as nutrition, stays as `base` has it, and so does a
    /// line that was not changed. `unread`: numbers that are none, which the content leaves out.
    package static func content(
        _ values: [String: [String]], on base: JSON
    ) -> (content: JSON, unread: [(field: String, text: String)]) {
        var unread: [(field: String, text: String)] = []
        var content: [String: JSON] = [:]
        if case .object(let fields) = base { content = fields }
        for name in texts + ["difficulty"] { content[name] = values.text(name).map { .text($0) } }
        for name in numbers {
            content[name] = nil
            guard let text = values.text(name) else { continue }
            if let number = Int64(text) { content[name] = .whole(number) } else { unread.append((name, text)) }
        }
        // The sum of both times is the whole time where the form does not say it: lists and filters ask for the whole time.
        if content["totalMinutes"] == nil {
            let parts = ["prepMinutes", "cookMinutes"].compactMap { values.text($0).flatMap(Int32.init) }.map(
                Int64.init)
            let sum = parts.reduce(0, +)
            if sum > 0 { content["totalMinutes"] = .whole(sum) }
        }
        let diet = Dictionary(
            uniqueKeysWithValues: diets.compactMap { name in values.text(name).map { (name, JSON.text($0)) } })
        content["diet"] = diet.isEmpty ? nil : .object(diet)
        content["tags"] = .list(
            (values.text("tags") ?? "").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }.map {
                .text($0.first == "#" ? String($0.dropFirst()) : $0)
            })
        let images = values["images"] ?? []
        let shown = zip(images, padded(values["imageText"], to: images.count)).filter { !$0.0.isEmpty }
        content["images"] = .list(shown.map { .text($0.0) })
        content["imageTexts"] =
            shown.contains { !$0.1.isEmpty } ? .list(shown.map { .text($0.1) }) : nil
        content["ingredients"] = .list(ingredients(values, base))
        content["steps"] = .list(steps(values))
        content["note"] = values.text("note").map { .text($0) }
        return (.object(content), unread)
    }

    private static func ingredients(_ values: [String: [String]], _ base: JSON) -> [JSON] {
        let known = Dictionary(
            base["ingredients"].items.compactMap { row in row["original"]?.string.map { ($0, row) } },
            uniquingKeysWith: { first, _ in first })
        return (values["ingredient"] ?? []).map(\.trimmed).filter { !$0.isEmpty }
            .map { known[$0] ?? .object(["original": .text($0)]) }
    }

    private static func steps(_ values: [String: [String]]) -> [JSON] {
        let texts = values["step"] ?? []
        let images = padded(values["stepImage"], to: texts.count)
        let shown = padded(values["stepImageText"], to: texts.count)
        return texts.indices.compactMap { index in
            let (text, image) = (texts[index], images[index])
            guard !text.trimmed.isEmpty || !image.isEmpty else { return nil }
            var step: [String: JSON] = ["text": .text(text)]
            if !image.isEmpty {
                step["image"] = .text(image)
                if !shown[index].isEmpty { step["imageText"] = .text(shown[index]) }
            }
            return .object(step)
        }
    }

    /// A picture that the form brought stands behind those it has.
    package static func add(picture: String, to values: inout [String: [String]]) {
        let images = values["images"] ?? []
        values["imageText"] = padded(values["imageText"], to: images.count) + [values.text("pictureText") ?? ""]
        values["images"] = images + [picture]
        (values["pictureURL"], values["pictureText"]) = (nil, nil)
    }

    /// Carries out a button that changes rows, and moves pasted lines into rows. Answers the name of the row to go on with, such as
    /// `ingredient-3`; `nil`: no button for rows was pressed.
    package static func change(_ values: inout [String: [String]]) -> String? {
        paste("ingredientLines", into: "ingredient", &values)
        paste("stepLines", into: "step", &values)
        if let name = values["add"]?.first, Self.rows.contains(name) {
            let count = values[name]?.count ?? 0
            for field in fields(of: name) { values[field] = padded(values[field], to: count) + [""] }
            return "\(name)-\(count)"
        }
        if let place = Place(values["remove"]?.first), let rows = values[place.name], rows.indices.contains(place.index)
        {
            for field in fields(of: place.name) {
                values[field] = padded(values[field], to: rows.count)
                values[field]?.remove(at: place.index)
            }
            return "\(place.name)-\(max(0, place.index - 1))"
        }
        if let place = Place(values["move"]?.first), let rows = values[place.name], rows.indices.contains(place.index) {
            let to = min(max(0, place.index + place.by), rows.count - 1)
            for field in fields(of: place.name) {
                values[field] = padded(values[field], to: rows.count)
                values[field]?.swapAt(place.index, to)
            }
            return "\(place.name)-\(to)"
        }
        return nil
    }

    /// The lists whose rows can be added.
    private static let rows = ["ingredient", "step"]
    private static let movable = rows + ["images"]

    /// The fields of a list that have a value in each row, the leading one first.
    private static func fields(of list: String) -> [String] {
        switch list {
        case "step": ["step", "stepImage", "stepImageText"]
        case "images": ["images", "imageText"]
        default: [list]
        }
    }

    private static func padded(_ values: [String]?, to count: Int) -> [String] {
        let values = (values ?? []).prefix(count)
        return values + Array(repeating: "", count: count - values.count)
    }

    /// The most rows of ingredients, and of steps. A recipe's payload of 256 KiB holds hardly more, and each row is a form's worth of markup.
    package static let rowsMax = 500

    /// The field that holds more rows than the editor takes; `nil`: none does.
    package static func crowded(_ values: [String: [String]]) -> String? {
        rows.first { name in
            let pasted = values["\(name)Lines"]?.first ?? ""
            return (values[name]?.count ?? 0) + pasted.utf8.count(where: { $0 == 0x0A || $0 == 0x0D }) > rowsMax
        }
    }

    /// A list that was pasted as one text becomes rows.
    private static func paste(_ lines: String, into name: String, _ values: inout [String: [String]]) {
        guard let text = values.removeValue(forKey: lines)?.first, !text.trimmed.isEmpty else { return }
        var rows = values[name] ?? []
        while rows.last?.trimmed.isEmpty == true { rows.removeLast() }
        let added = text.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }).map {
            String($0).withoutMark
        }.filter { !$0.isEmpty }
        for field in fields(of: name).dropFirst() {
            values[field] = padded(values[field], to: rows.count) + added.map { _ in "" }
        }
        values[name] = rows + added
    }

    /// A row of a list: `ingredient-3`, or `ingredient-3-up`.
    private struct Place {
        var name: String
        var index: Int
        var by = 0

        init?(_ text: String?) {
            guard let parts = text?.split(separator: "-"), parts.count >= 2, let index = Int(parts[1]) else {
                return nil
            }
            (name, self.index) = (String(parts[0]), index)
            if parts.count > 2 { by = parts[2] == "up" ? -1 : 1 }
            guard EditorValues.movable.contains(name) else { return nil }
        }
    }
}

extension JSON {
    /// A text, or a number as text.
    fileprivate var string: String? {
        switch self {
        case .text(let text): text
        case .whole(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }
}

extension JSON? {
    fileprivate var items: [JSON] { if case .list(let items) = self { items } else { [] } }
}

extension [String: [String]] {
    /// The first value without white space around it; `nil`: it is empty.
    fileprivate func text(_ name: String) -> String? {
        guard let text = self[name]?.first?.trimmed, !text.isEmpty else { return nil }
        return text
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// A line of a list without `-`, `•` or `1.` before it.
    fileprivate var withoutMark: String {
        String(trimmed.trimmingPrefix(/(?:[-*•▢☐]|\d+[.)](?=\s))\s*/))
    }
}
