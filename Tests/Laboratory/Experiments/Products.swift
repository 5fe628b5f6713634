import Foundation
import TestSupport

/// The programs that the laboratory works with, as built beside it.
package struct Products: Sendable {
    package var larder: String
    package var laboratory: String
    /// A library that processes load before the C library.
    package var recorder: String

    /// `directory`: where products are built to. The recorder is compiled into `scratch`.
    package init(in directory: String, scratch: Scratch) throws {
        larder = "\(directory)/larder"
        laboratory = "\(directory)/laboratory"
        for path in [larder, laboratory] where !FileManager.default.fileExists(atPath: path) {
            throw Missing(path: path)
        }
        recorder = try Self.compiledRecorder(in: scratch)
    }

    package struct Missing: Error, CustomStringConvertible {
        var path: String
        package var description: String { "\(path) is not there: swift build --build-tests makes it" }
    }

    /// Compiled when it is needed, with the compiler that every Swift toolchain has: nothing links to it.
    private static func compiledRecorder(in scratch: Scratch) throws -> String {
        let library = scratch.newName()
        let source = Checkout.root.appending(path: "Tests/Laboratory/Recorder/recorder.c").path
        let compiled = try Launch(
            executable: "/usr/bin/env",
            arguments: [
                "clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl", "-pthread",
            ],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        ).run(in: scratch)
        guard compiled.isDone else {
            throw Uncompiled(description: "the recorder cannot be compiled: \(compiled.summary)")
        }
        return library
    }

    package struct Uncompiled: Error, CustomStringConvertible { package var description: String }
}
