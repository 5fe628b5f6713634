import Answers
import Events
import Fetching
import Foundation
import LarderAPI
import Markup
import Operations
import Pages

/// Reading a recipe of another page or a file into the editor. Other apps share addresses with it (`share_target` of the manifest).
enum Importing {
    static let routes: [PageRoute] = [
        // It asks no other site: another page could otherwise make its reader's browser cause such requests.
        .page("from", "/new/from") { request, _ in
            _ = try request.requiredPrincipal
            return ImportPage(FormState(values: ["url": [address(in: request) ?? ""]])).page
        },
        .form("from", "/new/from", rate: .imports, bodyBytesMax: API.readRecipe.traits.bodyBytesMax) { request, form in
            let principal = try request.requiredPrincipal
            try request.context.check(principal, for: Admission(API.readRecipe))
            do {
                let read = try await request.context.readRecipe(try source(form))
                var values = EditorValues.of(imported: read)
                values[EditorValues.base] = [
                    String(decoding: try JSONDocument.bytes(EditorValues.hidden(of: read.content)), as: UTF8.self)
                ]
                let state = FormState(values: values)
                return try request.reply { queries in
                    EditorPage(.new, state, once: request.once("editor", queries)).page
                }
            } catch let refusal as Refusal where refusal.isShownInForm {
                let state = form.state(refusal, names: ["body": "file"])
                return try request.reply { _ in ImportPage(state).page }
            }
        },
    ]

    private static func source(_ form: FormBody) throws(Refusal) -> ImportSource {
        if let file = form.files["file"] { return .file(file, name: form.fileNames["file"] ?? "") }
        guard let url = form["url"] else {
            throw Refusal(.invalid, "write the address of a page, or choose a file", field: "url")
        }
        return .page(url)
    }

    /// The address that was shared: many apps put it into the text, and leave the field for it empty.
    private static func address(in request: WebRequest) -> String? {
        if let url = request["url"] { return url }
        for name in ["text", "title"] {
            guard let found = request[name]?.firstMatch(of: /https?:\/\/[^\s<>"]+/.ignoresCase())?.output else {
                continue
            }
            var address = String(found)
            let ends = address.contains("(") ? ".,;:!?»”’'" : ".,;:!?»”’')"
            while let last = address.last, ends.contains(last) { address.removeLast() }
            return address
        }
        return nil
    }
}
