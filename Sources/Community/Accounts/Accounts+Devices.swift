import EventLog
import Events
import LMDB
import Layout

/// Devices on which a member has logged in before. Each has an opaque token, which its client keeps beyond log-outs and
/// sends with the next log-in. Then strangers who guess at the member's name do not lock the member out.
///
/// A token opens nothing: it only gives the device attempts of its own.
extension Accounts {
    static let devicesMax = 50
    /// A device without a log-in for so long is forgotten.
    static let deviceDays: Int64 = 400

    /// The device of that token, if the member has logged in on it.
    func device(_ token: String?, of member: MemberID?) throws(Refusal) -> SecretHash? {
        guard let token, let member else { return nil }
        let hash = SecretHash(of: token)
        guard let row = try reading({ try store.devices.get(MemberKey(member, hash.keyBytes), in: $0) }),
            !Self.isForgotten(row, at: now)
        else { return nil }
        return hash
    }

    /// Remembers the device for the member who has logged in on it. Returns its token: the one that it has, or a new one.
    func remember(_ token: String?, of member: MemberID) throws(Refusal) -> String {
        let known = try device(token, of: member) == nil ? nil : token
        let secret = known ?? Secret(.device).text
        let now = now
        let rows = try reading { _ in try store.devices(of: member) }
        try write { transaction in
            var kept = rows.filter { !Self.isForgotten($0.row, at: now) }
            let gone = rows.filter { Self.isForgotten($0.row, at: now) }
            for device in gone { try store.devices.delete(device.key, in: &transaction) }
            if known == nil, kept.count >= Self.devicesMax {
                // The device that was used least recently gives way.
                kept.sort { $0.row.usedAt > $1.row.usedAt }
                for device in kept.dropFirst(Self.devicesMax - 1) {
                    try store.devices.delete(device.key, in: &transaction)
                }
            }
            try store.devices.put(
                MemberKey(member, SecretHash(of: secret).keyBytes), DeviceRow(usedAt: now), in: &transaction)
        }
        return secret
    }

    private static func isForgotten(_ row: DeviceRow, at now: Timestamp) -> Bool {
        row.usedAt.adding(hours: 24 * deviceDays) <= now
    }
}
