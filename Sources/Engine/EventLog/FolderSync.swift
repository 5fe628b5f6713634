import Foundation
import LMDB
package import Layout

/// Makes durable which names a folder holds: syncing a file need not sync its name.
package func syncFolder(_ path: String) throws(Refusal) { try sync(path, O_DIRECTORY) }

/// Makes durable what a library has written into a file.
package func syncFile(_ path: String) throws(Refusal) { try sync(path, 0) }

private func sync(_ path: String, _ flags: Int32) throws(Refusal) {
    let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Refusal.file(path, cannotBe: "synced") }
}

/// Makes a folder's own name durable, and those of the folders that it lies in: whichever of them are new, perhaps from a
/// creation that was interrupted.
///
/// Folders that may not be read are left out: they were there before, for another user had to make what is in them.
func syncNames(above path: String) throws(Refusal) {
    var folder = path
    for _ in 0..<64 {
        let below = FileIdentity(of: folder)
        folder += "/.."
        guard let above = FileIdentity(of: folder), above != below else { return }
        guard unsafe access(folder, R_OK) == 0 else { continue }
        try syncFolder(folder)
    }
}
