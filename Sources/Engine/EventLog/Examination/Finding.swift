package import Layout

/// What one check found.
package struct Finding: Encodable, Sendable {
    package enum Status: String, Encodable, Sendable {
        case ok
        /// Nothing is lost, but the operator should look after it.
        case warning
        case failed
    }

    package var name: String
    package var status: Status
    /// What was found and, unless all is well, what to do as far as `remedy` does not say it.
    package var message: String
    /// How many were looked at if all is well, else how many are not as they should be.
    package var count: Int?
    /// What a repair can do about it without being told.
    package var repair: RepairPart?
    /// What to do about it, for the edge to say in the message: it is no part of the answer.
    package var remedy: Remedy?

    private enum CodingKeys: String, CodingKey {
        case name, status, message, count, repair
    }

    package init(
        _ name: String, _ status: Status, _ message: String, count: Int? = nil, repair: RepairPart? = nil,
        remedy: Remedy? = nil
    ) {
        self.name = name
        self.status = status
        self.message = message
        self.count = count
        self.repair = repair
        self.remedy = remedy
    }

    /// A check that could not be made.
    package init(_ name: String, cannotRun refusal: Refusal) {
        self.init(name, .failed, "cannot be checked: \(refusal.message)", remedy: refusal.remedy)
    }
}

/// What can be mended from what is there: all of it is made of the log, or left over.
package enum RepairPart: String, CaseIterable, Encodable, Sendable {
    /// Slots of readers whose processes died.
    case readers
    /// What an interruption has begun.
    case leftovers
    case tree
    /// With erasures that were not finished.
    case state
    /// With those of earlier positions and the search index.
    case views
}
