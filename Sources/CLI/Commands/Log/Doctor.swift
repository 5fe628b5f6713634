import ArgumentParser
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Operations

struct Doctor: Verb {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Check everything: log, tree, vault, state, views, images, readers and space. Changes nothing unless told to repair.",
        discussion: """
            The repair rebuilds from the log what is folded or hashed from it, and removes leftovers. The events \
            themselves stay as they are: if they are damaged, restore a backup.
            """)
    static let examples = [
        Example("doctor", "exit code 7 when something has failed"), Example("doctor --json", "for a nightly job"),
        Example("doctor --repair", "repair what can be repaired, then check"),
        Example("doctor --repair state", "rebuild the state from the log, finish erasures, then check"),
        Example("doctor --repair tree", "rebuild the tree of hashes from the log, then check"),
    ]

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Repair before checking: the named parts, or every part that needs it.") var repair = false
    @Argument(
        help: ArgumentHelp(
            "What to repair in any case: \(RepairPart.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "part"),
        completion: .list(RepairPart.allCases.map(\.rawValue)))
    var parts: [String] = []
    @Option(name: .customLong(DataFileProbes.option), help: .hidden) var probed: String?

    var reach: Reach { probed == nil ? .anywhere : .files }
    var columns: [String] { Terminal.findingColumns + (repair ? Self.repairColumns : []) }
    private static let repairColumns = ["part", "repair", "what was done"]

    func execute(_ invocation: Invocation) throws {
        if let probed {
            let files = DataFile.allCases.map { (key: $0.rawValue, value: $0) }
            let file = try Word.choose(probed, files, field: DataFileProbes.option, noun: "data file")
            return try Community.readThrough(file, at: invocation.dataDirectory)
        }
        let names = RepairPart.allCases.map { (key: $0.rawValue, value: $0) }
        let parts = try parts.map { try Word.choose($0, names, field: "part", noun: "part") }
        guard repair || parts.isEmpty else {
            throw Refusal(.usage, "parts are named, but not --repair: add it", field: "repair")
        }
        let report: DoctorReport =
            if let service = invocation.service {
                try service.result(
                    of: API.doctor, DoctorInput(repair: repair, parts: parts.map(\.rawValue)), invocation)
            } else {
                try report(invocation, repairing: parts)
            }
        try invocation.output.answer(report) { Self.text(report, invocation.output.terminal) }
        let failed = report.checks.filter { $0.status == .failed }.map(\.name)
        guard failed.isEmpty else {
            throw Refusal(
                .verificationFailed,
                "failed: \(failed.joined(separator: ", ")). The checks say what was found and what to do")
        }
    }

    /// Repairs, if that is wanted, and checks a directory.
    private func report(_ invocation: Invocation, repairing parts: [RepairPart]) throws -> DoctorReport {
        let directory = invocation.dataDirectory
        var unreadable = DataFileProbes.unreadable(at: directory)
        var repairs: [Repair]?
        if repair {
            repairs = try invocation.showingParts {
                try Community.repair(at: directory, parts, unreadable: unreadable, $0)
            }
            unreadable = DataFileProbes.unreadable(at: directory)
        }
        var report = try invocation.showingParts {
            try Community.doctor(at: directory, unreadable: unreadable, $0)
        }
        report.repairs = repairs?.map(\.worded)
        report.checks = report.checks.map(\.worded)
        return report
    }

    private static func text(_ report: DoctorReport, _ terminal: Terminal) -> String {
        var text = ""
        if let repairs = report.repairs {
            var table = TextTable([.text("part"), .text("repair"), .wrapped("what was done")])
            for repair in repairs {
                table.add([repair.part.rawValue, repair.done ? "done" : "failed", repair.message])
            }
            if repairs.isEmpty {
                let isSound = report.checks.allSatisfy { $0.status != .failed }
                table.add(["–", "none", isSound ? "nothing needed a repair" : "nothing here can be repaired by it"])
            }
            text = table.text(for: terminal) + "\n"
        }
        return text + terminal.table(report.checks)
    }
}

/// Finds unreadable data files. A child process reads each one, because a damaged file can crash its reader.
enum DataFileProbes {
    /// The option that makes the program read one data file to its end, and then exit.
    static let option = "read-through"

    static func unreadable(at directory: String) -> Set<DataFile> {
        Set(DataFile.allCases.filter { !isReadable($0, at: directory) })
    }

    /// If no process can be started, the answer is yes: the caller then reads the file itself.
    private static func isReadable(_ file: DataFile, at directory: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe")
        process.arguments = ["doctor", "--\(option)", file.rawValue, "--data", directory]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return true }
        process.waitUntilExit()
        return process.terminationReason == .exit
            && process.terminationStatus != ExitStatus.verificationFailed.rawValue
    }
}
