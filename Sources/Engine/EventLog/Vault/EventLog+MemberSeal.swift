import Crypto
import Foundation
package import Layout

/// What is kept of a member beside the log, sealed under their data key: a deletion, which destroys the key, takes it along
/// wherever its bytes still lie.
extension EventLog {
    /// AES-256-GCM with a random nonce: 28 bytes more than `plain`. It opens as the same thing of the same member alone.
    package func seal(_ plain: [UInt8], of member: MemberID, as use: String) throws(Refusal) -> [UInt8] {
        guard let key = try dataKey(of: member) else {
            throw Refusal(.notFound, "there is no member \(member)")
        }
        do {
            let box = try AES.GCM.seal(plain, using: key, authenticating: associatedData(member, use))
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw refusal(error)
        }
    }

    /// Nil once the member is deleted, and for bytes that are not what was sealed.
    package func open(_ sealed: [UInt8], of member: MemberID, as use: String) throws(Refusal) -> [UInt8]? {
        // The cipher's errors say no more than that these are not the bytes that were sealed.
        guard let key = try dataKey(of: member), let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: key, authenticating: associatedData(member, use))).map { Array($0) }
    }

    private func dataKey(of member: MemberID) throws(Refusal) -> SymmetricKey? {
        guard hasVault else { throw vaultMissing }
        return try read { snapshot in try snapshot.key(of: member) }
    }

    private func associatedData(_ member: MemberID, _ use: String) -> [UInt8] {
        Array("larder beside the log: \(use) ".utf8) + sealID + Key(member.value).bytes
    }
}
