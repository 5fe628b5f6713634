import Events
import Foundation

/// A secret that is typed unseen at a terminal, or read as a line of standard input.
enum TypedSecret {
    private static let bytesMax = 4_096

    /// Asks for a password, and for a new one twice. Without a terminal, it is the first line of standard input.
    static func password(of name: String, isNew: Bool = false, _ terminal: Terminal) throws(Refusal) -> String {
        guard terminal.canAsk else {
            guard let line = readLine(), !line.isEmpty else {
                throw Refusal(
                    .usage, "there is no password: type it at a terminal, or send it as a line of standard input",
                    field: "password")
            }
            return line
        }
        return try silently { before throws(Refusal) in
            let first = try typed("Password of \(name): ", before)
            guard isNew else { return first }
            guard try typed("Again: ", before) == first else {
                throw Refusal(.failed, "the two passwords differ: nothing was done", field: "password")
            }
            return first
        }
    }

    /// Runs `body` while the terminal shows no typed character and reports every key. The mode is set before the question, so that no
    /// character that is typed early is shown or lost. The body gets the terminal's earlier mode.
    private static func silently<R>(_ body: (termios) throws(Refusal) -> R) throws(Refusal) -> R {
        var before = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw Refusal(.failed, "the terminal's mode cannot be read: try another terminal", field: "password")
        }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return try body(before)
    }

    /// Reads a line. Ctrl-C restores the mode `before`, and ends the program.
    private static func typed(_ question: String, _ before: termios) throws(Refusal) -> String {
        StandardStream.writeError(question)
        defer { StandardStream.writeError("\n") }
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < bytesMax, unsafe read(STDIN_FILENO, &byte, 1) == 1 {
            switch byte {
            case 0x0A, 0x0D: return try text(bytes)
            case 0x03:
                var before = before
                unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                StandardStream.writeError("\nlarder: interrupted: nothing was done\n")
                exit(ExitStatus.interrupted.rawValue)
            case 0x04: return try text(bytes)
            // Removes all bytes of the last character.
            case 0x08, 0x7F:
                while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            case 0x15: bytes = []
            default: bytes.append(byte)
            }
        }
        return try text(bytes)
    }

    private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(.usage, "there is no password: nothing was typed", field: "password")
        }
        return text
    }
}
