package import EventLog
package import Events
import Foundation
package import Layout

extension Payload {
    /// The stored images that a recipe or profile names as its own; those at addresses elsewhere are none.
    package var imageIDs: [ImageID] {
        let names: [String] =
            switch self {
            case .recipe(let content): content.images + content.steps.compactMap { $0.hasImage ? $0.image : nil }
            case .registration(let registration): registration.hasAvatar ? [registration.avatar] : []
            case .profileChange(let change): change.hasAvatar ? [change.avatar] : []
            default: []
            }
        // As they will be stored, where somebody has yet to send them.
        return names.compactMap { ImageID($0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()) }
    }
}

extension EventKindSet {
    /// Those whose payloads may name images as their own.
    package static let namingImages: EventKindSet = [
        .memberRegistered, .memberProfileChanged, .recipePosted, .recipeEdited,
    ]
}

extension LogSnapshot {
    /// The images that recipes and profiles have as their own, in any version, each with the first event that says so. O(events).
    ///
    /// Refuses like `imagesNamed(among:)`.
    package func imagesOwned() throws(Refusal) -> [ImageID: Position] {
        var owned: [ImageID: Position] = [:]
        try forEachOfTheLiving(kinds: .namingImages) { record in
            for id in record.payload.imageIDs where owned[id] == nil { owned[id] = record.position }
        }
        return owned
    }
}
