import Events
import Layout

/// Names that fields of a recipe's content had in earlier versions. Logs, exports and apps still hold them.
enum OldSpelling {
    private static let names = ["videoUrl": "videoURL", "sourceUrl": "sourceURL"]

    /// The object with the present names; `nil` if it has none of the old ones. Refuses a field that has both names.
    static func renamed(_ bytes: [UInt8]) throws(Refusal) -> [UInt8]? {
        // The reader of the event reports malformed text.
        guard case .object(var members, _)? = try? JSONValue(bytes) else { return nil }
        var isRenamed = false
        for (old, new) in names.sorted(by: { $0.key < $1.key }) {
            guard let value = members.removeValue(forKey: old) else { continue }
            guard members.updateValue(value, forKey: new) == nil else {
                throw Refusal(.invalid, "\(new) and \(old) name the same field: remove \(old)", field: new)
            }
            isRenamed = true
        }
        return isRenamed ? Array(JSONValue.object(members).text(isIndented: false).utf8) : nil
    }
}
