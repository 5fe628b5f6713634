package import Events

/// A fold from the log to a view.
///
/// Replaying the same records into an empty view gives the same bytes, whatever the batches were and wherever the
/// process died. Folding `member.deleted` leaves exactly the bytes of a replay in which that member's payloads never
/// opened. `ProjectorLaws` tests this for every conformer. A fold never throws, logs, waits or reads a clock, and
/// writes only its own view's tables.
package protocol Projector: SendableMetatype {
    /// A struct of table handles that this fold alone writes.
    associatedtype View: ViewSchema
    /// Name and version; a new version is a new view.
    static var identity: ViewIdentity { get }
    /// The projector skips all other records undecoded.
    static var kinds: EventKindSet { get }
    /// The kinds whose stored payload the projector needs opened; a subset of `kinds`.
    static var openedKinds: EventKindSet { get }
    static func fold(_ record: borrowing Record, into view: View, _ transaction: inout ViewTransaction)
}

/// The tables of one view.
package protocol ViewSchema: Sendable {
    init(_ registry: inout TableRegistry)
}
