package import Markup

/// A form as a reader has filled it in, and what was refused in it. GOV.UK's pattern: a summary above, a message beside each field,
/// all input kept but passwords.
package struct FormState: Sendable {
    /// The values of the fields, by name, in the order in which they were sent.
    package var values: [String: [String]] = [:]
    /// The messages, by the name of the field; those without a field are named by "".
    package var errors: [(field: String, message: String)] = []

    package init(values: [String: [String]] = [:], errors: [(field: String, message: String)] = []) {
        (self.values, self.errors) = (values, errors)
    }

    package subscript(_ name: String) -> String? { values[name]?.first }

    package func error(of field: String) -> String? { errors.first { $0.field == field }?.message }

    /// The message beside a field, to which the field points as its description; `nil`: nothing is wrong with it.
    package func message(of field: String) -> HTML? {
        error(of: field).map {
            "<p class=\"message\" id=\"e-\(field)\"><span class=\"hide\">Error: </span>\($0)</p>"
        }
    }

    /// The status of a page with the form.
    package var status: Int { errors.isEmpty ? 200 : 422 }

    /// `Error: ` before the title of a page whose form was refused, so that a screen reader says it first.
    package func title(_ title: String) -> String { errors.isEmpty ? title : "Error: \(title)" }

    /// All messages, each a link to its field.
    package func summary(fields: [String]) -> HTML? {
        guard !errors.isEmpty else { return nil }
        return """
            <div class="error-summary" tabindex="-1" autofocus><div role="alert"><h2>Please check this</h2><ul>\
            \(each: errors, { Self.entry($0.field, $0.message, isLink: fields.contains($0.field)) })</ul></div></div>
            """
    }

    private static func entry(_ field: String, _ message: String, isLink: Bool) -> HTML {
        isLink ? "<li><a href=\"\(Link.field(field))\">\(message)</a></li>" : "<li>\(message)</li>"
    }
}

extension Link {
    /// The control of a field on the same page.
    fileprivate static func field(_ name: String) -> Link { Link("#").fragment("f-\(name)") }
}

/// One field of a form: label, hint, message, control.
package struct Field {
    package enum Kind: String, Sendable {
        case text, password, email, tel, url, number, search, date
    }

    private let name: String
    private let label: String
    private var kind = Kind.text
    private var hint: String?
    private var isRequired = false
    private var autocomplete: String?
    private var rows: Int?
    private var lengthMax: Int?
    private var fallback: String?

    package init(
        _ name: String, _ label: String, _ kind: Kind = .text, hint: String? = nil, isRequired: Bool = false,
        autocomplete: String? = nil, rows: Int? = nil, lengthMax: Int? = nil, value: String? = nil
    ) {
        (self.name, self.label, self.kind, self.hint, self.isRequired) = (name, label, kind, hint, isRequired)
        (self.autocomplete, self.rows, self.lengthMax, fallback) = (autocomplete, rows, lengthMax, value)
    }

    package func html(_ state: FormState) -> HTML {
        let error = state.error(of: name)
        let described = [hint.map { _ in "h-\(name)" }, error.map { _ in "e-\(name)" }].compactMap(\.self)
            .joined(separator: " ")
        let hint: HTML? = hint.map { "<p class=\"hint\" id=\"h-\(name)\">\($0)</p>" }
        return """
            <div class="field\(error == nil ? "" : " bad")"><label for="f-\(name)">\(label)</label>\(hint)\(state.message(of: name))\
            \(control(state, described.isEmpty ? nil : described, isBad: error != nil))\(reveal, if: kind == .password)</div>
            """
    }

    /// Shows what is typed. The box has no name, so that it is not sent.
    private var reveal: HTML {
        "<label class=\"tick reveal\"><input type=\"checkbox\" data-reveal=\"f-\(name)\"> Show it</label>"
    }

    private func control(_ state: FormState, _ described: String?, isBad: Bool) -> HTML {
        // A password is never sent back.
        let value = kind == .password ? nil : state[name] ?? fallback
        if let rows {
            return """
                <textarea id="f-\(name)" name="\(name)" rows="\(rows)"\(HTML.Attribute("maxlength", lengthMax))\
                \(HTML.Attribute("aria-describedby", described))\(HTML.Attribute("aria-invalid", isBad ? "true" : nil))\
                \(HTML.Flag("required"), if: isRequired)>\(newline(before: value))\(value)</textarea>
                """
        }
        return """
            <input id="f-\(name)" name="\(name)" type="\(kind.rawValue)"\(HTML.Attribute("value", value))\
            \(HTML.Attribute("autocomplete", autocomplete))\(HTML.Attribute("maxlength", lengthMax))\
            \(HTML.Attribute("aria-describedby", described))\(HTML.Attribute("aria-invalid", isBad ? "true" : nil))\
            \(HTML.Flag("required"), if: isRequired)>
            """
    }

    /// HTML drops a line end that begins a text area.
    private func newline(before value: String?) -> HTML { value?.first?.isNewline == true ? "\n" : .empty }
}

/// A field with a list to choose from.
package struct Choice {
    private let name: String
    private let label: String
    private let options: [(value: String, text: String)]
    private let fallback: String?
    private let isRequired: Bool

    /// `isRequired`: the first option, without a value, asks for a choice.
    package init(
        _ name: String, _ label: String, _ options: [(value: String, text: String)], value: String? = nil,
        isRequired: Bool = false
    ) {
        (self.name, self.label, self.options, fallback) = (name, label, options, value)
        self.isRequired = isRequired
    }

    package func html(_ state: FormState) -> HTML {
        let value = state[name] ?? fallback
        let error = state.error(of: name)
        return """
            <div class="field\(error == nil ? "" : " bad")"><label for="f-\(name)">\(label)</label>\(state.message(of: name))\
            <select id="f-\(name)" name="\(name)"\(HTML.Flag("required"), if: isRequired)\
            \(HTML.Attribute("aria-describedby", error.map { _ in "e-\(name)" }))\(HTML.Attribute("aria-invalid", error == nil ? nil : "true"))>\
            \(each: options, { Self.option($0.value, $0.text, isChosen: $0.value == value) })</select></div>
            """
    }

    private static func option(_ value: String, _ text: String, isChosen: Bool) -> HTML {
        "<option value=\"\(value)\"\(HTML.Flag("selected"), if: isChosen)>\(text)</option>"
    }
}

extension Choice {
    /// The order of a list of events.
    static func order(isOldestFirst: Bool) -> Choice {
        Choice(
            "order", "Order", [(value: "", text: "newest first"), (value: "oldest", text: "oldest first")],
            value: isOldestFirst ? "oldest" : "")
    }
}

/// A field for a picture of the device. A browser never sends it back, so it is empty in a form that was refused.
package struct PictureField {
    private let name: String
    private let label: String

    package init(_ name: String, _ label: String) { (self.name, self.label) = (name, label) }

    package func html(_ state: FormState) -> HTML {
        let error = state.error(of: name)
        return """
            <div class="field\(error == nil ? "" : " bad")"><label for="f-\(name)">\(label)</label>\(state.message(of: name))\
            <input type="file" id="f-\(name)" name="\(name)" accept="image/*" data-image\
            \(HTML.Attribute("aria-describedby", error.map { _ in "e-\(name)" }))></div>
            """
    }
}

/// A box to tick.
package struct Tick {
    private let name: String
    private let value: String
    private let label: String
    private let isOn: Bool

    package init(_ name: String, _ value: String = "1", _ label: String, isOn: Bool) {
        (self.name, self.value, self.label, self.isOn) = (name, value, label, isOn)
    }

    package var html: HTML {
        """
        <label class="tick"><input type="checkbox" name="\(name)" value="\(value)"\(HTML.Flag("checked"), if: isOn)> \(label)</label>
        """
    }
}

/// The hidden field that makes a form that is sent twice one command.
package struct Once: Hashable, Sendable {
    package static let field = "once"
    package let text: String

    package init(_ text: String) { self.text = text }

    package var html: HTML { "<input type=\"hidden\" name=\"once\" value=\"\(text)\">" }
}

/// What a password needs, said before it is typed.
enum PasswordHint {
    static let text =
        "At least 8 characters. Three or four words that have nothing to do with each other are easy to remember."
}

/// The diets that forms offer, of recipes and of members.
enum Diets {
    static let all = [
        ("vegetarian", "Vegetarian"), ("vegan", "Vegan"), ("glutenFree", "Gluten-free"), ("sugarFree", "Sugar-free"),
    ]
}
