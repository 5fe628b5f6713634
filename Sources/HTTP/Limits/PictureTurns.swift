import Events
import Layout

/// Which upload is worked on next, so that no member's pictures hold up those of others.
///
/// A member has one picture under way. Of the waiting members the one goes first whose pictures have lately taken the least
/// processor time. So one slow picture leaves the other places free, and ten of them delay their own member alone.
struct PictureTurns {
    typealias ID = UInt64

    enum Standing {
        case waiting
        case running
    }

    /// Each takes one processor, and up to `ImageWorker.Bounds.memoryBytes`.
    static let runningMax = 2
    /// What a browser sends at once. Each upload that waits takes up to ten megabytes.
    static let insideOfMemberMax = 6
    static let insideMax = 24
    /// Processor time that a member's pictures may take at once, in seconds.
    static let secondsMax = 60.0
    /// Of it, what comes back in each second.
    static let secondsPerSecond = 0.25

    private struct Spending {
        var seconds: Double
        var at: ContinuousClock.Instant

        func left(at now: ContinuousClock.Instant) -> Double {
            max(0, seconds - max(0, (now - at) / .seconds(1)) * PictureTurns.secondsPerSecond)
        }
    }

    private var lastID: ID = 0
    /// In the order of arrival.
    private var waiting: [(id: ID, member: MemberID?)] = []
    private var running: [ID: MemberID?] = [:]
    /// Of members who have lately uploaded. Each entry costs an upload, and is worth nothing after some minutes.
    private var spent: [MemberID?: Spending] = [:]
    private static let spentMax = 1_024

    var inside: Int { waiting.count + running.count }

    /// `nil`: it has left.
    func standing(of id: ID) -> Standing? {
        if running[id] != nil { return .running }
        return waiting.contains { $0.id == id } ? .waiting : nil
    }

    /// Lets an upload wait for its turn; `nil`: a picture of another service, which is no member's. Refuses if too many wait, or, if `isLimited`, when the member's pictures have
    /// taken too much time.
    mutating func enter(_ member: MemberID?, isLimited: Bool, at now: ContinuousClock.Instant) throws -> ID {
        let excess = (spent[member]?.left(at: now) ?? 0) - Self.secondsMax
        if isLimited, excess > 0 {
            throw RateLimitReached(kind: .uploads, seconds: Int((excess / Self.secondsPerSecond).rounded(.up)))
        }
        let own = waiting.count { $0.member == member } + running.values.count { $0 == member }
        guard own < Self.insideOfMemberMax, inside < Self.insideMax else { throw Refusal.tooManyPictures }
        lastID += 1
        waiting.append((lastID, member))
        return lastID
    }

    /// The uploads whose turn has come. They are running from then on.
    mutating func startDue(at now: ContinuousClock.Instant) -> [ID] {
        var due: [ID] = []
        while running.count < Self.runningMax {
            let ready = waiting.filter { upload in !running.values.contains(upload.member) }
            let next = ready.min { a, b in
                (spent[a.member]?.left(at: now) ?? 0, a.id) < (spent[b.member]?.left(at: now) ?? 0, b.id)
            }
            guard let next else { break }
            waiting.removeAll { $0.id == next.id }
            running[next.id] = next.member
            due.append(next.id)
        }
        return due
    }

    /// Ends an upload, whatever its standing, and charges its member. Without effect if it has left.
    mutating func leave(_ id: ID, after processorSeconds: Double, at now: ContinuousClock.Instant) {
        waiting.removeAll { $0.id == id }
        guard let member = running.removeValue(forKey: id) else { return }
        let before = spent[member]?.left(at: now) ?? 0
        spent[member] = Spending(seconds: before + processorSeconds, at: now)
        if spent.count > Self.spentMax { spent = spent.filter { $0.value.left(at: now) > 0 } }
    }
}
