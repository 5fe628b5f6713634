import Decisions
package import EventLog
package import Events
import Foundation
package import Layout
import Projections
import Search
import Synchronization
import Views

/// One community on one data directory: commands in, answers out. The composition root, which opens all stores.
package final class Community: Sendable {
    package enum OpenMode: Sendable {
        case existing
        /// An absent or empty directory becomes a community.
        case createIfAbsent
    }

    package let log: EventLog
    let views: ViewStore<AllProjectors>
    let search: SearchStore
    package let media: MediaStore
    let pictures: PictureHeaders
    private let waits = WaitNotices()
    let appender: Appender
    /// Which images the log names, as far as it was read.
    let namedImages = Mutex(NamedImages())
    let leaves = LeafIndex()
    /// Why data of deleted members is left; see `unfinishedErasure`.
    let unfinished = Mutex<Refusal?>(nil)

    private init(log: EventLog) {
        self.log = log
        appender = Appender(log)
        views = ViewStore(log, identities: AllViews.identities, waits: waits)
        search = SearchStore(log, views.view, waits: waits)
        media = MediaStore(Self.mediaDirectory(log.directory))
        pictures = PictureHeaders(media)
    }

    static func mediaDirectory(_ directory: String) -> String { "\(directory)/media" }

    package static func open(
        at path: String, mode: OpenMode, clock: ClockPolicy = .unchecked,
        time: @escaping @Sendable () -> Timestamp = EventLog.systemClock
    ) throws(Refusal) -> Community {
        let community = Community(
            log: try EventLog.open(
                .community, directory: path, create: mode == .createIfAbsent, mayLag: true, clock: time))
        community.log.clockPolicy = clock
        community.views.past.sweep()
        // A half-made image that stays is never read; the next `put` removes it.
        try? community.media.sweep()
        community.forgetting { () throws(Refusal) in
            try community.views.sweepErased()
            try community.search.sweepErased()
            try community.forgetImages()
        }
        return community
    }

    /// Syncs the views, so that a reboot does not cost a replay, and closes the directory.
    package func close() {
        appender.stop()
        search.close()
        views.close()
        log.close()
    }

    /// From now on `handler` gets a sentence for each wait of more than a second for other work on views or search index.
    package func reportWaits(to handler: @escaping @Sendable (String) -> Void) { waits.forward(to: handler) }

    // MARK: Commands

    /// The number of queued appends.
    package var waitingAppends: Int { appender.waitingCount }

    package func submit(_ command: Command) throws(Refusal) -> Outcome {
        let prepared = prepare(command)
        return try appender.append(urgent: command.isUrgent) { CommandHandler(batch: $0).carryOut(prepared) }.get()
    }

    /// Submits a command without blocking a thread.
    package func submit(_ command: Command) async throws(Refusal) -> Outcome {
        let prepared = prepare(command)
        return try await appender.append(urgent: command.isUrgent) { CommandHandler(batch: $0).carryOut(prepared) }
            .get()
    }

    /// Decides all in order, each against all before it, in one transaction. When it returns, what was appended is durable;
    /// a refusal thrown means that nothing of the batch was.
    package func submit(batch: [Command]) throws(Refusal) -> [Result<Outcome, Refusal>] {
        let prepared = batch.map(prepare)
        return try appender.append { Self.decide(prepared, in: $0) }
    }

    /// What a stream would answer just now. Nothing is appended.
    package func rehearse(_ batch: [Command]) throws(Refusal) -> [Result<Outcome, Refusal>] {
        let prepared = batch.map { prepare($0.byOperator) }
        var results: [Result<Outcome, Refusal>] = []
        do throws(Refusal) {
            try log.write { transaction in
                results = Self.decide(prepared, in: transaction)
                throw RehearsalEnded()
            }
        } catch {
            guard results.count == batch.count else { throw error }
        }
        return results
    }

    /// Ends the transaction of a rehearsal, which must not be committed.
    private struct RehearsalEnded: Error {}

    /// Consecutive batches, each submitted while earlier ones are still being decided and synced.
    package func stream() -> CommandStream { CommandStream(self, appender) }

    /// Submits batches through the stream, or only decides them.
    package func beginning(isRehearsal: Bool) -> BatchesUnderway<Void>.Begin {
        guard isRehearsal else { return stream().begin }
        return { batch in
            let results = try self.rehearse(batch)
            return { results }
        }
    }

    static func decide(_ batch: [PreparedCommand], in transaction: LogBatch) -> [Result<Outcome, Refusal>] {
        let handler = CommandHandler(batch: transaction)
        return batch.map { handler.carryOut($0) }
    }

    /// Only `register` makes an admin.
    func prepare(_ command: Command) -> PreparedCommand {
        guard command.kind == .memberRegistered else { return PreparedCommand(command, log) }
        var registration = command
        registration.value = Role.member.rawValue
        return PreparedCommand(registration, log)
    }

    /// Registers a member at the terminal. The first member registered so becomes admin.
    package func register(_ command: Command) throws(Refusal) -> Outcome {
        try appender.append { [log] transaction in
            var command = command
            command.value = (transaction.model.adminCount == 0 ? Role.admin : .member).rawValue
            return CommandHandler(batch: transaction).carryOut(PreparedCommand(command, log))
        }.get()
    }
}

extension Command {
    /// Whether the command may use the room that is kept back: the deletion of an account must not wait for a larger disk.
    fileprivate var isUrgent: Bool { kind == .memberDeleted }
}
