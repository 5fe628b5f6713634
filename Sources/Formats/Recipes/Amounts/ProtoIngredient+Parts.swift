import Events

extension ProtoIngredient {
    /// Of a source that keeps the parts apart: `original` is the line that a person would read.
    ///
    /// `amount`: as written, such as `1 1/2`. What does not say how much but what for stands behind the name.
    init(amount: String?, quantity: Double?, unit: String?, name: String, note: String? = nil) {
        self.init()
        self.name = name
        if let quantity { self.quantity = quantity }
        if let unit, !unit.isEmpty { self.unit = unit }
        if let note, !note.isEmpty { self.note = note }
        let parts = [amount, unit, name].compactMap { $0 }.filter { !$0.isEmpty }
        original = parts.joined(separator: " ") + (note.map { $0.isEmpty ? "" : ", \($0)" } ?? "")
    }
}
