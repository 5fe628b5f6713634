import Foundation
import TestSupport
import Testing

/// Members of other apps log in with their old passwords, and the others by links of the operator.
@Suite(.serialized) struct ImportedPasswordTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }

    /// The hash of «correct horse».
    private static let horse = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"

    /// Runs `body` with the address of a service of the directory.
    private func serving(_ body: (String) throws -> Void) throws {
        let log = scratch.path("served-\(UUID().uuidString).log")
        let program = try Program(
            [
                "-c", "exec \"$0\" \"$@\" 2> '\(log)'", try #require(Program.location).path, "serve", "--data",
                directory.path, "--address", "127.0.0.1:0",
            ], executable: URL(filePath: "/bin/bash"))
        defer {
            program.send(SIGTERM)
            _ = try? program.wait()
        }
        var said = ""
        for _ in 0..<3_600 where program.isRunning {
            said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if said.contains("serving at ") { break }
            usleep(50_000)
        }
        try body(String(try #require(said.firstMatch(of: /serving at (https?:\/\/\S+)/)?.output.1, "\(said)")))
    }

    /// Asks with curl. Returns the status.
    private func post(_ url: String, _ body: [String: String]) throws -> Int {
        let run = try Program(
            [
                "-s", "-m", "300", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Content-Type: application/json",
                "-d",
                String(decoding: try JSONEncoder().encode(body), as: UTF8.self), url,
            ], executable: URL(filePath: "/usr/bin/curl")
        ).wait()
        return try #require(Int(run.output), "\(run.errors)")
    }

    private func logIn(_ url: String, _ name: String, _ password: String) throws -> Int {
        try post(url + "/log-in", ["username": name, "password": password])
    }

    @Test("members of a Parse export log in with the old password over HTTP, and the others by a link")
    func parse() throws {
        for name in ["export", "events"] {
            try FileManager.default.createDirectory(atPath: scratch.path(name), withIntermediateDirectories: true)
        }
        _ = try scratch.write(
            #"""
            {"results":[{"objectId":"u1","username":"eve","email":"eve@example.org","_hashed_password":"\#(Self.horse)"},
            {"objectId":"u2","username":"bob","email":"bob@example.org","_hashed_password":"\#(Self.horse.replacing("$04$", with: "$31$"))"},
            {"objectId":"u3","username":"cat"},{"objectId":"u4","username":"dan","isBanned":true,"_hashed_password":"\#(Self.horse)"}]}
            """#, to: "export/_User.json")
        let folder = scratch.path("export")
        #expect(try directory.run("init").status == 0)
        let rehearsed = try directory.json("import", "parse", folder, "--dry-run")
        #expect(rehearsed["passwords"] as? Int == 2 && rehearsed["dryRun"] as? Bool == true)
        // As an import leaves it that ends after the events: the next one keeps the passwords.
        let export = try String(contentsOfFile: "\(folder)/_User.json", encoding: .utf8)
        _ = try scratch.write(export.replacing("_hashed_password", with: "perishableToken"), to: "events/_User.json")
        let events = try directory.json("import", "parse", scratch.path("events"))
        #expect(events["passwords"] == nil && events["appended"] as? Int == 5)
        let first = try directory.start([
            "import", "parse", folder, "--json", "--errors", scratch.path("errors"),
        ]).wait()
        #expect(first.status == 0, "\(first.errors)")
        let answer = try first.json()
        #expect(answer["passwords"] as? Int == 2 && answer["refused"] as? [String: Int] == [:])
        #expect(answer["appended"] as? Int == 0 && answer["unchanged"] as? Int == 5)
        #expect(
            try String(contentsOfFile: scratch.path("errors"), encoding: .utf8).hasPrefix(
                "\(folder)/_User.json: row 2: changed: password: its bcrypt cost is 31, and the limits are 4 and 14"))
        #expect(try directory.json("import", "parse", folder)["passwords"] as? Int == 0)
        try serving { (url: String) throws in
            #expect(try logIn(url, "eve", "battery staple") == 401)
            #expect(try logIn(url, "eve@example.org", "correct horse") / 100 == 2)
            #expect(try logIn(url, "eve", "correct horse") / 100 == 2)
            #expect(try logIn(url, "cat", "correct horse") == 401)
            #expect(try logIn(url, "dan", "correct horse") / 100 == 4)
        }
        #expect(try directory.json("import", "parse", folder)["passwords"] as? Int == 0)
        #expect(try !directory.wholeLog().contains(Self.horse.suffix(53)))

        // The operator makes links for the rest.
        let file = scratch.path("links.csv")
        let made = try directory.json("reset-password", "--all", "--links", file)
        #expect(made["links"] as? Int == 2 && made["file"] as? String == file)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "username,email,link,expiresAt", "\(lines.count)")
        let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        #expect(rows.map { Array($0.prefix(2)) } == [["bob", "bob@example.org"], ["cat", ""]])
        #expect(rows.allSatisfy { $0.count == 4 && $0[2].hasPrefix("ll_") && $0[3].hasSuffix("Z") })
        let again = try directory.run("reset-password", "--all", "--links", file)
        #expect(again.status != 0 && again.errors.contains("exists, and is never overwritten"), "\(again.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        try serving { (url: String) throws in
            let body = ["link": rows[1][2], "newPassword": "battery staple"]
            #expect(try post(url + "/account/reset", body) / 100 == 2)
            #expect(try logIn(url, "cat", "battery staple") / 100 == 2)
        }
        // The next file has the rest alone, in the other form.
        let rest = scratch.path("links.ndjson")
        let run = try directory.run("reset-password", "--all", "--links", rest)
        #expect(run.status == 0 && run.output.hasPrefix("1 link in \(rest), valid once until 2"), "\(run.output)")
        let line = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: rest))) as? [String: String]
        #expect(line?["username"] == "bob" && line?["email"] == "bob@example.org")
        #expect(line?["link"]?.hasPrefix("ll_") == true && line?["expiresAt"] != nil)
    }

    @Test("members of a Firestore export log in with their passwords of Firebase, by the e-mails of Firebase")
    func firestore() throws {
        let backup = try scratch.write(#"{"users":{"u1":{"name":"Eve"},"u2":{"name":"Bob"}}}"#, to: "backup.json")
        let users = try scratch.write(
            #"""
            {"users":[{"localId":"u1","email":"eve@example.org","salt":"42xEC+ixf3L2lw==",
            "passwordHash":"4ZT97gzaG9KC8rxPIVVZEhqyx8rApYFQ6ENL64ltUj+w5a6MUl5kP40yFEpk4ENR4W5sqYB/lSSjETy164CLMQ=="},
            {"localId":"u2","email":"bob@example.org","providerUserInfo":[{"providerId":"google.com"}]}]}
            """#, to: "users.json")
        let console = """
            hash_config {
              algorithm: SCRYPT,
              base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
              base64_salt_separator: Bw==,
              rounds: 1,
              mem_cost: 4,
            }
            """
        let parameters = try scratch.write(console, to: "hash.txt")
        #expect(try directory.run("init").status == 0)
        for options in [["--passwords", users], ["--hash-parameters", parameters]] {
            #expect(try directory.start(["import", "firestore", backup] + options).wait().status == 2)
        }
        let dear = try scratch.write(console.replacing("mem_cost: 4", with: "mem_cost: 24"), to: "dear.txt")
        let refused = try directory.run(
            "import", "firestore", backup, "--passwords", users, "--hash-parameters", dear)
        #expect(refused.status == 6 && refused.errors.contains("64 MiB for one hash"), "\(refused.errors)")
        #expect(try directory.events == 1)
        let overwriting = try directory.run(
            "import", "firestore", backup, "--passwords", users, "--hash-parameters", parameters, "--errors", users)
        #expect(overwriting.status == 2, "\(overwriting.errors)")

        let run = try directory.start([
            "import", "firestore", backup, "--passwords", users, "--hash-parameters", parameters, "--json",
        ]).wait()
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.json()["passwords"] as? Int == 1)
        #expect(
            run.errors.contains("the user logs in with google.com: the member needs a new password"), "\(run.errors)")
        try serving { (url: String) throws in
            #expect(try logIn(url, "eve@example.org", "user2password") == 401)
            #expect(try logIn(url, "eve@example.org", "user1password") / 100 == 2)
            #expect(try logIn(url, "Eve", "user1password") / 100 == 2)
            #expect(try logIn(url, "bob@example.org", "user1password") == 401)
        }
        // No service accepts the hashes of others.
        let remote = try Program(["import", "firestore", backup, "--server", "http://127.0.0.1:1"]).wait()
        #expect(remote.status == 2 && remote.errors.contains("no service does this"), "\(remote.errors)")
    }

    @Test("links for all are refused without a file, with a member, within the directory, and to members") func misuse()
        throws
    {
        // The first one is admin.
        for name in ["ada", "bo"] { #expect(try directory.run("register", name).status == 0) }
        let file = scratch.path("links.csv")
        for arguments in [
            ["reset-password"], ["reset-password", "--all"], ["reset-password", "@ada", "--all", "--links", file],
            ["reset-password", "@ada", "--links", file],
        ] {
            let run = try directory.start(arguments).wait()
            #expect(run.status == 2, "\(arguments): \(run.errors)")
        }
        let inside = try directory.run("reset-password", "--all", "--links", "\(directory.path)/links.csv")
        #expect(inside.status != 0 && inside.errors.contains("outside the data directory"), "\(inside.errors)")
        let missing = try directory.run("reset-password", "--all", "--links", scratch.path("none/links.csv"))
        #expect(missing.status == 8, "\(missing.errors)")
        let member = try directory.run("reset-password", "--all", "--links", file, "--as", "@bo")
        #expect(member.status != 0 && member.errors.contains("only admins can do this"), "\(member.errors)")
        #expect(!FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: file + ".new"))
        // What an interrupted run has left is no obstacle.
        try Data("username".utf8).write(to: URL(filePath: file + ".new"))
        #expect(try directory.json("reset-password", "--all", "--links", file)["links"] as? Int == 2)
        #expect(!FileManager.default.fileExists(atPath: file + ".new"))
    }
}
