import Decisions
package import Events

extension Community {
    /// Rules that could be set: the ones given, in the form in which they would be stored. Refuses what is wrong with them.
    package static func rules(_ message: ProtoRules) throws(Refusal) -> Rules { Rules(try RulesCheck.normal(message)) }
}
