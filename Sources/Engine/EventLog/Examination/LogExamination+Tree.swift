import LMDB
package import Layout
package import Transparency

/// The tree computed again from the events of a walk, compared with the stored tree.
struct TreeComparison {
    private(set) var frontier = TreeFrontier()
    private(set) var damage = DamageList()
    private(set) var nodeCount = 0
    /// Whether sound nodes, or a signed head, belong to other events. Then either the log or the tree was changed: the tree
    /// may be the only evidence, so it is rebuilt on request only.
    private(set) var isContradicted = false
    private let stored: StoredTree
    /// Runs of 256 events with a stored node.
    private let storedBlocks: UInt64
    private let signed: SigningFile?

    init(_ stored: StoredTree, signed: SigningFile?) throws {
        self.stored = stored
        self.signed = signed
        storedBlocks = try stored.blocks()
    }

    /// Adds the next event. Events behind a gap are skipped, because the tree ends before the gap.
    mutating func take(_ header: EventHeader, _ body: [UInt8]?) throws {
        guard header.position.value == frontier.size + 1 else { return }
        let leaf = header.withBytes { bytes in
            guard let body else { return TreeHash.leaf(bytes, nil) }
            return TreeHash.leaf(bytes, unsafe body.span.bytes)
        }
        var completed: [(TreeNode, TreeHash)] = []
        frontier.append(leaf) { if $0.level >= LogTree.storedLevel { completed.append(($0, $1)) } }
        for (node, hash) in completed { compare(node, hash) }
        if let signed, signed.size == frontier.size, signed.root != frontier.root {
            // Events below a node that fits are sound, unless every node fits. Which of the others differ is unknown.
            let fitting = storedBlocks << UInt64(LogTree.storedLevel)
            let first = Position(fitting < signed.size ? fitting + 1 : 1)
            damage.add("the first \(signed.size) events are not those whose head was signed", at: first)
            isContradicted = true
        }
    }

    private mutating func compare(_ node: TreeNode, _ hash: TreeHash) {
        guard node.end >> UInt64(LogTree.storedLevel) <= storedBlocks else { return }
        nodeCount += 1
        let first = node.end - 1 << UInt64(node.level) + 1
        do {
            guard try stored.hash(node) != hash else { return }
            isContradicted = true
            // Every node above a differing one differs.
            guard node.level == LogTree.storedLevel || damage.isEmpty else { return }
            damage.add("events \(first) to \(node.end) are not those that the tree was made of", at: Position(first))
        } catch let refusal as Refusal {
            damage.add("of events \(first) to \(node.end): \(refusal.message)", at: Position(first))
        } catch {
            damage.add("the node over events \(first) to \(node.end) cannot be read", at: Position(first))
        }
    }

    /// Whether the last stored nodes are there yet.
    var isBehind: Bool { storedBlocks < frontier.size >> UInt64(LogTree.storedLevel) }
    var isAhead: Bool { storedBlocks > frontier.size >> UInt64(LogTree.storedLevel) }
    var isSignedBeyond: Bool { (signed?.size ?? 0) > frontier.size }
    var signedSize: UInt64 { signed?.size ?? 0 }
    /// The first event that does not fit, or that is missing at the end.
    var first: Position? { damage.first ?? (isAhead || isSignedBeyond ? Position(frontier.size + 1) : nil) }
}

extension LogExamination {
    /// The findings about the log and its tree alone.
    package struct TreeFindings {
        package var head: Position
        /// The root over the events up to the head; `nil` if the log is damaged.
        package var root: TreeHash?
        /// The first event that does not fit; `nil` if all fit.
        package var first: Position?
        package var findings: [Finding]
    }

    /// Computes the tree again from all bytes of the log, and compares it with the stored tree. O(events).
    package func treeFindings(_ progress: Progress) -> TreeFindings {
        do throws(any Error) {
            // Before the events: then the log has all those whose head was signed.
            let signed = signedHead()
            let stored = try StoredTree(log: log, table: log.tree.tableIfKnown, snapshot: Snapshot(log.environment))
            var comparison = try TreeComparison(stored, signed: signed)
            let walk = try walk(
                stored.snapshot, progress: { progress("Hashing the log", $0, $1) },
                visit: { try comparison.take($0, $1) })
            let findings = [logFinding(walk), treeFinding(comparison, walk)]
            let first = [walk.damage.first, comparison.first].compactMap(\.self).min()
            return TreeFindings(
                head: walk.head, root: walk.damage.isEmpty ? comparison.frontier.root : nil, first: first,
                findings: findings)
        } catch {
            let refusal = log.refusal(error)
            return TreeFindings(
                head: .none, findings: ["log", "tree"].map { Finding($0, cannotRun: refusal) })
        }
    }

    /// `nil` if nothing was signed yet.
    func signedHead() -> SigningFile? {
        // A file that cannot be read is shown by the finding about the vault.
        try? log.signingFile(vault: "\(log.directory)/vault")
    }

    func treeFinding(_ comparison: TreeComparison, _ walk: LogWalk) -> Finding {
        let name = "tree"
        if comparison.isContradicted {
            return Finding(
                name, .failed, "\(comparison.damage.text): put back the newest copy of the log",
                count: comparison.damage.count)
        }
        if !comparison.damage.isEmpty {
            return Finding(
                name, .failed, comparison.damage.text, count: comparison.damage.count, repair: .tree,
                remedy: .repairTree(isLogSuspect: true, orRestore: true))
        }
        guard walk.hasAllHeaders, walk.hasAllBodies else {
            return Finding(
                name, .failed,
                "it fits up to event \(comparison.frontier.size), where the log is damaged: restore it from a backup")
        }
        if comparison.isSignedBeyond {
            return Finding(
                name, .failed,
                "the head of \(comparison.signedSize) events was signed, and there are \(comparison.frontier.size): put back the newest copy of the log"
            )
        }
        if comparison.isAhead {
            return Finding(
                name, .failed, "it has nodes over more events than there are",
                remedy: .repairTree(isLogSuspect: true))
        }
        let nodes = "\(comparison.nodeCount) stored nodes equal those made of the \(comparison.frontier.size) events"
        if comparison.isBehind {
            return Finding(
                name, .warning, "\(nodes); the other nodes are not stored yet: the next append stores them",
                count: comparison.nodeCount, repair: .tree)
        }
        let signed = comparison.signedSize > 0 ? "; signed up to event \(comparison.signedSize)" : ""
        return Finding(name, .ok, nodes + signed, count: comparison.nodeCount)
    }
}
