import Foundation

/// What the system knows of this process, under the names that Prometheus' own client libraries give it. Where there is no
/// `/proc` there is nothing.
struct ProcessFigures {
    var residentBytes: Double?
    var cpuSeconds: Double?
    var openFiles: Double?
    var startedAt: Double?

    init() {
        func file(_ name: String) -> String? { try? String(contentsOfFile: "/proc/\(name)", encoding: .utf8) }
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
        if let pages = file("self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) {
            residentBytes = pages * Double(sysconf(Int32(_SC_PAGESIZE)))
        }
        // The second field is a name in parentheses and may hold blanks: fields are counted behind it.
        guard let stat = file("self/stat"), let end = stat.lastIndex(of: ")") else { return }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        guard fields.count > 19, let user = Double(fields[11]), let system = Double(fields[12]),
            let start = Double(fields[19])
        else { return }
        cpuSeconds = (user + system) / ticks
        let booted = file("stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        if let seconds = booted.flatMap({ Double($0.dropFirst(6)) }) { startedAt = seconds + start / ticks }
    }
}
