import Events

/// Why somebody deletes, restores or unbans, where they say it.
enum ReasonText {
    static func payload(_ reason: String?) -> Payload {
        guard let reason else { return .none }
        var message = ProtoReason()
        message.reason = reason
        return .reason(message)
    }
}
