import Decisions
import Events
import Layout
import SwiftProtobuf
import Testing

/// Four members with one recipe and one comment: the beginning of most tests.
struct Village {
    var community = MemoryCommunity()
    /// An admin.
    let ada: MemberID
    /// A moderator.
    let mo: MemberID
    /// The author of the recipe.
    let bo: MemberID
    /// The author of the comment.
    let cy: MemberID
    let soup: Position
    let comment: Position

    init() throws {
        ada = MemberID(try community.submit(.registering("ada", role: .admin)))
        mo = MemberID(try community.submit(.registering("mo")))
        bo = MemberID(try community.submit(.registering("bo")))
        cy = MemberID(try community.submit(.registering("cy")))
        try community.submit(Command(.memberRoleChanged, actor: nil, subject: .member(mo), value: 1))
        soup = try community.submit(
            Command(
                .recipePosted, actor: .member(bo), origin: Origin(source: "app", id: "soup"),
                payload: .recipe(.soup)))
        comment = try community.submit(
            Command(
                .commentPosted, actor: .member(cy), subject: .recipe(soup), payload: .said("Lovely")))
    }

    @discardableResult
    mutating func submit(
        _ kind: EventKind, _ actor: MemberID?, _ subject: Reference? = nil, cause: Reference? = nil,
        payload: Payload = .none, value: UInt8 = 0
    ) throws -> Position {
        try community.submit(
            Command(
                kind, actor: actor.map { .member($0) }, subject: subject, cause: cause, payload: payload, value: value))
    }

    /// The payload of the last event.
    var last: Record {
        get throws { try #require(community.records.last) }
    }

    /// The code and field of the refusal; `nil` if it was not refused.
    func refusal(
        _ kind: EventKind, _ actor: MemberID?, _ subject: Reference? = nil, cause: Reference? = nil,
        payload: Payload = .none, value: UInt8 = 0
    ) -> Refused? {
        refusal(
            of: Command(
                kind, actor: actor.map { .member($0) }, subject: subject, cause: cause, payload: payload, value: value))
    }

    func refusal(of command: Command) -> Refused? {
        do throws(Refusal) {
            _ = try Decider.decide(command, in: community)
            return nil
        } catch {
            return Refused(error.code, error.field)
        }
    }
}

/// A refusal without its sentence.
struct Refused: Equatable {
    var code: Refusal.Code
    var field: String?

    init(_ code: Refusal.Code, _ field: String? = nil) {
        self.code = code
        self.field = field
    }
}

extension Reference {
    static func recipe(_ position: Position) -> Reference { .position(position, letter: "r") }
    static func comment(_ position: Position) -> Reference { .position(position, letter: "c") }
    static func repost(_ position: Position) -> Reference { .position(position, letter: "p") }
    static func item(_ position: Position) -> Reference { .position(position, letter: "i") }
    static func cookbook(_ position: Position) -> Reference { .position(position, letter: "b") }
    static func report(_ position: Position) -> Reference { .position(position, letter: "f") }
}

extension Command {
    static func registering(_ username: String, role: Role = .member) -> Command {
        Command(.memberRegistered, actor: nil, payload: .registering(username), value: role.rawValue)
    }

    static func registering(_ username: String, _ change: (inout ProtoMemberRegistered) -> Void) -> Command {
        var registration = ProtoMemberRegistered()
        registration.username = username
        registration.name = username
        change(&registration)
        return Command(.memberRegistered, actor: nil, payload: .registration(registration))
    }
}

extension Payload {
    static func registering(_ username: String) -> Payload {
        var registration = ProtoMemberRegistered()
        registration.username = username
        registration.name = username
        return .registration(registration)
    }

    static func said(_ text: String) -> Payload {
        var message = ProtoText()
        message.text = text
        return .text(message)
    }

    static func noting(_ text: String) -> Payload {
        var message = ProtoNote()
        message.note = text
        return .note(message)
    }

    static func quoting(_ text: String) -> Payload {
        var message = ProtoQuote()
        message.quote = text
        return .quote(message)
    }

    /// `servings` 0: absent.
    static func planning(_ day: String, _ meal: UInt8, for servings: UInt32 = 0) -> Payload {
        var message = ProtoPlan()
        message.day = day
        message.meal = ProtoMeal.Value(rawValue: Int(meal)) ?? .unspecified
        if servings > 0 { message.servings = servings }
        return .plan(message)
    }

    static func listing(_ text: String) -> Payload {
        var message = ProtoListItem()
        message.text = text
        return .listItem(message)
    }

    static func listing(for servings: UInt32) -> Payload {
        var message = ProtoListItem()
        message.servings = servings
        return .listItem(message)
    }

    static func collecting(_ name: String, isPublic: Bool = false) -> Payload {
        var message = ProtoCookbook()
        message.name = name
        message.visibility = isPublic ? .public : .private
        return .cookbook(message)
    }

    static func carrying(points: UInt32) -> Payload {
        var message = ProtoPointsCarriedOver()
        message.points = points
        return .points(message)
    }

    /// The counts that are not said are absent.
    static func carrying(likes: UInt32, downvotes: UInt32? = nil) -> Payload {
        var message = ProtoCountsCarriedOver()
        message.likes = likes
        if let downvotes { message.downvotes = downvotes }
        return .counts(message)
    }

    static func because(_ text: String) -> Payload {
        var message = ProtoReason()
        message.reason = text
        return .reason(message)
    }

    static func ban(until: Int64, reason: String? = nil) -> Payload {
        var ban = ProtoBan()
        ban.until.seconds = until
        if let reason { ban.reason = reason }
        return .ban(ban)
    }

    static func soup(_ change: (inout ProtoRecipeContent) -> Void) -> Payload {
        var recipe = ProtoRecipeContent.soup
        change(&recipe)
        return .recipe(recipe)
    }

    static func changing(_ change: (inout ProtoMemberProfileChanged) -> Void) -> Payload {
        var message = ProtoMemberProfileChanged()
        change(&message)
        return .profileChange(message)
    }
}

extension ProtoRecipeContent {
    static var soup: ProtoRecipeContent {
        var recipe = ProtoRecipeContent()
        recipe.title = "Soup"
        recipe.ingredients = [ProtoIngredient("1 l water")]
        recipe.steps = [ProtoStep("Boil.")]
        return recipe
    }
}

extension ProtoIngredient {
    init(_ original: String) {
        self.init()
        self.original = original
    }
}

extension ProtoStep {
    init(_ text: String) {
        self.init()
        self.text = text
    }
}
