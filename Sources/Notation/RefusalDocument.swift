package import Events

/// A refusal as programs read it.
package struct RefusalDocument: Codable, Sendable {
    package var code: String
    package var message: String
    package var field: String?

    package init(_ refusal: Refusal) {
        code = refusal.code.rawValue
        message = refusal.message
        field = refusal.field
    }

    package var refusal: Refusal { Refusal(Refusal.Code(rawValue: code), message, field: field) }
}
