import Foundation
import TestSupport

/// A community of its own, served by the built `larder` while a test runs.
final class ServedKitchen {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    let folder = TemporaryDirectory()
    private(set) var url = ""
    /// The operator's link for the first admin.
    private(set) var link = ""
    private var process = Process()

    /// A new community. No wait of it holds a thread, for there may be only two of them.
    static func open() async throws -> ServedKitchen {
        let kitchen = ServedKitchen()
        try await kitchen.start(address: "127.0.0.1:0")
        return kitchen
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Ends the service in order.
    func stop() async throws {
        process.terminate()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Serves the community again at the address that clients know.
    func restart() async throws { try await start(address: String(url.dropFirst("http://".count))) }

    private func start(address: String) async throws {
        guard let program = BuiltProducts.executable("larder") else { throw Failed(description: "build larder first") }
        let log = folder.url.appending(path: "served-\(UUID().uuidString).log")
        try Data().write(to: log)
        process = Process()
        process.executableURL = program
        process.arguments = [
            "serve", "--data", folder.path("data"), "--address", address, "--rate-limit", "none",
            "--heartbeat-seconds", "1",
        ]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        for _ in 0..<3_600 {
            let text = try String(contentsOf: log, encoding: .utf8)
            if let match = text.firstMatch(of: #/http://127[0-9.:]+/#) {
                if let link = text.firstMatch(of: #/ll_[A-Za-z0-9_-]+/#) { self.link = String(link.output) }
                url = String(match.output)
                return
            }
            guard process.isRunning else { throw Failed(description: "larder serve ended: \(text)") }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failed(description: "larder serve does not serve")
    }

    /// A picture of four by three pixels.
    static let picture = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAGElEQVR42mOw6XGDIwabCjc4YrBJcYMjAOxTC7kDnlq5AAAAAElFTkSuQmCC"
        ) ?? Data())

    /// What a program that was built with the tests prints, with its exit code.
    func run(_ name: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        guard let url = BuiltProducts.executable(name) else { throw Failed(description: "build \(name) first") }
        let printed = folder.url.appending(path: "\(name).out")
        try Data().write(to: printed)
        let program = Process()
        program.executableURL = url
        program.arguments = arguments
        program.standardOutput = try FileHandle(forWritingTo: printed)
        try program.run()
        while program.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        return (program.terminationStatus, try String(contentsOf: printed, encoding: .utf8))
    }
}
