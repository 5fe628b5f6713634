/// What answers to what, as documents within documents.
package enum Nesting {
    /// What lies deeper stands beside its parent: a document must stay readable for any parser.
    package static let depthMax = 64

    private struct Node<ID> {
        var id: ID
        /// Index of the node that it is shown under.
        var shownUnder: Int
        var depth: Int
    }

    /// A node with all that hangs below it, made from the leaves up; nil where `document` shows nothing of it. Walks down
    /// without recursion: how deep people answer answers is up to them. O(nodes below).
    static func document<ID, Document>(
        of first: ID, children: (ID) -> [ID], document: (ID, _ below: [Document]) -> Document?
    ) -> Document? {
        var nodes: [Node<ID>] = []
        var open = [Node(id: first, shownUnder: -1, depth: 0)]
        while let node = open.popLast() {
            let index = nodes.count
            nodes.append(node)
            let isDeepest = node.depth == depthMax
            open += children(node.id).reversed().map { child in
                Node(
                    id: child, shownUnder: isDeepest ? node.shownUnder : index,
                    depth: isDeepest ? node.depth : node.depth + 1)
            }
        }
        // From the last to the first, so that what is below a node is known when its turn comes.
        var below: [Int: [Document]] = [:]
        for (index, node) in nodes.enumerated().reversed() {
            guard let made = document(node.id, below.removeValue(forKey: index)?.reversed() ?? []) else { continue }
            if index == 0 { return made }
            below[node.shownUnder, default: []].append(made)
        }
        return nil
    }
}
