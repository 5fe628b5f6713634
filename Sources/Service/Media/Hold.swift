import EventLog
import Events
import Foundation
import Layout

/// Marks that a member has uploaded an image or is about to refer to it: an empty file beside the image, whose
/// modification time says when.
///
/// So the uploads of a deleted member are removed at once, while those of other members stay for the grace period.
struct Hold: Equatable {
    let member: MemberID
    let since: Timestamp

    private static let suffix = ".held"

    init(member: MemberID, since: Timestamp) {
        self.member = member
        self.since = since
    }

    /// `nil` if the name is no hold, or if the hold was just released.
    init?(in folder: String, named name: String) {
        guard name.hasPrefix("m"), name.hasSuffix(Self.suffix),
            let number = UInt64(name.dropFirst().dropLast(Self.suffix.count)),
            let time = Self.time(of: "\(folder)/\(name)")
        else { return nil }
        self.init(member: MemberID(number), since: time)
    }

    func path(in folder: String) -> String { "\(folder)/\(member)\(Self.suffix)" }

    /// Creates or renews the hold.
    func write(in folder: String) throws(Refusal) {
        let path = path(in: folder)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "made") }
        close(descriptor)
        try Self.setTime(since, of: path)
    }

    // MARK: Times of files

    /// Modification time; `nil` if there is no file.
    static func time(of path: String) -> Timestamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    static func setTime(_ time: Timestamp, of path: String) throws(Refusal) {
        let (seconds, rest) = max(time.microseconds, 0).quotientAndRemainder(dividingBy: 1_000_000)
        let value = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000)
        let times = [value, value]
        guard unsafe utimensat(AT_FDCWD, path, times, 0) == 0 else {
            throw Refusal.file(path, cannotBe: "marked as used")
        }
    }
}
