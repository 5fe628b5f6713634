import Layout
import Testing

@testable import Events

@Suite struct VocabularyTests {
    @Test("event kinds have the names of the domain, and read back from them") func namesAreThoseOfTheDomain() {
        #expect(EventKind.memberProfileChanged.name == "member.profileChanged")
        #expect(EventKind.recipeVoteRetracted.name == "recipe.voteRetracted")
        #expect(EventKind.notificationsRead.name == "notifications.read")
        #expect(EventKind.feedSeen.name == "feed.seen")
        for kind in EventKind.allCases {
            #expect(EventKind(name: kind.name) == kind)
            #expect(EventKind(name: "larder." + kind.name) == kind)
        }
        #expect(EventKind(name: "recipe.adored") == nil)
    }

    /// The numbers are part of the format of every existing log.
    @Test("kinds have fixed numbers that are never reused")
    func numbersAreFixed() {
        let names: [(UInt16, [String])] = [
            (1, ["log.created", "rules.changed", "command.noted"]),
            (
                16,
                [
                    "member.registered", "member.profileChanged", "member.passwordChanged", "member.loggedIn",
                    "member.loggedOut", "member.deleted", "member.followed", "member.unfollowed", "member.blocked",
                    "member.unblocked", "member.roleChanged", "member.banned", "member.unbanned",
                    "member.pointsCarriedOver", "member.resetLinkMade", "member.accessRevoked",
                ]
            ),
            (
                32,
                [
                    "recipe.posted", "recipe.edited", "recipe.deleted", "recipe.restored", "recipe.liked",
                    "recipe.unliked", "recipe.upvoted", "recipe.downvoted", "recipe.voteRetracted", "recipe.rated",
                    "recipe.ratingRetracted", "recipe.bookmarked", "recipe.unbookmarked", "recipe.reposted",
                    "repost.deleted", "recipe.cooked", "recipe.countsCarriedOver", "recipe.cookNoteDeleted",
                ]
            ),
            (
                64,
                [
                    "comment.posted", "comment.edited", "comment.deleted", "comment.restored", "comment.liked",
                    "comment.unliked",
                ]
            ),
            (80, ["report.filed", "report.resolved"]), (96, ["notifications.read", "feed.seen"]),
            (100, ["plan.set", "plan.cleared"]),
            (104, ["list.itemAdded", "list.itemChecked", "list.itemUnchecked", "list.itemRemoved"]),
            (
                112,
                [
                    "cookbook.created", "cookbook.changed", "cookbook.deleted", "cookbook.recipeAdded",
                    "cookbook.recipeRemoved", "cookbook.recipeMoved",
                ]
            ),
        ]
        var fixed: [UInt16: String] = [:]
        for (first, names) in names { for (index, name) in names.enumerated() { fixed[first + UInt16(index)] = name } }
        for (number, name) in fixed { #expect(EventKind(rawValue: number)?.name == name) }
        for kind in EventKind.allCases where fixed[kind.rawValue] == nil {
            Issue.record("\(kind.name) is new: fix its number \(kind.rawValue) here")
        }
    }

    @Test("a set of event kinds holds exactly its members") func kindSetsHoldWhatTheyAreGiven() {
        let set: EventKindSet = [.logCreated, .commentPosted, .feedSeen]
        for kind in EventKind.allCases {
            #expect(set.contains(kind) == [.logCreated, .commentPosted, .feedSeen].contains(kind))
            #expect(EventKindSet.all.contains(kind))
        }
    }

    @Test(
        "a reference reads from its text and is written back",
        arguments: [
            ("m17", Reference.position(Position(17), letter: "m")), ("1024", .position(Position(1024), letter: nil)),
            ("@ada", .username("ada")), ("external:foodcom:137739", .external(source: "foodcom", id: "137739")),
            ("external:https%3A//x.org/a:b:c", .external(source: "https://x.org/a", id: "b:c")),
            // A character that combines with the colon or the @ before it.
            ("external:\u{1F3FB}a%3A\u{301}:\u{301}b", .external(source: "\u{1F3FB}a:\u{301}", id: "\u{301}b")),
            ("@\u{301}bob", .username("\u{301}bob")),
        ]) func references(_ text: String, _ reference: Reference)
    {
        #expect(Reference(text) == reference)
        #expect(reference.description == text)
    }

    @Test(
        "text that is no reference is not understood",
        arguments: [
            "", "@", "r", "r0", "x12", "external:", "external:a", "external::b", "external:a:", "r-1",
            "r99999999999999999999", "@\(String(repeating: "x", count: 1_030))",
            "external:\(String(repeating: "%3A", count: 255)):\(String(repeating: "x", count: 256))",
        ])
    func noReferences(_ text: String) {
        #expect(Reference(text) == nil)
    }

    /// An origin made for a repeated request is no name; an origin from outside is one.
    @Test(
        "origins made for requests are told apart from origins of imports",
        arguments: [
            ("larder/m12:8d1f", true), ("larder/m12/larder-command:8d1f", true), ("larder-command:8d1f", true),
            ("larder/m12/app:8d1f", false), ("larder/7d99be4742762d8af8e863164d007252:12", false),
            ("foodcom:137739", false),
            ("larder/accounts:x", false), ("larder/mint:x", false), ("larder/m:x", false), ("nothing", false),
        ])
    func requestsAreToldApart(externalID: String, isOfRequest: Bool) {
        #expect(Origin.isOfRequest(externalID: externalID) == isOfRequest)
    }

    @Test("an origin of a request contains the member and their key") func aMembersKeysAreTheirOwn() {
        #expect(Origin(source: Origin.source(ofRequestsBy: MemberID(12)), id: "k").externalID == "larder/m12:k")
    }

    @Test(
        "an origin of a request under a key is told apart from those of commands and imports",
        arguments: [
            ("larder/m12", true), ("larder/m12/larder-command", false), ("larder-command", false), ("larder/m", false),
            ("larder/r12", false), ("larder/accounts", false), ("foodcom", false),
        ])
    func keyedRequests(source: String, isOfKeyedRequest: Bool) {
        #expect(Origin(source: source, id: "k").isOfKeyedRequest == isOfKeyedRequest)
    }

    @Test("the longest external id is a reference") func longestReference() {
        let reference = Reference.external(
            source: String(repeating: ":", count: 255), id: String(repeating: "x", count: 255))
        #expect(Reference(reference.description) == reference)
        #expect(Reference(plain: Array("external:s:\(String(repeating: "x", count: 1_030))".utf8).span) == nil)
    }

    @Test("usernames fold case, width and spelling") func usernamesFoldCaseWidthAndSpelling() {
        #expect(Username.folded("Straße") == Username.folded("STRASSE"))
        #expect(Username.folded("Ａda") == Username.folded("ada"))
        #expect(Username.folded("e\u{301}mile") == Username.folded("\u{E9}mile"))
        #expect(Username.folded("ada") != Username.folded("adb"))
        #expect(Username.folded("K\u{E9}vin.I-J_9") == "k\u{E9}vin.i-j_9")
        #expect(Username.folded("Kevin.I-J_9") == "kevin.i-j_9", "plain letters fold as among others")
    }

    @Test(
        "usernames of letters, digits and single signs are well-formed",
        arguments: ["ab", "a_b.c-d", "Ünïcode9", "日本", "बच्चा"])
    func wellFormed(_ name: String) {
        #expect(Username.isWellFormed(name))
    }

    @Test(
        "usernames with other characters or lengths are not well-formed",
        arguments: [
            "a", "", "has space", "a@b", "emoji😀x", "a\u{0}b", String(repeating: "x", count: 31),
            // Two characters with many marks. Older logs may hold names with some.
            "bo" + String(repeating: "\u{35B}", count: 500_000),
        ])
    func illFormed(_ name: String) {
        #expect(!Username.isWellFormed(name))
    }

    @Test(
        "a new username holds letters of one script, and digits",
        arguments: [
            "ab", "a_b.c-d", "Ünïcode9", "日本", "बच्चा", "борис", "Ελένη", "山田たろう", "サラー", "lee한국", "ada漢字",
            "שרה", "سارة", "๙ไทย", "9_", "ʻOlelo",
        ])
    func newUsernames(_ name: String) {
        #expect(Username.fault(in: name) == nil)
        #expect(Username.isWellFormed(name))
    }

    @Test(
        "a name that looks like another one, or like none, is no new username",
        arguments: [
            ("\u{430}dmin", .mixedScripts), ("p\u{3B1}ul", .mixedScripts), ("bo\u{17F}\u{455}", .mixedScripts),
            ("\u{406}gor\u{44C}a", .mixedScripts), ("한かな", .mixedScripts), ("ada\u{661}", .mixedScripts),
            ("ad\u{34F}a", .invisible), ("ad\u{200D}a", .invisible), ("\u{3164}\u{3164}", .invisible),
            ("a\u{FE0F}b", .invisible), ("__", .blank), ("..-", .blank), ("\u{301}ada", .blank),
            ("a b", .malformed), ("a" + String(repeating: "\u{301}", count: 40), .malformed),
        ] as [(String, Username.Fault)])
    func lookalikes(_ name: String, _ fault: Username.Fault) {
        #expect(Username.fault(in: name) == fault)
    }

    @Test("names of roles and words of paths are reserved in any spelling")
    func reservedUsernames() {
        for name in ["admin", "ADMIN", "Moderator", "operator", "me", "ｌａｒｄｅｒ", "sign-in", "Settings", "ada.Atom"] {
            #expect(Username.isReserved(name), "\(name)")
        }
        #expect(!Username.isReserved("adam") && !Username.isReserved("larderette") && !Username.isReserved("atom"))
    }

    @Test("a username is fitted to a name, and numbered within the limit") func fittedUsernames() {
        #expect(Username.fitted(to: "Bo Larsson") == "Bo_Larsson")
        #expect(Username.fitted(to: "ada@example.org") == "ada")
        #expect(Username.fitted(to: "@ada!") == "ada")
        #expect(Username.fitted(to: "ad\u{200D}a") == "ada")
        #expect(Username.fitted(to: "😀") == nil && Username.fitted(to: " ") == nil)
        let long = String(repeating: "x", count: 40)
        let fitted = Username.fitted(to: long)
        #expect(fitted == String(long.prefix(30)))
        #expect(Username.numbered("ada", 1) == "ada" && Username.numbered("ada", 2) == "ada-2")
        #expect(Username.numbered(String(long.prefix(30)), 12) == String(long.prefix(27)) + "-12")
    }

    @Test("a display name has a visible character, no direction control and no line end") func displayNames() {
        for name in ["Ada", "日本", "😀", "שרה", "O'Neil", "å"] { #expect(DisplayName.fault(in: name) == nil, "\(name)") }
        for name in ["\u{200B}", " \u{A0}", "\u{2800}", "\u{3164}", "\u{301}", "\u{E000}"] {
            #expect(DisplayName.fault(in: name) == .invisible, "\(name.unicodeScalars.map(\.value))")
        }
        for control: Unicode.Scalar in [
            "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
        ] {
            #expect(DisplayName.fault(in: "Ada\(control)") == .direction)
        }
        for end: Unicode.Scalar in ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
            #expect(DisplayName.fault(in: "Ada\(end)Bo") == .severalLines)
        }
        for control: Unicode.Scalar in ["\u{1B}", "\u{7}", "\u{7F}", "\u{9B}", "\t"] {
            #expect(DisplayName.fault(in: "Ada\(control)[2J") == .control)
        }
        #expect(
            DisplayName.fitted("A\u{1B}da\u{202E}\nBo") == "Ada Bo" && DisplayName.fitted("\u{200F}\u{200B}").isEmpty)
    }
}
