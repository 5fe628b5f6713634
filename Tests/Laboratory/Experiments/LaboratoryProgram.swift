import Operations
import LarderAPI
import Community
import Decisions
import EventLog
import Events
import Foundation
import Synchronization

/// The command line of the laboratory; `tools/lab` says how it is used.
package enum LaboratoryProgram {
    package static func main(_ arguments: [String]) -> Never {
        do {
            switch arguments.first {
            case "examine": try Examiner.serve()
            case "sign" where arguments.count == 2: try sign(arguments[1])
            case "stay" where arguments.count == 2: try stay(arguments[1])
            case "load" where arguments.count == 2: try load(arguments[1])
            default: exit(try Laboratory(arguments).run() ? 0 : 1)
            }
            exit(0)
        } catch let refusal as Refusal {
            fail("\(refusal.code.rawValue): \(refusal.message)")
        } catch {
            fail("failed: \(error)")
        }
    }

    private static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("larder: \(sentence)\n".utf8))
        exit(1)
    }

    /// Signs the head of a log, in one write: it is an answer like those of larder's commands.
    private static func sign(_ directory: String) throws {
        let log = try EventLog.open(.community, directory: directory, create: false)
        let signed = try Examination.sign(log)
        log.close()
        try FileHandle.standardOutput.write(contentsOf: Data("\(signed.note)\n\(signed.key)\n".utf8))
    }

    /// Appends from several threads at once, and prints each position that was acknowledged. It goes on after a refusal, as the
    /// clients of a service do.
    private static func load(_ directory: String) throws {
        let community = try Community.open(at: directory, mode: .existing)
        let refused = Mutex<Refusal?>(nil)
        DispatchQueue.concurrentPerform(iterations: 4) { client in
            for number in 0..<6 {
                var message = ProtoMemberRegistered()
                message.username = "guest\(client)x\(number)"
                message.name = "Guest"
                do throws(Refusal) {
                    let outcome = try community.register(
                        Command(.memberRegistered, actor: nil, payload: .registration(message)))
                    try? FileHandle.standardOutput.write(contentsOf: Data("\(outcome.position)\n".utf8))
                } catch {
                    refused.withLock { $0 = error }
                }
            }
        }
        community.close()
        if let refusal = refused.withLock({ $0 }) { throw refusal }
    }

    /// Appends and asks in turns in one process, and says so each time: views are brought on again and again, unsynced.
    private static func stay(_ directory: String) throws {
        let community = try Community.open(at: directory, mode: .existing)
        for number in 1...5 {
            var message = ProtoMemberRegistered()
            message.username = "lodger\(number)"
            message.name = "Lodger \(number)"
            let outcome = try community.register(
                Command(.memberRegistered, actor: nil, payload: .registration(message)))
            try community.query { _ in }
            try FileHandle.standardOutput.write(contentsOf: Data("\(outcome.position)\n".utf8))
        }
        community.close()
    }
}
