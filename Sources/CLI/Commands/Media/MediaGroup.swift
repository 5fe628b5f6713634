import ArgumentParser

struct MediaGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "The pictures that were uploaded.", subcommands: [CollectMedia.self])
    static let examples = [
        Example("media collect --dry-run", "how many pictures nobody names"),
        Example("media collect", "remove them"),
    ]
}
