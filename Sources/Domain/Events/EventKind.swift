// Every file about the domain's events also needs the engine's header, instants, ids and refusals.
@_exported public import Layout

/// The kind of an event. The numbers are part of the log's format: fixed, and never reused.
package enum EventKind: UInt16, CaseIterable, Sendable {
    case logCreated = 1
    case rulesChanged = 2
    case commandNoted = 3

    case memberRegistered = 16
    case memberProfileChanged = 17
    case memberPasswordChanged = 18
    case memberLoggedIn = 19
    case memberLoggedOut = 20
    case memberDeleted = 21
    case memberFollowed = 22
    case memberUnfollowed = 23
    case memberBlocked = 24
    case memberUnblocked = 25
    case memberRoleChanged = 26
    case memberBanned = 27
    case memberUnbanned = 28
    case memberPointsCarriedOver = 29
    case memberResetLinkMade = 30
    case memberAccessRevoked = 31

    case recipePosted = 32
    case recipeEdited = 33
    case recipeDeleted = 34
    case recipeRestored = 35
    case recipeLiked = 36
    case recipeUnliked = 37
    case recipeUpvoted = 38
    case recipeDownvoted = 39
    case recipeVoteRetracted = 40
    case recipeRated = 41
    case recipeRatingRetracted = 42
    case recipeBookmarked = 43
    case recipeUnbookmarked = 44
    case recipeReposted = 45
    case repostDeleted = 46
    case recipeCooked = 47
    case recipeCountsCarriedOver = 48
    case recipeCookNoteDeleted = 49

    case commentPosted = 64
    case commentEdited = 65
    case commentDeleted = 66
    case commentRestored = 67
    case commentLiked = 68
    case commentUnliked = 69

    case reportFiled = 80
    case reportResolved = 81

    case notificationsRead = 96
    case feedSeen = 97

    case planSet = 100
    case planCleared = 101

    case listItemAdded = 104
    case listItemChecked = 105
    case listItemUnchecked = 106
    case listItemRemoved = 107

    case cookbookCreated = 112
    case cookbookChanged = 113
    case cookbookDeleted = 114
    case cookbookRecipeAdded = 115
    case cookbookRecipeRemoved = 116
    case cookbookRecipeMoved = 117

    /// The name without `larder.`: `recipe.liked`.
    package var name: String { Self.names[self] ?? "" }

    /// The kind of that name, with or without the CloudEvents prefix `larder.`.
    package init?(name: some StringProtocol) {
        let bare = name.hasPrefix("larder.") ? name.dropFirst(7) : name[...]
        guard let kind = Self.kinds[String(bare)] else { return nil }
        self = kind
    }

    package static var allNames: [String] { allCases.map(\.name) }

    /// Kinds that only the log or the rules write. Views that ask for the time of the last activity ignore them.
    package var isHousekeeping: Bool { self == .logCreated || self == .rulesChanged || self == .commandNoted }

    /// Balances from the time before Larder. Only imports and the operator write them.
    package var isCarriedOver: Bool { self == .memberPointsCarriedOver || self == .recipeCountsCarriedOver }

    private static let kinds = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
    private static let names: [EventKind: String] = Dictionary(
        uniqueKeysWithValues: allCases.map { kind in
            // `recipeVoteRetracted` → `recipe.voteRetracted`: the name's first word is the entity's type.
            let identifier = String(describing: kind)
            let split = identifier.firstIndex(where: \.isUppercase) ?? identifier.endIndex
            let verb = identifier[split...]
            return (kind, identifier[..<split] + "." + verb.prefix(1).lowercased() + verb.dropFirst())
        })
}

extension EventKindSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral kinds: EventKind...) { self.init(kinds) }
    package init(_ kinds: some Sequence<EventKind>) { self.init(numbers: kinds.map(\.rawValue)) }

    /// All kinds.
    package static let known = EventKindSet(EventKind.allCases)

    package func contains(_ kind: EventKind) -> Bool { contains(number: kind.rawValue) }
}
