import Foundation

/// A process that examines one directory after the other: what it meets may end it, and then another one goes on.
package final class Examiner {
    /// It died, or did not answer in time.
    package struct Death: Error, CustomStringConvertible {
        package var description: String
    }

    private let products: Products
    private var process: Process?
    private var input: FileHandle?
    private var output: FileHandle?
    private var received: [UInt8] = []
    private let errorsPath: String
    private static let secondsMax = 120

    package init(_ products: Products, in scratch: Scratch) {
        self.products = products
        errorsPath = scratch.newName()
    }

    deinit { stop() }

    private func stop() {
        for pipe in [input, output] { try? pipe?.close() }
        if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process?.waitUntilExit()
        process = nil
        received = []
    }

    private func start() throws {
        let new = Process()
        let (down, up) = (Pipe(), Pipe())
        try Data().write(to: URL(filePath: errorsPath))
        new.executableURL = URL(filePath: products.laboratory)
        new.arguments = ["examine"]
        new.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        new.standardInput = down
        new.standardOutput = up
        let errors = try FileHandle(forWritingTo: URL(filePath: errorsPath))
        defer { try? errors.close() }
        new.standardError = errors
        try new.run()
        process = new
        input = down.fileHandleForWriting
        output = up.fileHandleForReading
    }

    package func examine(_ request: ExaminationRequest) throws -> Examination {
        if process?.isRunning != true {
            stop()
            try start()
        }
        var line = try JSONEncoder().encode(request)
        line.append(UInt8(ascii: "\n"))
        try input?.write(contentsOf: line)
        return try JSONDecoder().decode(Examination.self, from: Data(try answer()))
    }

    /// What is wrong with a directory: a process that opens it dies, or `found` names faults.
    func faults(_ request: ExaminationRequest, of found: (Examination) -> [String]) throws -> [String] {
        do {
            return found(try examine(request))
        } catch let death as Death {
            return ["the process that opened it \(death)"]
        }
    }

    private func answer() throws -> [UInt8] {
        guard let output, let process else { throw Death(description: "there is no examiner") }
        let limit = Date(timeIntervalSinceNow: Double(Self.secondsMax))
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[..<end])
                received.removeSubrange(...end)
                return line
            }
            var request = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&request, 1, 1000) > 0
            if isReady {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                let count = unsafe read(output.fileDescriptor, &buffer, buffer.count)
                if count > 0 {
                    received += buffer[..<count]
                    continue
                }
                process.waitUntilExit()
                let errors = (try? String(contentsOfFile: errorsPath, encoding: .utf8)) ?? ""
                let how = process.terminationReason == .uncaughtSignal ? "signal" : "exit code"
                let death = Death(description: "died of \(how) \(process.terminationStatus) \(errors.prefix(300))")
                stop()
                throw death
            }
            if Date() > limit {
                stop()
                throw Death(description: "does not answer within \(Self.secondsMax) seconds")
            }
        }
    }

    /// The other side: reads requests until there are none.
    package static func serve() throws {
        while let line = readLine() {
            let request = try JSONDecoder().decode(ExaminationRequest.self, from: Data(line.utf8))
            var answer = try JSONEncoder().encode(Examination(request))
            answer.append(UInt8(ascii: "\n"))
            try FileHandle.standardOutput.write(contentsOf: answer)
        }
    }
}
