import Foundation

/// Shows an answer that is longer than the screen with the command of `$PAGER`.
enum Pager {
    /// Whether the pager has shown it. It has not if the text fits on the screen, or if the command does not start.
    static func show(_ text: String, _ terminal: Terminal) -> Bool {
        guard let command = terminal.pager, let height = terminal.height, height > 0,
            text.utf8.count(where: { $0 == 0x0A }) >= height
        else { return false }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardInput = pipe
        // Colours, the text left on the screen, and no waiting for a text that fits.
        var environment = ProcessInfo.processInfo.environment
        environment["LESS"] = environment["LESS"] ?? "FRX"
        process.environment = environment
        guard (try? process.run()) != nil else { return false }
        // Ctrl-C is the pager's while it runs. A pager that ends early closes its pipe, which is no failure.
        let before = signal(SIGINT, SIG_IGN)
        defer { _ = signal(SIGINT, before) }
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        return true
    }
}
