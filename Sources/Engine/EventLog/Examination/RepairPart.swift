import Layout

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
