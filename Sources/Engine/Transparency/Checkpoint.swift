/// What a log's head says: whose it is, how many entries there are, and the root over them. Signed it is a checkpoint as in
/// c2sp.org/tlog-checkpoint.
package struct Checkpoint: Hashable, Sendable {
    package var origin: String
    package var size: UInt64
    package var root: TreeHash

    package init(origin: String, size: UInt64, root: TreeHash) {
        self.origin = origin
        self.size = size
        self.root = root
    }

    /// Reads what a note says. Lines behind the third belong to others and are passed over.
    package init(_ note: SignedNote) throws(ProofError) {
        let lines = note.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            .map { String(Substring($0)) }
        let malformed = { (why: String) in ProofError(.malformed, "this is no head of a log: \(why)") }
        guard lines.count >= 3, !lines.contains("") else {
            throw malformed("it lacks one of the lines for origin, size and root, or has an empty one")
        }
        guard let size = Decimal64.decode(lines[1]) else { throw malformed("its second line is no size") }
        guard let root = TreeHash(base64: lines[2]) else { throw malformed("its third line is no root") }
        guard size > 0 || root == .ofEmptyTree else { throw malformed("a tree without entries has another root") }
        self.init(origin: lines[0], size: size, root: root)
    }

    /// What a note says beyond a head: the lines behind the third.
    package static func statements(of note: SignedNote) -> [String] {
        note.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).dropLast().map(String.init)
    }

    /// The text that is signed.
    package var text: String { "\(origin)\n\(size)\n\(root.base64)\n" }
}

/// A number from 0 to 2^64 - 1 in decimal digits, without leading zeros.
enum Decimal64 {
    static func decode(_ text: some StringProtocol) -> UInt64? {
        guard let value = UInt64(text), String(value).utf8.elementsEqual(text.utf8) else { return nil }
        return value
    }
}
