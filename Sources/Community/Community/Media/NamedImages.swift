package import EventLog
package import Events
import Foundation
package import Layout

/// The stored images that the log names, cached between scans: each scan starts where the previous one ended.
///
/// A named image stays named until an account is deleted; then the scan starts from the first event. An image stored
/// after a scan may be named by an earlier event. While a member holds it that does not matter. Without a hold, and
/// without a later event that names it, the whole log is read again. So a scan reads the new events, except the first
/// time, after deletions, and for uploads that were never named. Memory: O(images).
struct NamedImages {
    /// The last event read.
    private(set) var position = Position.none
    /// The event after which the last scan started.
    private(set) var lastBegin = Position.none
    /// The number of deleted accounts at the last scan.
    private var erasures = 0
    private var named: Set<ImageID> = []
    /// Images that no event through `position` names.
    private var unnamed: Set<ImageID> = []

    /// The stored images that must stay: those that an event names, and those for which `mustBeKnown` is false and no
    /// scan has decided yet. O(new events), or O(events). Throws without a change where `LogSnapshot.imagesNamed` does.
    mutating func goOn(
        _ snapshot: LogSnapshot, among stored: Set<ImageID>, mustBeKnown: (ImageID) throws(Refusal) -> Bool
    ) throws(Refusal) -> Set<ImageID> {
        var next = self
        let erasures = try snapshot.erasureCount()
        if erasures != next.erasures { next = NamedImages() }
        next.erasures = erasures
        next.named.formIntersection(stored)
        next.unnamed.formIntersection(stored)
        let wanted = stored.subtracting(next.named)
        let late = wanted.subtracting(next.unnamed)
        next.lastBegin = next.position
        for id in late where !next.lastBegin.isNone {
            if try mustBeKnown(id) { next.lastBegin = .none }
        }
        // Without undecided images nothing need be read.
        let found = wanted.isEmpty ? [] : try snapshot.imagesNamed(among: wanted, after: next.lastBegin)
        if next.lastBegin.isNone { next.unnamed = wanted }
        next.named.formUnion(found)
        next.unnamed.subtract(found)
        next.position = snapshot.head
        self = next
        return named.union(wanted.subtracting(unnamed))
    }
}

extension Payload {
    /// The stored images that a recipe, a cook's note or a profile names as its own. Addresses elsewhere are none.
    package var imageIDs: [ImageID] {
        let names: [String] =
            switch self {
            case .recipe(let content): content.images + content.steps.compactMap { $0.hasImage ? $0.image : nil }
            case .note(let note): note.hasImage ? [note.image] : []
            case .registration(let registration): registration.hasAvatar ? [registration.avatar] : []
            case .profileChange(let change): change.hasAvatar ? [change.avatar] : []
            default: []
            }
        // In the form in which the event will store them, for commands that are not appended yet.
        return names.compactMap { ImageID($0.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()) }
    }
}

extension EventKindSet {
    /// The kinds whose payloads may name images as their own.
    package static let namingImages: EventKindSet = [
        .memberRegistered, .memberProfileChanged, .recipePosted, .recipeEdited, .recipeCooked,
    ]
}

extension LogSnapshot {
    /// The images that recipes, cooks' notes and profiles name as their own, in any version, each with the first event that names it.
    /// O(events).
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
