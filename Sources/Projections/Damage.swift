import LMDB
import Layout

extension Error {
    /// Whether it says that stored views are missing, damaged or of another format: a replay puts that right.
    ///
    /// All else, such as a full disk or too many open files, may pass; replaying the whole log would not make it better.
    var isHealedByReplay: Bool {
        if self is MalformedRow { return true }
        guard let error = self as? LMDBError else { return false }
        return Self.codesHealedByReplay.contains(error.code)
    }

    private static var codesHealedByReplay: [LMDBError.Code] {
        [.noEntry, .invalid, .versionMismatch, .incompatible, .corrupted, .pageNotFound]
    }
}
