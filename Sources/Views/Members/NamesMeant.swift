import Layout

/// The members that usernames denote in a query over several states: a username keeps the meaning that it has in the
/// first state, even where the member had another name.
package final class NamesMeant {
    private var members: [String: MemberID] = [:]
    /// Names that no member bore in the first state.
    package private(set) var unknown: Set<String> = []

    package init() {}

    subscript(_ name: String) -> MemberID? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func addUnknown(_ name: String) { unknown.insert(name) }
}
