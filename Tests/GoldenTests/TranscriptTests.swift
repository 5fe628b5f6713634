import Foundation
import TestSupport
import Testing

/// What programs and scripts read stays byte for byte what it is: every command and every operation, compared with the
/// transcripts in `Tests/Golden`. `Tests/Golden/run` says how to record them again, and why a byte may differ.
@Suite struct TranscriptTests {
    private static let directory = Checkout.root.appending(path: "Tests/Golden")

    /// Without the folder there are no areas, and the first test fails.
    private static let areas = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
        .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()

    @Test("there are transcripts of commands, of operations and of refusals")
    func areasAreThere() {
        #expect(Set(Self.areas).isSuperset(of: ["queries", "actions", "refusals", "http-questions", "http-actions"]))
    }

    @Test("the program answers as its transcript says", arguments: TranscriptTests.areas)
    func transcript(area: String) throws {
        let larder = try #require(BuiltProducts.executable("larder"), "larder is not built beside the tests")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", Self.directory.appending(path: "run").path, larder.path, area]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let difference = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: difference, as: UTF8.self))")
    }
}
