import Events
import LarderAPI
import Layout
import Operations
import Views

extension Comparison {
    func askWork(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let reference = Reference.position(Position(id), letter: "r")
        let member = viewer.map { MemberID($0) }
        let what = "r\(id) for \(viewer ?? 0)"
        try same(
            what, try model.recipePage(id, isWhole: true, viewer: viewer),
            try queries.recipe(reference, viewer: member).recipe)
        try same(
            "comments on \(what)", try model.comments(on: id, viewer: viewer),
            try pages { page in
                let answer = try queries.comments(of: reference, page: page, viewer: member)
                return (answer.comments, answer.next)
            })
        try same(
            "notes of cooks on \(what)", try model.cookNotes(on: id, viewer: viewer),
            try pages { page in
                let answer = try queries.cookNotes(of: reference, page: page, viewer: member)
                return (answer.notes, answer.next)
            })
        let servings = UInt32([0, 1, 3, 1000, 1001][trial.dice.number(0...4)])
        try same(
            "\(what), scaled to \(servings)",
            try model.scaled(try model.recipePage(id, isWhole: true, viewer: viewer), to: servings),
            try queries.recipe(reference, viewer: member).recipe.scaled(toServings: servings))
        try askVersions(queries, id, reference, viewer)
        let descent = { () throws -> DescentLines in try model.descent(of: id, viewer: viewer) }
        try same(
            "origins of \(what)", try descent().origins,
            try queries.descent(of: reference, page: Page(), viewer: member).origins)
        try same(
            "forks of \(what)", try descent().forks,
            try pages { page in
                let answer = try queries.descent(of: reference, page: page, viewer: member)
                return (answer.forks, answer.next)
            })
    }

    private func askVersions(_ queries: Queries, _ id: UInt64, _ reference: Reference, _ viewer: UInt64?) throws {
        let member = viewer.map { MemberID($0) }
        try same(
            "versions of r\(id) for \(viewer ?? 0)", try model.versions(of: id, viewer: viewer),
            try pages { page in
                let answer = try queries.versions(of: reference, page: page, viewer: member)
                return (answer.versions, answer.next)
            })
        // One more than there are.
        let (old, new) = (trial.dice.number(0...3), trial.dice.number(1...4))
        try same(
            "version \(new) of r\(id) for \(viewer ?? 0)",
            try model.recipePage(id, isWhole: true, viewer: viewer, version: new),
            try queries.recipe(reference, version: UInt64(new), viewer: member).recipe)
        try same(
            "r\(id) from version \(old) to \(new) for \(viewer ?? 0)",
            try model.changes(of: id, from: old, to: new, viewer: viewer),
            try queries.difference(of: reference, from: UInt64(old), to: UInt64(new), viewer: member).changes.map(
                ChangeLine.init))
    }
}

extension ChangeLine {
    /// What stays may be chosen in more than one way: that as much stays as can is what counts.
    fileprivate init(_ answer: RecipeDifference) {
        func rows(_ lines: [RecipeDifference.Line], but other: String) -> [String] {
            lines.filter { $0.change != other }.map(\.text)
        }
        self.init(field: answer.field, from: answer.from, to: answer.to)
        self.rows = answer.lines.map {
            Rows(
                from: rows($0, but: "added"), to: rows($0, but: "removed"), kept: $0.count { $0.change == "kept" })
        }
    }
}
