package import Events

/// A refusal as programs read it.
package struct RefusalDocument: Encodable, Sendable {
    package var code: String
    package var message: String
    package var field: String?

    package init(_ refusal: Refusal) {
        code = refusal.code.rawValue
        message = refusal.message
        field = refusal.field
    }
}
