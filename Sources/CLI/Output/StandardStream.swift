import Foundation

/// Writes to standard output and standard error without a buffer that an early exit would lose.
enum StandardStream {
    /// Ends the process quietly when its reader has closed the pipe (`larder feed | head`).
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(bytes: Array(text.utf8), to: descriptor)
    }

    static func write(bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        var done = 0
        while done < bytes.count {
            let start = done
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Foundation.write(descriptor, buffer.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EPIPE: exit(0)
            default:
                // The disk below standard output is full: only a message on standard error is possible.
                if descriptor == STDOUT_FILENO {
                    write("larder: failed: standard output cannot be written\n", to: STDERR_FILENO)
                }
                exit(1)
            }
        }
    }

    /// Opens `/dev/null` for standard streams that the parent process has closed. Else the next opened file, the log's own,
    /// would get the stream's number, and output for people would be written into it.
    static func fillGaps() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDWR)
            if descriptor > STDERR_FILENO { close(descriptor) }
            guard (0...STDERR_FILENO).contains(descriptor) else { return }
        }
    }

    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }
}
