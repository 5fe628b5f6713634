import Foundation
import LarderAPI
import Operations
import TestSupport
import Testing

@testable import CLI

/// The examples' community, served, and lines that are typed once at its directory and once at its service.
struct RemoteKitchen {
    let folder: TemporaryDirectory

    /// The members who have a password there. Each has a session in a context of the same name.
    static let members = ["ada", "bo", "mod"]

    /// Serves what lies in ./larder-data at `$url` while the rest of a script runs.
    private static let serving = """
        rm -f served.log
        larder serve --address 127.0.0.1:0 --rate-limit none 2> served.log > /dev/null & pid=$!
        trap 'kill $pid; wait $pid' EXIT
        for i in $(seq 3600); do grep -qs 'serving at' served.log && break; sleep 0.05; done
        url=$(grep -o 'http://127[0-9.:]*' served.log | head -n 1)

        """

    /// Made once, because log-ins are slow on purpose. Each kitchen is a copy.
    private static let template = Result {
        let folder = TemporaryDirectory.shared.url.appending(path: "remote")
        try ExampleTests.prepare(folder)
        // Lists that a service does not show at once.
        let comments = (0..<130).map { number in
            #"{"specversion":"1.0","type":"larder.comment.posted","source":"talk","id":"\#(number)","actor":"@bo","#
                + #""subject":"r12","data":{"text":"Word \#(number)"}}"#
        }
        try Data(comments.joined(separator: "\n").utf8).write(to: folder.appending(path: "talk.ndjson"))
        try Program.shell(
            """
            larder submit talk.ndjson --quiet
            echo 44gYJsXK5p0M1wLQyR2RBuO7EoDTStlSygBOBhDzi6w= > leaf
            \(serving)
            for name in \(members.joined(separator: " ")); do
                link=$(larder reset-password @$name --quiet)
                curl -s -H 'Content-Type: application/json' -d '{"link":"'$link'","newPassword":"correct horse"}' \
                    $url/account/reset > /dev/null
                larder context add $name $url --quiet
                echo 'correct horse' | larder log-in $name --server $name --quiet
            done
            """, in: folder.path
        ).expectDone()
        return folder.path
    }

    init() throws { folder = try TemporaryDirectory(copying: Self.template.get()) }

    /// A line with `larder` on the path, in the folder.
    func run(_ script: String) throws -> Program.Run { try Program.shell(script, in: folder.path) }

    /// The same while ./larder-data is served at `$url`.
    func runServing(_ script: String) throws -> Program.Run {
        try run(
            """
            \(Self.serving)
            sed -i "s,http://127[0-9.:]*,$url,g" .config/larder/contexts.json
            \(script)
            """)
    }

    /// What a line came to.
    struct End: Equatable, CustomStringConvertible {
        var status: String
        var output: String
        var errors: String

        var description: String { "exit \(status)\n\(output.prefix(2_000))\n\(errors.prefix(500))" }
    }

    /// The two command lines that a line stands for: the member it names acts, else ada. A line that names its viewer is put to a
    /// directory without another viewer.
    static func pair(_ line: String) -> (local: String, remote: String) {
        if line.contains(#/^why (feed|bookmarks) @/#) { return (line, "\(line) --server ada") }
        guard let match = line.firstMatch(of: #/ --as @([a-z]+)/#) else {
            return ("\(line) --as @ada", "\(line) --server ada")
        }
        return (line, line.replacing(match.output.0, with: " --server \(match.output.1)"))
    }

    /// Runs all in order, each at the directory and at the service. `local` is the directory, which may be a copy.
    func ends(_ lines: [String], local: String = "larder-data", before: String = "") throws -> [(
        local: End, remote: End
    )] {
        var script = before
        for (index, line) in lines.enumerated() {
            let (local, remote) = (Self.pair(line).local + " --data \(local)", Self.pair(line).remote)
            for (side, command) in [("local", local), ("remote", remote)] {
                script +=
                    "larder \(command) > \(index).\(side).out 2> \(index).\(side).err; echo $? > \(index).\(side).end\n"
            }
        }
        let run = try runServing(script)
        #expect(run.errors.isEmpty, "\(run.errors)")
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path(name), encoding: .utf8)
        }
        return try lines.indices.map { index in
            func end(_ side: String) throws -> End {
                End(
                    status: try text("\(index).\(side).end").trimmingCharacters(in: .newlines),
                    output: try text("\(index).\(side).out"), errors: try text("\(index).\(side).err"))
            }
            return (try end("local"), try end("remote"))
        }
    }
}

extension Program.Run {
    func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(output)\(errors)", sourceLocation: sourceLocation)
    }
}
