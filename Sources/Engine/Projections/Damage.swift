import LMDB
import Layout

/// A table of the views has not the rows that were stored.
struct DamagedTable: Error, Equatable {
    let name: String

    init(_ name: String) { self.name = name }
}

extension Error {
    /// Whether it says that stored views are missing, damaged or of another format: a replay puts that right.
    ///
    /// All else, such as a full disk or too many open files, may pass; replaying the whole log would not make it better.
    var isHealedByReplay: Bool {
        if self is MalformedRow || self is DamagedTable || self is UnsyncedViews { return true }
        guard let error = self as? LMDBError else { return false }
        return Self.codesHealedByReplay.contains(error.code)
    }

    private static var codesHealedByReplay: [LMDBError.Code] {
        [.noEntry, .notFound, .invalid, .versionMismatch, .incompatible, .corrupted, .pageNotFound]
    }
}

/// The machine was started anew since these views were written, and not all of them was known to be on the disk: pages may be
/// torn.
struct UnsyncedViews: Error {}
