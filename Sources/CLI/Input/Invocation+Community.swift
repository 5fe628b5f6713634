import Community
import EventLog
import Events
import Layout
import Views

/// Opens the backend of the command: the community of a directory, or a service.
extension Invocation {
    /// Hands over the backend that the command goes to, once the log has reached what was asked for.
    func withBackend<R>(_ body: (any Backend) throws -> R) throws -> R {
        guard let service else {
            return try withCommunity { try body(CommunityBackend(invocation: self, community: $0)) }
        }
        try service.wait()
        return try body(service)
    }

    /// Runs the call, and shows the answer.
    func put(_ call: any AnyCall) throws {
        // A service waits by the question itself.
        if let service { return try call.run(on: service) }
        try withBackend { try $0.inOneState { try call.run(on: $0) } }
    }

    /// Opens the directory's community for `body`, and finishes the deletions that `body` makes.
    func withCommunity<R>(creating: Bool = false, _ body: (Community) throws -> R) throws -> R {
        let community = try Community.open(
            at: dataDirectory, mode: creating ? .createIfAbsent : .existing,
            clock: options.acceptClock ? .accepted : .checked)
        defer { community.close() }
        let isQuiet = output.isQuiet
        community.reportWaits { if !isQuiet { StandardStream.writeError("larder: \($0)\n") } }
        if !community.log.hasVault {
            output.warn(
                "\(dataDirectory)/vault is missing: names and texts cannot be read, and nothing can be written, until the vault/ that was kept with this log is put back"
            )
        }
        if let lag = community.log.stateLag { output.warn(lag.message) }
        let leftOver = community.unfinishedErasure
        if let leftOver { output.warn(leftOver.message) }
        if options.atLeast != nil { try query(community) { _ in } }
        let result = Result { try body(community) }
        finishErasures(community)
        let answer = try result.get()
        // The deletion is done and was answered. Files that it could not clean up are reported.
        if leftOver == nil, let refusal = community.unfinishedErasure { throw refusal }
        return answer
    }

    /// Rebuilds the views once if this command deleted members.
    func finishErasures(_ community: Community) {
        guard community.log.hasErased else { return }
        let bar = output.progressBar("Forgetting", unit: "events")
        Interruption.saysDeletionIsDone()
        defer {
            bar.finish()
            Interruption.install()
        }
        community.finishErasures { bar.update(done: $0, of: $1) }
    }

    /// Asks one state of the views.
    func query<R>(_ body: (Queries) throws -> R) throws -> R {
        try withCommunity { community in try query(community, body) }
    }

    func query<R>(_ community: Community, _ body: (Queries) throws -> R) throws -> R {
        let bar = output.progressBar("Reading the log", unit: "events")
        defer { bar.finish() }
        if let moment { return try community.query(asOf: moment, progress: { bar.update(done: $0, of: $1) }, body) }
        let answer = try community.query(
            atLeast: options.atLeast.map { Position($0) }, progress: { bar.update(done: $0, of: $1) }, body)
        if let lag = community.viewsLag { output.warn(lag.message) }
        return answer
    }
}
