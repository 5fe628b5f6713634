import Events
import Foundation
import Layout
import SwiftProtobuf

/// What members may enter about themselves, in the one form that is stored.
enum MemberRules {
    /// A new username. `authority`: only the operator and imports give reserved names.
    static func username(_ text: String, by authority: Authority) throws(Refusal) -> String {
        if let fault = Username.fault(in: text) { throw refusal(of: fault) }
        let name = text.precomposedStringWithCompatibilityMapping
        guard authority == .operator || !Username.isReserved(name) else {
            throw Refusal(.invalid, "the username \(name) is reserved: choose another one", field: "username")
        }
        return name
    }

    private static func refusal(of fault: Username.Fault) -> Refusal {
        let message =
            switch fault {
            case .malformed: "a username has 2 to 30 letters, digits, \"_\", \".\" or \"-\""
            case .blank: "a username needs at least one letter or digit, and begins with no accent"
            case .invisible: "the username has an invisible character: type the name again"
            case .mixedScripts: "the username mixes letters of several alphabets: use the letters of one"
            }
        return Refusal(.invalid, message, field: "username")
    }

    static func name(_ text: String) throws(Refusal) -> String {
        let name = try TextRules.normal(text, field: "name", max: ContentLimits.name)
        guard !name.isEmpty else {
            throw Refusal(.invalid, "a name has 1 to \(ContentLimits.name) characters", field: "name")
        }
        switch DisplayName.fault(in: name) {
        case nil: return name
        case .invisible: throw Refusal(.invalid, "the name needs at least one visible character", field: "name")
        case .direction:
            throw Refusal(
                .invalid, "the name has a character that changes the direction of text: remove it", field: "name")
        case .control:
            throw Refusal(.invalid, "the name has a control character: type the name again", field: "name")
        case .severalLines: throw Refusal(.invalid, "the name must be one line", field: "name")
        }
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

    /// The refusal of an e-mail that belongs to another living member.
    static let emailConflict = Refusal(
        .conflict, "this e-mail belongs to another member: give another one, or log in with it", field: "email")

    static func conflict(over username: String) -> Refusal {
        Refusal(.conflict, "the username \(username) is taken", field: "username")
    }
}
