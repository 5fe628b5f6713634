extension ArchiveFailure {
    func refused(_ place: String) -> RefusedItem {
        let reason: ImportRefusal =
            switch kind {
            case .unreadable: .unreadable
            case .tooLong: .tooLong
            case .forbidden: .forbidden
            }
        return RefusedItem(place: place, reason: reason, message: message)
    }
}
