package import Events
package import LarderAPI

extension RefusalDocument {
    package init(_ refusal: Refusal) {
        self.init(code: refusal.code.rawValue, message: refusal.message, field: refusal.field)
    }

    package var refusal: Refusal { Refusal(Refusal.Code(rawValue: code), message, field: field) }
}
