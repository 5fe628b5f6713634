import CloudEvents
import Events
import LarderAPI
import Layout
import Operations
import Views

/// The rules in force.
struct RulesAnswer {
    var position: UInt64
    var rules: ProtoRules
}

extension Inquiry where Answer == RulesAnswer {
    static func rules() -> Self {
        Self { standpoint in
            RulesAnswer(
                position: standpoint.queries.logPosition.value, rules: standpoint.queries.rules.message)
        } fetch: { server in
            let bytes = try server.question(["rules"])
            guard case .object(let members, _)? = try? JSONValue(bytes),
                let position = members["position"]?.integer.flatMap({ UInt64(exactly: $0) }),
                case .object(_, let range)? = members["rules"],
                case .rules(let rules)? = try? CloudEventReader.data(.rulesChanged, json: Array(bytes[range])).payload
            else { throw server.strange("no rules") }
            return RulesAnswer(position: position, rules: rules)
        } path: { _ in
            ServicePath("rules").text([])
        }
    }
}
