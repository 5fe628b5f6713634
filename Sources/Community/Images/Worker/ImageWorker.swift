import Foundation

/// Makes the renditions of an upload in a process of its own, whose processor time, memory and files are bounded.
///
/// No bound within a process holds for all decoders: a library may inflate, allocate or loop wherever a new kind of file
/// leads it. The system ends a process that reaches its bounds, and a decoder that crashes ends alone.
/// `docs/decisions/pictures.md` has the measurements.
package struct ImageWorker: Sendable {
    /// What one upload may cost.
    package struct Bounds: Sendable {
        /// Of the processor. The costliest pictures within `ImageLimits` take five.
        package var processorSeconds: Int
        /// Beyond what the program takes at its start. The largest pictures within `ImageLimits` take 550 MiB.
        package var memoryBytes: Int
        /// From the start of the process to the last byte of its answer.
        package var seconds: Int

        package init(processorSeconds: Int = 8, memoryBytes: Int = 768 << 20, seconds: Int = 30) {
            self.processorSeconds = processorSeconds
            self.memoryBytes = memoryBytes
            self.seconds = seconds
        }
    }

    /// The outcome of an upload, and what it has cost.
    package struct Work: Sendable {
        package var renditions: Result<ImageRenditions, ImageFailure>
        package var processorSeconds: Double
    }

    private let executable: String
    package var bounds: Bounds

    /// The executable must call `ImageWorker.run(_:)` first, with its arguments.
    package init(executable: String, bounds: Bounds = Bounds()) {
        self.executable = executable
        self.bounds = bounds
    }

    /// The program that is running. It stays the same one if its file is replaced.
    package static let thisProgram = ImageWorker(executable: "/proc/self/exe")

    /// Blocks until the process has ended: call it on a thread for such work. It starts with a picture's first bytes, so
    /// that other files cost no process.
    package func renditions(of upload: [UInt8]) -> Work {
        do throws(ImageFailure) {
            try ImageLimits().check(upload)
            _ = try ImageFormat(of: upload)
            let process = try WorkerProcess(executable, Self.arguments(bounds))
            let answer = process.answer(to: upload, within: bounds.seconds)
            let ending = process.end()
            return Work(
                renditions: RenditionsMessage.renditions(answer.bytes)
                    ?? .failure(Self.failure(ending.signal, isLate: answer.isLate)),
                processorSeconds: ending.processorSeconds)
        } catch {
            return Work(renditions: .failure(error), processorSeconds: 0)
        }
    }

    /// Why a process ended without an answer.
    private static func failure(_ signal: Int32?, isLate: Bool) -> ImageFailure {
        switch signal {
        case _ where isLate, SIGXCPU: .tooSlow
        // The system chose this process when memory was short.
        case SIGKILL: .noMemory
        case nil: .noWorker("the program for pictures ended without an answer")
        default: .damaged("reading it fails, or takes too much memory")
        }
    }
}

/// A started process, with a socket to its standard input and output. It inherits no setting of signals, and of the
/// environment only where libraries lie; it closes all other files itself.
private struct WorkerProcess: ~Copyable {
    private let id: pid_t
    private let socket: Int32
    /// More than all renditions of a picture.
    private static let answerBytesMax = 128 << 20

    init(_ executable: String, _ arguments: [String]) throws(ImageFailure) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Self.failure(errno) }
        defer { close(ends[1]) }
        var id: pid_t = 0
        let status = Self.spawn(executable, arguments, ends[1], &id)
        guard status == 0 else {
            close(ends[0])
            throw Self.failure(status)
        }
        (self.id, socket) = (id, ends[0])
    }

    private static func failure(_ code: Int32) -> ImageFailure {
        .noWorker("the program for pictures cannot be started: \(unsafe String(cString: strerror(code)))")
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], _ end: Int32, _ id: inout pid_t
    ) -> Int32 {
        var files = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&files)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&files) }
        unsafe posix_spawn_file_actions_adddup2(&files, end, 0)
        unsafe posix_spawn_file_actions_adddup2(&files, end, 1)
        unsafe posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        // A group of its own: Ctrl-C ends the service, which first finishes its requests.
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ["LD_LIBRARY_PATH=\($0)"] } ?? []
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        var places: [UnsafeMutablePointer<CChar>?] = unsafe libraries.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe places.indices { unsafe free(places[index]) }
        }
        return unsafe posix_spawn(&id, executable, &files, &attributes, &words, &places)
    }

    /// Sends the upload, and receives until the process closes its end.
    func answer(to upload: [UInt8], within seconds: Int) -> (bytes: [UInt8], isLate: Bool) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            unsafe setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var sent = 0
        while sent < upload.count {
            let count = unsafe upload[sent...].withUnsafeBytes { part in
                // A process that has ended is an error here, not a signal.
                unsafe send(socket, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return ([], errno == EAGAIN) }
            sent += count
            guard ContinuousClock.now < deadline else { return ([], true) }
        }
        shutdown(socket, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while answer.count <= Self.answerBytesMax {
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return ([], errno == EAGAIN) }
            if count == 0 { return (answer, false) }
            answer += buffer[..<count]
            guard ContinuousClock.now < deadline else { return ([], true) }
        }
        return ([], false)
    }

    /// Ends the process, unless it has ended, and returns how.
    consuming func end() -> (signal: Int32?, processorSeconds: Double) {
        close(socket)
        kill(id, SIGKILL)
        var (status, usage) = (Int32(0), rusage())
        while unsafe wait4(id, &status, 0, &usage) < 0 {
            // The process was collected elsewhere: how it ended is unknown.
            guard errno == EINTR else { return (nil, 0) }
        }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let signal = status & 0x7F
        return (signal == 0 ? nil : signal, seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }
}
