import Foundation
import TestSupport
import Testing

/// What strangers send to `larder serve` costs a bounded amount of memory.
@Suite(.serialized) struct HostileBodyTests {
    struct Body: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let type: String
        let bytes: Data

        init(_ description: String, to path: String = "/events", as type: String, _ text: String) {
            (testDescription, self.path, self.type, bytes) = (description, path, type, Data(text.utf8))
        }
    }

    private static let most = 8 << 20
    private static let lines = "application/x-ndjson"
    private static let batch = "application/cloudevents-batch+json"
    private static let event = "application/cloudevents+json"
    private static let json = "application/json"

    /// As often as it fits into so many bytes.
    private static func filled(_ text: String, _ bytes: Int = most - 200) -> String {
        String(repeating: text, count: bytes / text.utf8.count)
    }

    private static func posting(_ data: String, id: Int = 1) -> String {
        #"{"specversion":"1.0","type":"larder.recipe.posted","source":"s","id":"\#(id)","data":\#(data)}"#
    }

    /// `{"k1":0,"k2":0,…}`: somewhat fewer keys than a request may have values.
    private static let manyKeys =
        "{\((1...60_000).map { #""k\#($0)":0"# }.joined(separator: ","))}"

    private static let bodies: [Body] = {
        let megabyte = (1 << 20) - 300
        let imported = (5 << 20) - 200
        let rows = #"{"title":"x","ingredients":[\#(filled("{},", megabyte)){}]}"#
        let fewerRows = #"{"title":"x","ingredients":[\#(filled("{},", 195_000)){}]}"#
        let name = "@" + String(repeating: "x", count: megabyte)
        let unknown = #"{"specversion":"1.0","type":"larder.recipe.liked","source":"s","id":"1","subject":"%"}"#
        return [
            Body("8 MiB of empty lines", as: lines, filled("\n")),
            Body("8 MiB of lines with {}", as: lines, filled("{}\n")),
            Body("8 MiB of {} in an array", as: batch, "[\(filled("{},")){}]"),
            Body("8 MiB of zeros in an array", as: batch, "[\(filled("0,"))0]"),
            Body("a thousand lines of 8 KiB", as: lines, filled("{\"x\":[\(filled("0,", 8_300))0]}\n", most - 10_000)),
            Body("8 MiB of [", as: batch, filled("[")),
            Body("8 MiB of [ in a line", as: lines, filled("[")),
            Body("8 MiB of one string", as: batch, "[\"\(filled("x"))\"]"),
            Body("8 MiB of one element of zeros", as: batch, "[[\(filled("0,"))0]]"),
            Body("8 MiB of one element of objects", as: batch, "[[\(filled("{\"a\":0},")){}]]"),
            Body("eight events with as many rows as fit", as: lines, filled(posting(rows) + "\n")),
            Body(
                "events with rows that are just accepted", as: lines,
                (1...40).map { posting(fewerRows, id: $0) + "\n" }.joined()),
            Body("eight events with many attributes", as: lines, filled(manyKeys + "\n")),
            Body("eight events with many fields", as: lines, filled(posting(manyKeys) + "\n")),
            Body(
                "eight events about a name of a megabyte", as: lines, filled(unknown.replacing("%", with: name) + "\n")),
            Body("one event with many rows", as: event, posting(rows)),
            Body("one event with many fields", as: event, posting(manyKeys)),
            Body("one event of 8 MiB", as: event, posting("[\(filled("0,"))0]")),
            Body("a recipe with many rows", to: "/recipes", as: json, rows),
            Body("a recipe with rows that are just accepted", to: "/recipes", as: json, fewerRows),
            Body("a recipe with many fields", to: "/recipes", as: json, manyKeys),
            Body("a log-in with many fields", to: "/log-in", as: json, manyKeys),
            Body(
                "a page of elements with attributes", to: "/imports", as: "text/html", filled("<b a=b>x</b>", imported)),
            Body(
                "a page with data of zeros", to: "/imports", as: "text/html",
                "<script type=\"application/ld+json\">[\(filled("0,", imported))0]</script>"),
            Body(
                "data of zeros", to: "/imports", as: "application/octet-stream",
                "{\"@type\":\"Recipe\",\"a\":[\(filled("0,", imported))0]}"),
            Body(
                "data of objects", to: "/imports", as: "application/octet-stream",
                "[\(filled("{\"@type\":0},", imported))0]"),
            Body(
                "a recipe with rows", to: "/imports", as: "application/octet-stream",
                "{\"@type\":\"Recipe\",\"name\":\"x\",\"recipeIngredient\":[\(filled("\"a\",", imported))\"a\"]}"),
            Body(
                "a page with data of objects", to: "/imports", as: "text/html",
                "<script type=\"application/ld+json\">[\(filled("{\"@type\":0},", imported))0]</script>"),
            Body(
                "a page of data", to: "/imports", as: "text/html",
                filled("<script type=\"application/ld+json\">[{\"@type\":\"Recipe\"}]</script>", imported)),
            Body("a page of things", to: "/imports", as: "text/html", filled("<b itemscope itemprop=a>", imported)),
            Body(
                "a page of recipes", to: "/imports", as: "text/html",
                filled("<b itemscope itemtype=http://schema.org/Recipe><i itemprop=name>x</i></b>", imported)),
            Body(
                "steps of short lines", to: "/imports", as: "application/octet-stream",
                "{\"@type\":\"Recipe\",\"name\":\"a\",\"recipeInstructions\":\"\(filled("a\\n", imported))\"}"),
            Body(
                "steps of short elements", to: "/imports", as: "application/octet-stream",
                "{\"@type\":\"Recipe\",\"name\":\"a\",\"recipeInstructions\":\"\(filled("<p>a", imported))\"}"),
            Body(
                "a property of many names", to: "/imports", as: "text/html",
                "<b itemscope itemtype=http://schema.org/Recipe><p itemprop=\"name \(filled("a ", imported))\">x"),
            Body(
                "a property of many lines", to: "/imports", as: "text/html",
                "<b itemscope itemtype=http://schema.org/Recipe><p itemprop=recipeInstructions>\(filled("a<br>", imported))"
            ),
            Body("deep data", to: "/imports", as: "application/octet-stream", filled("[", imported)),
            Body("a log-in with a deep field", to: "/log-in", as: json, #"{"a":\#(filled("[", megabyte))"#),
        ]
    }()

    @Test(
        "no body takes more than 64 MiB of the service's memory", .enabled(if: isLinux),
        arguments: Tier.share(of: bodies, oneIn: 4))
    func memory(body: Body) throws {
        let scratch = TemporaryDirectory()
        let serving = try Serving(scratch, "--rate-limit", "none")
        defer { serving.program.send(SIGKILL) }
        let token = try serving.firstAdmin()
        let file = scratch.path("body")
        try body.bytes.write(to: URL(filePath: file))
        // What the service holds once it has answered such requests, apart from hostile ones.
        for warming in ["{}", #"{"title":"Soup","steps":[{"text":"Boil."}]}"#] {
            _ = try serving.ask("/recipes", ["-d", warming, "-H", "Content-Type: application/json"], token)
        }
        // The first one finds the smallest heap. The others show whether it grows.
        for _ in 0..<Tier.rounds(1, long: 3) {
            // Passwords have taken more before, and earlier requests as much.
            try serving.program.forgetPeak()
            let before = serving.program.peakBytes
            let answer = try serving.ask(
                body.path, ["--data-binary", "@\(file)", "-H", "Content-Type: \(body.type)"], token)
            let after = serving.program.peakBytes
            #expect((200..<500).contains(answer.status), "\(answer.text.prefix(300))")
            #expect(answer.text.utf8.count < 1 << 20)
            #expect(before > 0 && after - before <= 64 << 20, "\((after - before) >> 10) KiB")
        }
        #expect(try serving.ask("/healthz", [], token).status == 200)
    }

    private static var isLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}

/// `larder serve`, and curl to ask it.
private struct Serving {
    let program: Program
    private let url: String
    private let link: String

    init(_ scratch: TemporaryDirectory, _ more: String...) throws {
        let log = scratch.path("served.log")
        // Standard error goes to a file of its own. The process keeps its number.
        program = try Program(
            [
                "-c", "exec \"$0\" \"$@\" 2> '\(log)'", try #require(Program.location).path, "serve", "--data",
                scratch.path("data"), "--address", "127.0.0.1:0",
            ] + more,
            executable: URL(filePath: "/bin/bash"))
        var said = ""
        let begin = ContinuousClock.now
        while program.isRunning, !said.contains("serving at "), begin.duration(to: .now) < Program.patience {
            usleep(20_000)
            said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        }
        url = String(try #require(said.firstMatch(of: /serving at (https?:\/\/\S+)/)?.output.1, "\(said)"))
        link = String(said.firstMatch(of: /ll_\S+/)?.output ?? "")
    }

    func ask(_ path: String, _ arguments: [String], _ token: String? = nil) throws -> (status: Int, text: String) {
        let secret = token.map { ["-H", "Authorization: Bearer \($0)"] } ?? []
        let run = try Program(
            ["-s", "-m", "300", "-w", "\n%{http_code}", "-H", "Expect:"] + secret + arguments + [url + path],
            executable: URL(filePath: "/usr/bin/curl")
        ).wait()
        let end = run.output.lastIndex(of: "\n") ?? run.output.startIndex
        let status = Int(run.output[end...].trimmingCharacters(in: .newlines)) ?? 0
        return (status, String(run.output[..<end]))
    }

    /// The token of the first admin.
    func firstAdmin() throws -> String {
        let type = ["-H", "Content-Type: application/json"]
        let profile = #""profile":{"username":"ada","name":"Ada"}"#
        let registered = try ask(
            "/accounts", ["-d", #"{"password":"a most peculiar horse","link":"\#(link)",\#(profile)}"#] + type)
        #expect(registered.status == 201, "\(registered.text)")
        let session = try ask("/log-in", ["-d", #"{"username":"ada","password":"a most peculiar horse"}"#] + type)
        return try #require(
            session.text.firstMatch(of: /ls_[A-Za-z0-9_-]+/).map { String($0.output) }, "\(session.text)")
    }
}
