import Crypto
import LMDB
import Layout

extension LogExamination {
    /// Checks that the vault holds the keys of all living members and no others, and that these keys open the sealed
    /// bodies.
    func vaultFinding(
        _ state: StateProgress, _ walk: LogWalk, _ snapshot: Snapshot, _ progress: (Int, Int) -> Void
    ) throws -> Finding {
        let name = "vault"
        if let vaultRefusal { return Finding(name, .failed, vaultRefusal.message, remedy: vaultRefusal.remedy) }
        guard let vault = log.vault else { return Finding(name, .failed, log.vaultMissing.message) }
        guard walk.hasAllHeaders else {
            return Finding(
                name, .failed, "the keys cannot be checked, because the log is damaged: restore it from a backup")
        }
        var damage = DamageList()
        let keys = try keys(of: state, in: vault, &damage)
        let opened = try open(with: keys, snapshot, &damage, progress)
        // A deletion destroys the key just after its commit.
        var unfinished: [MemberID] = []
        _ = try Self.stays {
            unfinished = try self.unfinished(state, vault)
            return !unfinished.isEmpty
        }
        if !damage.isEmpty {
            return Finding(
                name, .failed,
                "\(damage.text). Put back the vault/ that was kept with this log",
                count: damage.count)
        }
        var isSignerPlain = false
        do throws(Refusal) {
            let signing = try log.signingFile(vault: vault.directory)
            if signing?.isWrapped == false { isSignerPlain = try vault.isProtected() }
        } catch {
            return Finding(name, .failed, error.message, remedy: error.remedy)
        }
        if let first = unfinished.first {
            let whose = unfinished.count == 1 ? "the key of \(first) is" : "the keys of \(unfinished.count) members are"
            return Finding(
                name, .failed,
                "\(whose) still there although the account was deleted", count: unfinished.count, repair: .state,
                remedy: .finishErasure)
        }
        if isSignerPlain {
            return Finding(
                name, .warning,
                "a master key protects the keys of members, and the key that signs lies there in plain: the change was interrupted",
                remedy: .protectVault)
        }
        return Finding(
            name, .ok,
            "\(keys.count - 1) members have a key, and all \(opened) texts were opened; destroyed keys: \(state.erasures.count)",
            count: keys.count - 1)
    }

    /// The keys of the operator and of all living members.
    private func keys(
        of state: StateProgress, in vault: Vault, _ damage: inout DamageList
    ) throws -> [MemberID: SymmetricKey] {
        var keys: [MemberID: SymmetricKey] = [:]
        func take(_ member: MemberID, slot: UInt32) throws {
            switch try vault.slot(slot) {
            case .key(let key): keys[member] = key
            // Normal in a copy that ends early: the member was deleted later.
            case .destroyed where log.identity.isReadOnly || hasLeft(member): break
            case .destroyed:
                damage.add(
                    "\(member)'s key is destroyed, but this log has no deletion of \(member): log/ and vault/ are from different times"
                )
            case .damaged: damage.add("\(member)'s key in slot \(slot) is damaged")
            case .absent: damage.add("\(member)'s key in slot \(slot) is missing")
            }
        }
        try take(.operator, slot: 0)
        for (member, holder) in state.fold.holders where !holder.isDeleted {
            try take(member, slot: holder.slot)
        }
        return keys
    }

    /// The account may have been deleted since the log was read.
    private func hasLeft(_ member: MemberID) -> Bool {
        followLog()
        // The finding about the log shows a log that cannot be read now; the key then counts as lost.
        return (try? log.hasLeft(member)) ?? false
    }

    private func unfinished(_ state: StateProgress, _ vault: Vault) throws -> [MemberID] {
        try state.erasures.filter { _, slot in
            switch try vault.slot(slot) {
            case .key, .damaged: true
            case .destroyed, .absent: false
            }
        }.keys.sorted()
    }

    /// Opens every sealed body whose holder has a key. Returns their number.
    private func open(
        with keys: [MemberID: SymmetricKey], _ snapshot: Snapshot, _ damage: inout DamageList,
        _ progress: (Int, Int) -> Void
    ) throws -> Int {
        var count = 0
        _ = try walk(snapshot, progress: progress) { header, stored in
            guard header.flags.contains(.sealed), let stored, let key = keys[log.schema.keyHolder(header)] else {
                return
            }
            count += 1
            // Bytes that open and are no body count as a body that does not open.
            let words = try? StoredBody.words(unsafe stored.span.bytes, header: header, logID: log.sealID, key: key)
            if let words = words ?? nil,
                log.schema.isPayload(header.kindNumber, Array(words.bytes[words.payload]))
            {
                return
            }
            damage.add("event \(header.position) does not open with the key of \(log.schema.keyHolder(header))")
        }
        return count
    }
}
