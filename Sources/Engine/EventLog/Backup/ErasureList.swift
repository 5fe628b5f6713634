import Foundation
package import Layout
import Transparency

/// The deleted accounts of a log, in a text that the log's key signs: numbers and times, and no word about a person.
///
/// It lies beside a backup as `<folder>.erasures`. A backup brings back the accounts that were deleted after it was taken,
/// unless the vault of the community, or such a list, says which these are. `Schemas/format-1.md` draws it.
package struct ErasureList: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package var member: MemberID
        /// When the log recorded the registration: another history of the log may have given the number to another
        /// member.
        package var registeredAt: Timestamp
        /// The event that deleted the account, and when the log recorded it.
        package var deletion: Position
        package var deletedAt: Timestamp
    }

    static let fileSuffix = ".erasures"
    /// Some half a million deletions.
    static let byteCountMax = 64 << 20
    private static let title = "deleted accounts"

    package var logID: String
    /// The last event of the log when the list was made: it holds every deletion up to there.
    package var position: Position
    package var taken: Timestamp
    /// In the order of the deletions.
    package var entries: [Entry]

    /// The text that is signed.
    package var text: String {
        var lines = [Self.title, "log \(logID)", "through \(position) \(taken.rfc3339)"]
        lines += entries.map { "\($0.member) \($0.registeredAt.rfc3339) \($0.deletion) \($0.deletedAt.rfc3339)" }
        return lines.map { $0 + "\n" }.joined()
    }

    init(logID: String, position: Position, taken: Timestamp, entries: [Entry]) {
        (self.logID, self.position, self.taken, self.entries) = (logID, position, taken, entries)
    }

    /// `nil` if the text is no such list.
    init?(text: String) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard lines.count >= 3, lines[0].joined(separator: " ") == Self.title, lines[1].count == 2,
            lines[2].count == 3, let position = Self.number(lines[2][1]), let taken = Timestamp(rfc3339: lines[2][2])
        else { return nil }
        var entries: [Entry] = []
        for words in lines.dropFirst(3) {
            guard words.count == 4, words[0].hasPrefix("m"), let member = Self.number(words[0].dropFirst()),
                let registeredAt = Timestamp(rfc3339: words[1]), let deletion = Self.number(words[2]),
                let deletedAt = Timestamp(rfc3339: words[3])
            else { return nil }
            entries.append(
                Entry(
                    member: MemberID(member), registeredAt: registeredAt, deletion: Position(deletion),
                    deletedAt: deletedAt))
        }
        self.init(logID: String(lines[1][1]), position: Position(position), taken: taken, entries: entries)
        guard self.text == text else { return nil }
    }

    private static func number(_ text: Substring) -> UInt64? { UInt64(text) }

    /// The lists that lie beside a backup, or beside others in the same folder.
    static func paths(beside backup: String) -> [String] {
        let folder = FileSystem.parent(of: FileSystem.resolved(backup))
        // A folder that cannot be read holds no list that could be read.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(fileSuffix) }.sorted().map { "\(folder)/\($0)" }
    }

    /// Reads a list, and refuses one of another log, or one that the key has not signed.
    static func read(_ path: String, of logID: String, signedBy key: VerifierKey) throws(Refusal) -> ErasureList {
        let bytes = try OpenedFile(path).rest(atMost: byteCountMax)
        do throws(ProofError) {
            let note = try SignedNote(bytes, byteCountMax: byteCountMax)
            guard let list = ErasureList(text: note.text) else {
                throw ProofError(.malformed, "its text has another form")
            }
            guard list.logID == logID else {
                throw ProofError(.unproven, "it is about the log \(list.logID), and not about \(logID)")
            }
            try note.verify(by: key)
            return list
        } catch {
            throw Refusal(
                .verificationFailed, "\(path) is not a list of the deletions of this log: \(error.reason)",
                field: "erasures")
        }
    }
}

extension EventLog {
    /// All deletions so far, and the list of them as the log's key signs it. O(log events).
    package func erasureList() throws(Refusal) -> (list: ErasureList, note: String) {
        let (list, note) = try signingText { snapshot in
            let list = try snapshot.erasureList()
            return (list, list.text)
        }
        return (list, note.description)
    }

    /// The living members whom a list calls deleted. O(members and deletions).
    func livingMembers(on list: ErasureList) throws(Refusal) -> [MemberID] {
        try read { snapshot in
            try list.entries.filter { entry in
                guard let holder = try snapshot.holder(entry.member), !holder.isDeleted else { return false }
                return try snapshot.header(at: entry.member.position)?.recordedAt == entry.registeredAt
            }.map(\.member)
        }
    }
}

extension LogSnapshot {
    fileprivate func erasureList() throws -> ErasureList {
        var entries: [ErasureList.Entry] = []
        try forEachHeader(from: Position(1)) { header in
            guard header.kindNumber == log.schema.keyDestruction else { return true }
            let member = MemberID(header.subject)
            guard let registration = try self.header(at: member.position) else {
                throw log.damage(header.position, "it deletes an account that the log does not have")
            }
            entries.append(
                ErasureList.Entry(
                    member: member, registeredAt: registration.recordedAt, deletion: header.position,
                    deletedAt: header.recordedAt))
            return true
        }
        return ErasureList(logID: log.logIDText, position: head, taken: log.clock(), entries: entries)
    }
}
