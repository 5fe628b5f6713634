import Foundation
import TestSupport
import Testing

/// Names, e-mails and passwords on the command line.
@Suite struct AccountTests {
    private let scratch: TemporaryDirectory
    private let directory: DataDirectory

    init() throws {
        scratch = TemporaryDirectory()
        directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada", "--email", "ada@example.org").status == 0)
    }

    @Test("the terminal gives an e-mail of another member, and warns") func sharedEmails() throws {
        let bo = try directory.run("register", "bo", "--email", "ADA@example.org")
        #expect(bo.status == 0 && bo.errors.contains("larder: warning: that e-mail belongs to m2"), "\(bo.errors)")
        let cy = try directory.run("register", "cy", "--email", "cy@example.org")
        #expect(cy.status == 0 && cy.errors.isEmpty, "\(cy.errors)")
        let changed = try directory.run("profile", "edit", "--email", "ada@example.org", "--as", "@cy")
        #expect(changed.status == 0 && changed.errors.contains("belongs to m2"), "\(changed.errors)")
    }

    @Test("the operator gives reserved names, but no lookalike or invisible ones") func names() throws {
        #expect(try directory.run("register", "admin").status == 0)
        let renamed = try directory.run("profile", "edit", "--username", "moderator", "--as", "@ada")
        #expect(renamed.status == 6 && renamed.errors.contains("is reserved"), "\(renamed.errors)")
        for name in ["\u{430}da", "ad\u{200D}a", "_._"] {
            let run = try directory.run("register", name)
            #expect(run.status == 6 && run.errors.hasPrefix("larder: invalid: "), "\(name): \(run.errors)")
        }
        let name = try directory.run("register", "dee", "--name", "\u{200B}")
        #expect(name.status == 6, "\(name.errors)")
    }

    @Test("a member's password changes on a directory, and a guessable one is refused") func passwords() throws {
        func change(to password: String) throws -> Program.Run {
            let file = try scratch.write(password + "\n", to: "password")
            let input = try #require(FileHandle(forReadingAtPath: file))
            return try Program(["--data", directory.path, "change-password", "--as", "@ada"], input: input).wait()
        }
        let weak = try change(to: "adaadaada1")
        #expect(weak.status == 6 && weak.errors.contains("easy to guess: your own names"), "\(weak.errors)")
        let changed = try change(to: "correct horse")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try directory.text("log", "tail", "-n", "1", "--json").contains("larder.member.passwordChanged"))
    }
}
