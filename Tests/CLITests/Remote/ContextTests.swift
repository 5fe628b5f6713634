import Foundation
import TestSupport
import Testing

/// Services by name, tokens in a file of one's own, and what is refused because of either.
@Suite(.serialized) struct ContextTests {
    private let folder = TemporaryDirectory()

    @Test("a context is added, used, left and removed") func aContextIsAddedUsedLeftAndRemoved() throws {
        let run = try Program.shell(
            """
            larder context list --json
            larder context add kitchen http://127.0.0.1:9/ --quiet
            larder context add other https://Kitchen.Example/larder --quiet
            larder context use kitchen
            larder context
            stat -c %a .config/larder/contexts.json .config/larder
            larder feed; echo $?
            larder feed --server other --data x; echo $?
            larder context leave --json
            larder feed; echo $?
            larder feed --server kitche; echo $?
            larder context remove kitchen --quiet
            larder context list --json
            """, in: folder.path)
        #expect(
            run.output == """
                {"contexts":[]}
                kitchen is in use: http://127.0.0.1:9
                kitchen\thttp://127.0.0.1:9\t\tin use
                other\thttps://kitchen.example/larder\t\t
                600
                700
                8
                2
                {"changed":true}
                3
                3
                {"contexts":[{"inUse":false,"name":"other","server":"https://kitchen.example/larder"}]}

                """, "\(run.output)")
        let errors = run.errors.split(separator: "\n").map(String.init)
        #expect(errors.count == 4, "\(run.errors)")
        #expect(
            errors[0]
                == "larder: unavailable: http://127.0.0.1:9 cannot be reached: no server listens there: check the address, and whether larder serve runs there"
        )
        #expect(errors[1] == "larder: usage: --server and --data name two places: leave one of them out")
        #expect(errors[2].hasPrefix("larder: not-found: there is no community at larder-data"), "\(errors[2])")
        #expect(
            errors[3] == "larder: not-found: there is no context «kitche» — did you mean kitchen?", "\(errors[3])")
    }

    @Test("a contexts file that others may read is refused") func aFileThatOthersMayReadIsRefused() throws {
        for mode in ["644", "640", "604", "660", "777"] {
            let run = try Program.shell(
                """
                larder context add kitchen http://127.0.0.1:9 --quiet
                chmod \(mode) .config/larder/contexts.json
                larder feed; a=$?; larder context; b=$?; larder log-in ada --server http://127.0.0.1:9; c=$?
                chmod 600 .config/larder/contexts.json; larder context > /dev/null; echo $a $b $c $?
                """, in: folder.path)
            #expect(run.output == "8 8 8 0\n", "\(run.output)\(run.errors)")
            let path = "\(folder.path)/.config/larder/contexts.json"
            let line =
                "larder: unavailable: other users may read the tokens in \(path): chmod 600 \(path), then log out and log in where they may have been read\n"
            #expect(run.errors == line + line + line, "\(run.errors)")
        }
        let broken = try Program.shell(
            "echo nonsense > .config/larder/contexts.json; larder context; echo $?", in: folder.path)
        #expect(broken.output == "6\n" && broken.errors.contains("holds no contexts"), "\(broken.errors)")
    }

    /// A place is said once; and what no service does says why.
    @Test("commands that --server cannot serve are refused with the reason") func whatCannotGoThereIsRefused() throws {
        for (line, status, words) in [
            (
                "leaderboard rebuild --server http://127.0.0.1:9", 2,
                "no service does this (--server names http://127.0.0.1:9): it works on the files of a directory"
            ),
            (
                "log stat --server http://127.0.0.1:9", 2,
                "it works on the files of a directory; name one with --data"
            ),
            ("init --server http://127.0.0.1:9", 2, "no service does this"),
            ("serve --server http://127.0.0.1:9", 2, "no service does this"),
            ("restore kitchen.backup --server http://127.0.0.1:9", 2, "no service does this"),
            ("recipe external:themealdb:52772 --external --server http://127.0.0.1:9", 8, "no server listens there"),
            ("completions bash --server http://127.0.0.1:9", 2, "this command asks no service: leave out --server"),
            (
                "feed --as @ada --server http://127.0.0.1:9", 2,
                "the token names the member: leave --as out"
            ),
            ("feed --server ftp://127.0.0.1", 2, "is not a URL of a service"),
            ("feed --server http://ada:secret@127.0.0.1", 2, "holds a name or password"),
            ("feed --server 'http://127.0.0.1/?x=y'", 2, "has a query or fragment"),
            (
                "bookmarks --server http://127.0.0.1:9", 4,
                "log in first: larder log-in NAME --server http://127.0.0.1:9"
            ),
            ("profile --server http://127.0.0.1:9", 2, "say which member: @name, or log in"),
            ("log-in ada", 2, "say which service: --server URL, LARDER_SERVER, or larder context use NAME"),
            ("log-in ada --server http://127.0.0.1:9", 2, "there is no password"),
            ("log-out --server http://127.0.0.1:9", 3, "there is no session for http://127.0.0.1:9"),
            ("register ada --link ll_x", 2, "a link makes the first admin of a service"),
            ("context use nowhere", 3, "there is no context «nowhere»"),
            ("context add -x http://127.0.0.1:9", 2, "see larder context add --help"),
            ("context add 'a b' http://127.0.0.1:9", 2, "is not a name"),
            ("feed --server http://no.such.host.invalid", 8, "cannot resolve its name: check the network"),
        ] as [(String, Int32, String)] {
            let run = try Program.shell("larder \(line)", in: folder.path)
            #expect(run.status == status && run.errors.contains(words), "larder \(line)\n\(run.errors)")
            #expect(
                run.errors.split(separator: "\n").count == 1 && run.output.isEmpty, "larder \(line)\n\(run.errors)")
        }
        for (variables, line, status, words) in [
            ("LARDER_SERVER=http://127.0.0.1:9", "feed", 8, "no server listens there"),
            ("LARDER_SERVER=http://127.0.0.1:9", "log stat", 2, "(LARDER_SERVER names http://127.0.0.1:9)"),
            ("LARDER_SERVER=http://127.0.0.1:9", "feed --data x", 3, "there is no community at x"),
            (
                "LARDER_SERVER=http://127.0.0.1:9 LARDER_DATA=x", "feed", 2,
                "LARDER_SERVER and LARDER_DATA name two places"
            ),
            ("LARDER_SERVER=http://127.0.0.1:9 LARDER_AS=@bo", "feed", 2, "leave LARDER_AS out"),
        ] as [(String, String, Int32, String)] {
            let run = try Program.shell("\(variables) larder \(line)", in: folder.path)
            #expect(
                run.status == status && run.errors.contains(words), "\(variables) larder \(line)\n\(run.errors)")
        }
    }

    @Test("log-in stores a session for a service, and log-out ends it") func sessionsBeginAndEnd() throws {
        let kitchen = try RemoteKitchen()
        let run = try kitchen.runServing(
            """
            larder profile --server bo | head -n 2
            token=$(sed 's/.*"bo","server":"[^"]*","token":"\\([^"]*\\)".*/\\1/' .config/larder/contexts.json)
            LARDER_TOKEN=$token larder profile --server ada | head -n 2 | tail -n 1
            echo wrong | larder log-in bo --server bo; echo $?
            LARDER_TOKEN=ls_none larder feed --server $url; echo $?
            larder log-out --server bo; echo $?
            LARDER_TOKEN=$token larder notifications --server $url; echo $?
            larder like r12 --server bo; echo $?
            larder log-out --server bo; echo $?
            printf 'a long word\\n' | larder register dan --name 'Dan D.' --server $url --json; echo $?
            printf 'a long word\\n' | larder register dan --server $url; echo $?
            printf 'a long word\\n' | larder log-in dan --server here$url; echo $?
            larder context add here $url --quiet; printf 'a long word\\n' | larder log-in dan --server here | cut -d'(' -f 1
            larder like r12 --server here --as @ada; echo $?
            larder ban @dan --server mod > /dev/null
            larder feed --server here; echo $?
            larder like r12 --server here; echo $?
            larder unban @dan --server mod > /dev/null
            printf 'wrong word\\n' | larder delete account --yes --server here; echo $?
            printf 'a long word\\n' | larder delete account --server here; echo $?
            printf 'a long word\\n' | larder delete account --yes --server here | cut -f 2
            larder profile @dan --server mod; echo $?
            """)
        let lines = run.output.split(separator: "\n").map {
            String($0).replacing(/^\{"changed":true,"id":"m[0-9]+","position":[0-9]+\}$/, with: "registered")
        }
        #expect(
            lines.map { String($0) }
                == [
                    "id\tm4", "username\t@bo", "username\t@bo", "4", "4", "logged out of URL", "0", "4", "4", "3",
                    "registered", "0", "5", "2", "here is asked as @dan ", "4", "4", "4", "4", "2", "member.deleted",
                    "3",
                ].map {
                    $0.replacing("URL", with: lines[safe: 5].map { String($0.dropFirst("logged out of ".count)) } ?? "")
                },
            "\(run.output)\(run.errors)")
        for words in [
            "larder: unauthenticated: username or password is wrong",
            "larder: unauthenticated: this session has ended, or the key was revoked: log in again",
            "larder: unauthenticated: log in first: larder log-in NAME --server http://127.0.0.1:",
            "larder: conflict: ", "larder: forbidden: acting for others requires a key with the scope import",
            "is banned until further notice", "larder: not-found: there is no member @dan",
            "larder: usage: deleting an account cannot be undone: pass --yes to do it",
        ] { #expect(run.errors.contains(words), "\(words)\n\(run.errors)") }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
