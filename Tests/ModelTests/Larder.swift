import Events
import Foundation
import SwiftProtobuf
import Testing

/// The built program as another process on the same directory.
enum Larder {
    /// Its JSON answer.
    static func run(_ arguments: [String]) throws -> [String: Any] {
        let program = try #require(location, "the larder binary is not built beside the tests")
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let json = try? JSONSerialization.jsonObject(with: data)
        return try #require(
            json as? [String: Any], "larder \(arguments) exited with \(process.terminationStatus) and without JSON")
    }

    /// Beside the test bundle, in the products' directory.
    private static var location: URL? {
        let bundle = ProcessInfo.processInfo.arguments.last { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) }
        let program = (bundle ?? Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
            .appending(path: "larder")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }
}

/// A command as a line of a file for `larder submit`; nil when a line cannot say it.
struct EventLine {
    let text: String

    init?(_ command: Command) {
        // Values outside their range have no name in JSON.
        guard let origin = command.origin, !origin.source.isEmpty, origin.id.count < 100,
            command.kind != .memberLoggedIn
        else { return nil }
        var line: [String: Any] = [
            "specversion": "1.0", "type": "larder.\(command.kind.name)", "source": origin.source, "id": origin.id,
        ]
        line["time"] = command.occurredAt?.rfc3339
        line["actor"] = command.actor?.description
        line["subject"] = command.subject?.description
        line["cause"] = command.cause?.description
        line["expectedversion"] = command.expectedVersion.map { Int($0) }
        var data: [String: Any] = [:]
        if let message = command.payload.message {
            guard let json = try? message.jsonUTF8Data(),
                let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
            else { return nil }
            data = object
        }
        let value = Int(command.value)
        switch command.kind {
        case .recipeRated:
            guard (1...5).contains(value) else { return nil }
            data["stars"] = value
        case .memberBanned:
            guard value <= 1 else { return nil }
            if value == 1 { data["voided"] = true }
        case .memberRoleChanged:
            guard let role = Role(rawValue: command.value) else { return nil }
            data["role"] = role.name
        case .reportFiled:
            guard (1...5).contains(value) else { return nil }
            data["reason"] = ["spam", "offensive", "unsafe", "copyright", "other"][value - 1]
        case .reportResolved:
            guard (1...3).contains(value) else { return nil }
            data["outcome"] = ["dismissed", "removed", "banned"][value - 1]
        default: if value != 0 { return nil }
        }
        if !data.isEmpty { line["data"] = data }
        guard let bytes = try? JSONSerialization.data(withJSONObject: line) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
