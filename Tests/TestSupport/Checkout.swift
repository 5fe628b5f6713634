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

    /// A file by its path from the root.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of a folder's files with one of these endings, in order.
    package static func paths(under folder: String, endingIn endings: [String]) -> [String] {
        let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        let names = walk?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            // Hidden folders hold what builds leave.
            endings.contains { name.hasSuffix($0) } && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }.sorted().map { "\(folder)/\($0)" }
    }

    /// What people read: README.md, the pages of `docs`, and the articles beside the sources.
    package static let pages =
        ["README.md"] + paths(under: "docs", endingIn: [".md"]) + paths(under: "Sources", endingIn: [".md"])
}

/// The executables that are built together with the test bundle.
package enum BuiltProducts {
    /// The folder of the test bundle.
    package static let directory: URL = {
        let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) }
        return (bundle ?? Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
    }()

    /// Nil if it is not built.
    package static func executable(_ name: String) -> URL? {
        let program = directory.appending(path: name)
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }
}
