import Foundation
import TestSupport
import Testing

/// Tells a story in commands as people type them, and looks at what other members see.
struct Storyteller {
    private let scratch = TemporaryDirectory()
    var home: DataDirectory { DataDirectory(scratch.path("home")) }

    /// A member does something; returns the id of the result.
    @discardableResult
    func tell(_ member: String?, _ arguments: String...) throws -> String {
        let actor = member.map { ["--as", "@\($0)"] } ?? []
        let run = try home.start(arguments + actor + ["--json"]).wait()
        #expect(run.status == 0, "\(member ?? "operator"): \(arguments): \(run.errors)")
        return try run.json()["id"] as? String ?? ""
    }

    /// A member tries something that ends with that exit code.
    func refuse(_ status: Int32, _ member: String?, _ arguments: String...) throws {
        let run = try home.start(arguments + (member.map { ["--as", "@\($0)"] } ?? [])).wait()
        #expect(run.status == status, "\(member ?? "operator"): \(arguments): \(run.output)\(run.errors)")
    }

    func ask(_ member: String?, _ arguments: String...) throws -> [String: Any] {
        let run = try home.start(arguments + (member.map { ["--as", "@\($0)"] } ?? []) + ["--json"]).wait()
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return try run.json()
    }

    func write(_ text: String, to name: String) throws -> String { try scratch.write(text, to: name) }
}

extension [String: Any] {
    func list(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
    func text(_ key: String) -> String { self[key] as? String ?? "" }
    func number(_ key: String) -> Int { self[key] as? Int ?? -1 }
    func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
}
