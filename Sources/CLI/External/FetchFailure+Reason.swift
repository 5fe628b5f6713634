import Fetching
import Recipes

extension FetchFailure.Kind {
    /// As reports name it.
    var reason: ImportRefusal {
        switch self {
        case .unreachable: .unreachable
        case .forbidden, .privateAddress: .forbidden
        case .tooLong: .tooLong
        case .noText: .unreadable
        }
    }
}

extension FetchFailure {
    /// The message with the option that helps, where there is one.
    var worded: String {
        kind == .privateAddress ? "\(message): --allow-private asks it all the same" : message
    }
}
