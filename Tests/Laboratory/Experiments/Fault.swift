/// A call that is made to fail.
package struct Fault: Sendable, Hashable, CustomStringConvertible {
    package enum Class: String, Sendable, CaseIterable {
        case write, sync, open, truncate, map, name
        /// A write succeeds, its bytes are lost on the way to the disk, and the next sync of that file reports it.
        case writeback
        case any
    }
    package enum What: Sendable, Hashable {
        case error(Int32)
        case short
        case kill
    }

    package var callClass: Class
    package var number: Int
    package var what: What
    /// Whether all later calls of the class fail as well.
    package var isLasting = false

    package var text: String {
        let what =
            switch what {
            case .error(let code): "\(code)"
            case .short: "short"
            case .kill: "kill"
            }
        return "\(callClass.rawValue):\(number):\(what)\(isLasting ? ":sticky" : "")"
    }

    package var description: String { text }
}
