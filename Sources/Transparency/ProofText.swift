/// A proof as a text for strangers: that an entry is in a log, or that a log only grew. Each ends with the signed head that it
/// leads to.
package enum ProofText: Sendable {
    case inclusion(InclusionText)
    case consistency(ConsistencyText)

    /// Reads either; what it is shows in its first line.
    package init(_ bytes: [UInt8]) throws(ProofError) {
        if bytes.starts(with: Array(InclusionText.firstLine.utf8) + [0x0A]) {
            self = .inclusion(try InclusionText(ProofLines(bytes)))
        } else if bytes.starts(with: ConsistencyText.firstWord.utf8) {
            self = .consistency(try ConsistencyText(ProofLines(bytes)))
        } else {
            throw ProofError(
                .malformed,
                "this is no proof: it begins neither with \(InclusionText.firstLine) nor with «old» and a size")
        }
    }
}

/// An inclusion proof as in c2sp.org/tlog-proof.
package struct InclusionText: Sendable {
    static let firstLine = "c2sp.org/tlog-proof@v1"

    /// Whatever helps to find the entry. Nothing vouches for it.
    package var extra: [UInt8]?
    /// Of the entry, from 0.
    package var index: UInt64
    package var hashes: [TreeHash]
    package var head: SignedNote

    package init(extra: [UInt8]?, index: UInt64, hashes: [TreeHash], head: SignedNote) {
        self.extra = extra
        self.index = index
        self.hashes = hashes
        self.head = head
    }

    fileprivate init(_ lines: consuming ProofLines) throws(ProofError) {
        guard lines.next() == Self.firstLine else { throw ProofLines.malformed("its first line") }
        var line = lines.next()
        let mark = "extra "
        if line.hasPrefix(mark) {
            guard let bytes = StrictBase64.decode(line.dropFirst(mark.count)) else {
                throw ProofLines.malformed("the line «extra»")
            }
            extra = bytes
            line = lines.next()
        }
        index = try ProofLines.number(line, after: "index ")
        hashes = try lines.hashes()
        head = try lines.note()
    }

    package var description: String {
        let extra = extra.map { "extra \(StrictBase64.encode($0))\n" } ?? ""
        return "\(Self.firstLine)\n\(extra)index \(index)\n\(ProofLines.text(hashes))\n\(head.description)"
    }
}

/// A consistency proof in the form in which witnesses take it (c2sp.org/tlog-witness): the old size, the proof, and the new
/// head.
package struct ConsistencyText: Sendable {
    static let firstWord = "old "

    package var oldSize: UInt64
    package var hashes: [TreeHash]
    package var head: SignedNote

    package init(oldSize: UInt64, hashes: [TreeHash], head: SignedNote) {
        self.oldSize = oldSize
        self.hashes = hashes
        self.head = head
    }

    fileprivate init(_ lines: consuming ProofLines) throws(ProofError) {
        oldSize = try ProofLines.number(lines.next(), after: Self.firstWord)
        hashes = try lines.hashes()
        head = try lines.note()
    }

    package var description: String {
        "\(Self.firstWord)\(oldSize)\n\(ProofLines.text(hashes))\n\(head.description)"
    }
}

/// The lines of a proof, read one after the other.
private struct ProofLines: ~Copyable {
    private var rest: ArraySlice<UInt8>

    /// No tree is higher.
    private static let hashesMax = 64

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    static func malformed(_ what: String) -> ProofError {
        ProofError(.malformed, "this is no proof: \(what) cannot be read")
    }

    /// Empty at the end.
    mutating func next() -> String {
        let line = rest.prefix { $0 != 0x0A }
        rest = rest.dropFirst(line.count + 1)
        return String(decoding: line, as: UTF8.self)
    }

    /// The hashes, and the empty line behind them.
    mutating func hashes() throws(ProofError) -> [TreeHash] {
        var hashes: [TreeHash] = []
        while true {
            let line = next()
            if line.isEmpty { return hashes }
            guard hashes.count < Self.hashesMax, let hash = TreeHash(base64: line) else {
                throw Self.malformed("hash \(hashes.count + 1)")
            }
            hashes.append(hash)
        }
    }

    func note() throws(ProofError) -> SignedNote { try SignedNote(Array(rest)) }

    static func number(_ line: String, after mark: String) throws(ProofError) -> UInt64 {
        guard line.hasPrefix(mark), let number = Decimal64.decode(line.dropFirst(mark.count)) else {
            throw malformed("the line «\(mark.dropLast())»")
        }
        return number
    }

    static func text(_ hashes: [TreeHash]) -> String { hashes.map { $0.base64 + "\n" }.joined() }
}
