import Community
import EventLog
import Foundation
import HTTP
import Layout
import Synchronization
import Testing

/// Long work of the service, in processes of its own.
@Suite(.serialized) struct JobTests {
    /// Asks about a job until it is over.
    private func ended(_ answer: Counter.Answer, _ counter: Counter, as admin: String) async throws -> [String: Any] {
        #expect(answer.status == 202, "\(answer.text)")
        let id = try #require(answer.json["id"] as? String, "\(answer.text)")
        #expect(answer.headers["location"] == "/jobs/\(id)")
        while true {
            let job = try await counter.ask("GET", "/jobs/\(id)", as: admin).json
            if let state = job["state"] as? String, !["waiting", "running"].contains(state) { return job }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("a question about the past that takes long becomes a job, whose result is the answer")
    func longQuestions() async throws {
        let found = Mutex<[Int: [String: String]]>([:])
        for patience in [600, 0] {
            try await withCounter {
                $0.jobAfterSeconds = patience
            } _: { counter in
                let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
                let soup = try await counter.postSoup(as: bo)
                _ = try await counter.post("/recipes/\(soup)/like", as: ada)
                _ = try await counter.post("/recipes/\(soup)/unlike", as: ada)
                let why = "/why?question=%2Frecipes%2F\(soup)&field=likes&newestFirst=true&limit=1"
                let paths = [
                    "/log/\(soup)/effects", why, "\(why)&as=@bo", "\(why)&wording=Who%20likes%20it%3F",
                    "/why?question=%2Fleaderboard&asOf=\(soup.dropFirst())",
                ]
                for path in paths {
                    var answer = try await counter.ask("GET", path, as: ada)
                    if patience == 0 {
                        let job = try await ended(answer, counter, as: ada)
                        #expect(job["state"] as? String == "done", "\(path): \(job)")
                        answer.body = try JSONSerialization.data(
                            withJSONObject: try #require(job["result"]), options: [.sortedKeys])
                    }
                    #expect(answer.status == (patience == 0 ? 202 : 200), "\(answer.text)")
                    let text = try Self.withoutTimes(answer.json)
                    found.withLock { $0[patience, default: [:]][path] = text }
                }
                // No text of a request is an option of the job's command.
                for query in ["field=--data%3D%2Ftmp", "field=-h", "after=--server%3Dhttp:%2F%2Fx", "asOf=--proof"] {
                    let answer = try await counter.ask("GET", "/why?question=%2Frecipes%2F\(soup)&\(query)", as: ada)
                    let job = answer.status == 202 ? try await ended(answer, counter, as: ada) : [:]
                    #expect([202, 400, 404, 422].contains(answer.status), "\(query): \(answer.text)")
                    #expect(job.isEmpty || job["code"] as? String == "invalid", "\(query): \(job)")
                }
                #expect(try await counter.ask("GET", "/why?question=--help", as: ada).status == 404)
                // What a job refuses, a request refuses at once where it can.
                #expect(try await counter.ask("GET", "/log/99999/effects", as: ada).status == 404)
                #expect(try await counter.ask("GET", "/log/\(soup)/effects", as: bo).status == 403)
            }
        }
        let answers = found.withLock { $0 }
        #expect(answers[0]?.count == 5)
        for (path, text) in answers[0] ?? [:] { #expect(text == answers[600]?[path], "\(path)") }
    }

    @Test("a page whose answer takes long waits for its job, and says how far it is") func longPages() async throws {
        try await withCounter {
            $0.jobAfterSeconds = 0
        } _: { counter in
            let ada = try await counter.join("ada", admin: true)
            let soup = try await counter.postSoup(as: ada)
            let reader = Counter.form(as: ada)
            let why = "/console/why?question=%2Frecipes%2F\(soup)&field=title&"
            for (number, path, words) in [(1, "/\(soup.dropFirst())?", "view"), (2, why, "title")] {
                // The client follows the redirect to the page that waits.
                var page = try await counter.ask("GET", path, headers: reader)
                #expect(page.status == 202 && page.text.contains("The page comes by itself"), "\(page.text)")
                #expect(page.text.contains("j\(number)") && page.headers["refresh"] != nil, "\(page.headers)")
                while page.status == 202 {
                    try await Task.sleep(for: .milliseconds(50))
                    page = try await counter.ask("GET", "\(path)job=j\(number)", headers: reader)
                }
                #expect(page.status == 200 && page.text.contains(words), "\(page.text)")
            }
            // A job of another question is not the answer, and neither is one that is forgotten: the question is put again.
            for strange in ["j1", "j99"] {
                let page = try await counter.ask("GET", "\(why)order=oldest&job=\(strange)", headers: reader)
                #expect(page.status == 202 && page.text.contains("j3"), "\(strange): \(page.text)")
            }
        }
    }

    /// The two communities lived at different times.
    private static func withoutTimes(_ json: [String: Any]) throws -> String {
        let text = String(
            decoding: try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys]), as: UTF8.self)
        return text.replacing(/20\d\d-\d\d-\d\dT[0-9:.]+Z|microseconds: \d+/, with: "TIME")
            .replacing(/[0-9a-f]{32,}/, with: "BYTES")
    }

    @Test("each job does what its command does, and keeps its result") func work() async throws {
        let backups = FileManager.default.temporaryDirectory.appending(path: "larder-backups-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: backups) }
        try await withCounter {
            $0.backupDirectory = backups.path
        } _: { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            _ = try await counter.post("/recipes/\(soup)/like", as: ada)
            let verified = try await ended(try await counter.post("/views/verify", as: ada), counter, as: ada)
            #expect(verified["state"] as? String == "done", "\(verified)")
            #expect((verified["result"] as? [String: Any])?["matches"] as? Bool == true, "\(verified)")
            #expect((verified["startedBy"] as? [String: Any])?["username"] as? String == "ada")
            let rebuilt = try await ended(try await counter.post("/views/rebuild", as: ada), counter, as: ada)
            #expect((rebuilt["result"] as? [String: Any])?["matchesLive"] as? Bool == true, "\(rebuilt)")
            #expect(try await counter.ask("GET", "/recipes/\(soup)").status == 200)
            let checked = try await ended(try await counter.post("/doctor", as: ada), counter, as: ada)
            #expect((checked["result"] as? [String: Any])?["healthy"] as? Bool == true, "\(checked)")
            #expect(!"\(checked)".contains(counter.path), "\(checked)")
            let without = try await counter.post("/whatif", #"{"without":["@bo"]}"#, as: ada)
            let recount = try await ended(without, counter, as: ada)
            let moves = (recount["result"] as? [String: Any])?["changes"] as? [[String: Any]]
            #expect(moves?.contains { $0["username"] as? String == "bo" && $0["to"] == nil } == true, "\(recount)")
            let copied = try await ended(
                try await counter.post("/backups", #"{"name":"one"}"#, as: ada), counter, as: ada)
            #expect(copied["state"] as? String == "done", "\(copied)")
            let listed = try await counter.ask("GET", "/backups", as: ada)
            let found = (listed.json["backups"] as? [[String: Any]])?.first
            #expect(found?["name"] as? String == "one" && found?["position"] != nil, "\(listed.text)")
            let all = try await counter.ask("GET", "/jobs", as: ada)
            #expect(all.names("jobs", "command").count == 5 && !all.text.contains("result"), "\(all.text)")
        }
    }

    @Test("a job that cannot do its work says why") func failures() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            for (path, body, status) in [
                ("/whatif", "{}", 422), ("/whatif", #"{"without":[""]}"#, 400),
                ("/whatif", #"{"rules":{"x":1}}"#, 422),
                ("/whatif", #"{"without":["@ada"],"weeks":"2026"}"#, 400), ("/doctor", #"{"parts":["tree"]}"#, 422),
                ("/doctor", #"{"repair":true,"parts":["log"]}"#, 422), ("/backups", "{}", 503),
            ] {
                let refused = try await counter.post(path, body, as: ada)
                #expect(refused.status == status, "\(path) \(body): \(refused.text)")
            }
            let unknown = try await ended(
                try await counter.post("/whatif", #"{"without":["@zoe"]}"#, as: ada), counter, as: ada)
            #expect(unknown["state"] as? String == "failed" && unknown["code"] as? String == "not-found", "\(unknown)")
            #expect((unknown["message"] as? String)?.contains("zoe") == true && unknown["result"] == nil, "\(unknown)")
            #expect(try await counter.ask("GET", "/jobs/j99", as: ada).status == 404)
        }
        try await withCounter {
            $0.backupDirectory = "/tmp"
        } _: { counter in
            let ada = try await counter.join("ada", admin: true)
            for name in ["../up", ".hidden", "a/b", ""] {
                let refused = try await counter.post("/backups", #"{"name":"\#(name)"}"#, as: ada)
                #expect(refused.status == 422, "\(name): \(refused.text)")
            }
        }
    }

    /// A program that does this in place of a job.
    private func script(_ lines: String) throws -> URL {
        let program = FileManager.default.temporaryDirectory.appending(path: "job-\(UUID().uuidString)")
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return program
    }

    @Test("a job whose result is too long, or that ends without one, says so") func endings() async throws {
        for (lines, words) in [
            ("head -c 3000000 /dev/zero", "more than 2 MiB"), ("exit 1", "ended without an answer"),
            ("kill -9 $$", "ended without an answer"),
        ] {
            let program = try script(lines)
            defer { try? FileManager.default.removeItem(at: program) }
            try await withCounter {
                $0.jobProgram = JobProgram(executable: program.path)
            } _: { counter in
                let ada = try await counter.join("ada", admin: true)
                let job = try await ended(try await counter.post("/doctor", as: ada), counter, as: ada)
                #expect(job["state"] as? String == "failed" && job["result"] == nil, "\(job)")
                #expect((job["message"] as? String)?.contains(words) == true, "\(job)")
            }
        }
    }

    /// A program that never ends stands for a long job.
    @Test("jobs wait for their turn, and are cancelled waiting or running") func cancelling() async throws {
        let program = try script("echo '{\"part\":\"Verifying\",\"done\":1,\"of\":4}' >&2\nexec sleep 600")
        defer { try? FileManager.default.removeItem(at: program) }
        try await withCounter {
            $0.jobProgram = JobProgram(executable: program.path)
        } _: { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let first = try await counter.post("/views/verify", as: ada)
            let second = try await counter.post("/doctor", as: ada)
            #expect(first.json["id"] as? String == "j1" && second.json["id"] as? String == "j2")
            // The same work is not done twice.
            #expect(try await counter.post("/views/verify", as: ada).json["id"] as? String == "j1")
            while try await counter.ask("GET", "/jobs/j1", as: ada).json["part"] as? String != "Verifying" {
                try await Task.sleep(for: .milliseconds(20))
            }
            let running = try await counter.ask("GET", "/jobs/j1", as: ada).json
            #expect(running["state"] as? String == "running" && running["of"] as? Int == 4, "\(running)")
            #expect(try await counter.ask("GET", "/jobs/j2", as: ada).json["state"] as? String == "waiting")
            for path in ["/jobs", "/jobs/j1", "/views", "/configuration", "/backups"] {
                #expect(try await counter.ask("GET", path, as: bo).status == 403, "\(path)")
                #expect(try await counter.ask("GET", path).status == 401, "\(path)")
            }
            #expect(try await counter.post("/jobs/j1/cancel", as: bo).status == 403)
            #expect(try await counter.post("/jobs/j2/cancel", as: ada).json["state"] as? String == "cancelled")
            #expect(try await counter.post("/jobs/j1/cancel", as: ada).json["state"] as? String == "cancelled")
            // The thread is free again: the next job runs.
            _ = try await counter.post("/views/rebuild", as: ada)
            while try await counter.ask("GET", "/jobs/j3", as: ada).json["state"] as? String != "running" {
                try await Task.sleep(for: .milliseconds(20))
            }
            for number in 0..<8 {
                let waits = try await counter.post("/whatif", #"{"without":["m\#(number + 2)"]}"#, as: ada)
                #expect(waits.status == 202, "\(waits.text)")
            }
            let refused = try await counter.post("/whatif", #"{"without":["m99"]}"#, as: ada)
            #expect(refused.status == 503 && refused.text.contains("wait"), "\(refused.text)")
            // The service ends although a job runs.
        }
    }

    @Test("admins listen to the jobs and to the log, others do not") func streams() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let start = try counter.community.log.head().value
            let soup = try await counter.postSoup(as: bo)
            _ = try await counter.post("/recipes/\(soup)/like", as: ada)
            let all = try Listener(counter, "/stream?about=log", as: ada, after: "\(start)")
            try await all.listen { $0.events.count >= 2 }
            #expect(all.events.map { $0.json["type"] as? String } == ["larder.recipe.posted", "larder.recipe.liked"])
            #expect(all.events.map(\.lastID) == ["\(start + 1)", "\(start + 2)"])
            let some = try Listener(
                counter, "/stream?about=log&kind=recipe.liked&actor=@ada&thing=\(soup)", as: ada, after: "\(start)")
            try await some.listen { $0.events.count >= 1 }
            #expect(some.events.map { $0.json["sequence"] as? String } == ["\(start + 2)"])
            let jobs = try Listener(counter, "/stream?about=jobs", as: ada)
            try await jobs.listen { $0.events.count >= 1 }
            #expect((jobs.events.first?.json["jobs"] as? [Any])?.isEmpty == true, "\(jobs.text)")
            for (path, status) in [
                ("/stream?about=log", 403), ("/stream?about=jobs", 403), ("/stream?about=me&kind=recipe.liked", 400),
            ] {
                #expect(try await counter.ask("GET", path, as: bo).status == status, "\(path)")
            }
            #expect(try await counter.ask("GET", "/stream?about=log").status == 401)
            #expect(try await counter.ask("GET", "/stream?about=log&about=me", as: ada).status == 400)
        }
    }
}
