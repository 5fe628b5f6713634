package import Events

/// What one check found.
package struct Finding: Encodable, Sendable {
    package enum Status: String, Encodable, Sendable {
        case ok
        /// Nothing is lost, but somebody should look after it.
        case warning
        case failed
    }

    package var name: String
    package var status: Status
    /// What was found and, unless all is well, what to do.
    package var message: String
    /// How many were looked at if all is well, else how many are not as they should be.
    package var count: Int?
    /// What `doctor --repair` can do about it without being told.
    package var repair: RepairPart?

    package init(_ name: String, _ status: Status, _ message: String, count: Int? = nil, repair: RepairPart? = nil) {
        self.name = name
        self.status = status
        self.message = message
        self.count = count
        self.repair = repair
    }

    /// A check that could not be made.
    package init(_ name: String, cannotRun refusal: Refusal) {
        self.init(name, .failed, "cannot be checked: \(refusal.message)")
    }
}
