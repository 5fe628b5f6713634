package import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
    /// The folder of `Package.swift`: the nearest one above this file.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            precondition(folder.path != "/", "no Package.swift above \(#filePath)")
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
