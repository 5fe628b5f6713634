import Events
import Layout
import SwiftProtobuf

/// The present profile of a member: the newest value of each field along the chain of changes.
///
/// Blank is absent. Fields that cannot be read any more count as blank.
struct Profile: Equatable {
    var username: String?
    var name: String?
    var email: String?
    var phone: String?
    var bio: String?
    var avatar: String?
    var cuisines: [String]?
    var diets: [String]?

    /// Walks back from the newest change to the registration; each event names the one before as its cause.
    init(of member: MemberState, in state: some DecisionState) {
        var position = member.profilePosition
        while !position.isNone, let record = state.record(at: position) {
            switch record.payload {
            case .profileChange(let change): fill(from: change)
            case .registration(let registration): fill(from: registration)
            default: break
            }
            // A cause that is not earlier would lead in circles.
            guard record.kind == .memberProfileChanged, record.header.cause < position else { break }
            position = record.header.cause
        }
    }

    private mutating func fill(from change: ProtoMemberProfileChanged) {
        if username == nil, change.hasUsername { username = change.username }
        if name == nil, change.hasName { name = change.name }
        if email == nil, change.hasEmail { email = change.email }
        if phone == nil, change.hasPhone { phone = change.phone }
        if bio == nil, change.hasBio { bio = change.bio }
        if avatar == nil, change.hasAvatar { avatar = change.avatar }
        if cuisines == nil, change.hasCuisines { cuisines = Self.texts(change.cuisines) }
        if diets == nil, change.hasDiets { diets = Self.texts(change.diets) }
    }

    private mutating func fill(from registration: ProtoMemberRegistered) {
        username = username ?? registration.username
        name = name ?? registration.name
        email = email ?? registration.email
        phone = phone ?? registration.phone
        bio = bio ?? registration.bio
        avatar = avatar ?? registration.avatar
        cuisines = cuisines ?? registration.cuisines
        diets = diets ?? registration.diets
    }

    private static func texts(_ list: Google_Protobuf_ListValue) -> [String] { list.values.map(\.stringValue) }
}

extension Deliberation {
    func decideProfileChange() throws(Refusal) -> Decision {
        try requireMember()
        try requireOwnSubject()
        guard case .profileChange(let given) = command.payload else { throw wrongShape }
        guard let member = state.member(actor.id) else {
            throw Refusal(.notFound, "there is no member \(actor.id)", field: "actor")
        }
        let change = try Self.difference(given, from: Profile(of: member, in: state), by: command.authority)
        if change.hasUsername, let holder = state.memberID(username: change.username), holder != actor.id {
            throw MemberRules.conflict(over: change.username)
        }
        if change.hasEmail, !change.email.isEmpty, command.authority == .member,
            let holder = state.memberID(email: change.email), holder != actor.id
        {
            throw MemberRules.emailConflict
        }
        guard change != ProtoMemberProfileChanged() else { return .unchanged(member.profilePosition) }
        return .append([
            draft(
                subject: actor.id.position, owner: actor.id, cause: member.profilePosition,
                payload: .profileChange(change))
        ])
    }

    /// Only the fields that really change.
    private static func difference(
        _ given: ProtoMemberProfileChanged, from now: Profile, by authority: Authority
    ) throws(Refusal) -> ProtoMemberProfileChanged {
        var change = ProtoMemberProfileChanged()
        // A name of before, which no member may choose now, stays valid for its member.
        if given.hasUsername, given.username != now.username {
            let username = try MemberRules.username(given.username, by: authority)
            if username != now.username { change.username = username }
        }
        if given.hasName, given.name != now.name {
            let name = try MemberRules.name(given.name)
            if name != now.name { change.name = name }
        }
        if given.hasEmail {
            let email = try MemberRules.email(given.email)
            if email != now.email ?? "" { change.email = email }
        }
        if given.hasPhone {
            let phone = try MemberRules.phone(given.phone)
            if phone != now.phone ?? "" { change.phone = phone }
        }
        if given.hasBio {
            let bio = try MemberRules.bio(given.bio)
            if bio != now.bio ?? "" { change.bio = bio }
        }
        if given.hasAvatar {
            let avatar = try MemberRules.avatar(given.avatar)
            if avatar != now.avatar ?? "" { change.avatar = avatar }
        }
        if given.hasCuisines {
            let cuisines = try MemberRules.rows(given.cuisines, field: "cuisines")
            if cuisines != now.cuisines ?? [] { change.cuisines = MemberRules.list(cuisines) }
        }
        if given.hasDiets {
            let diets = try MemberRules.rows(given.diets, field: "diets")
            if diets != now.diets ?? [] { change.diets = MemberRules.list(diets) }
        }
        return change
    }
}
