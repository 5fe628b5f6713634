import Foundation
import Testing

/// A terminal whose keyboard and screen the test holds.
final class PseudoTerminal {
    private let ours: FileHandle
    /// What a program gets as its standard input, output or error.
    let theirs: FileHandle
    private var bytes: [UInt8] = []

    init(columns: UInt16 = 100) throws {
        var (ours, theirs) = (Int32(-1), Int32(-1))
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        let opened = unsafe openpty(&ours, &theirs, nil, nil, &size)
        try #require(opened == 0, "there are no pseudo-terminals here")
        // Only those children have it who are given it, and a look at the screen never waits.
        for descriptor in [ours, theirs] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
        self.ours = FileHandle(fileDescriptor: ours, closeOnDealloc: true)
        self.theirs = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
    }

    /// Ctrl-D at the beginning of a line.
    static let endOfInput = "\u{4}"

    func type(_ text: String) throws { try ours.write(contentsOf: Data(text.utf8)) }

    /// Everything that was shown until now. A program that shows much waits for a reader.
    func screen() -> String {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe read(ours.fileDescriptor, buffer.baseAddress, buffer.count)
            }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    /// Looks until it shows that text.
    func waitFor(_ text: String) throws {
        let deadline = ContinuousClock.now + Program.patience
        while !screen().contains(text) {
            try #require(ContinuousClock.now < deadline, "«\(text)» was not shown: \(screen())")
            usleep(5000)
        }
    }
}
