package import Foundation

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
