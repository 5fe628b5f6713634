package import EventLog
package import Events
package import Images
package import LarderAPI

extension ImageAnswer {
    /// The answer to an upload.
    package init(_ id: ImageID, _ renditions: ImageRenditions) {
        self.init(
            id: id.text, mediaType: renditions.mediaType.rawValue, width: renditions.width, height: renditions.height,
            sizes: ImageSize.allCases.filter { renditions.files[$0] != nil }.map(\.rawValue))
    }
}

extension ImageFailure {
    package var refusal: Refusal {
        let code: Refusal.Code =
            switch kind {
            case .unsupportedType: .unsupported
            case .tooManyBytes: .tooLarge
            case .tooManyPixels, .damaged, .tooSlow: .invalid
            case .noMemory: .overloaded
            case .noWorker: .unavailable
            }
        return Refusal(code, message)
    }
}
