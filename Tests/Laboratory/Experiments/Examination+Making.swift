import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Transparency
import Views

extension Examination {
    /// Opens what lies there as every command does.
    package init(_ request: ExaminationRequest) {
        do {
            try look(request)
            if request.isUsed { use(request) }
            let report = try Community.doctor(at: request.directory)
            failures = report.checks.filter { $0.status == .failed }.map { "\($0.name): \($0.message)" }
        } catch let error as Refusal {
            if head == 0 { refusal = "\(error.code.rawValue): \(error.message)" }
            if head > 0 { obstacles.append("\(error.code.rawValue): \(error.message)") }
            // Where nothing was, something can be begun.
            if isAbsent, request.isUsed { use(request) }
        } catch {
            refusal = "failed: \(error)"
        }
    }

    private mutating func look(_ request: ExaminationRequest) throws {
        let community = try Community.open(at: request.directory, mode: .existing)
        defer { community.close() }
        let (last, roots, texts) = try community.log.read { snapshot in
            var texts: [String] = []
            var before = Timestamp(microseconds: 0)
            var position = Position(1)
            while position <= snapshot.head {
                guard let record = try snapshot.record(at: position) else { break }
                if record.header.recordedAt < before {
                    obstacles.append("event \(position) was recorded before the one before")
                }
                before = record.header.recordedAt
                texts.append(Self.text(record))
                position = position.next
            }
            let all = try snapshot.merkleRoot().base64
            let isThere = request.earlier <= snapshot.head.value
            let earlier = isThere ? try snapshot.merkleRoot(size: request.earlier).base64 : ""
            return (snapshot.head.value, (all, earlier), texts)
        }
        head = last
        (root, earlierRoot) = roots
        events = texts
        if texts.count != Int(last) {
            obstacles.append("the log ends at \(last), and \(texts.count) events can be read")
        }
        for view in try community.viewsStatus().views { views[view.name] = view.fingerprint }
    }

    private static func text(_ record: Record) -> String {
        let body: [UInt8]
        switch record.body {
        case .erased: body = Array("erased".utf8)
        case .none: body = []
        default:
            body = record.payload.storedBytes + Array("\(record.origin.map { "\($0.source) \($0.id)" } ?? "")".utf8)
        }
        return Data(record.header.bytes + body).base64EncodedString()
    }

    /// Registers a member, and finds them again after a new opening.
    private mutating func use(_ request: ExaminationRequest) {
        do {
            let community = try Community.open(at: request.directory, mode: .createIfAbsent)
            guard community.log.hasVault else {
                community.close()
                return
            }
            let before = try community.log.head()
            var message = ProtoMemberRegistered()
            message.username = "afterwards"
            message.name = "Afterwards"
            let outcome = try community.register(
                Command(.memberRegistered, actor: nil, payload: .registration(message)))
            if outcome.position != before.next { obstacles.append("an append was given position \(outcome.position)") }
            if request.isSigned { verifierKey = try Self.sign(community.log).key }
            community.close()
            let again = try Community.open(at: request.directory, mode: .existing)
            defer { again.close() }
            if try again.log.head() != before.next { obstacles.append("what was appended is not there") }
            let isThere = try again.query { try $0.profile(.username("afterwards"), viewer: nil).name == "Afterwards" }
            if !isThere { obstacles.append("the member that was registered is another one") }
        } catch let error as Refusal {
            obstacles.append("cannot be used: \(error.code.rawValue): \(error.message)")
        } catch {
            obstacles.append("cannot be used: \(error)")
        }
    }

    /// Signs the head of a log.
    static func sign(_ log: EventLog) throws -> (note: String, key: String) {
        let note = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        let key = try log.verifierKey()
        try note.verify(by: key)
        return (note.description, key.description)
    }
}
