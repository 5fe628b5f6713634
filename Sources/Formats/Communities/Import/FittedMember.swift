import CloudEvents
import Events
import Foundation
import Recipes

/// A member's profile within the domain's limits, without the username, which depends on other members.
struct FittedMember {
    private(set) var registration = ProtoMemberRegistered()
    private var fitting = Fitting()
    /// The changes, a clause for each.
    var notes: [String] { fitting.notes }

    init(_ found: FoundMember, username: String) {
        registration.username = username
        let shown = DisplayName.fitted(found.name ?? "")
        if let given = found.name, shown.trimmed != given.trimmed {
            fitting.note("name: line ends and characters that no reader sees or that turn the text were dropped")
        }
        let name = fitting.cut(fitting.clean(shown, "name"), to: ContentLimits.name, "name")
        registration.name = name.isEmpty ? username : name
        if let email = found.email.flatMap({ fitting.kept($0, to: ContentLimits.email, "email") }) {
            if Self.isPlausible(email) {
                registration.email = email
            } else {
                fitting.note("email: dropped, because it does not look like name@example.org")
            }
        }
        if let phone = found.phone.flatMap({ fitting.kept($0, to: ContentLimits.phone, "phone") }) {
            registration.phone = phone
        }
        let bio = fitting.cut(fitting.clean(found.bio ?? "", "bio"), to: ContentLimits.bio, "bio")
        if !bio.isEmpty { registration.bio = bio }
        if let avatar = found.avatar.flatMap({ fitting.image($0, "avatar") }) { registration.avatar = avatar }
        if found.avatarPicture != nil {
            fitting.note("avatar: dropped, because it is a picture itself, in base64, and no address of one")
        }
    }

    /// Settles an e-mail that a file of users may hold, which not each import has. An absent one is that of the earlier
    /// import. One that the earlier import lacked is added by an update alone: then the result says so.
    mutating func keepEmail(of registered: CommunityNames.Registered, hasUpdates: Bool) -> String? {
        if registration.email.isEmpty {
            if !registered.email.isEmpty { registration.email = registered.email }
            return nil
        }
        guard registered.email.isEmpty, !hasUpdates else { return nil }
        registration.clearEmail()
        return "email: the users' file has one, and the first import had none: an import with updates adds it"
    }

    private static func isPlausible(_ email: String) -> Bool {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !email.unicodeScalars.contains { $0.properties.isWhitespace }
    }
}

/// Usernames for an imported member: their own if it is free and well formed, else one derived from it.
struct FittedUsername {
    /// The highest number that is tried after a name that is taken.
    static let numbersMax = 10_000

    /// The name without a number.
    let base: String
    /// The change to the given name, apart from a number; `nil` if there is none.
    let note: String?

    init(of member: FoundMember) {
        if let given = member.username?.trimmed, !given.isEmpty {
            if let fitted = Username.fitted(to: given) {
                base = fitted
                note = fitted == given ? nil : "username: «\(Self.shown(given))» is not a valid username here"
                return
            }
            base = Self.standIn(member.id)
            note = "username: «\(Self.shown(given))» is not a valid username here"
            return
        }
        base = member.name.flatMap(Username.fitted(to:)) ?? Self.standIn(member.id)
        note = "username: missing"
    }

    /// The first free name. The order of names never changes. `known`: how many of them are known to be taken.
    func first(after known: Int, where isFree: (String) throws -> Bool) rethrows -> (name: String, number: Int)? {
        guard known < Self.numbersMax else { return nil }
        for number in known + 1...Self.numbersMax {
            let name = self[number]
            if try isFree(name) { return (name, number) }
        }
        return nil
    }

    /// Whether `name` is one of the names, or one that an earlier version of the rules allowed.
    func includes(_ name: String) -> Bool {
        guard name != base, Username.fault(in: name) == nil else { return true }
        guard let number = name.split(separator: "-").last.flatMap({ Int($0) }), (2...Self.numbersMax).contains(number)
        else { return false }
        return self[number] == name
    }

    private subscript(number: Int) -> String {
        Username.numbered(base, number)
    }

    private static func standIn(_ id: String) -> String {
        Username.fitted(to: "cook-" + id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20)) ?? "cook"
    }

    /// The given name for the report; of an e-mail address only the part that is used.
    private static func shown(_ given: String) -> String {
        let bare = given.trimmingPrefix("@")
        return bare.contains("@") ? bare.prefix { $0 != "@" }.prefix(60) + "@…" : String(given.prefix(60))
    }
}
