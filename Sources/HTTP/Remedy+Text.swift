import Events

extension Remedy {
    /// What follows the facts for a client of the service: what the operator has to do is the operator's to read elsewhere.
    var ending: String {
        switch self {
        case .nameActor: ": log in as a member"
        case .nameLargerSize: ": leave the size out, or name a larger one"
        case .searchElsewhere: ": ask the search itself"
        default: ""
        }
    }
}
