import Foundation
import Synchronization
import TestSupport
import Testing

/// A data directory as the command line sees it.
struct DataDirectory {
    let path: String

    init(_ path: String) { self.path = path }

    func start(_ arguments: [String]) throws -> Program { try Program(["--data", path] + arguments) }

    func run(_ arguments: String...) throws -> Program.Run { try start(arguments).wait() }

    /// The answer of a command that must succeed.
    func json(_ arguments: String...) throws -> [String: Any] { try json(arguments) }

    func json(_ arguments: [String]) throws -> [String: Any] {
        let run = try start(arguments + ["--json"]).wait()
        #expect(run.status == 0, "\(arguments): \(run.errors.prefix(300))")
        return try run.json()
    }

    /// The output of a command that must succeed.
    func text(_ arguments: String...) throws -> String {
        let run = try start(arguments).wait()
        #expect(run.status == 0, "\(arguments): \(run.errors.prefix(300))")
        return run.output
    }

    /// What `larder demo` makes.
    func becomeSampleCommunity() throws {
        try become("sample") { directory throws in #expect(try directory.run("demo", "--quiet").status == 0) }
    }

    /// Becomes a copy of the community of that name. The first caller in a process prepares it.
    func become(_ name: String, preparing prepare: (DataDirectory) throws -> Void) throws {
        let template = DataDirectory(TemporaryDirectory.shared.path(name))
        try Self.templates.withLock { templates in
            guard !templates.contains(name) else { return }
            try prepare(template)
            templates.insert(name)
        }
        try FileManager.default.copyItem(atPath: template.path, toPath: path)
    }

    /// The names of those that are prepared.
    private static let templates = Mutex<Set<String>>([])

    var events: Int { get throws { try #require(try json("log", "stat")["events"] as? Int) } }

    /// Every line of the log, which has no gap. Checks both.
    func wholeLog() throws -> String {
        let log = try text("log", "tail", "-n", "0", "--json")
        let sequences = try Self.sequences(of: log)
        #expect(sequences == (0..<sequences.count).map { $0 + 1 }, "the log has gaps")
        return log
    }

    static func sequences(of log: String) throws -> [Int] {
        try log.split(separator: "\n").map { line in
            let start = try #require(line.firstRange(of: #""sequence":""#)).upperBound
            return try #require(Int(line[start...].prefix { $0.isNumber }))
        }
    }

    /// What the community shows, without what differs between communities that tell the same: ids and positions.
    func boards(sampling count: Int = .max) throws -> [String] {
        let weeks = try #require(try json("leaderboard", "weeks")["weeks"] as? [[String: Any]])
        var boards = [try Self.text(weeks)]
        let step = max(1, weeks.count / max(1, count))
        for index in stride(from: 0, to: weeks.count, by: step) {
            let week = try #require(weeks[index]["week"] as? String)
            var board = try json("leaderboard", "--week", week, "--limit", "0")
            board["position"] = nil
            let entries = try #require(board["entries"] as? [[String: Any]])
            board["entries"] = entries.map { entry in
                var entry = entry
                entry["member"] = nil
                return entry
            }
            boards.append(try Self.text(board))
        }
        return boards
    }

    func profiles(_ names: [String]) throws -> [String] {
        try names.map { name in
            var profile = try json("profile", "@\(name)")
            profile["position"] = nil
            profile["id"] = nil
            return try Self.text(profile)
        }
    }

    /// Fingerprints of the views, by name.
    func fingerprints() throws -> [String: String] {
        let views = try #require(try json("views", "status")["views"] as? [[String: Any]])
        return Dictionary(
            views.map { ($0["name"] as? String ?? "", $0["fingerprint"] as? String ?? "") }, uniquingKeysWith: { $1 })
    }

    func expectVerified() throws {
        let answer = try json("views", "verify")
        #expect(answer["matches"] as? Bool == true, "\(answer)")
    }

    static func text(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
    }
}
