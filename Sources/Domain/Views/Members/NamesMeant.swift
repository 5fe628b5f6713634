import Layout

/// Whom usernames mean in a question that is asked of several states: whoever bears them in the one that it is asked of first,
/// also where they were called otherwise.
package final class NamesMeant {
    private var members: [String: MemberID] = [:]
    /// Names that nobody bore when they were first looked up.
    package private(set) var unknown: Set<String> = []

    package init() {}

    subscript(_ name: String) -> MemberID? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func addUnknown(_ name: String) { unknown.insert(name) }
}
