import CloudEvents
import Recipes

extension JSONValue {
    /// A file's JSON text, or as a list what it has on each line; null for a line that cannot be read.
    static func documentOrLines(
        _ bytes: [UInt8], place: String, upTo bytesMax: Int
    ) throws(RefusedItem) -> JSONValue {
        do throws(RefusedItem) {
            return try document(bytes, place: place, upTo: bytesMax)
        } catch {
            let lines = withoutMark(bytes).split(separator: .newline).filter { !$0.allSatisfy(\.isJSONBlank) }
            guard error.reason == .unreadable, lines.count > 1, lines.count <= FoundCommunity.countMax,
                (try? JSONValue(Array(lines[0])))?.members != nil
            else {
                throw error
            }
            return .array(lines.map { (try? JSONValue(Array($0))) ?? .null })
        }
    }
}
