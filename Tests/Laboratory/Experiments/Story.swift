import Foundation

/// Commands that are run one after the other under the recorder, and what the community was after each.
package struct Story: Sendable {
    package struct Chapter: Sendable {
        package var name: String
        /// Steps of the trace before its end.
        package var end: Int
        package var state: Examination
    }

    package let trace: Trace
    package let chapters: [Chapter]
    /// By the head of the log. What is there after a disaster must be one of these: batches are whole.
    package let states: [UInt64: Examination]
    /// Which folder below the recorded one is the community.
    package let community: String
    package let isSigned: Bool

    static let signing = "sign a head"
    static let staying = "stay for a while"

    /// What had been told when, in order. `trace` has the story's answers in their order, at other places perhaps.
    func promises(in trace: Trace) -> [Promise] {
        let places = trace.answers
        var promises: [Promise] = []
        var promise = Promise(step: 0, head: 0, key: nil)
        var next = 0
        let answers = self.trace.answers
        for chapter in chapters {
            // Of several answers of a command the last is the one that counts.
            while next < answers.count, answers[next] < chapter.end { next += 1 }
            guard next > 0, case .said(let text) = self.trace.steps[answers[next - 1]] else { continue }
            promise.step = places[next - 1]
            promise.head = max(promise.head, chapter.state.head)
            if chapter.name == Self.signing { promise.key = text.split(separator: "\n").last.map(String.init) }
            promises.append(promise)
        }
        return promises
    }
}

/// What had been acknowledged at a step.
package struct Promise: Sendable {
    package var step: Int
    /// Events that are in the log for good.
    package var head: UInt64
    /// What heads are signed by; nil if none was.
    package var key: String?
}

extension Trace {
    /// The steps at which something was said.
    package var answers: [Int] { steps.indices.filter { if case .said = steps[$0] { true } else { false } } }
}

/// What a story tells: the commands, each with a name.
package struct Script: Sendable {
    package struct Line: Sendable {
        package var name: String
        package var arguments: [String]
        /// Run by the laboratory itself: it stays, or tells what larder does not say in one breath.
        package var isOwn = false
        /// Whether each answer is a chapter of its own.
        package var answersOften = false
    }

    package var lines: [Line]
    package var community: String

    static func line(_ name: String, _ arguments: String...) -> Line { Line(name: name, arguments: arguments) }

    /// A small community's life, with everything in it that writes.
    static func life(_ products: Products, in scratch: Scratch) throws -> Script {
        let batch = try scratch.write(Self.batch, to: "batch.ndjson")
        let second = try scratch.write(Self.secondBatch, to: "second.ndjson")
        return Script(
            lines: [
                line("register", "register", "ada", "--json"),
                line(
                    "post", "post", "--title", "Soup", "--ingredient", "1 l water", "--step", "Boil.", "--as", "@ada",
                    "--json"),
                line("submit a batch", "submit", batch, "--json"),
                line("like", "like", "r3", "--as", "@bo", "--json"),
                line("catch the views up", "feed", "--json"),
                line("comment", "comment", "r3", "Salt?", "--as", "@cy", "--json"),
                line("catch up again", "leaderboard", "--json"),
                Line(name: Story.signing, arguments: ["sign"], isOwn: true),
                Line(name: Story.staying, arguments: ["stay"], isOwn: true, answersOften: true),
                line("rebuild the views", "views", "rebuild", "--json"),
                line("submit another batch", "submit", second, "--json"),
                line("set rules", "rules", "set", try otherRules(products, scratch), "--as", "@ada", "--json"),
                line("delete an account", "delete", "account", "--as", "@cy", "--yes", "--json"),
                Line(name: Story.signing, arguments: ["sign"], isOwn: true),
                line("unlike", "unlike", "r3", "--as", "@bo", "--json"),
                line("profile", "profile", "@ada", "--json"),
            ],
            community: "data")
    }

    /// Those that hold unless others are set, with fewer points for a recipe.
    private static func otherRules(_ products: Products, _ scratch: Scratch) throws -> String {
        let directory = scratch.newName()
        func run(_ arguments: String...) throws -> String {
            let launch = Launch(executable: products.larder, arguments: ["--data", directory] + arguments)
            return try launch.run(in: scratch).output
        }
        _ = try run("init")
        let rules = try run("rules", "show").replacing(#""points" : 10"#, with: #""points" : 5"#)
        return try scratch.write(rules, to: "rules.json")
    }

    private static func event(_ kind: String, _ name: String, _ more: String) -> String {
        let id = "\(kind) \(name)"
        return
            #"{"specversion":"1.0","type":"larder.\#(kind)","source":"lab","id":"\#(id)","actor":"@\#(name)",\#(more)}"#
    }

    private static func member(_ name: String) -> String {
        let bio = String(repeating: "cooks at home. ", count: 10)
        return event(
            "member.registered", name,
            #""data":{"username":"\#(name)","name":"\#(name.uppercased())","bio":"\#(bio)"}"#)
    }

    private static let batch = ["bo", "cy", "di", "ed"].map { member($0) + "\n" }.joined()
    private static let secondBatch =
        (0..<40).map { "\(member("guest\($0)"))\n\(event("recipe.liked", "guest\($0)", #""subject":"r3""#))\n" }
        .joined()
}

extension Scratch {
    package func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
