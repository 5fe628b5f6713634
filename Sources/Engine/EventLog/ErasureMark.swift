import Foundation
import Layout

/// How many accounts the log had lost before what lies in a directory, views or images, was begun or gone through: a plain file
/// beside it.
///
/// When one more has been deleted since, views may hold what is to be forgotten: in rows, or in what LMDB leaves of rows that
/// are gone. LMDB clears neither the free pages of an environment, nor the gaps within pages, and its compacting copy takes along
/// what lies in such gaps.
package struct ErasureMark {
    package let path: String

    package init(in directory: String) { path = "\(directory)/erasures" }

    /// Nil where it does not say, or cannot be read: then everything is gone through once more.
    package var count: Int? {
        guard let text = try? textIfPresent(atPath: path) else { return nil }
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    package func write(_ count: Int) throws {
        try Data("\(count)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
