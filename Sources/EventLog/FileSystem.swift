import Foundation
package import Layout

/// Where folders lie, and how whole ones change places.
enum FileSystem {
    /// The path without links, as far as it is there, and without a slash at its end.
    static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Whether a path is another one or lies below it.
    static func isWithin(_ path: String, _ folder: String) -> Bool {
        let (path, folder) = (components(path), components(folder))
        return path.starts(with: folder)
    }

    /// Puts a whole folder where nothing is, or an empty one.
    static func move(_ folder: String, to place: String) throws(Refusal) {
        try StoredFile.rename(folder, to: place)
        try syncFolder(parent(of: place))
    }

    /// Lets two folders change places, at once where the system can: then there is no moment without either.
    static func exchange(_ a: String, _ b: String) throws(Refusal) {
        if try !exchangeAtOnce(a, b) {
            let aside = "\(b).exchanged"
            try StoredFile.rename(a, to: aside)
            try StoredFile.rename(b, to: a)
            try StoredFile.rename(aside, to: b)
        }
        try syncFolder(parent(of: a))
        try syncFolder(parent(of: b))
    }

    /// False where the system cannot. Glibc's header hides the function from Swift.
    private static func exchangeAtOnce(_ a: String, _ b: String) throws(Refusal) -> Bool {
        typealias Rename =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
            ) -> Int32
        guard let symbol = unsafe dlsym(nil, "renameat2") else { return false }
        let rename = unsafe unsafeBitCast(symbol, to: Rename.self)
        let exchanging: UInt32 = 2
        if unsafe rename(AT_FDCWD, a, AT_FDCWD, b, exchanging) == 0 { return true }
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw Refusal.file(a, cannotBe: "put in place") }
        return false
    }

    static func parent(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    private static func components(_ path: String) -> [String] { URL(filePath: resolved(path)).pathComponents }
}

extension EventLog {
    /// Refuses a place within the community for what is written of it: that must neither be lost with it nor replace a file
    /// of its own.
    package func checkLiesOutside(_ path: String) throws(Refusal) {
        guard !path.isEmpty else { throw Refusal(.invalid, "an empty name is that of no file and no folder: name one") }
        guard !FileSystem.isWithin(path, directory) else {
            throw Refusal(
                .conflict, "\(path) lies within \(directory), the community that it is to be of: name another place")
        }
    }
}
