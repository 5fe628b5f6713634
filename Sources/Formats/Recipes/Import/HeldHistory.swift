package import Events
import Layout

/// A recipe's versions, as an import reads them.
struct RecipeHistory {
    /// The content at the source when it was last imported; `nil`: it is erased.
    private(set) var base: ProtoRecipeContent?
    private(set) var basePosition = Position.none
    /// The present content here, without the note of its edit.
    private(set) var current: ProtoRecipeContent?
    /// By URL: the stored picture that replaced it.
    private var fetched: [String: String] = [:]

    init(_ versions: [HeldItem.Version]) {
        for version in versions {
            guard case .recipe(var content) = version.payload else { continue }
            content.clearNote()
            if version.importID?.hasPrefix(SourceUpdate.fetchedPrefix) == true, let before = current {
                for (url, image) in zip(before.allImages, content.allImages) where url != image { fetched[url] = image }
            } else if base == nil || version.importID?.hasPrefix(SourceUpdate.prefix) == true {
                (base, basePosition) = (content, version.position)
            }
            current = content
        }
    }

    /// The content with stored pictures in place of the URLs that were fetched before.
    func fetching(_ content: ProtoRecipeContent) -> ProtoRecipeContent { content.replacingImages { fetched[$0] } }
}

extension ProtoRecipeContent {
    /// Those of the recipe, and those of its steps.
    package var allImages: [String] { images + steps.filter(\.hasImage).map(\.image) }

    /// The content with other images; `nil`: the image stays.
    package func replacingImages(_ replacement: (String) -> String?) -> ProtoRecipeContent {
        var content = self
        content.images = images.map { replacement($0) ?? $0 }
        for index in content.steps.indices where content.steps[index].hasImage {
            if let image = replacement(content.steps[index].image) { content.steps[index].image = image }
        }
        return content
    }
}

/// The fields of a profile that imports know. Blank is absent.
struct HeldProfile: Hashable {
    var username = ""
    var name = ""
    var email = ""
    var phone = ""
    var bio = ""
    var avatar = ""

    init() {}

    init(_ registration: ProtoMemberRegistered) {
        (username, name, email) = (registration.username, registration.name, registration.email)
        (phone, bio, avatar) = (registration.phone, registration.bio, registration.avatar)
    }

    mutating func apply(_ change: ProtoMemberProfileChanged) {
        if change.hasUsername { username = change.username }
        if change.hasName { name = change.name }
        if change.hasEmail { email = change.email }
        if change.hasPhone { phone = change.phone }
        if change.hasBio { bio = change.bio }
        if change.hasAvatar { avatar = change.avatar }
    }

    /// A change, field by field.
    struct Change {
        private(set) var message = ProtoMemberProfileChanged()

        mutating func set(_ name: String, _ value: String) {
            switch name {
            case "username": message.username = value
            case "name": message.name = value
            case "email": message.email = value
            case "phone": message.phone = value
            case "bio": message.bio = value
            default: message.avatar = value
            }
        }
    }
}

/// A member's profile through all changes, as an import reads them.
package struct ProfileHistory {
    /// The profile at the source when it was last imported.
    private(set) var base = HeldProfile()
    private(set) var basePosition = Position.none
    private(set) var current = HeldProfile()
    /// By URL: the stored picture that replaced it.
    private var fetched: [String: String] = [:]

    package init(_ held: HeldItem) {
        for version in held.versions {
            switch version.payload {
            case .registration(let registration):
                base = HeldProfile(registration)
                (current, basePosition) = (base, version.position)
            case .profileChange(let change):
                if version.importID?.hasPrefix(SourceUpdate.fetchedPrefix) == true {
                    if change.hasAvatar { fetched[current.avatar] = change.avatar }
                } else if version.importID?.hasPrefix(SourceUpdate.prefix) == true {
                    base.apply(change)
                    basePosition = version.position
                }
                current.apply(change)
            default: break
            }
        }
    }

    /// The username at the last import.
    package var username: String { base.username }
    /// The e-mail at the last import; empty without one.
    package var email: String { base.email }

    func fetching(_ profile: HeldProfile) -> HeldProfile {
        var profile = profile
        if let image = fetched[profile.avatar] { profile.avatar = image }
        return profile
    }
}
