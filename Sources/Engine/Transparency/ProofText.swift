/// A proof of a log as a text: a signed head, that an entry is in a log, or that a log only grew. Each proof ends with
/// the signed head that it leads to.
package enum ProofText: Sendable {
    case head(SignedNote)
    case inclusion(InclusionText)
    case consistency(ConsistencyText)

    /// Longer texts are refused: an entry of some 256 KiB in base64, with its proof and two heads, is shorter.
    package static let byteCountMax = 1 << 21

    /// Reads any of them. The first line, or the line behind the first head, shows which one it is.
    package init(_ bytes: [UInt8]) throws(ProofError) {
        guard bytes.count <= Self.byteCountMax else {
            throw ProofError(.malformed, "this is not a proof: it is longer than \(Self.byteCountMax) bytes")
        }
        if bytes.starts(with: Array(InclusionText.firstLine.utf8) + [0x0A]) {
            self = .inclusion(try InclusionText(ProofLines(bytes)))
        } else if bytes.starts(with: ConsistencyText.firstWord.utf8) {
            self = .consistency(try ConsistencyText(oldHead: nil, ProofLines(bytes)))
        } else if let gap = Self.endOfHead(bytes) {
            let oldHead = try SignedNote(Array(bytes[..<gap]))
            self = .consistency(try ConsistencyText(oldHead: oldHead, ProofLines(Array(bytes[(gap + 1)...]))))
        } else {
            let note = try SignedNote(bytes)
            _ = try Checkpoint(note)
            self = .head(note)
        }
    }

    /// The end of a head before a consistency proof: the first empty line before the proof's first word. A head has
    /// only one empty line, above its signatures, which begin with another word.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark = [0x0A, 0x0A] + Array(ConsistencyText.firstWord.utf8)
        let end = min(bytes.count - mark.count, SignedNote.byteCountMax)
        guard end >= 0 else { return nil }
        return (0...end).first { bytes[$0] == 0x0A && bytes[$0...].starts(with: mark) }.map { $0 + 1 }
    }
}

/// An inclusion proof as in c2sp.org/tlog-proof.
package struct InclusionText: Sendable {
    static let firstLine = "c2sp.org/tlog-proof@v1"

    /// Text that helps to find the entry. No signature covers it.
    package var extra: [UInt8]?
    /// The index of the entry, from 0.
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

/// A consistency proof in the form for witnesses (c2sp.org/tlog-witness): the old size, the proof, and the new head.
/// The old head may stand above it, so that the text is complete.
package struct ConsistencyText: Sendable {
    static let firstWord = "old "

    package var oldHead: SignedNote?
    package var oldSize: UInt64
    package var hashes: [TreeHash]
    package var head: SignedNote

    package init(oldHead: SignedNote? = nil, oldSize: UInt64, hashes: [TreeHash], head: SignedNote) {
        self.oldHead = oldHead
        self.oldSize = oldSize
        self.hashes = hashes
        self.head = head
    }

    fileprivate init(oldHead: SignedNote?, _ lines: consuming ProofLines) throws(ProofError) {
        oldSize = try ProofLines.number(lines.next(), after: Self.firstWord)
        hashes = try lines.hashes()
        head = try lines.note()
        self.oldHead = oldHead
        if let oldHead, try Checkpoint(oldHead).size != oldSize {
            throw ProofError(.malformed, "this is not a proof: the head above it has another size than its line «old»")
        }
    }

    package var description: String {
        let oldHead = oldHead.map { $0.description + "\n" } ?? ""
        return "\(oldHead)\(Self.firstWord)\(oldSize)\n\(ProofLines.text(hashes))\n\(head.description)"
    }
}

/// The lines of a proof, read one after the other.
private struct ProofLines: ~Copyable {
    private var rest: ArraySlice<UInt8>

    /// No tree is higher.
    private static let hashesMax = 64

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    static func malformed(_ what: String) -> ProofError {
        ProofError(.malformed, "this is not a proof: \(what) cannot be read")
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
