import Events
import Foundation
import Layout
import SwiftProtobuf

/// What members may enter about themselves, in the one form that is stored.
enum MemberRules {
    /// The longest folded name, in UTF-8 bytes, because it is part of keys.
    private static let foldedBytesMax = 255

    static func username(_ text: String) throws(Refusal) -> String {
        let name = text.precomposedStringWithCompatibilityMapping
        guard Username.isWellFormed(name), Username.folded(name).utf8.count <= foldedBytesMax else {
            throw Refusal(
                .invalid, "a username has 2 to 30 letters, digits, \"_\", \".\" or \"-\"", field: "username")
        }
        return name
    }

    static func name(_ text: String) throws(Refusal) -> String {
        let name = try TextRules.normal(text, field: "name", max: ContentLimits.name)
        guard !name.isEmpty else {
            throw Refusal(.invalid, "a name has 1 to \(ContentLimits.name) characters", field: "name")
        }
        return name
    }

    static func email(_ text: String) throws(Refusal) -> String {
        let email = try TextRules.normal(text, field: "email", max: ContentLimits.email)
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPlausible =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !email.unicodeScalars.contains { $0.properties.isWhitespace }
        guard email.isEmpty || isPlausible else {
            throw Refusal(.invalid, "the email must look like name@example.org", field: "email")
        }
        return email
    }

    static func phone(_ text: String) throws(Refusal) -> String {
        try TextRules.normal(text, field: "phone", max: ContentLimits.phone)
    }

    static func bio(_ text: String) throws(Refusal) -> String {
        try TextRules.normal(text, field: "bio", max: ContentLimits.bio)
    }

    static func avatar(_ text: String) throws(Refusal) -> String {
        try TextRules.image(text, field: "avatar") ?? ""
    }

    /// The texts of a JSON list.
    static func rows(_ list: Google_Protobuf_ListValue, field: String) throws(Refusal) -> [String] {
        var rows: [String] = []
        for value in list.values {
            guard case .stringValue(let text)? = value.kind else {
                throw Refusal(.invalid, "\(field) must be a list of texts", field: field)
            }
            rows.append(text)
        }
        return try TextRules.rows(rows, field: field)
    }

    static func list(_ rows: [String]) -> Google_Protobuf_ListValue {
        var list = Google_Protobuf_ListValue()
        list.values = rows.map { Google_Protobuf_Value(stringValue: $0) }
        return list
    }

    static func conflict(over username: String) -> Refusal {
        Refusal(.conflict, "the username \(username) is taken", field: "username")
    }
}
