/// The pages that a commit has written.
///
/// LMDB writes no page that the commit before it consists of: where a tree leads to the same place as its forerunner, all below is the
/// same. So these pages are found by going down from the new roots wherever the old ones do not lead to the same place. Looks at each
/// of them once, and at those that they replace.
struct WrittenPages {
    /// Pages that follow each other.
    struct Run: Equatable {
        var first: UInt64
        var count: Int
    }

    private(set) var runs: [Run]

    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Its head's included. Nil: what the commit leads to is no tree.
    init?(of commit: CommitHead, since previous: CommitHead, in pages: borrowing PageMap) {
        runs = [Run(first: UInt64(commit.page), count: 1)]
        var (new, old) = ([commit.freePages, commit.tables], [previous.freePages, previous.tables])
        // The two trees of the environment, then its tables, then the values of keys that have many.
        for _ in 0..<3 where !new.isEmpty {
            guard let next = add(new, since: old, in: pages) else { return nil }
            (new, old) = next
        }
        guard new.isEmpty else { return nil }
    }

    /// What leaves say of other pages.
    private struct Leads {
        var trees: [TreePage.Tree] = []
        /// First pages of long values.
        var overflows: [UInt64] = []
    }

    /// Takes in the pages of some trees that are not of older ones. Answers the trees that they describe, new ones and old.
    private mutating func add(
        _ new: [TreePage.Tree], since old: [TreePage.Tree], in pages: borrowing PageMap
    ) -> (new: [TreePage.Tree], old: [TreePage.Tree])? {
        /// More levels hold more than any disk.
        let depthMax = 32
        let depth = max(new.lazy.map(\.depth).max() ?? 0, old.lazy.map(\.depth).max() ?? 0)
        guard depth <= depthMax else { return nil }
        var (newPages, oldPages): ([UInt64], [UInt64]) = ([], [])
        var (newLeads, oldLeads) = (Leads(), Leads())
        // All pages of one height above the leaves together: none is ever at another one.
        for height in stride(from: depth, to: 0, by: -1) {
            newPages += new.lazy.filter { $0.depth == height && $0.root != TreePage.none }.map(\.root)
            oldPages += old.lazy.filter { $0.depth == height && $0.root != TreePage.none }.map(\.root)
            let (written, replaced) = Self.apart(newPages, oldPages)
            (newPages, oldPages) = ([], [])
            for place in written {
                guard let bytes = pages.pages(place), Self.follow(bytes, height, &newPages, &newLeads) else {
                    return nil
                }
                take(Run(first: place, count: 1))
            }
            for place in replaced {
                guard let bytes = pages.pages(place), Self.follow(bytes, height, &oldPages, &oldLeads) else {
                    return nil
                }
            }
        }
        for place in Self.apart(newLeads.overflows, oldLeads.overflows).new {
            guard let head = pages.pages(place) else { return nil }
            let run = Run(first: place, count: Int(head.number(at: 12, as: UInt32.self)))
            guard pages.pages(run.first, count: run.count) != nil else { return nil }
            take(run)
        }
        let (written, replaced) = Self.apart(newLeads.trees.map(\.root), oldLeads.trees.map(\.root))
        let (writtenRoots, replacedRoots) = (Set(written), Set(replaced))
        return (
            newLeads.trees.filter { writtenRoots.contains($0.root) },
            oldLeads.trees.filter { replacedRoots.contains($0.root) }
        )
    }

    private mutating func take(_ run: Run) {
        if let last = runs.last, last.first + UInt64(last.count) == run.first {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    /// Notes where a page leads to. False if it is no page of a tree at that height.
    private static func follow(_ bytes: RawSpan, _ height: Int, _ children: inout [UInt64], _ leads: inout Leads)
        -> Bool
    {
        guard let page = TreePage(bytes), page.isBranch == (height > 1) else { return false }
        for index in 0..<page.entryCount {
            guard let entry = page.entry(index) else { return false }
            if page.isBranch {
                children.append(page.child(entry))
            } else if let tree = page.tree(entry) {
                leads.trees.append(tree)
            } else if let overflow = page.overflow(entry) {
                leads.overflows.append(overflow)
            }
        }
        return true
    }

    /// Those that only the one has, and those that only the other has, each in ascending order.
    private static func apart(_ new: [UInt64], _ old: [UInt64]) -> (new: [UInt64], old: [UInt64]) {
        let (new, old) = (new.sorted(), old.sorted())
        var (newOnly, oldOnly): ([UInt64], [UInt64]) = ([], [])
        var (index, other) = (0, 0)
        while index < new.count || other < old.count {
            if other == old.count || index < new.count && new[index] < old[other] {
                newOnly.append(new[index])
                index += 1
            } else if index == new.count || old[other] < new[index] {
                oldOnly.append(old[other])
                other += 1
            } else {
                (index, other) = (index + 1, other + 1)
            }
        }
        return (newOnly, oldOnly)
    }
}
