import CloudEvents
import Events

/// The members whom the caller of an import makes admins, by their ids in the app.
///
/// An export never makes an admin: what it says of roles is only reported.
struct NamedAdmins {
    let ids: Set<String>

    /// Finds each name among the members: an id in the app, else a username there, else the username that it becomes here.
    /// Refuses a name that no member or several members have, and banned members. O(members).
    init(_ names: [String], among members: [FoundMember]) throws(Refusal) {
        guard !names.isEmpty else {
            ids = []
            return
        }
        let byID = Dictionary(members.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var ids: Set<String> = []
        for name in names {
            let member = if let known = byID[name] { known } else { try Self.member(called: name, among: members) }
            guard !member.isBanned else {
                throw Refusal(
                    .invalid, "«\(name.excerpt())» is banned in the export, and a banned member cannot become admin",
                    field: "admin")
            }
            ids.insert(member.id)
        }
        self.ids = ids
    }

    private static func member(called name: String, among all: [FoundMember]) throws(Refusal) -> FoundMember {
        let wanted = Username.folded(String(name.trimmingPrefix("@")))
        // Two equal rows, from files with different names, are one member.
        var ids: Set<String> = []
        let members = all.filter { ids.insert($0.id).inserted }
        var found = members.filter { $0.username.map { Username.folded($0.trimmed) } == wanted }
        if found.isEmpty { found = members.filter { Username.folded(FittedUsername(of: $0).base) == wanted } }
        guard let member = found.first else {
            let near = NearestNames(to: name, among: members.compactMap(\.username))
            throw Refusal(
                .notFound, "«\(name.excerpt())» is not among the members of the export\(near.question)", field: "admin")
        }
        guard found.count == 1 else {
            let ids = found.map(\.id).sorted().prefix(5).joined(separator: ", ").excerpt()
            throw Refusal(
                .invalid, "several members are called «\(name.excerpt())»: name one of them by id: \(ids)",
                field: "admin")
        }
        return member
    }
}
