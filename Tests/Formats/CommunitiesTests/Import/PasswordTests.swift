import Accounts
import CloudEvents
import Community
import EventLog
import Events
import FormatsSupport
import Layout
import Recipes
import Testing

@testable import Communities

/// The passwords that exports of Parse and Firebase hold.
@Suite struct PasswordTests {
    private static let horse = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"

    // MARK: Parse

    private func parse(_ users: String) throws -> FoundCommunity {
        var export = ParseExport(source: "parse")
        try export.add(Array(users.utf8), name: "_User", place: "_User.json")
        return export.community()
    }

    @Test(
        "a bcrypt hash is found under Parse's names for it",
        arguments: ["_hashed_password", "bcryptPassword", "password"])
    func parseNames(name: String) throws {
        let found = try parse(#"[{"objectId":"u1","username":"eve","\#(name)":"\#(Self.horse)"}]"#)
        #expect(found.members.map(\.password) == [.bcrypt(Self.horse)] && found.refused.isEmpty)
    }

    @Test("a user of Parse who logs in with another service and has no hash is reported")
    func parseProviders() throws {
        let found = try parse(
            #"""
            [{"objectId":"u1","username":"eve","authData":{"google":{"id":"1"},"apple":{"id":"2"}}},
            {"objectId":"u2","username":"bob","_auth_data_facebook":{"id":"3"},"_auth_data_github":null},
            {"objectId":"u3","username":"cat","authData":{"apple":{"id":"4"}},"_hashed_password":"\#(Self.horse)"},
            {"objectId":"u4","username":"dan","authData":{"apple":null}}]
            """#)
        #expect(found.refused.isEmpty && found.members.allSatisfy(\.notes.isEmpty))
        #expect(
            found.leftOut.map(\.description) == [
                "_User.json: row 1: left-out: password: the user logs in with apple, google at the source: the member needs a new password",
                "_User.json: row 2: left-out: password: the user logs in with facebook at the source: the member needs a new password",
            ])
    }

    @Test(
        "a hash that cannot be brought is reported by row and not refused, and its member is imported without a password"
    )
    func parseRows() throws {
        let found = try parse(
            #"""
            [{"objectId":"u1","username":"eve","_hashed_password":"\#(Self.horse)"},
            {"objectId":"u2","username":"bob","_hashed_password":"\#(Self.horse.replacing("$04$", with: "$31$"))"},
            {"objectId":"u3","username":"cat","bcryptPassword":"5f4dcc3b5aa765d61d8327deb882cf99"},
            {"objectId":"u4","username":"dan","_hashed_password":17},
            {"objectId":"u5","username":"eli"}]
            """#)
        #expect(found.members.map(\.password) == [.bcrypt(Self.horse), nil, nil, nil, nil])
        let kitchen = try Kitchen()
        let (report, lines) = try kitchen.run(found)
        #expect(report.appendedByKind == ["member.registered": 5] && report.refused.isEmpty && report.read == 5)
        #expect(
            Array(lines.prefix(3)) == [
                "_User.json: row 2: changed: password: its bcrypt cost is 31, and the limits are 4 and 14: the member needs a new password",
                "_User.json: row 3: changed: password: it is not a bcrypt hash of 60 characters that begins with $2a$, $2b$ or $2y$: the member needs a new password",
                "_User.json: row 4: changed: password: it is not a bcrypt hash of 60 characters that begins with $2a$, $2b$ or $2y$: the member needs a new password",
            ])
        let plan = try kitchen.plan(found)
        #expect(plan.passwords.map(\.hash) == [.bcrypt(Self.horse)])
        #expect(plan.passwords.map(\.origin) == [Origin(source: "parse", id: "member/u1")])
        // The log has no part of it.
        try kitchen.community.log.read { snapshot in
            try snapshot.forEach(from: Position(1)) { record in
                #expect(!"\(record)".contains(Self.horse.suffix(53)))
                return true
            }
        }
    }

    // MARK: Firebase

    private static let console = """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
          base64_salt_separator: Bw==,
          rounds: 8,
          mem_cost: 14,
        }
        """
    private static let key = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    private static let hash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="

    private func parameters(_ text: String) throws -> FirebaseHashParameters {
        try FirebaseHashParameters(Array(text.utf8), place: "hash.txt")
    }

    private func refusal(_ body: () throws -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    @Test(
        "the hash parameters are read as the console and the API write them",
        arguments: [
            console, console.replacing("\n", with: "\r\n"),
            #"{"algorithm":"SCRYPT","base64_signer_key":"\#(key)","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}"#,
            #"{"hash_config":{"base64_signer_key":"\#(key)","base64_salt_separator":"Bw","rounds":"8","mem_cost":"14"}}"#,
            #"{"signIn":{"hashConfig":{"algorithm":"SCRYPT","signerKey":"\#(key)","saltSeparator":"Bw==","rounds":8,"memoryCost":14}}}"#,
        ])
    func hashParameters(text: String) throws {
        let value = try parameters(text).value
        #expect(
            value.signerKey.count == 64 && value.saltSeparator == [7] && value.rounds == 8 && value.memoryCost == 14)
    }

    @Test(
        "hash parameters that are incomplete, of another algorithm or too dear are refused",
        arguments: [
            ("", "lacks one of"), ("{}", "lacks one of"),
            (console.replacing("rounds: 8", with: "rounds: many"), "lacks"),
            (console.replacing("SCRYPT", with: "HMAC_SHA256"), "only SCRYPT is supported"),
            (console.replacing("Bw==", with: "§"), "lacks one of"),
            (console.replacing("mem_cost: 14", with: "mem_cost: 24"), "64 MiB"),
            (console.replacing("rounds: 8", with: "rounds: 9223372036854775807"), "64 MiB"),
        ])
    func malformedParameters(text: String, reason: String) {
        let refused = refusal { _ = try parameters(text) }
        #expect(
            refused?.code == .invalid && refused?.message.contains(reason) == true, "\(refused?.message ?? "nothing")")
        #expect(refused?.message.hasPrefix("hash.txt") == true)
    }

    private func firestore(_ users: String) throws -> FoundCommunity {
        var export = FirestoreExport(source: "firestore")
        export.users = try FirebaseUsers(
            Array(users.utf8), place: "users.json", parameters: try parameters(Self.console))
        let documents =
            #"{"users":{"u1":{"name":"Eve"},"u2":{"name":"Bob","email":"bob@example.org"},"u3":{"name":"Cat"},"u4":{"name":"Dan"},"u5":{"name":"Eli"}}}"#
        try export.add(Array(documents.utf8), name: "backup", place: "backup.json")
        return export.community()
    }

    @Test("users of Firebase give their members passwords and e-mails, and all others are reported by row")
    func firebaseUsers() throws {
        let webHash = Self.hash.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let found = try firestore(
            #"""
            {"users":[
            {"localId":"u1","email":"eve@example.org","passwordHash":"\#(Self.hash)","salt":"42xEC+ixf3L2lw==","providerUserInfo":[]},
            {"localId":"u2","email":"robert@example.org","passwordHash":"\#(webHash)","salt":"42xEC-ixf3L2lw"},
            {"localId":"u3","providerUserInfo":[{"providerId":"google.com"}]},
            {"localId":"u4","disabled":true,"passwordHash":"\#(Self.hash)","salt":"42xEC+ixf3L2lw=="},
            {"localId":"u4","passwordHash":"\#(Self.hash)","salt":"42xEC+ixf3L2lw=="},
            {"localId":"u9","passwordHash":"\#(Self.hash)","salt":"42xEC+ixf3L2lw=="},
            {"email":"none"}, null]}
            """#)
        let members = found.members.sorted { $0.id < $1.id }
        #expect(members.map(\.email) == ["eve@example.org", "bob@example.org", nil, nil, nil])
        #expect(members[0].password != nil && members[0].password == members[1].password)
        #expect(members[2...].allSatisfy { $0.password == nil })
        let refused = Set(found.refused.map(\.description))
        #expect(refused.count == 4)
        #expect(found.refused.map(\.place).sorted() == [5, 6, 7, 8].map { "users.json: row \($0)" })
        #expect(found.refused.contains { $0.message == "user «u9» is not among the members" })
        #expect(
            found.leftOut.map(\.message).sorted() == [
                "password: Firebase has no such user: the member needs a new password",
                "password: Firebase has none, and the user logs in with google.com: the member needs a new password",
                "password: the account is disabled in Firebase: the member needs a new password",
            ])
    }

    @Test("malformed hashes of Firebase are reported by row and not refused, and their members imported")
    func malformedUsers() throws {
        let found = try firestore(
            #"""
            {"users":[{"localId":"u1","passwordHash":"§§","salt":"42xEC+ixf3L2lw=="},
            {"localId":"u2","passwordHash":"AAAA","salt":"42xEC+ixf3L2lw=="},
            {"localId":"u3","passwordHash":"\#(Self.hash)","salt":""},
            {"localId":"u4","passwordHash":"\#(Self.hash)"},{"localId":"u5","passwordHash":"\#(Self.hash)","salt":"§"}]}
            """#)
        #expect(found.members.count == 5 && found.members.allSatisfy { $0.password == nil })
        #expect(found.refused.isEmpty && found.leftOut.allSatisfy { $0.word == "changed" })
        #expect(
            found.leftOut.map(\.message) == [
                "password: its hash or its salt is not base64: the member needs a new password",
                "password: its hash has 3 bytes, and the signer key makes hashes of 64: the member needs a new password",
                "password: its salt has 0 bytes, and the limits are 1 and 256: the member needs a new password",
                "password: its salt has 0 bytes, and the limits are 1 and 256: the member needs a new password",
                "password: its hash or its salt is not base64: the member needs a new password",
            ])
    }

    @Test("a file that holds no users is refused", arguments: ["", "{}", #"{"users":{}}"#, #"{"users":["#])
    func noUsers(text: String) {
        let refused = refusal { _ = try firestore(text) }
        #expect(refused?.code == .invalid && refused?.message.hasPrefix("users.json: ") == true)
    }
}
