import Markup

/// A message that the page after a form shows once. A cookie carries its code, so that no text of a request becomes a message.
package enum Said: String, CaseIterable, Sendable {
    case liked, unliked, saved, unsaved, followed, unfollowed, blocked, unblocked
    case commented, commentDeleted, reposted, repostDeleted, reported, rated, unrated, voted, unvoted, cooked,
        noteDeleted, settled, decided
    case posted, adopted, edited, deleted, restored, forked
    case planned, unplanned, added, removed, ticked, unticked, cleared
    case bookMade, bookChanged, bookDeleted, bookFilled, bookEmptied
    case signedIn, signedOut, welcome, passwordChanged, sessionEnded, profileChanged, lookChanged, keyRevoked,
        accessRevoked
    case read, seen, cleaned, unchanged

    /// The sentence, and a link to what it speaks of where that is another page.
    var html: HTML {
        guard let (link, words) = place else { return "\(sentence)" }
        return "\(sentence) <a href=\"\(link)\">\(words)</a>"
    }

    /// Whether the recipe of the form before is stored as the form had it.
    var hasStoredRecipe: Bool { [.posted, .adopted, .edited, .unchanged, .forked].contains(self) }

    private var place: (Link, String)? {
        switch self {
        case .planned: (Link("/week"), "See your plan")
        case .added: (Link("/list"), "See the list")
        case .saved: (Link("/saved"), "See what you saved")
        case .bookFilled: (Link("/books"), "See your cookbooks")
        default: nil
        }
    }

    package var sentence: String {
        switch self {
        case .liked: "You like this recipe."
        case .unliked: "You took back your like."
        case .saved: "The recipe is saved."
        case .unsaved: "The recipe is no longer saved."
        case .followed: "You follow this cook."
        case .unfollowed: "You no longer follow this cook."
        case .blocked: "This cook is blocked."
        case .unblocked: "This cook is no longer blocked."
        case .commented: "Your comment is posted."
        case .commentDeleted: "The comment is deleted."
        case .reposted: "You reposted the recipe."
        case .repostDeleted: "The repost is deleted."
        case .reported: "Thank you. The moderators will look at your report."
        case .rated: "Your stars are saved."
        case .unrated: "You took back your stars."
        case .voted: "Your vote is saved."
        case .unvoted: "You took back your vote."
        case .cooked: "Noted: you cooked it."
        case .noteDeleted: "The note is deleted."
        case .settled: "The report is settled."
        case .decided: "Your decision is recorded."
        case .accessRevoked: "Ended, and recorded in the log."
        case .posted: "Your recipe is posted."
        case .adopted: "The recipe was posted here before."
        case .edited: "Your changes are saved."
        case .deleted: "The recipe is deleted."
        case .restored: "The recipe is restored."
        case .forked: "Your own version is posted."
        case .planned: "The recipe is in your plan."
        case .unplanned: "The recipe is no longer in your plan."
        case .added: "Added to your shopping list."
        case .removed: "Removed from your shopping list."
        case .ticked: "Ticked."
        case .unticked: "No longer ticked."
        case .cleared: "The ticked lines are removed."
        case .bookMade: "Your cookbook is ready."
        case .bookChanged: "The cookbook is changed."
        case .bookDeleted: "The cookbook is deleted."
        case .bookFilled: "The recipe is in your cookbook."
        case .bookEmptied: "The recipe is no longer in your cookbook."
        case .signedIn: "You are signed in."
        case .signedOut: "You are signed out."
        case .welcome: "Welcome. Follow a few cooks, and their recipes come to your feed."
        case .passwordChanged: "Your password is changed. All other sessions have ended."
        case .sessionEnded: "The session has ended."
        case .profileChanged: "Your profile is saved."
        case .lookChanged: "Saved."
        case .keyRevoked: "The key is revoked."
        case .read: "All notifications are read."
        case .seen: "The feed is marked as seen."
        case .cleaned: "The deleted recipes are no longer in your list."
        case .unchanged: "Nothing had to change."
        }
    }
}
