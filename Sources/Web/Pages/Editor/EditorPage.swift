import Ingredients
package import LarderAPI
import Markup

/// The editor of a recipe. Rows are added, moved and removed by buttons that answer the form again, so that it works without scripts.
package struct EditorPage {
    package enum Kind: Sendable {
        case new
        /// `version`: the version that the edit is based on.
        case edit(id: String, version: UInt64)
        case fork(id: String, title: String)
    }

    /// Another edit was saved while the form was filled in.
    package struct Conflict: Sendable {
        var now: RecipeDocument
        var changes: RecipeDifferenceAnswer

        package init(now: RecipeDocument, changes: RecipeDifferenceAnswer) { (self.now, self.changes) = (now, changes) }
    }

    private let kind: Kind
    private let state: FormState
    private let once: Once
    private let conflict: Conflict?
    /// The stored pictures that the form names.
    private let stored: [PictureDocument]
    /// The row that gets the focus, such as `ingredient-3`.
    private let focus: String?

    package init(
        _ kind: Kind, _ state: FormState, once: Once, pictures: [PictureDocument] = [], conflict: Conflict? = nil,
        focus: String? = nil
    ) {
        (self.kind, self.state, self.once, stored) = (kind, state, once, pictures)
        (self.conflict, self.focus) = (conflict, focus)
    }

    private var title: String {
        switch kind {
        case .new: "New recipe"
        case .edit: "Edit your recipe"
        case .fork: "Your own version"
        }
    }

    private var action: Link {
        switch kind {
        case .new: Link("/new")
        case .edit(let id, _): Link.id(id).end("/edit")
        case .fork(let id, _): Link.id(id).end("/fork")
        }
    }

    private var back: Link {
        switch kind {
        case .new: Link("/")
        case .edit(let id, _), .fork(let id, _): .id(id)
        }
    }

    private var draft: String {
        switch kind {
        // What was read elsewhere is not the draft that was begun here.
        case .new: state.values[EditorValues.remark] == nil ? "new" : "from"
        case .edit(let id, _): id
        case .fork(let id, _): "fork-\(id)"
        }
    }

    private var button: String {
        switch kind {
        case .edit: "Save"
        case .new, .fork: "Post"
        }
    }

    private static let fields = [
        "title", "description", "ingredients", "steps", "servings", "prepMinutes", "cookMinutes", "totalMinutes",
        "difficulty", "cuisine", "course", "tags", "videoURL", "sourceURL", "picture", "pictureURL", "pictureText",
        "note",
    ]

    package var page: Page {
        var page = Page(
            state.title(title), in: .new,
            """
            <section class="editor measure"><h1>\(title)</h1>\(lead)\(state.summary(fields: Self.fields))\(remarks.html)\(conflicting)\
            <form method="post" action="\(action)" enctype="multipart/form-data" data-draft="\(draft)">\
            <button class="hide" tabindex="-1" aria-hidden="true" name="check" value="1" formnovalidate>Check how it is read</button>\(once.html)\(version)\(remarks.hidden)\
            \(Field("title", "Title", isRequired: true, lengthMax: 200).html(state))\
            \(Field("description", "In a few words (optional)", rows: 2, lengthMax: 10_000).html(state))\
            \(pictures)\(rows("ingredient"))\(rows("step"))\(amounts)\(more)\(note)\
            <div class="buttons"><button class="btn main">\(button)</button>\
            <button class="btn" name="check" value="1" formnovalidate>Check how it is read</button>\
            <a class="btn quiet" href="\(back)">Cancel</a></div></form></section>
            """)
        page.modules = [.editor]
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        page.status = state.status
        return page
    }

    private var lead: HTML? {
        switch kind {
        case .new: "<p class=\"lead\"><a class=\"btn quiet\" href=\"/new/from\">\(Icon.link)From another page</a></p>"
        case .edit: nil
        case .fork(let id, let title):
            """
            <p class="lead">After <a href="\(Link.id(id))">\(title)</a>. Your version names it as its origin.</p>
            """
        }
    }

    private var remarks: ImportRemarks { ImportRemarks(state) }

    private var version: HTML? {
        guard case .edit(_, let version) = kind else { return nil }
        return HTML.hidden("version", "\(version)")
    }

    private var note: HTML? {
        guard case .edit = kind else { return nil }
        return Field(
            "note", "What did you change? (optional)", hint: "It stands in the recipe's history.", lengthMax: 2_000
        ).html(state)
    }

    // MARK: Pictures

    private var pictures: HTML {
        """
        <fieldset class="choices"><legend>Pictures</legend>\(kept)\(PictureField("picture", "From your device or camera").html(state))\
        \(Field("pictureURL", "Or from an address", .url, hint: "It is copied here, without its place and camera.", lengthMax: 2_048).html(state))\
        \(Field("pictureText", "What it shows (optional)", hint: Self.textHint, lengthMax: 500).html(state))</fieldset>
        """
    }

    private static let textHint = "For readers who do not see it."

    /// The pictures that the recipe has, the main one first.
    private var kept: HTML? {
        guard let images = state.values["images"], !images.isEmpty else { return nil }
        let hint: HTML? = images.count > 1 ? "<p class=\"hint\">Lists show the first one.</p>" : nil
        return """
            <div data-rows="images" data-fixed>\(hint)\(each: images.enumerated(), { kept($0.offset, $0.element) })</div>
            """
    }

    private func kept(_ index: Int, _ image: String) -> HTML {
        let (id, number) = ("images-\(index)", index + 1)
        let picture = stored.first { $0.id == image }
        let shown: HTML =
            if let picture { Picture(picture, in: .editor, .normal).html } else { "<p class=\"read\">\(image)</p>" }
        return """
            <div data-row="\(index)"><div>\(shown)\(HTML.hidden("images", image))</div>\
            <div class="row-acts">\(act("move", "\(id)-up", "Move picture \(number) up", .up))\
            \(act("move", "\(id)-down", "Move picture \(number) down", .down))\(act("remove", id, "Remove picture \(number)", .cross))</div>\
            <div class="field"><label for="f-imageText-\(index)">What picture <span data-n>\(number)</span> shows</label>\
            <input id="f-imageText-\(index)" name="imageText" maxlength="500" value="\(value(of: "imageText", at: index))"></div></div>
            """
    }

    // MARK: Rows

    private func rows(_ name: String) -> HTML {
        let isStep = name == "step"
        let list = isStep ? "steps" : "ingredients"
        let error = state.error(of: list)
        let message: HTML? = error.map { "<p class=\"message\"><span class=\"hide\">Error: </span>\($0)</p>" }
        let given = state.values[name] ?? []
        let texts = given.isEmpty ? Array(repeating: "", count: isStep ? 2 : 3) : given
        let hint: HTML? =
            isStep ? nil : "<p class=\"hint\">One in each row, as in «200 g flour, sifted».</p>"
        return """
            <fieldset id="f-\(list)" tabindex="-1" class="field\(error == nil ? "" : " bad")" data-rows="\(name)"><legend>\
            \(isStep ? "Steps" : "Ingredients")</legend>\(hint)\(message)\
            \(each: texts.enumerated(), { row(name, $0.offset, $0.element) })\
            <p><button class="btn" name="add" value="\(name)" formnovalidate>\(Icon.plus)\(isStep ? "Another step" : "Another ingredient")</button></p>\
            <details><summary>Paste a list</summary>\(paste(isStep))</details></fieldset>
            """
    }

    private func paste(_ isStep: Bool) -> HTML {
        isStep
            ? Field("stepLines", "Steps, one in each line", rows: 4).html(state)
            : Field("ingredientLines", "Ingredients, one in each line", rows: 4).html(state)
    }

    private func row(_ name: String, _ index: Int, _ text: String) -> HTML {
        let id = "\(name)-\(index)"
        let isStep = name == "step"
        let word = isStep ? "Step" : "Ingredient"
        let number = index + 1
        let hasFocus = focus == id
        let control: HTML =
            isStep
            ? """
            <textarea id="f-\(id)" name="step" rows="2" maxlength="5000"\(HTML.Flag("autofocus"), if: hasFocus)>\(text)</textarea>\
            \(HTML.hidden("stepImage", value(of: "stepImage", at: index)))\(HTML.hidden("stepImageText", value(of: "stepImageText", at: index)))
            """
            : """
            <input id="f-\(id)" name="ingredient" maxlength="500" value="\(text)"\(HTML.Flag("autofocus"), if: hasFocus)>
            """
        return """
            <div data-row="\(index)"><div><label class="hide" for="f-\(id)">\(word) <span data-n>\(number)</span></label>\(control)</div>\
            <div class="row-acts">\(act("move", "\(id)-up", "Move \(name) \(number) up", .up))\
            \(act("move", "\(id)-down", "Move \(name) \(number) down", .down))\(act("remove", id, "Remove \(name) \(number)", .cross))</div>\
            \(isStep ? nil : Self.reading(text))</div>
            """
    }

    private func value(of field: String, at index: Int) -> String {
        let texts = state.values[field] ?? []
        return texts.indices.contains(index) ? texts[index] : ""
    }

    private func act(_ name: String, _ value: String, _ label: String, _ icon: Icon) -> HTML {
        "<button name=\"\(name)\" value=\"\(value)\" aria-label=\"\(label)\" formnovalidate>\(icon)</button>"
    }

    /// How a line is read.
    private static func reading(_ text: String) -> HTML? {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        let line = IngredientLine(reading: text)
        guard let quantity = line.quantity else {
            return "<p class=\"read\" data-read>No amount found: it stays as you wrote it, and is not scaled.</p>"
        }
        let unit = line.unit.flatMap(MeasuringUnit.init(named:))
        let amount = [quantity.roundedText(in: unit), unit?.name(of: quantity) ?? line.unit].compactMap(\.self)
        let note: HTML? = line.note.map { " · \($0)" }
        return
            "<p class=\"read\" data-read>Read as <b class=\"num\">\(amount.joined(separator: " "))</b> · \(line.name)\(note)</p>"
    }

    // MARK: The rest

    private var amounts: HTML {
        """
        <div class="fields">\(Field("servings", "Servings", .number).html(state))\
        \(Field("prepMinutes", "Preparation, minutes", .number).html(state))\
        \(Field("cookMinutes", "Cooking, minutes", .number).html(state))\
        \(Field("totalMinutes", "In all, minutes", .number, hint: "Empty: both together").html(state))</div>
        """
    }

    private static let difficulties = [
        ("", "Not said"), ("easy", "Easy"), ("intermediate", "Intermediate"), ("hard", "Hard"),
    ]
    private static let answers = [("", "Not said"), ("yes", "Yes"), ("no", "No")]

    private var more: HTML {
        """
        <div class="fields">\(Choice("difficulty", "Difficulty", Self.difficulties.map { (value: $0.0, text: $0.1) }).html(state))\
        \(Field("cuisine", "Cuisine", lengthMax: 100).html(state))\(Field("course", "Course", hint: nil, lengthMax: 100).html(state))</div>\
        \(Field("tags", "Tags", hint: "Separate them by commas: soup, winter", lengthMax: 5_000).html(state))\
        <fieldset class="choices"><legend>Diet</legend><div class="fields">\(each: Diets.all, diet)</div></fieldset>\
        \(Field("videoURL", "Address of a video (optional)", .url, lengthMax: 2_048).html(state))\
        \(Field("sourceURL", "Where it comes from (optional)", .url, hint: "The address of the page or book.", lengthMax: 2_048).html(state))
        """
    }

    private func diet(_ entry: (String, String)) -> HTML {
        Choice(entry.0, entry.1, Self.answers.map { (value: $0.0, text: $0.1) }).html(state)
    }

    // MARK: A conflict

    private var conflicting: HTML? {
        guard let conflict else { return nil }
        let now = conflict.now
        return """
            <section class="note warn"><div><h2>This recipe was changed while you edited it</h2>\
            <p>Below is your text. Version \(now.version) is what everyone sees now. Take over from it what you want to keep, then save: \
            your text replaces it.</p></div></section>\
            <details open><summary>What changed in version \(now.version)</summary>\(DifferenceList(conflict.changes).html)</details>\
            <details><summary>Version \(now.version) as a whole</summary><h3>\(now.title)</h3>\
            <ul>\(each: now.ingredients ?? [], { "<li>\($0.original)</li>" })</ul>\
            <ol class="ways">\(each: now.steps ?? [], { "<li>\(Paragraphs.html($0.text))</li>" })</ol></details>
            """
    }
}
