import CloudEvents
import Events
import Recipes

/// The counts of a recipe that an export tells, whether or not it says whose acts they are. Zero: none, or not told.
struct ToldCounts: Hashable, Sendable {
    var likes: UInt32 = 0
    var upvotes: UInt32 = 0
    var downvotes: UInt32 = 0
    var comments: UInt32 = 0

    /// The count in a field of that folded name; `nil`: no count that is carried over.
    static func count(in key: String) -> WritableKeyPath<ToldCounts, UInt32>? {
        switch key {
        case "likes", "like", "likecount", "likescount", "numlikes", "numberoflikes": \.likes
        case "upvotes", "upvote", "upvotecount", "upvotescount": \.upvotes
        case "downvotes", "downvote", "downvotecount", "downvotescount": \.downvotes
        case "comments", "commentcount", "commentscount", "numcomments", "numberofcomments": \.comments
        default: nil
        }
    }

    /// Reads a field that tells a count. Returns whether it is one. Of two fields for one count the larger counts.
    mutating func read(_ value: JSONValue, key: String, name: String, notes: inout [String]) -> Bool {
        guard let count = Self.count(in: key) else { return false }
        let limit = ContentLimits.carriedCount.upperBound
        if let told = value.toldNumber(called: name, upTo: limit, notes: &notes) {
            self[keyPath: count] = max(self[keyPath: count], told)
        }
        return true
    }
}

extension FoundMember {
    /// Reads the points of the fields that apps keep them in.
    mutating func readPoints(_ fields: inout JSONFields) {
        let value = fields.take("xp", "experiencepoints", "points")
        let limit = ContentLimits.carriedPoints.upperBound
        points = value?.toldNumber(called: "xp", upTo: limit, notes: &notes) ?? 0
    }
}

extension JSONValue {
    /// A number that counts something. A fraction is rounded down, and what is above `limit` is bounded by it; both are noted.
    /// `nil`, with a note, for a value that counts nothing.
    fileprivate func toldNumber(called name: String, upTo limit: UInt32, notes: inout [String]) -> UInt32? {
        guard !isBlank else { return nil }
        // `mongoexport` wraps numbers.
        let written = words ?? (members?["$numberLong"] ?? members?["$numberInt"] ?? members?["$numberDouble"])?.words
        guard let written, let number = Double(written), number.isFinite, number >= 0 else {
            let shown = written ?? text(isIndented: false)
            notes.append("\(name): «\(shown.prefix(40))» dropped, because it is not a number from 0 up")
            return nil
        }
        guard number <= Double(limit) else {
            notes.append("\(name): «\(written.prefix(40))» reduced to \(limit), the most that can be carried over")
            return limit
        }
        let whole = UInt32(number)
        if Double(whole) != number { notes.append("\(name): «\(written.prefix(40))» rounded down to \(whole)") }
        return whole
    }
}
