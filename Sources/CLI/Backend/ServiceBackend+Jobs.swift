import Community
import EventLog
import Events
import Foundation
import LarderAPI
import LarderClient
import Operations

extension Invocation {
    /// Does long work in a directory, or lets a service do it as a job and follows that to its end.
    func doing<Input, Report: Codable>(
        _ operation: LarderAPI.Operation<Input, Job>, _ input: Input, _ work: (Community) throws -> Report
    ) throws -> Report {
        if let service { return try service.result(of: operation, input, self) }
        return try withCommunity(work)
    }
}

extension ServiceBackend {
    /// How often a job is asked how far it is.
    private static let interval = 0.5

    /// Starts a job, and shows its progress until it ends. A check that has found something has a result: the command refuses.
    func result<Input, Report: Decodable>(
        of operation: LarderAPI.Operation<Input, Job>, _ input: Input, _ invocation: Invocation
    ) throws -> Report {
        let started: Job = try call(operation, input)
        invocation.output.note("\(started.id) at \(address): larder jobs cancel \(started.id) ends it")
        let result = try invocation.showingParts { progress in try self.result(of: started, progress) }
        return try decoded(Array(try JSONEncoder().encode(result)))
    }

    /// The result of a job, once it is over. Refuses for one that has none.
    func result(of started: Job, _ progress: LogExamination.Progress) throws -> JSON {
        let job = try follow(started, progress)
        guard let result = job.result else { throw job.refusal }
        return result
    }

    /// Asks about a job until it is over.
    func follow(_ started: Job, _ progress: LogExamination.Progress) throws -> Job {
        var job = started
        while !job.isOver {
            Thread.sleep(forTimeInterval: Self.interval)
            job = try call(API.job, JobInput(job: started.id))
            if let part = job.part { progress(part, job.done ?? 0, job.of ?? 0) }
        }
        return job
    }
}

extension Job {
    /// Why it has no result.
    fileprivate var refusal: Refusal {
        switch state {
        case .cancelled: Refusal(.unavailable, "\(id) was cancelled")
        case .failed:
            Refusal(
                Refusal.Code(rawValue: code ?? "failed"), message ?? "\(id) has failed: ask the operator for the log")
        default:
            Refusal(.unavailable, "the result of \(id) was dropped, because an account was deleted: start it again")
        }
    }
}
