package import Accounts
package import CloudEvents
package import Events
import Layout
package import Recipes

/// The members of the community into which the import goes.
package struct CommunityNames {
    /// Whether a member has that username now.
    package let isTaken: (String) throws -> Bool
    /// The registration of that origin; `nil` if there is none or it is erased.
    package let registered: (Origin) throws -> Registered?
    /// The numbers from before Larder of the member or recipe of that origin; `nil` if there are none or they are erased.
    package let carriedOver: (Origin) throws -> Balance?
    /// The acts of `ImportedAct.kinds` that earlier imports of that source brought, in the order of the log.
    package let acts: (_ source: String) throws -> [ImportedAct]
    /// What the command of that origin made; `nil` if there was none.
    package let position: (Origin) throws -> Position?
    /// Whether a change at the source becomes an edit; else it is a conflict.
    package let hasUpdates: Bool

    package struct Registered {
        package let username: String
        /// Empty without one.
        package let email: String
        package let occurredAt: Timestamp

        package init(username: String, email: String, occurredAt: Timestamp) {
            (self.username, self.email, self.occurredAt) = (username, email, occurredAt)
        }
    }

    /// The last event that carried numbers over.
    package struct Balance {
        package let payload: Payload
        package let event: Position
        package let origin: Origin?

        package init(payload: Payload, event: Position, origin: Origin?) {
            (self.payload, self.event, self.origin) = (payload, event, origin)
        }
    }

    package init(
        isTaken: @escaping (String) throws -> Bool, registered: @escaping (Origin) throws -> Registered?,
        carriedOver: @escaping (Origin) throws -> Balance? = { _ in nil },
        acts: @escaping (_ source: String) throws -> [ImportedAct] = { _ in [] },
        position: @escaping (Origin) throws -> Position? = { _ in nil }, hasUpdates: Bool = false
    ) {
        self.isTaken = isTaken
        self.registered = registered
        self.carriedOver = carriedOver
        self.acts = acts
        self.position = position
        self.hasUpdates = hasUpdates
    }

    /// The names of an empty community.
    package static var none: CommunityNames { CommunityNames(isTaken: { _ in false }, registered: { _ in nil }) }
}

/// A whole community as commands, in the order of their times.
///
/// Every command has an origin: members `member/<id>`, comments `comment/<id>`, recipes their id, marks the id that their
/// reader gives. No command comes before its subject or its member. A refusal also refuses all that depends on the refused
/// item, and nothing else.
package struct CommunityPlan {
    /// Refused items first, then all others in order.
    package private(set) var items: [FittedItem] = []
    /// Lines of the report that belong to no command, told first.
    package private(set) var leftOut: [ImportRun.Line]
    /// Hashes of the members' passwords: for the time when the items are submitted.
    package private(set) var passwords: [ImportedPassword] = []

    private let source: String
    private let names: CommunityNames
    /// The member who posts recipes without an author.
    private let stranger: Reference?
    private let admins: NamedAdmins
    /// A later time is refused with its item: no member is registered at such a time.
    private let latest: Timestamp

    private var members: [String: MemberEntry] = [:]
    private var idsByUsername: [String: String] = [:]
    /// The index among the entries of each recipe with an id.
    private var recipes: [String: Int] = [:]
    private var comments: [String: CommentEntry] = [:]
    private var entries: [Entry] = []

    private struct MemberEntry {
        var found: FoundMember
        /// The time of the member's first act; `nil` if it is unknown.
        var time: Timestamp?
    }

    private struct CommentEntry {
        var recipe: String
        var time: Timestamp?
        /// The length of the chain of comments that it answers.
        var depth: Int
    }

    private struct Entry {
        /// `nil`: now, after all items with a time.
        var time: Timestamp?
        /// The order among items of one time.
        var rank: Int
        var item: FittedItem

        static let memberRank = 0
        static let recipeRank = 1
        static let commentRank = 2
        static let markRank = Int.max - 1
        static let banRank = Int.max
    }

    /// Throws the errors of `names`, and refuses unknown `admins`.
    ///
    /// - Parameters:
    ///   - admins: Usernames or ids in the app of the members who become admins.
    ///   - awards: The rules in force, by which the imported acts earn points.
    ///   - now: What the clock shows.
    package init(
        _ found: FoundCommunity, names: CommunityNames, stranger: Reference? = nil, admins: [String] = [],
        awards: AwardRules = Rules.standard.awards, now: Timestamp
    ) throws {
        latest = Timestamp(microseconds: now.microseconds + ContentLimits.aheadMicroseconds)
        self.admins = try NamedAdmins(admins, among: found.members)
        source = found.source
        self.names = names
        self.stranger = stranger
        leftOut = found.leftOut
        items = found.refused.map { FittedItem(refused: $0) }
        for member in found.members { add(member) }
        see(found)
        for recipe in found.recipes { add(recipe) }
        addAll(found.comments)
        for mark in found.marks { add(mark) }
        let numbers = try CarriedNumbers(
            entries.compactMap(\.item.command), after: names.acts(origin("").source), by: awards, names.position)
        for recipe in found.recipes { try addCounts(of: recipe, numbers) }
        try addRegistrations(numbers)
        let order = entries.indices.sorted { first, second in
            let (a, b) = (entries[first], entries[second])
            let (early, late) = (a.time ?? .latest, b.time ?? .latest)
            if early != late { return early < late }
            // Bans come last: a banned member could not do the rest.
            return (a.rank, first) < (b.rank, second)
        }
        items += order.map { entries[$0].item }
    }

    /// Whether all items are refused.
    package var isFruitless: Bool { !items.contains { $0.command != nil } }

    /// Whether it registers a member. If not, nothing of it can be appended to an empty community.
    package var registersMembers: Bool { items.contains { $0.command?.kind == .memberRegistered } }

    // MARK: Names

    private func origin(_ id: String) -> Origin { Origin(fitting: source, id) }

    private func reference(_ id: String) -> Reference {
        let origin = origin(id)
        return .external(source: origin.source, id: origin.id)
    }

    private func member(_ id: String) -> Reference { reference("member/\(id)") }

    /// The member with that id, else with that username: some apps keep only usernames.
    private func memberID(_ text: String?) -> String? {
        guard let text else { return nil }
        if members[text] != nil { return text }
        return idsByUsername[Username.folded(text)]
    }

    private mutating func refuse(_ place: String, _ reason: ImportRefusal, _ message: String) {
        items.append(FittedItem(refused: RefusedItem(place: place, reason: reason, message: message)))
    }

    private mutating func refuseUnknownMember(_ place: String, _ id: String?, _ role: String) {
        let message = id.map { "\(role) «\($0.prefix(40))» is not among the members" } ?? "it has no \(role)"
        refuse(place, .unknownMember, message)
    }

    // MARK: Times

    /// The time of an item, but not before the items on which it depends.
    private static func time(_ own: Timestamp?, after floors: [Timestamp?], _ notes: inout [String]) -> Timestamp? {
        guard floors.allSatisfy({ $0 != nil }) else {
            if own != nil { notes.append("time: dropped, because what it hangs on has none") }
            return nil
        }
        guard let floor = floors.compactMap(\.self).max() else { return own }
        guard let own else { return floor }
        if own < floor { notes.append("time: \(own.rfc3339) is before what it hangs on: \(floor.rfc3339) instead") }
        return max(own, floor)
    }

    /// Notes the time of each member's first act.
    private mutating func see(_ found: FoundCommunity) {
        for recipe in found.recipes { see(recipe.author, recipe.found.occurredAt) }
        for comment in found.comments { see(comment.author, comment.occurredAt) }
        for mark in found.marks {
            see(mark.actor, mark.occurredAt)
            if case .member(let other) = mark.subject { see(other, mark.occurredAt) }
        }
    }

    private mutating func see(_ name: String?, _ time: Timestamp?) {
        guard let id = memberID(name), let time, time <= latest, let entry = members[id] else { return }
        members[id]?.time = min(entry.time ?? time, time)
    }

    // MARK: Members

    private mutating func add(_ given: FoundMember) {
        var found = given
        if let time = found.occurredAt, time > latest {
            found.occurredAt = nil
            found.notes.append("time: dropped, because \(time.rfc3339) is in the future")
        }
        if var known = members[found.id]?.found {
            // Two equal items, from files with different names, are one.
            known.place = found.place
            if known != found { refuse(found.place, .invalid, "another member has the id «\(found.id.prefix(40))»") }
            return
        }
        members[found.id] = MemberEntry(found: found, time: found.occurredAt)
        if let username = found.username {
            let folded = Username.folded(username.trimmed)
            if idsByUsername[folded] == nil { idsByUsername[folded] = found.id }
        }
    }

    private mutating func addRegistrations(_ numbers: CarriedNumbers) throws {
        let order = members.values.sorted { a, b in
            (a.time ?? .latest, a.found.id) < (b.time ?? .latest, b.found.id)
        }
        // A member of an earlier import keeps the name of that import.
        var known: [String: CommunityNames.Registered] = [:]
        var used: Set<String> = []
        for entry in order {
            guard let registered = try names.registered(origin("member/\(entry.found.id)")) else { continue }
            known[entry.found.id] = registered
            used.insert(Username.folded(registered.username))
        }
        // Taken names are remembered, so that many members of one name do not try them again.
        var numbersTaken: [String: Int] = [:]
        for entry in order {
            let found = entry.found
            let candidates = FittedUsername(of: found)
            var notes: [String] = []
            let username: String
            if let registered = known[found.id], candidates.includes(registered.username) {
                username = registered.username
            } else {
                let base = Username.folded(candidates.base)
                let free = try candidates.first(after: numbersTaken[base] ?? 0) { name in
                    try !used.contains(Username.folded(name)) && !names.isTaken(name)
                }
                numbersTaken[base] = free?.number ?? FittedUsername.numbersMax
                guard let free else {
                    refuse(found.place, .invalid, "no username like theirs is free")
                    continue
                }
                username = free.name
                used.insert(Username.folded(free.name))
            }
            if let note = candidates.note {
                notes.append("\(note): @\(username) instead")
            } else if username != found.username?.trimmed {
                notes.append("username: @\(found.username?.trimmed ?? "") is taken: @\(username) instead")
            }
            notes += found.notes
            if let note = found.roleNote, !admins.ids.contains(found.id) { notes.append(note) }
            let points = try balance(
                "points/\(found.id)", of: "member/\(found.id)", numbers.points(of: found, member(found.id)),
                at: found.place
            ) { CarriedNumbers.changed($0, $1, found.points) }
            if let own = found.occurredAt, let time = entry.time, time < own {
                notes.append("time: registered when they are first seen, \(time.rfc3339), and not \(own.rfc3339)")
            }
            // The time of the first import stays, even if a later export has earlier acts.
            let time = known[found.id]?.occurredAt ?? entry.time
            var fitted = FittedMember(found, username: username)
            if found.isEmailElsewhere, let registered = known[found.id],
                let note = fitted.keepEmail(of: registered, hasUpdates: names.hasUpdates)
            {
                leftOut.append(ImportRun.Line(place: found.place, word: ImportRun.Line.changed, message: note))
            }
            let command = Command(
                .memberRegistered, actor: nil, occurredAt: time, origin: origin("member/\(found.id)"),
                payload: .registration(fitted.registration))
            entries.append(
                Entry(
                    time: entry.time, rank: Entry.memberRank,
                    item: FittedItem(
                        place: found.place, title: username, notes: notes + fitted.notes + points.notes,
                        .success(command))))
            // Without a time, what an earlier import of the member appended is the same command.
            addStanding(of: found, points, at: known[found.id] == nil ? entry.time : nil, after: entry.time)
            if found.isBanned { addBan(of: found) }
            if let hash = found.password {
                passwords.append(ImportedPassword(origin: origin("member/\(found.id)"), hash: hash))
            }
        }
    }

    /// The role and the points of a member, after the registration at that time.
    private mutating func addStanding(
        of found: FoundMember, _ points: PlannedBalance, at time: Timestamp?, after registration: Timestamp?
    ) {
        func add(_ kind: EventKind, _ origin: Origin?, _ payload: Payload = .none, value: UInt8 = 0) {
            let command = Command(
                kind, actor: nil, subject: member(found.id), occurredAt: time, origin: origin, payload: payload,
                value: value)
            entries.append(
                Entry(
                    time: registration, rank: Entry.memberRank, item: FittedItem(place: found.place, .success(command)))
            )
        }
        if admins.ids.contains(found.id) {
            add(.memberRoleChanged, origin("role/\(found.id)"), value: Role.admin.rawValue)
        }
        if let payload = points.payload { add(.memberPointsCarriedOver, points.origin, payload) }
    }

    private mutating func addBan(of found: FoundMember) {
        let command = Command(
            .memberBanned, actor: nil, subject: member(found.id), origin: origin("ban/\(found.id)"))
        entries.append(
            Entry(time: nil, rank: Entry.banRank, item: FittedItem(place: found.place, .success(command))))
    }

    // MARK: Recipes

    private mutating func add(_ authored: AuthoredRecipe) {
        var found = authored.found
        let author: Reference
        var floors: [Timestamp?] = []
        if let id = memberID(authored.author) {
            author = member(id)
            floors = [members[id]?.time]
        } else if let stranger {
            author = stranger
            let name = authored.author.map { "«\($0.prefix(40))» is not among the members" } ?? "missing"
            found.notes.append("author: \(name): posted as \(stranger)")
        } else {
            return refuseUnknownMember(found.place, authored.author, "author")
        }
        if found.content.title.trimmed.isEmpty, let title = DerivedTitle.of(found.content) {
            found.content.title = title
            found.notes.append("title: missing: «\(title)», from its first words")
        }
        found.occurredAt = Self.time(found.occurredAt, after: floors, &found.notes)
        found.source = source
        let item = FittedItem(found, actor: author)
        guard let command = item.command else { return items.append(item) }
        if let id = found.id {
            // Of two recipes with one id the first in the files counts. Two equal ones are one.
            if let known = recipes[id] {
                guard entries[known].item.command == command else {
                    return refuse(found.place, .invalid, "another recipe has the id «\(id.prefix(40))»")
                }
            } else {
                recipes[id] = entries.count
            }
        }
        entries.append(Entry(time: found.occurredAt, rank: Entry.recipeRank, item: item))
    }

    /// The counts of the first recipe with an id, after the recipe.
    private mutating func addCounts(of authored: AuthoredRecipe, _ numbers: CarriedNumbers) throws {
        let found = authored.found
        guard let id = found.id, let index = recipes[id], entries[index].item.place == found.place else { return }
        let counts = try balance(
            "counts/\(id)", of: id, numbers.counts(authored.told, of: reference(id)), at: found.place
        ) { CarriedNumbers.changed($0, $1, authored.told) }
        entries[index].item = entries[index].item.adding(counts.notes)
        guard let payload = counts.payload else { return }
        let time = entries[index].time
        let command = Command(
            .recipeCountsCarriedOver, actor: nil, subject: reference(id), occurredAt: counts.isHeld ? nil : time,
            origin: counts.origin, payload: payload)
        entries.append(
            Entry(time: time, rank: Entry.recipeRank, item: FittedItem(place: found.place, .success(command))))
    }

    /// The numbers that a member or recipe is to have from before Larder, for one command.
    private struct PlannedBalance {
        /// `nil`: no command.
        var payload: Payload?
        var origin: Origin?
        var notes: [String] = []
        /// Whether an earlier import carried numbers over.
        var isHeld = false
    }

    /// The numbers to carry over to what the command of the origin `subject` made. `changes` compares those held here with
    /// those that would be carried over `now`: it gives the numbers to hold from now on, and a line for each difference.
    ///
    /// With updates, other numbers replace the held ones. Else the held ones stay, and the lines are reported.
    private mutating func balance(
        _ id: String, of subject: String, _ now: (payload: Payload?, notes: [String]), at place: String,
        changes: (_ held: Payload, _ now: Payload?) -> (payload: Payload, lines: [CarriedNumbers.Difference])
    ) throws -> PlannedBalance {
        guard let held = try names.carriedOver(origin(subject)) else {
            return PlannedBalance(payload: now.payload, origin: origin(id), notes: now.notes)
        }
        let (payload, differences) = changes(held.payload, now.payload)
        guard payload != held.payload else {
            let isTold = now.payload == held.payload
            return PlannedBalance(
                payload: held.payload, origin: held.origin, notes: isTold ? now.notes : [], isHeld: true)
        }
        // Lines of their own: what made the member or recipe is unchanged, and then its notes are not reported.
        leftOut += differences.map {
            ImportRun.Line(
                place: place, word: ImportRun.Line.changed, message: names.hasUpdates ? $0.replaced : $0.staying)
        }
        guard names.hasUpdates else { return PlannedBalance(payload: held.payload, origin: held.origin, isHeld: true) }
        // The event that it replaces makes each correction another command, also back to an earlier number.
        return PlannedBalance(
            payload: payload, origin: SourceUpdate.origin(of: payload, on: held.event, source), isHeld: true)
    }

    // MARK: Comments

    /// Orders replies after the comments that they answer.
    private mutating func addAll(_ found: [FoundComment]) {
        let byID = Dictionary(found.indices.map { (found[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var isAdded = [Bool](repeating: false, count: found.count)
        for start in found.indices where !isAdded[start] {
            var path = [start]
            var onPath: Set = [start]
            while let parent = found[path[path.count - 1]].parent.flatMap({ byID[$0] }), !isAdded[parent],
                onPath.insert(parent).inserted
            {
                path.append(parent)
            }
            for index in path.reversed() {
                isAdded[index] = true
                add(found[index])
            }
        }
    }

    private mutating func add(_ found: FoundComment) {
        guard let recipe = found.recipe, let posting = recipes[recipe] else {
            let message = found.recipe.map { "its recipe «\($0.prefix(40))» is not imported" } ?? "it has no recipe"
            return refuse(found.place, .unknownRecipe, message)
        }
        guard let author = memberID(found.author) else {
            return refuseUnknownMember(found.place, found.author, "author")
        }
        var fitting = Fitting()
        let text = fitting.cut(fitting.clean(found.text, "comment"), to: ContentLimits.comment, "comment")
        guard !text.isEmpty else { return refuse(found.place, .invalid, "it says nothing") }
        var notes = found.notes + fitting.notes
        var floors = [entries[posting].time, members[author]?.time]
        var command = Command(
            .commentPosted, actor: member(author), subject: reference(recipe), origin: origin("comment/\(found.id)"))
        var depth = 0
        if let parent = found.parent {
            if let known = comments[parent], known.recipe == recipe {
                command.cause = reference("comment/\(parent)")
                floors.append(known.time)
                depth = known.depth + 1
            } else {
                notes.append("reply: «\(parent.prefix(40))» is not a comment on its recipe: a comment instead")
            }
        }
        command.occurredAt = Self.time(found.occurredAt, after: floors, &notes)
        var message = ProtoText()
        message.text = text
        command.payload = .text(message)
        if comments[found.id] == nil {
            comments[found.id] = CommentEntry(recipe: recipe, time: command.occurredAt, depth: depth)
        }
        entries.append(
            Entry(
                time: command.occurredAt, rank: Entry.commentRank + depth,
                item: FittedItem(place: found.place, notes: notes, .success(command))))
    }

    // MARK: Marks

    private mutating func add(_ found: FoundMark) {
        guard let actor = memberID(found.actor) else {
            return refuseUnknownMember(found.place, found.actor, "member")
        }
        var floors = [members[actor]?.time]
        let subject: Reference
        switch found.subject {
        case .member(let name):
            guard let id = memberID(name) else { return refuseUnknownMember(found.place, name, "member") }
            subject = member(id)
            floors.append(members[id]?.time)
        case .recipe(let id):
            guard let posting = recipes[id] else {
                return refuse(found.place, .unknownRecipe, "its recipe «\(id.prefix(40))» is not imported")
            }
            subject = reference(id)
            floors.append(entries[posting].time)
        case .comment(let id):
            guard let comment = comments[id] else {
                return refuse(found.place, .unknownComment, "its comment «\(id.prefix(40))» is not imported")
            }
            subject = reference("comment/\(id)")
            floors.append(comment.time)
        }
        var notes = found.notes
        let time = Self.time(found.occurredAt, after: floors, &notes)
        let command = Command(
            found.kind, actor: member(actor), subject: subject, occurredAt: time, origin: origin(found.id),
            payload: found.payload, value: found.value)
        entries.append(
            Entry(
                time: time, rank: Entry.markRank, item: FittedItem(place: found.place, notes: notes, .success(command)))
        )
    }
}

/// Imports whole communities: the members, and their acts as their own.
package struct CommunityImport: Sendable {
    package let isRehearsal: Bool

    package init(isRehearsal: Bool = false) { self.isRehearsal = isRehearsal }

    /// Submits the plan in order, through `ImportRun`. `preparing` gets each item before.
    package func run(
        _ plan: CommunityPlan, begin: @escaping BatchesUnderway<[FittedItem]>.Begin,
        preparing: (FittedItem) throws -> FittedItem = { $0 },
        tell: @escaping (ImportRun.Line) throws -> Void = { _ in }, progress: @escaping (Int) -> Void = { _ in }
    ) throws -> ImportReport {
        for line in plan.leftOut { try tell(line) }
        var rest = plan.items[...]
        return try ImportRun(isRehearsal: isRehearsal, hasOneActor: false).run(
            {
                guard !rest.isEmpty else { return nil }
                defer { rest = rest.dropFirst(ImportRun.batchCount) }
                return try rest.prefix(ImportRun.batchCount).map(preparing)
            }, begin: begin, tell: tell, progress: progress)
    }
}
