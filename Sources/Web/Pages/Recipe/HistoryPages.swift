package import LarderAPI
import Markup

/// The versions of a recipe, the newest first.
package struct HistoryPage {
    private let recipe: RecipeDocument
    private let versions: RecipeVersionsAnswer
    private let after: String?
    private let reader: Reader?

    package init(_ recipe: RecipeDocument, _ versions: RecipeVersionsAnswer, after: String?, for reader: Reader?) {
        (self.recipe, self.versions, self.after, self.reader) = (recipe, versions, after, reader)
    }

    private var link: Link { .id(recipe.id) }

    package var page: Page {
        let pager = Pager(link.end("/history"), after: after, next: versions.next)
        var page = Page(
            "Versions of \(recipe.title)", in: .feed,
            """
            <section class="measure"><h1>Versions</h1>\(recipe.listLead)\
            <ul class="rows tall">\(each: versions.versions, entry)</ul>\(pager.html)</section>
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        page.isListed = false
        return page
    }

    private func entry(_ version: RecipeVersion) -> HTML {
        let note: HTML? = version.note.map { "<br>\($0)" }
        let difference: HTML? =
            version.version > 1
            ? " · <a href=\"\(link.end("/diff").query("from", version.version - 1).query("to", version.version))\">what changed</a>"
            : nil
        let revert: HTML? =
            reader?.id == recipe.author.id && version.version < recipe.version
            ? " · <a href=\"\(link.end("/edit").query("version", version.version))\">go back to it</a>" : nil
        let isNow = version.version == recipe.version
        return """
            <li><span class="num">\(version.version)</span><div><a href="\(link.query("version", isNow ? nil : version.version))">\(version.title)</a>\
            \(" <span class=\"pill\">now</span>", if: isNow)<br><span class="soft small">\(Words.time(version.at))\(difference)\(revert)</span>\
            <span>\(note)</span></div></li>
            """
    }
}

/// What changed from one version of a recipe to another.
package struct DifferencePage {
    private let recipe: RecipeDocument
    private let changes: RecipeDifferenceAnswer

    package init(_ recipe: RecipeDocument, _ changes: RecipeDifferenceAnswer) {
        (self.recipe, self.changes) = (recipe, changes)
    }

    package var page: Page {
        let link = Link.id(recipe.id)
        let list: HTML =
            changes.changes.isEmpty
            ? EmptyList("The two versions are equal.").html : DifferenceList(changes).html
        var page = Page(
            "Versions \(changes.from) and \(changes.to) of \(recipe.title)", in: .feed,
            """
            <section><h1>From version \(changes.from) to \(changes.to)</h1><p class="lead"><a class="bare" href="\(link)">\(recipe.title)</a></p>\
            \(list)<p class="buttons"><a class="btn" href="\(link.end("/history"))">All versions</a>\
            <a class="btn quiet" href="\(link.query("version", changes.from))">Version \(changes.from)</a>\
            <a class="btn quiet" href="\(link.query("version", changes.to))">Version \(changes.to)</a></p></section>
            """)
        page.isListed = false
        return page
    }
}

/// The changed fields of a recipe: old beside new, and lists line by line.
struct DifferenceList {
    private let changes: RecipeDifferenceAnswer

    init(_ changes: RecipeDifferenceAnswer) { self.changes = changes }

    var html: HTML { "<div class=\"diff stack\">\(each: changes.changes, Self.change)</div>" }

    private static func change(_ change: RecipeDifference) -> HTML {
        let name = names[change.field] ?? change.field
        guard let lines = change.lines else {
            let (from, to) = (change.from ?? "nothing", change.to ?? "nothing")
            return """
                <section><h3>\(name)</h3><div class="sides"><p><span class="hide">before: </span><del>\(from)</del></p>\
                <p><span class="hide">now: </span><ins>\(to)</ins></p></div></section>
                """
        }
        return "<section><h3>\(name)</h3><ul>\(each: lines, line)</ul></section>"
    }

    private static func line(_ line: RecipeDifference.Line) -> HTML {
        switch line.change {
        case "removed": "<li><span class=\"hide\">removed: </span><del>\(line.text)</del></li>"
        case "added": "<li><span class=\"hide\">added: </span><ins>\(line.text)</ins></li>"
        default: "<li>\(line.text)</li>"
        }
    }

    private static let names = [
        "title": "Title", "description": "In a few words", "ingredients": "Ingredients", "steps": "Steps",
        "servings": "Servings", "prepMinutes": "Preparation, minutes", "cookMinutes": "Cooking, minutes",
        "totalMinutes": "In all, minutes", "difficulty": "Difficulty", "cuisine": "Cuisine", "course": "Course",
        "tags": "Tags", "diet": "Diet", "images": "Pictures", "imageTexts": "What the pictures show",
        "videoURL": "Video", "sourceURL": "Source",
        "nutrition": "Nutrition",
    ]
}

/// The recipes that a recipe descends from, and those that descend from it.
package struct FamilyPage {
    private let recipe: RecipeDocument
    private let family: DescentAnswer
    private let after: String?

    package init(_ recipe: RecipeDocument, _ family: DescentAnswer, after: String?) {
        (self.recipe, self.family, self.after) = (recipe, family, after)
    }

    package var page: Page {
        let pager = Pager(Link.id(recipe.id).end("/family"), after: after, next: family.next, isNewestFirst: false)
        let origins: HTML? =
            family.origins.isEmpty
            ? nil : "<h2>It comes from</h2><ol class=\"rows\">\(each: family.origins, Self.entry)</ol>"
        let forks: HTML =
            family.forks.isEmpty
            ? EmptyList(
                "There is no version by another cook yet.",
                "<a class=\"btn\" href=\"\(Link.id(recipe.id).end("/fork"))\">\(Icon.fork)Post your own version</a>"
            ).html
            : "<h2>Versions by others</h2><ul class=\"rows\">\(each: family.forks, Self.entry)</ul>"
        var page = Page(
            "Family of \(recipe.title)", in: .feed,
            """
            <section class="measure stack"><h1>Family of <a href="\(Link.id(recipe.id))">\(recipe.title)</a></h1>\(origins)\(forks)\(pager.html)</section>
            """)
        (page.newer, page.older) = (pager.newer, pager.older)
        return page
    }

    private static func entry(_ descent: DescentDocument) -> HTML {
        let forks: HTML? =
            descent.forks.isEmpty ? nil : "<ul class=\"rows\">\(each: descent.forks, entry)</ul>"
        guard let title = descent.title, let author = descent.author else {
            return
                "<li>\(Icon.fork)<div><span class=\"soft\">\(descent.deleted == true ? "A deleted recipe" : "A recipe that you cannot see")</span>\(forks)</div></li>"
        }
        return """
            <li>\(Icon.fork)<div><a href="\(Link.id(descent.id))">\(title)</a><br><span class="soft small">\(author.name)\
            \(descent.postedAt.map { " · \(Words.day($0))" })</span>\(forks)</div></li>
            """
    }
}
