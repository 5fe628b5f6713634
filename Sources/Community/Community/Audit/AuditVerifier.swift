import EventLog
package import Events
import Layout
import Transparency

/// Verifies heads and proofs by their signatures, and by the local log if there is one.
package struct AuditVerifier {
    /// A text to verify, with its name in messages.
    package typealias Text = (name: String, bytes: [UInt8])

    private let key: VerifierKey
    /// `nil`: the texts are all there is.
    private let log: EventLog?

    /// Uses the given key, or that of the community; one of them must be present. The community's log is used only if
    /// the key is its own.
    package init(key text: String?, community: Community?) throws(Refusal) {
        guard let text else {
            guard let community else { preconditionFailure("a verifier needs a key or a community") }
            (key, log) = (try community.log.verifierKey(), community.log)
            return
        }
        do throws(ProofError) { key = try VerifierKey(text) } catch {
            throw Refusal(.invalid, error.reason, field: "key")
        }
        log = community?.log.logIDText == key.name ? community?.log : nil
    }

    /// Verifies one head, one proof, or two heads (older first) with the consistency proof between them; the local log
    /// can replace that proof. `event`: the bytes of an inclusion proof's event, unless the proof contains them.
    package func verify(_ texts: [Text], event: [UInt8]? = nil) throws(Refusal) -> AuditVerdict {
        let claims = try texts.map { text throws(Refusal) in
            try checking(text.name) { () throws(ProofError) in try ProofText(text.bytes) }
        }
        let names = texts.map(\.name)
        let claim = { (index: Int) in claims.indices.contains(index) ? claims[index] : nil }
        let isOneEvent = if case .inclusion? = claim(0) { claims.count == 1 } else { false }
        guard event == nil || isOneEvent else {
            throw Refusal(
                .invalid, "the bytes of an event go with a proof that it is in the log, and with nothing else",
                field: "event")
        }
        switch (claim(0), claim(1), claim(2), claims.count) {
        case (.inclusion(let proof)?, nil, nil, 1): return try verify(proof, names[0], event)
        case (.head(let note)?, nil, nil, 1):
            let head = try signed(note, names[0])
            try compareWithLog(head, names[0])
            var verdict = AuditVerdict(.head, head, equalsLog: log.map { _ in true })
            verdict.statements = try statements(of: note, names[0])
            return verdict
        case (.head(let old)?, .head(let new)?, nil, 2):
            return try verify(signed(old, names[0]), signed(new, names[1]), names)
        case (.consistency(let proof)?, nil, nil, 1): return try verify(proof, names[0], since: [])
        case (.head(let old)?, .consistency(let proof)?, nil, 2):
            return try verify(proof, names[1], since: [signed(old, names[0])])
        case (.head(let old)?, .head(let new)?, .consistency(let proof)?, 3):
            let (old, new) = (try signed(old, names[0]), try signed(new, names[1]))
            let verdict = try verify(proof, names[2], since: [old])
            guard verdict.size == new.size, verdict.root == new.root.base64 else {
                throw Refusal(.verificationFailed, "\(names[2]): the proof does not lead to the head in \(names[1])")
            }
            return verdict
        default:
            throw Refusal(
                .invalid,
                "these do not go together: give one head, one proof, or an older head and a newer one with the proof between them"
            )
        }
    }

    // MARK: Claims

    private func verify(_ proof: InclusionText, _ name: String, _ event: [UInt8]?) throws(Refusal) -> AuditVerdict {
        let position = Position(proof.index + 1)
        let head = try signed(proof.head, name)
        try compareWithLog(head, name)
        let stored = try log?.read { try $0.canonicalBytes(at: position) }
        guard let entry = event ?? proof.extra ?? stored else {
            throw Refusal(
                .invalid, "\(name) does not contain the event of the proof", field: "event",
                remedy: .nameEventFile)
        }
        _ = try checking(name) { () throws(ProofError) in try proof.verify(entry, signedBy: key) }
        guard log == nil || stored == entry else {
            throw Refusal(.verificationFailed, "\(name): event \(position) of the log here has other bytes")
        }
        // The proof holds without a readable header too: the verdict then names no kind.
        let header = try? EventHeader(bytes: entry.prefix(EventHeader.byteCount))
        guard header == nil || header?.position == position else {
            throw Refusal(
                .verificationFailed,
                "\(name): the event calls itself event \(header?.position ?? .none), and is event \(position) of the log"
            )
        }
        return AuditVerdict(
            .inclusion, head, event: AuditedEvent(position: position.value, header), equalsLog: log.map { _ in true })
    }

    private func verify(
        _ proof: ConsistencyText, _ name: String, since others: [Checkpoint]
    ) throws(Refusal) -> AuditVerdict {
        var olds = others
        if let note = proof.oldHead { olds.append(try signed(note, name)) }
        if olds.isEmpty {
            guard let old = try logHead(proof.oldSize) else {
                throw Refusal(
                    .invalid,
                    "\(name) does not contain the head at which it begins: name a file with that head before it")
            }
            olds = [old]
        }
        let head = try signed(proof.head, name)
        for old in olds {
            try checking(name) { () throws(ProofError) in _ = try proof.verify(since: old, signedBy: key) }
            try compareWithLog(old, name)
        }
        try compareWithLog(head, name)
        return AuditVerdict(.consistency, head, oldSize: proof.oldSize, equalsLog: log.map { _ in true })
    }

    private func verify(_ old: Checkpoint, _ new: Checkpoint, _ names: [String]) throws(Refusal) -> AuditVerdict {
        if log == nil, 0 < old.size, old.size < new.size {
            throw Refusal(
                .invalid,
                "two heads alone do not show that the log only grew",
                remedy: .giveGrowthProof(old: old.size, new: new.size))
        }
        let proof = try log.map { log throws(Refusal) in try Self.proof(old, new, log) } ?? []
        try checking(names[1]) { () throws(ProofError) in try new.verify(extends: old, by: proof) }
        try compareWithLog(old, names[0])
        try compareWithLog(new, names[1])
        return AuditVerdict(.consistency, new, oldSize: old.size, equalsLog: log.map { _ in true })
    }

    /// The consistency proof from the local log; empty if the log is too short, or if none is needed.
    private static func proof(
        _ old: Checkpoint, _ new: Checkpoint, _ log: EventLog
    ) throws(Refusal) -> [TreeHash] {
        try log.read { snapshot in
            guard 0 < old.size, old.size < new.size, new.size <= snapshot.head.value else { return [] }
            return try snapshot.merkleTree().consistencyProof(from: old.size, to: new.size)
        }
    }

    /// The further statements of a signed head. A statement about an erasure must equal that of the local log.
    private func statements(of note: SignedNote, _ name: String) throws(Refusal) -> [String]? {
        let lines = Checkpoint.statements(of: note)
        if let log, let member = Erasure.member(in: lines) {
            let own: [String]
            do throws(Refusal) { own = try log.erasure(of: member).lines } catch {
                throw Refusal(
                    .verificationFailed,
                    "\(name): its statement about \(member) does not hold for the log here: \(error.message)")
            }
            guard own == lines else {
                throw Refusal(
                    .verificationFailed,
                    "\(name): the log here has another statement about \(member): \(own.joined(separator: ", "))"
                )
            }
        }
        return lines.isEmpty ? nil : lines
    }

    // MARK: Heads

    private func signed(_ note: SignedNote, _ name: String) throws(Refusal) -> Checkpoint {
        try checking(name) { () throws(ProofError) in try note.checkpoint(signedBy: key) }
    }

    private func compareWithLog(_ head: Checkpoint, _ name: String) throws(Refusal) {
        guard log != nil else { return }
        guard let own = try logHead(head.size) else {
            throw Refusal(
                .verificationFailed, "\(name): the head is of \(head.size) events, and the log here has fewer")
        }
        guard own == head else {
            throw Refusal(
                .verificationFailed,
                "\(name): the first \(head.size) events of the log here are not the signed ones")
        }
    }

    /// `nil` without a local log, or if the log is shorter.
    private func logHead(_ size: UInt64) throws(Refusal) -> Checkpoint? {
        guard let log else { return nil }
        return try log.read { snapshot in
            guard size <= snapshot.head.value else { return nil }
            return Checkpoint(origin: log.logIDText, size: size, root: try snapshot.merkleRoot(size: size))
        }
    }

    private func checking<R>(_ name: String, _ check: () throws(ProofError) -> R) throws(Refusal) -> R {
        do throws(ProofError) { return try check() } catch { throw Refusal(error, about: name) }
    }
}
