import Community
import EventLog
import Foundation

/// Which data files cannot be read: each is read through by a process of its own, which may come to grief over it.
enum DataFileProbes {
    /// The option that makes the program read one through, and end.
    static let option = "read-through"

    static func unreadable(at directory: String) -> Set<DataFile> {
        Set(DataFile.allCases.filter { !isReadable($0, at: directory) })
    }

    /// Where no process can be begun, whoever asks has to find out the hard way.
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
