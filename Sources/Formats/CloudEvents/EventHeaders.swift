import Foundation
package import Layout

/// The attributes of an event whose `data` is the body of a request: headers that begin with `ce-`, as CloudEvents' HTTP
/// protocol binding writes them (sections 3.1.3 and 4).
package enum EventHeaders {
    /// The members that an event in JSON would have. `headers` are all headers of the request: names in lower case, and values.
    ///
    /// Refuses with `usage` and the header: one that occurs twice, and one that is malformed.
    package static func members(
        of headers: some Sequence<(String, String)>
    ) throws(Refusal) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for (header, text) in headers where header.hasPrefix(prefix) {
            let name = String(header.dropFirst(prefix.count))
            guard name != "data" else {
                throw Refusal(.usage, "ce-data is not an attribute: send the data as the body", field: header)
            }
            guard let value = value(text) else {
                throw Refusal(
                    .usage, "\(header) must be percent-encoded UTF-8, in whole quotes or without any", field: header)
            }
            // A header is a text, and this attribute is a number.
            let isNumber = name == "expectedversion" && UInt32(value) != nil
            guard members.updateValue(isNumber ? .number(value) : .string(value), forKey: name) == nil else {
                throw Refusal(.usage, "\(header) occurs twice: send it once", field: header)
            }
        }
        return members
    }

    private static let prefix = "ce-"

    /// An attribute's value: first unquoted, then percent-decoded once. `nil` for a malformed one.
    static func value(_ text: String) -> String? { unquoted(text)?.removingPercentEncoding }

    /// The text of a quoted string of RFC 9110, 5.6.4; any other text as it is. `nil` if the quotes do not close at the end.
    private static func unquoted(_ text: String) -> String? {
        guard text.unicodeScalars.first == "\"" else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return rest.isEmpty ? String(result) : nil
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                result.append(escaped)
            default: result.append(scalar)
            }
        }
        return nil
    }
}
