import Fetching
import Recipes

extension FetchFailure.Kind {
    /// As reports name it.
    var reason: ImportRefusal {
        switch self {
        case .unreachable: .unreachable
        case .forbidden: .forbidden
        case .tooLong: .tooLong
        case .noText: .unreadable
        }
    }
}
