import Foundation
import TestSupport

/// Stored bytes are not what was stored: a bit has changed, a page is empty, full of noise or another one, a file is short.
///
/// Every answer is then the right one or an error; `doctor` finds whatever changes an answer; and what is made of the log
/// can be made again.
package struct DamagedFiles {
    package enum Harm: Sendable, CustomStringConvertible {
        case bit(offset: Int, bit: Int)
        case emptyPage(offset: Int)
        case noise(offset: Int, seed: UInt64)
        /// A write that went to the wrong place.
        case otherPage(offset: Int, from: Int)
        case cut(length: Int)

        package var description: String {
            switch self {
            case .bit(let offset, let bit): "bit \(bit) of byte \(offset) changed"
            case .emptyPage(let offset): "page \(offset / pageBytes) emptied"
            case .noise(let offset, let seed): "page \(offset / pageBytes) filled with noise of seed \(seed)"
            case .otherPage(let offset, let from): "page \(from / pageBytes) written over page \(offset / pageBytes)"
            case .cut(let length): "cut to \(length) bytes"
            }
        }

        func applied(to bytes: inout [UInt8]) {
            switch self {
            case .bit(let offset, let bit): bytes[offset] ^= 1 << UInt8(bit)
            case .emptyPage(let offset):
                for index in offset..<min(bytes.count, offset + pageBytes) { bytes[index] = 0 }
            case .noise(let offset, let seed):
                var dice = SeededGenerator(seed: seed)
                for index in offset..<min(bytes.count, offset + pageBytes) {
                    bytes[index] = UInt8(truncatingIfNeeded: dice.next())
                }
            case .otherPage(let offset, let from):
                for index in 0..<pageBytes where max(offset, from) + index < bytes.count {
                    bytes[offset + index] = bytes[from + index]
                }
            case .cut(let length): bytes.removeLast(bytes.count - length)
            }
        }
    }

    package struct Case: Sendable, CustomStringConvertible {
        /// Below the data directory.
        package var file: String
        package var harm: Harm
        package var description: String { "\(file): \(harm)" }

        /// Whether it is enough that doctor knows: rows of the state carry no checksums, and nothing tells a sound page of a
        /// view's table from another.
        var mayMislead: Bool {
            if case .otherPage = harm { return file.hasPrefix("views/gen-") || file.hasPrefix("log/state") }
            return file.hasPrefix("log/state")
        }
    }

    package struct Result: Sendable {
        package var cases = 0
        /// Questions that were answered as ever.
        package var right = 0
        package var refused = 0
        /// Another answer.
        package var wrong = 0
        /// The process was ended by a signal, in LMDB.
        package var crashes = 0
        package var found = 0
        /// Views or state of which doctor thought well, and that then were refused.
        package var unforeseen = 0
        package var healed = 0
        package var violations: [String] = []

        static func += (sum: inout Result, one: Result) {
            sum.cases += one.cases
            sum.right += one.right
            sum.refused += one.refused
            sum.wrong += one.wrong
            sum.crashes += one.crashes
            sum.found += one.found
            sum.unforeseen += one.unforeseen
            sum.healed += one.healed
            sum.violations += one.violations
        }
    }

    static let pageBytes = 4096
    static let questions = [
        ["log", "tail", "-n", "0", "--json"], ["log", "stat", "--json"], ["feed", "--limit", "0", "--json"],
        ["profile", "@ada", "--json"], ["comments", "r3", "--limit", "0", "--json"],
        ["leaderboard", "--limit", "0", "--json"], ["members", "--limit", "0", "--json"],
    ]
    /// What is folded from the log, and can be thrown away.
    static let disposable = ["views", "log/state"]

    let products: Products
    let scratch: Scratch
    /// A healthy data directory.
    let healthy: String
    let answers: [String]

    package init(_ products: Products, in scratch: Scratch, healthy: String) throws {
        self.products = products
        self.scratch = scratch
        self.healthy = healthy
        answers = try Self.questions.map { question in
            let end = try Launch(executable: products.larder, arguments: ["--data", healthy] + question)
                .run(in: scratch)
            guard end.isDone else { throw Story.Untold(description: "\(question) \(end.summary)") }
            return end.output
        }
    }

    /// Files with something in them.
    package func files() throws -> [String] {
        let walk = FileManager.default.enumerator(atPath: healthy)
        var files: [String] = []
        while let name = walk?.nextObject() as? String {
            var status = stat()
            guard unsafe lstat("\(healthy)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if status.st_size > 0, !name.hasSuffix("lock.mdb") { files.append(name) }
        }
        return files.sorted()
    }

    /// Every page of each file harmed in each way, once.
    package func allCases(seed: UInt64) throws -> [Case] {
        var dice = SeededGenerator(seed: seed)
        var cases: [Case] = []
        for file in try files() {
            let size = try self.size(file)
            for page in stride(from: 0, to: size, by: Self.pageBytes) {
                let end = min(size, page + Self.pageBytes)
                for _ in 0..<3 {
                    let offset = Int.random(in: page..<end, using: &dice)
                    cases.append(Case(file: file, harm: .bit(offset: offset, bit: Int(dice.next() % 8))))
                }
                cases.append(Case(file: file, harm: .emptyPage(offset: page)))
                cases.append(Case(file: file, harm: .noise(offset: page, seed: dice.next() % 1000)))
                let other = Int.random(in: 0...(size - 1) / Self.pageBytes, using: &dice) * Self.pageBytes
                if other != page { cases.append(Case(file: file, harm: .otherPage(offset: page, from: other))) }
                cases.append(Case(file: file, harm: .cut(length: page)))
            }
        }
        return cases
    }

    /// One for each seed, each file as often as the others.
    package func drawnCases(seeds: Range<UInt64>) throws -> [Case] {
        let files = try files()
        return try seeds.map { seed in
            var dice = SeededGenerator(seed: seed)
            let file = files[Int(seed % UInt64(files.count))]
            let size = try size(file)
            let page = Int.random(in: 0...(size - 1) / Self.pageBytes, using: &dice) * Self.pageBytes
            let offset = Int.random(in: page..<min(size, page + Self.pageBytes), using: &dice)
            let harm: Harm =
                switch Int.random(in: 0..<8, using: &dice) {
                case 0: .emptyPage(offset: page)
                case 1: .noise(offset: page, seed: seed)
                case 2:
                    .otherPage(
                        offset: page,
                        from: Int.random(in: 0...(size - 1) / Self.pageBytes, using: &dice) * Self.pageBytes)
                case 3: .cut(length: offset)
                default: .bit(offset: offset, bit: Int.random(in: 0..<8, using: &dice))
                }
            return Case(file: file, harm: harm)
        }
    }

    private func size(_ file: String) throws -> Int {
        var status = stat()
        guard unsafe stat("\(healthy)/\(file)", &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return Int(status.st_size)
    }

    private func damagedCopy(_ one: Case) throws -> String {
        let directory = scratch.newName()
        try FileManager.default.copyItem(atPath: healthy, toPath: directory)
        let url = URL(filePath: "\(directory)/\(one.file)")
        var bytes = [UInt8](try Data(contentsOf: url))
        one.harm.applied(to: &bytes)
        try Data(bytes).write(to: url)
        return directory
    }

    private enum Answer { case right, refused, wrong, crashed }

    package func run(_ one: Case) throws -> Result {
        var result = Result(cases: 1)
        let directory = try damagedCopy(one)
        defer { try? FileManager.default.removeItem(atPath: directory) }

        func launch(_ arguments: [String], on directory: String) throws -> Launch.End {
            try Launch(
                executable: products.larder, arguments: ["--data", directory] + arguments, secondsMax: 60
            ).run(in: scratch)
        }
        func violate(_ what: String) {
            result.violations.append("\(one): \(what)")
            // At once: long runs may be interrupted.
            FileHandle.standardError.write(Data("\(one): \(what)\n".utf8))
        }
        func ask(every stride: Int = 1) throws -> [Answer] {
            try zip(Self.questions, answers).enumerated().filter { $0.offset % stride == 0 }.map(\.element).map {
                question, expected in
                let end = try launch(question, on: directory)
                if end.isDone { return end.output == expected ? .right : .wrong }
                if end.isTimedOut || end.signal != nil {
                    violate("\(question.joined(separator: " ")) \(end.summary)")
                    return .crashed
                }
                if !end.errors.hasPrefix("larder: ") && !end.errors.contains("\nlarder: ") {
                    violate("\(question.joined(separator: " ")) ended with \(end.status) and no clear line")
                }
                return .refused
            }
        }

        let isDisposable = Self.disposable.contains { one.file.hasPrefix($0) }
        let doctor = try launch(["doctor", "--json"], on: directory)
        if doctor.isTimedOut || doctor.signal != nil { violate("doctor \(doctor.summary)") }
        if !doctor.isDone { result.found += 1 }
        let given = try ask()
        result.right += given.count { $0 == .right }
        result.refused += given.count { $0 == .refused }
        result.wrong += given.count { $0 == .wrong }
        result.crashes += given.count { $0 == .crashed }
        if given.contains(.wrong) {
            let names = zip(Self.questions, given).filter { $0.1 == .wrong }.map { $0.0.joined(separator: " ") }
            if doctor.isDone { violate("another answer to \(names), and doctor finds nothing") }
            if !one.mayMislead { violate("another answer to \(names)") }
        }
        // Damage of views is reported when they are read. For views, doctor compares the result of a replay and skips free pages.
        if given.contains(.refused), doctor.isDone {
            if isDisposable { result.unforeseen += 1 } else { violate("an error, and doctor finds nothing") }
        }

        // A writer meets other pages than a reader.
        let other = try damagedCopy(one)
        defer { try? FileManager.default.removeItem(atPath: other) }
        let append = try launch(["register", "latecomer", "--json"], on: other)
        if append.isTimedOut || append.signal != nil {
            result.crashes += 1
            violate("an append \(append.summary)")
        } else if !append.isDone, !FailingCalls.hasClearLine(append) {
            violate("an append ended with \(append.status) and no clear line")
        }

        // What is folded from the log is folded again.
        guard let folder = Self.disposable.first(where: { one.file.hasPrefix($0) }) else { return result }
        try? FileManager.default.removeItem(atPath: "\(directory)/\(folder)")
        let again = try ask(every: 3)
        if again.allSatisfy({ $0 == .right }), try launch(["doctor"], on: directory).isDone {
            result.healed += 1
        } else {
            violate("not healed by removing \(folder)")
        }
        return result
    }
}

private let pageBytes = DamagedFiles.pageBytes
