import Foundation
import TestSupport
import Testing

/// Several processes on one data directory, and what leaves one community for another.
@Suite struct SubmissionTests {
    private static func line(
        _ kind: String, _ id: String, actor: String? = nil, subject: String? = nil, data: String = "{}",
        second: Int = 0
    ) -> String {
        let time = String(format: "2026-01-%02dT%02d:%02d:00Z", second / 60 % 28 + 1, second % 24, second % 60)
        var text = #"{"specversion":"1.0","type":"larder.\#(kind)","source":"t","id":"\#(id)","time":"\#(time)""#
        if let actor { text += #","actor":"@\#(actor)""# }
        if let subject { text += #","subject":"\#(subject)""# }
        return text + #","data":\#(data)}"#
    }

    private static func member(_ name: String, second: Int = 0) -> String {
        line("member.registered", "m/\(name)", data: #"{"username":"\#(name)","name":"\#(name)"}"#, second: second)
    }

    private static func recipe(_ id: String, by name: String, _ kind: String = "posted", subject: String? = nil)
        -> String
    {
        let content = #"{"title":"Soup \#(id)","ingredients":[{"original":"water"}],"steps":[{"text":"Boil."}]}"#
        return line("recipe.\(kind)", id, actor: name, subject: subject, data: content)
    }

    @Test("a follower sees every event that four processes submit at once") func fourSubmitWhileAFifthTails() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let first = [Self.member("chef")] + (0..<5).map { Self.recipe("r\($0)", by: "chef") }
        let setUp = try scratch.write(first.joined(separator: "\n") + "\n", to: "first")
        #expect(try directory.json("submit", setUp)["appended"] as? Int == 6)
        let follower = try directory.start(["log", "tail", "-n", "0", "--follow", "--json"])
        defer { follower.send(SIGKILL) }

        var (total, files) = (0, [String]())
        for process in 0..<4 {
            var lines: [String] = []
            for member in 0..<10 {
                let name = "p\(process)m\(member)"
                lines.append(Self.member(name))
                for recipe in 0..<5 {
                    let (target, id) = ("external:t:r\(recipe)", "\(name)/\(recipe)")
                    lines.append(Self.line("recipe.liked", "l/\(id)", actor: name, subject: target, second: recipe))
                    lines.append(Self.line("recipe.upvoted", "u/\(id)", actor: name, subject: target))
                    lines.append(
                        Self.line("comment.posted", "c/\(id)", actor: name, subject: target, data: #"{"text":"Good"}"#))
                }
            }
            total += lines.count
            files.append(try scratch.write(lines.joined(separator: "\n") + "\n", to: "p\(process)"))
        }
        let submitters = try files.map { try directory.start(["submit", $0, "--json"]) }
        for submitter in submitters {
            let run = try submitter.wait()
            #expect(run.status == 0, "\(run.errors)")
            #expect(try run.json()["appended"] as? Int == total / 4)
        }
        let log = try directory.wholeLog()
        let lines = log.split(separator: "\n")
        #expect(lines.count == 1 + first.count + total)
        let origins = try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return "\(object?["source"] ?? "") \(object?["id"] ?? "")"
        }
        #expect(Set(origins).count == lines.count, "something is there twice")
        let deadline = ContinuousClock.now + Program.patience
        while try follower.output().utf8.count < log.utf8.count, ContinuousClock.now < deadline { usleep(20_000) }
        #expect(try follower.output() == log)
        follower.send(SIGINT)
        #expect(try follower.wait().status == 130)
        #expect(try directory.json("profile", "@chef")["likesReceived"] as? Int == 200)
        try directory.expectVerified()
        #expect(try directory.json("submit", files[0])["appended"] as? Int == 0)
    }

    @Test("an export makes an equal community elsewhere") func exportsMakeEqualCommunities() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let names = ["ada", "bo", "cy"]
        var lines = names.map { Self.member($0) }
        lines += ["a", "b"].map { Self.recipe($0, by: $0 == "a" ? "ada" : "bo") }
        for (index, name) in names.enumerated() {
            for recipe in ["a", "b"] {
                let (id, target) = ("\(name)\(recipe)", "external:t:\(recipe)")
                lines += [
                    Self.line("recipe.liked", "l\(id)", actor: name, subject: target, second: index * 700),
                    Self.line("recipe.upvoted", "u\(id)", actor: name, subject: target, second: index * 700),
                    Self.line(
                        "comment.posted", "c\(id)", actor: name, subject: target, data: #"{"text":"Good"}"#,
                        second: index * 700),
                ]
            }
        }
        lines += [
            Self.recipe("edit", by: "ada", "edited", subject: "external:t:a"),
            Self.line("recipe.unliked", "x1", actor: "cy", subject: "external:t:a", second: 1500),
            Self.line("recipe.downvoted", "x2", actor: "cy", subject: "external:t:b", second: 1500),
            Self.line("comment.deleted", "x3", actor: "bo", subject: "external:t:cboa", second: 1500),
            Self.line("member.profileChanged", "x4", actor: "bo", data: #"{"username":"robert"}"#, second: 1500),
            Self.line("recipe.bookmarked", "x5", actor: "robert", subject: "external:t:a", second: 1510),
            Self.line("member.banned", "x6", subject: "@cy", data: #"{"reason":"spam"}"#, second: 1520),
        ]
        let file = try scratch.write(lines.joined(separator: "\n") + "\n", to: "lines")
        let report = try directory.json("submit", file)
        #expect(report["appended"] as? Int == lines.count, "\(report)")
        let boards = try directory.boards()
        let profiles = try directory.profiles(["ada", "robert", "cy"])

        let plain = try scratch.write(directory.text("log", "export"), to: "plain")
        let elsewhere = DataDirectory(scratch.path("elsewhere"))
        let submitted = try elsewhere.json("submit", plain)
        #expect((submitted["refused"] as? [String: Any])?.isEmpty == true, "\(submitted)")
        #expect(try elsewhere.boards() == boards)
        #expect(try elsewhere.profiles(["ada", "robert", "cy"]) == profiles)

        let exporter = try directory.start(["log", "export", "--verbatim"])
        #expect(try exporter.wait().status == 0)
        let copy = DataDirectory(scratch.path("copy"))
        #expect(try copy.run("log", "import", "--verbatim", exporter.outputPath).status == 0)
        let second = try copy.start(["log", "export", "--verbatim"])
        #expect(try second.wait().status == 0)
        let bytes = try [exporter, second].map { try Data(contentsOf: URL(filePath: $0.outputPath)) }
        #expect(bytes[0] == bytes[1])
        #expect(try copy.json("log", "stat")["root"] as? String == directory.json("log", "stat")["root"] as? String)

        let fingerprints = try directory.fingerprints()
        try FileManager.default.removeItem(atPath: "\(directory.path)/views")
        #expect(try directory.boards() == boards)
        #expect(try directory.fingerprints() == fingerprints)
        try directory.expectVerified()
    }
}
