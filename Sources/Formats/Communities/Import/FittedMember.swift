import Events
import Recipes

/// What somebody said of themselves, brought within the domain's limits; the username aside, which hangs on those of others.
struct FittedMember {
    private(set) var registration = ProtoMemberRegistered()
    private var fitting = Fitting()
    /// What was changed: one clause each.
    var notes: [String] { fitting.notes }

    init(_ found: FoundMember, username: String) {
        registration.username = username
        let name = fitting.cut(fitting.clean(found.name ?? "", "name"), to: ContentLimits.name, "name")
        registration.name = name.isEmpty ? username : name
        if let email = found.email.flatMap({ fitting.kept($0, to: ContentLimits.email, "email") }) {
            if Self.isPlausible(email) {
                registration.email = email
            } else {
                fitting.note("email: left out, for it does not look like name@example.org")
            }
        }
        if let phone = found.phone.flatMap({ fitting.kept($0, to: ContentLimits.phone, "phone") }) {
            registration.phone = phone
        }
        let bio = fitting.cut(fitting.clean(found.bio ?? "", "bio"), to: ContentLimits.bio, "bio")
        if !bio.isEmpty { registration.bio = bio }
        if let avatar = found.avatar.flatMap({ fitting.image($0, "avatar") }) { registration.avatar = avatar }
    }

    private static func isPlausible(_ email: String) -> Bool {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !email.unicodeScalars.contains { $0.properties.isWhitespace }
    }
}
