import Events

extension Refusal {
    /// What would have been measured did not happen, or was wrong: then there is no figure.
    static func notMeasured(_ message: String) -> Refusal { Refusal(.failed, message) }
}
