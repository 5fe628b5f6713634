import ArgumentParser
import Community
import EventLog
import Foundation

struct Init: Verb {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Begin a community in an absent or empty directory.")
    static let examples = [
        Example("init", "begin in ./larder-data"),
        Example("init --data /srv/kitchen", "begin elsewhere"),
    ]

    @OptionGroup var options: GlobalOptions

    struct Answer: Encodable {
        var logID: String
        var path: String
        var changed: Bool
    }

    func execute(_ invocation: Invocation) throws {
        let path = invocation.dataDirectory
        let isThere = FileManager.default.fileExists(atPath: "\(path)/log/data.mdb")
        try invocation.withCommunity(creating: true) { community in
            let answer = Answer(logID: community.log.logIDText, path: path, changed: !isThere)
            try invocation.output.answer(answer) {
                isThere
                    ? "\(path) holds a community already: nothing changed"
                    : "A community begins in \(path)\nNext: larder --data \(path) register ada"
            }
        }
    }
}
