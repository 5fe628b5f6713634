import Events
import Layout

struct DescentLine: Encodable {
    var id: String
    var author: Card?
    var title: String?
    var postedAt: String?
    var deleted: Bool?
    var forks: [DescentLine]
}

struct DescentLines: Encodable {
    var origins: [DescentLine]
    var forks: [DescentLine]
}

extension Model {
    /// «The tree of forks with credit.»
    func descent(of id: UInt64, viewer: UInt64?) throws -> DescentLines {
        var origins: [DescentLine] = []
        var origin = try shownRecipe(id, to: viewer).origin
        while origin != 0, let recipe = works[origin] {
            origins.insert(
                line(origin, [], viewer) ?? DescentLine(id: "r\(origin)", deleted: true, forks: []), at: 0)
            origin = recipe.origin
        }
        return DescentLines(origins: origins, forks: forks(of: id, viewer))
    }

    private func forks(of id: UInt64, _ viewer: UInt64?) -> [DescentLine] {
        works.filter { $0.value.sort == .recipe && $0.value.origin == id }.keys.sorted().compactMap { fork in
            let below = forks(of: fork, viewer)
            return line(fork, below, viewer)
                ?? (below.isEmpty ? nil : DescentLine(id: "r\(fork)", deleted: true, forks: below))
        }
    }

    /// Nil for what is not to be seen.
    private func line(_ id: UInt64, _ forks: [DescentLine], _ viewer: UInt64?) -> DescentLine? {
        guard let recipe = works[id], isLiving(id), !(viewer.map { isApart($0, recipe.author) } ?? false) else {
            return nil
        }
        return DescentLine(
            id: "r\(id)", author: card(recipe.author), title: recipe.content.title, postedAt: recipe.at.rfc3339,
            forks: forks)
    }
}
