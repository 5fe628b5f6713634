import Events
import Foundation
import LarderAPI
import Operations

/// A line of `submit --errors`: the refused event as it stood, its reason put before it as the attribute `refusal`, which a
/// submission passes over. What is no JSON object stands in an object with its number and what was wrong.
enum RefusedLine {
    private struct Unreadable: Encodable {
        var refusal: String
        var text: String?
    }

    static func bytes(_ number: Int, _ bytes: [UInt8], _ refusal: Refusal) throws -> [UInt8] {
        try line(bytes, "line \(number): \(refusal.code.rawValue): \(refusal.worded.message.asOneLine)")
    }

    static func line(_ bytes: [UInt8], _ reason: String) throws -> [UInt8] {
        guard (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] else {
            let text = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            return Array(try JSONDocument.text(Unreadable(refusal: reason, text: text)).utf8)
        }
        // Line ends stand between values only: inside strings JSON escapes them.
        let flat = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        let members = withoutReason(flat.drop { $0 != UInt8(ascii: "{") }.dropFirst())
        let isEmpty = members.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "}")
        let first = Array("{\"refusal\":\(try JSONDocument.text(reason))".utf8)
        return first + (isEmpty ? [] : [UInt8(ascii: ",")]) + members
    }

    /// Of a line that was written here before: without the reason of that time.
    private static func withoutReason(_ members: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let key = Array(#""refusal":""#.utf8)
        guard members.starts(with: key) else { return members }
        var index = members.startIndex + key.count
        while index < members.endIndex, members[index] != UInt8(ascii: "\"") {
            index += members[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let rest = members.dropFirst(index + 1 - members.startIndex)
        return rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
    }
}
