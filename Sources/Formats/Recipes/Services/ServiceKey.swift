import CloudEvents
import Events

/// Keys as the environment holds them.
enum ServiceKey {
    private static let bytesMax = 200

    /// Refuses with `usage` what can be none, without showing it; nil: there is none.
    static func value(of variable: String, _ environment: (String) -> String?) throws(Refusal) -> String? {
        guard let value = environment(variable)?.trimmed, !value.isEmpty else { return nil }
        guard value.utf8.count <= bytesMax, value.isVisibleASCII else {
            throw Refusal(
                .usage,
                "$\(variable) can be no key: it is longer than \(bytesMax) bytes or holds more than visible ASCII",
                field: variable)
        }
        return value
    }
}
