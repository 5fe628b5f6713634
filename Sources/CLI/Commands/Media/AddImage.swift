import ArgumentParser
import LarderAPI

struct ImageGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Upload pictures.", subcommands: [AddImage.self])
    static let examples = [Example("image add leeks.png --as @ada", "upload a picture, and print its id")]
}

struct AddImage: Act {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Upload a picture, and print its id.",
        discussion: """
            JPEG, PNG, WebP or GIF, at most 10 MiB and 50 megapixels. Only the pixels are kept, without place, time or camera. \
            Use the id within a day, as --image of post or --avatar of profile edit. These options also upload a file themselves.
            """)
    static let examples = [
        Example("image add leeks.png --as @ada", "upload a picture, and print its id"),
        Example("image add - --as @ada < leeks.png", "from standard input"),
    ]

    @Argument(help: "The picture's file, or - for standard input.") var file: String
    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let actor = try invocation.actor(to: "upload")
        let answer = try invocation.withBackend { try $0.upload(file: file, for: actor) }
        try invocation.output.answer(answer) {
            let terminal = invocation.output.terminal
            guard terminal.isOutputTerminal || terminal.style != nil else { return answer.id }
            return terminal.list([
                "id": answer.id, "type": answer.mediaType, "size": "\(answer.width) × \(answer.height)",
            ])
        }
    }
}
