import EventLog
import Events
import Layout

/// Which of the stored images the log names, kept from one look to the next: each goes on where the one before ended.
///
/// What is named stays named, until an account is deleted and its events name nothing any more: then all begins anew. Of an image
/// that came after a look nobody knows whether the events before name it, too. As long as somebody holds it that does not
/// matter; when nobody does, and no later event has named it, all of them are read again. So reading is what has come since,
/// but for the first time, deletions, and uploads that nobody named. It takes as much memory as there are images.
struct NamedImages {
    /// Through where the log has been read.
    private(set) var position = Position.none
    /// After where the last look began.
    private(set) var lastBegin = Position.none
    /// How many accounts had been deleted then.
    private var erasures = 0
    private var named: Set<ImageID> = []
    /// Those that no event names through there, be it one from before they were there.
    private var unnamed: Set<ImageID> = []

    /// Those of the stored images that must stay: which an event names, and of those for which `mustBeKnown` is false also some of
    /// which nobody knows. O(events since), or O(events). Refuses, and knows as much as before, where
    /// `LogSnapshot.imagesNamed` does.
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
        // Nobody has to know of what is not there.
        let found = wanted.isEmpty ? [] : try snapshot.imagesNamed(among: wanted, after: next.lastBegin)
        if next.lastBegin.isNone { next.unnamed = wanted }
        next.named.formUnion(found)
        next.unnamed.subtract(found)
        next.position = snapshot.head
        self = next
        return named.union(wanted.subtracting(unnamed))
    }
}
