package import Events
package import Layout

/// The payload of a command, in the shape of its kind and in the one form that is stored.
extension Deliberation {
    /// For kinds without a payload.
    func requireNoPayload() throws(Refusal) {
        guard command.payload == .none else { throw wrongShape }
    }

    func reasonPayload() throws(Refusal) -> Payload {
        guard let message = try optional({ if case .reason(let message) = $0 { message } else { nil } }),
            let payload = try Payload(reason: message.hasReason ? message.reason : nil)
        else { return .none }
        return payload
    }

    /// How cooking went: words, a picture, or both; without either there is no payload.
    func notePayload() throws(Refusal) -> Payload {
        guard let message = try optional({ if case .note(let message) = $0 { message } else { nil } }) else {
            return .none
        }
        var normal = ProtoNote()
        let text = try TextRules.unlessBlank(
            message.hasNote ? message.note : nil, field: "note", max: ContentLimits.note)
        if let text { normal.note = text }
        if message.hasImage, let image = try TextRules.image(message.image, field: "image") { normal.image = image }
        let shown = try RecipeRules.imageText(
            message.imageText, besideImage: normal.hasImage, called: "a note's imageText", field: "imageText")
        if let shown { normal.imageText = shown }
        return normal == ProtoNote() ? .none : .note(normal)
    }

    func quotePayload() throws(Refusal) -> Payload {
        guard let message = try optional({ if case .quote(let message) = $0 { message } else { nil } }),
            let text = try TextRules.unlessBlank(
                message.hasQuote ? message.quote : nil, field: "quote", max: ContentLimits.quote)
        else { return .none }
        var normal = ProtoQuote()
        normal.quote = text
        return .quote(normal)
    }

    /// Refuses an absent or blank text, and more than `ContentLimits.comment` characters.
    func textPayload() throws(Refusal) -> Payload {
        var normal = ProtoText()
        if let message = try optional({ if case .text(let message) = $0 { message } else { nil } }) {
            normal.text = try TextRules.normal(message.text, field: "text", max: ContentLimits.comment)
        }
        guard !normal.text.isEmpty else {
            throw Refusal(.invalid, "text must have 1 to \(ContentLimits.comment) characters", field: "text")
        }
        return .text(normal)
    }

    /// `nil` without a payload.
    func optional<Message>(_ read: (Payload) -> Message?) throws(Refusal) -> Message? {
        if command.payload == .none { return nil }
        guard let message = read(command.payload) else { throw wrongShape }
        return message
    }

    var wrongShape: Refusal {
        let message =
            command.payload == .none ? "the content is missing" : "the content does not fit \(command.kind.name)"
        return Refusal(.invalid, message, field: "data")
    }
}

extension Payload {
    /// A reason in the one form that is stored; `nil`: there is none, or it is blank. Refuses one that is too long.
    package init?(reason: String?) throws(Refusal) {
        guard let text = try TextRules.unlessBlank(reason, field: "reason", max: ContentLimits.reason) else {
            return nil
        }
        var normal = ProtoReason()
        normal.reason = text
        self = .reason(normal)
    }
}
