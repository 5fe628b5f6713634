package import Layout
package import SwiftProtobuf

/// The payload of an event, by kind. `Schemas/larder/v1/payloads.proto` defines the messages.
package enum Payload: Hashable, Sendable {
    case none
    case logCreated(ProtoLogCreated)
    case registration(ProtoMemberRegistered)
    case profileChange(ProtoMemberProfileChanged)
    case ban(ProtoBan)
    case reason(ProtoReason)
    case recipe(ProtoRecipeContent)
    case quote(ProtoQuote)
    case note(ProtoNote)
    case text(ProtoText)
    case report(ProtoReport)
    case resolution(ProtoResolution)
    case rules(ProtoRules)
    case plan(ProtoPlan)
    case listItem(ProtoListItem)
    case cookbook(ProtoCookbook)
    case points(ProtoPointsCarriedOver)
    case counts(ProtoCountsCarriedOver)

    /// The stored bytes; empty if the event has no payload.
    package var storedBytes: [UInt8] {
        guard let message else { return [] }
        // Writing to memory a message without required fields cannot fail.
        return (try? message.serializedBytes()) ?? []
    }

    /// Reads the stored payload of an event of `kind`. No bytes give `.none`.
    package init(kind: EventKind, storedBytes: [UInt8]) throws {
        guard !storedBytes.isEmpty, let shape = PayloadShape(kind) else {
            self = .none
            return
        }
        self = try shape.decode { type in try type.init(serializedBytes: storedBytes) }
    }

    /// The message in its stored form; `nil` for kinds without a message, and for `.none`.
    package var message: (any SwiftProtobuf.Message)? {
        switch self {
        case .none: nil
        case .logCreated(let message): message
        case .registration(let message): message
        case .profileChange(let message): message
        case .ban(let message): message
        case .reason(let message): message
        case .recipe(let message): message
        case .quote(let message): message
        case .note(let message): message
        case .text(let message): message
        case .report(let message): message
        case .resolution(let message): message
        case .rules(let message): message
        case .plan(let message): message
        case .listItem(let message): message
        case .cookbook(let message): message
        case .points(let message): message
        case .counts(let message): message
        }
    }
}

/// The message type of a kind's payload.
package enum PayloadShape: Sendable {
    case logCreated, registration, profileChange, ban, reason, recipe, quote, note, text, report, resolution, rules
    case plan, listItem, cookbook, points, counts

    /// `nil` for kinds without a payload.
    package init?(_ kind: EventKind) {
        switch kind {
        case .logCreated: self = .logCreated
        case .memberRegistered: self = .registration
        case .memberProfileChanged: self = .profileChange
        case .memberBanned: self = .ban
        case .memberDeleted, .memberUnbanned, .memberAccessRevoked, .recipeDeleted, .recipeRestored,
            .recipeCookNoteDeleted, .repostDeleted, .commentDeleted, .commentRestored:
            self = .reason
        case .recipePosted, .recipeEdited: self = .recipe
        case .recipeReposted: self = .quote
        case .recipeCooked: self = .note
        case .commentPosted, .commentEdited: self = .text
        case .reportFiled: self = .report
        case .reportResolved: self = .resolution
        case .rulesChanged: self = .rules
        case .planSet, .planCleared: self = .plan
        case .listItemAdded: self = .listItem
        case .cookbookCreated, .cookbookChanged: self = .cookbook
        case .memberPointsCarriedOver: self = .points
        case .recipeCountsCarriedOver: self = .counts
        default: return nil
        }
    }

    package func decode(_ read: (any SwiftProtobuf.Message.Type) throws -> any SwiftProtobuf.Message) throws -> Payload
    {
        func message<M: SwiftProtobuf.Message>(_ type: M.Type) throws -> M {
            guard let message = try read(type) as? M else { throw MalformedRow() }
            return message
        }
        return switch self {
        case .logCreated: .logCreated(try message(ProtoLogCreated.self))
        case .registration: .registration(try message(ProtoMemberRegistered.self))
        case .profileChange: .profileChange(try message(ProtoMemberProfileChanged.self))
        case .ban: .ban(try message(ProtoBan.self))
        case .reason: .reason(try message(ProtoReason.self))
        case .recipe: .recipe(try message(ProtoRecipeContent.self))
        case .quote: .quote(try message(ProtoQuote.self))
        case .note: .note(try message(ProtoNote.self))
        case .text: .text(try message(ProtoText.self))
        case .report: .report(try message(ProtoReport.self))
        case .resolution: .resolution(try message(ProtoResolution.self))
        case .rules: .rules(try message(ProtoRules.self))
        case .plan: .plan(try message(ProtoPlan.self))
        case .listItem: .listItem(try message(ProtoListItem.self))
        case .cookbook: .cookbook(try message(ProtoCookbook.self))
        case .points: .points(try message(ProtoPointsCarriedOver.self))
        case .counts: .counts(try message(ProtoCountsCarriedOver.self))
        }
    }
}

extension Timestamp {
    /// To the microsecond, truncated. An instant outside the range of headers becomes the nearest one in it.
    package init(_ message: Google_Protobuf_Timestamp) {
        let (microseconds, overflow) = message.seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, microseconds <= Self.latest.microseconds, microseconds >= Self.earliest.microseconds else {
            self = message.seconds < 0 ? .earliest : .latest
            return
        }
        self = min(Timestamp(microseconds: microseconds + Int64(message.nanos) / 1_000), .latest)
    }
}

extension ProtoRecipeContent {
    /// What the image at that place shows; empty: it is not said.
    package func imageText(at place: Int) -> String { imageTexts.indices.contains(place) ? imageTexts[place] : "" }

    /// Texts at the end that say nothing are left out.
    package mutating func setImageTexts(_ texts: [String]) {
        imageTexts = Array(texts.prefix((texts.lastIndex { !$0.isEmpty } ?? -1) + 1))
    }

    /// Appends in place. The message's own accessors copy the list, so that each `content.steps.append` would copy all
    /// steps: quadratic in the number of steps of a hostile page. O(1), amortised.
    package mutating func append<Element>(_ element: Element, to list: WritableKeyPath<Self, [Element]>) {
        var elements = self[keyPath: list]
        // From here on no other value shares the storage.
        self[keyPath: list] = []
        elements.append(element)
        self[keyPath: list] = elements
    }
}
