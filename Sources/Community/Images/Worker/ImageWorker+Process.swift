import Foundation

/// The process that an `ImageWorker` starts.
extension ImageWorker {
    /// The first argument of such a process. No command has this name.
    private static let word = "image-worker"
    /// Other processes go first.
    private static let niceness: Int32 = 5

    static func arguments(_ bounds: Bounds) -> [String] {
        [word, "\(bounds.processorSeconds)", "\(bounds.memoryBytes)"]
    }

    /// Reads an upload from standard input, writes its renditions to standard output, and ends the process, if the
    /// arguments say so. Otherwise it returns at once.
    package static func run(_ arguments: [String]) {
        guard arguments.count == 3, arguments[0] == word, let seconds = Int(arguments[1]),
            let memoryBytes = Int(arguments[2])
        else { return }
        // Without its bounds it must not begin.
        guard confine(Bounds(processorSeconds: seconds, memoryBytes: memoryBytes)) else { _exit(1) }
        let upload = input()
        let renditions = Result { () throws(ImageFailure) in try ImageRenditions(of: upload) }
        write(RenditionsMessage.bytes(renditions))
        _exit(0)
    }

    /// From then on the process can open no file or socket and start no process. The system ends it when it reaches a bound.
    private static func confine(_ bounds: Bounds) -> Bool {
        // If memory is short in the whole system, this process ends first. A system without that file chooses freely.
        try? "1000".write(toFile: "/proc/self/oom_score_adj", atomically: false, encoding: .ascii)
        guard
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?.split(separator: " ")
                .first,
            let mapped = Int(pages).map({ $0 * sysconf(Int32(_SC_PAGESIZE)) })
        else { return false }
        // Files and connections of the service that were open without O_CLOEXEC.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let descriptor = Int32(name), descriptor > 2 { close(descriptor) }
        }
        _ = nice(niceness)
        return [
            (RLIMIT_AS, mapped + bounds.memoryBytes), (RLIMIT_CPU, bounds.processorSeconds), (RLIMIT_CORE, 0),
            (RLIMIT_FSIZE, 0), (__RLIMIT_NPROC, 0), (RLIMIT_NOFILE, 0),
        ].allSatisfy { resource, most in
            // A second between the limits: the first ends the process with a signal that says why.
            let last = resource == RLIMIT_CPU ? most + 1 : most
            var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(last))
            return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        }
    }

    private static func input() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        // One byte more than is allowed is enough to see that an upload is too large.
        while bytes.count <= ImageLimits().bytesMax {
            let count = unsafe read(0, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes { part in
                unsafe Foundation.write(1, part.baseAddress, part.count)
            }
            if count < 0, errno == EINTR { continue }
            // The parent has ended, or has given up.
            guard count > 0 else { _exit(1) }
            written += count
        }
    }
}
