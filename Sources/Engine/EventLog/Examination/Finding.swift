package import Layout

/// The result of one check.
package struct Finding: Codable, Sendable {
    package enum Status: String, Codable, Sendable {
        case ok
        /// Nothing is lost, but the operator should look after it.
        case warning
        case failed
    }

    package var name: String
    package var status: Status
    /// What was found and, unless all is well, what to do as far as `remedy` does not say it.
    package var message: String
    /// How many things were examined if all is well, otherwise how many are wrong.
    package var count: Int?
    /// What can repair it, without further arguments.
    package var repair: RepairPart?
    /// What to do about it. Each edge words it in the message, and it is no part of the answer.
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

/// What can be repaired without a backup: everything derived from the log, and leftovers.
package enum RepairPart: String, CaseIterable, Codable, Sendable {
    /// Slots of readers whose processes died.
    case readers
    /// Files of interrupted work.
    case leftovers
    case tree
    /// Together with erasures that were not finished.
    case state
    /// Together with the views of earlier positions and the search index.
    case views
}
