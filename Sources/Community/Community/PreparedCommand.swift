import Crypto
import Decisions
import EventLog
import Events
import Layout

/// A command with everything that can be made of it before its turn, on the thread that submits it: a third of what
/// deciding one from a file took. Nothing of it depends on the state.
struct PreparedCommand: Sendable {
    /// A reference, and what stands for it in the log's tables where it is a name or an id from outside: nil without a
    /// vault.
    struct Name: Sendable {
        let reference: Reference
        let key: SecretKey?

        init(_ reference: Reference, _ log: EventLog) {
            self.reference = reference
            key =
                switch reference {
                case .position: nil
                case .username(let name): log.secretKey(ofUsername: name)
                case .external(let source, let id): log.secretCodes?.code(of: Layout.Origin(source: source, id: id))
                }
        }
    }

    struct Origin: Sendable {
        let origin: Layout.Origin
        /// Nil without a vault.
        let key: SecretKey?
        /// A digest of the command and its references as they were written.
        let asWritten: [UInt8]
        /// The payload as it would be stored.
        let data: [UInt8]
    }

    let command: Command
    let actor: Name?
    let subject: Name?
    let cause: Name?
    let origin: Origin?

    init(_ command: Command, _ log: EventLog) {
        self.command = command
        actor = command.actor.map { Name($0, log) }
        subject = command.subject.map { Name($0, log) }
        cause = command.cause.map { Name($0, log) }
        origin = command.origin.map { origin in
            let data = command.payload.storedBytes
            let references = [command.namedActor, command.subject, command.cause].map { $0?.description ?? "" }
            return Origin(
                origin: origin, key: log.secretCodes?.code(of: origin),
                asWritten: Self.digest(command, references, data),
                data: data)
        }
    }

    static func digest(_ command: Command, _ references: [String], _ data: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt32(command.kind.rawValue))
        writer.write(command.value)
        for reference in references { writer.write(reference) }
        writer.write(data)
        return Array(SHA256.hash(data: writer.bytes).prefix(16))
    }
}

extension Command {
    /// A registration's actor is the member that it makes: its data says who that is.
    var namedActor: Reference? { kind == .memberRegistered ? nil : actor }
}
