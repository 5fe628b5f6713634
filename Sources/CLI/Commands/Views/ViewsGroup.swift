import ArgumentParser

struct ViewsGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "views", abstract: "The views: how far they are, and whether they are right.",
        subcommands: [ViewsStatusCommand.self, RebuildViews.self, VerifyViews.self])
    static let examples = [
        Example("views status", "positions, rows and fingerprints"),
        Example("views rebuild", "fold them anew from the log"),
        Example("views verify", "rebuild aside and compare"),
    ]
}
