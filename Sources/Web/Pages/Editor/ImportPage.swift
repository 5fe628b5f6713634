import Markup

/// A form for the address of a page, or a file, whose recipe the editor is to open with.
package struct ImportPage {
    private let state: FormState

    package init(_ state: FormState = FormState()) { self.state = state }

    package var page: Page {
        var page = Page(
            state.title("From another page"), in: .new,
            """
            <section class="measure"><h1>From another page</h1>\
            <p class="lead">The recipe opens in the editor. Nothing is posted before you have looked it over.</p>\
            \(state.summary(fields: ["url", "file"]))\
            <form method="post" action="/new/from" enctype="multipart/form-data">\
            \(Field("url", "Address of the page", .url, hint: "It is asked for its recipe once, without your name.", lengthMax: 2_048).html(state))\
            \(file)<div class="buttons"><button class="btn main">Read the recipe</button>\
            <a class="btn quiet" href="/new">Cancel</a></div></form></section>
            """)
        page.isKept = false
        page.isListed = false
        page.hasSide = false
        page.status = state.status
        return page
    }

    private var file: HTML {
        let error = state.error(of: "file")
        return """
            <div class="field\(error == nil ? "" : " bad")"><label for="f-file">Or a file</label>\
            <p class="hint" id="h-file">A saved page, JSON-LD, a recipes.json or Cooklang, of one recipe.</p>\(state.message(of: "file"))\
            <input type="file" id="f-file" name="file" accept=".html,.htm,.json,.jsonld,.cook,.txt" \
            aria-describedby="h-file\(error == nil ? "" : " e-file")"></div>
            """
    }
}

/// What was guessed, changed or dropped when a recipe was read. It stays above the editor until the recipe is posted.
struct ImportRemarks {
    private let state: FormState

    init(_ state: FormState) { self.state = state }

    var html: HTML? {
        guard let remarks = state.values[EditorValues.remark] else { return nil }
        let said = remarks.filter { !$0.isEmpty }
        let list: HTML =
            said.isEmpty
            ? "<p>Everything was taken over as the page says it. Look it over, then post it.</p>"
            : "<p>Look these over, then post it:</p><ul>\(each: said, { "<li>\($0)</li>" })</ul>"
        return
            "<section class=\"note\(said.isEmpty ? "" : " warn")\" aria-labelledby=\"read\"><div><h2 id=\"read\">The recipe was read</h2>\(list)</div></section>"
    }

    /// The fields that carry the remarks, and what the form does not show, to the next page.
    var hidden: HTML {
        "\(each: state.values[EditorValues.remark] ?? [], { HTML.hidden("remark", $0) })\(HTML.hidden("base", state[EditorValues.base]))"
    }
}
