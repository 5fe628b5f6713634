package import Layout

/// The domain's meaning of the engine's headers and records.
extension EventHeader {
    /// The log passes on no header of an unknown kind.
    package var kind: EventKind {
        get {
            guard let kind = EventKind(rawValue: kindNumber) else { preconditionFailure("a kind that is not known") }
            return kind
        }
        set { kindNumber = newValue.rawValue }
    }

    package init(
        position: Position, kind: EventKind, recordedAt: Timestamp, occurredAt: Timestamp, actor: MemberID,
        subject: Position = .none, owner: MemberID = .operator, cause: Position = .none, creditedAt: Timestamp? = nil,
        flags: Flags = [], value: UInt8 = 0
    ) {
        self.init(
            position: position, kindNumber: kind.rawValue, recordedAt: recordedAt, occurredAt: occurredAt, actor: actor,
            subject: subject, owner: owner, cause: cause, creditedAt: creditedAt, flags: flags, value: value)
    }

    /// Reads a header, and verifies its checksum and its kind.
    package init(bytes: some Collection<UInt8>) throws(HeaderDamage) { try self.init(bytes: bytes, kinds: .known) }

    /// The member whose data key seals the stored body: the actor, or the member whom the event is about. Rules are about no
    /// member and must outlive the account of the admin who set them: the operator's key seals them.
    package var keyHolder: MemberID {
        switch kind {
        case .memberRegistered: MemberID(position)
        case .memberBanned, .reportFiled, .reportResolved, .memberPointsCarriedOver, .recipeCountsCarriedOver: owner
        case .rulesChanged: .operator
        default: actor
        }
    }
}

extension Record {
    package var kind: EventKind { header.kind }

    /// Decoded each time. `.none` if it is erased, absent, not requested, or unreadable.
    package var payload: Payload {
        guard let words else { return .none }
        // Bytes that cannot be decoded count as absent, as erased ones do: folds are total.
        return (try? Payload(kind: kind, storedBytes: Array(words.bytes[words.payload]))) ?? .none
    }
}

extension Record.Body {
    /// The body of an event with this payload and origin.
    package static func open(payload: Payload, origin: Origin?) -> Record.Body {
        let stored = origin.map { StoredOrigin(source: $0.source, id: $0.id) }
        return .said(StoredWords(payload: payload.storedBytes, origin: stored))
    }
}

/// The meal of a planned recipe. The numbers are those of `ProtoMeal`, in the order of the day.
package enum Meal: UInt8, CaseIterable, Comparable, Sendable {
    case breakfast = 1
    case lunch = 2
    case dinner = 3
    case snack = 4

    package var name: String { "\(self)" }
    package static func < (a: Meal, b: Meal) -> Bool { a.rawValue < b.rawValue }
}

/// The place of one recipe on a member's plan: a meal may have several recipes.
package struct PlanSlot: Hashable, Sendable {
    package var day: Day
    package var meal: Meal
    package var recipe: RecipeID

    package init(day: Day, meal: Meal, recipe: RecipeID) {
        self.day = day
        self.meal = meal
        self.recipe = recipe
    }

    /// The days that can be planned: the years 2000 to 2099.
    package static let days = Day(number: 10_957)...Day(number: 47_481)
    /// The most days that one query covers.
    package static let daysMax = 366
}

extension EventHeader {
    /// Whether the event is a ban with which the member's marks count as taken back.
    package var voidsMarks: Bool { kind == .memberBanned && value == Self.voiding }
    /// The `value` of such a ban.
    package static let voiding: UInt8 = 1

    /// The place of a plan that the event fills or clears; `nil` for all other kinds.
    package var planSlot: PlanSlot? {
        guard kind == .planSet || kind == .planCleared, let meal = Meal(rawValue: value) else { return nil }
        return PlanSlot(day: creditedAt.day, meal: meal, recipe: RecipeID(subject))
    }
}
