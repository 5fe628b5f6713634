import CloudEvents
package import Events
import Recipes

/// Exports of a Firestore database in the layout of CookLoop: users with their follows and saved recipes, recipes with
/// likes, comments and replies, reposts, reports.
///
/// Data that Larder computes itself (notifications, weekly boards) is dropped. A resolved report is refused, because
/// the export does not say how it was resolved.
package struct FirestoreExport {
    /// The largest file, in bytes.
    package static let bytesMax = 32 << 20

    /// The users of the same project, with their passwords.
    package var users: FirebaseUsers?
    private var found: FoundCommunity
    /// By follow: its index among the marks. Both members have the follow in their documents.
    private var follows: [String: Int] = [:]
    /// By comment id: the recipes that have a comment with it. In practice a comment id is unique.
    private var commentPlaces: [String: Set<String>] = [:]
    private var reports: [(document: FirestoreDocument, place: String)] = []
    /// Documents that the import ignores, counted by collection.
    private var leftOut: [String: Int] = [:]

    package init(source: String) { found = FoundCommunity(source: source) }

    /// The community of all files.
    package func community() -> FoundCommunity {
        var all = self
        for (document, place) in reports { all.addReport(document, place) }
        users?.complete(&all.found)
        all.found.leftOut += leftOut.sorted { $0.key < $1.key }.map { path, count in
            ImportRun.Line(
                place: path, word: ImportRun.Line.leftOut,
                message: "\(count) documents, because Larder computes this itself or has no such field")
        }
        return all.found
    }

    /// `name`: the file's name without folder and extension. `place`: its name in the report.
    package mutating func add(_ bytes: [UInt8], name: String, place: String) throws(Refusal) {
        do throws(RefusedItem) {
            let value = try JSONValue.documentOrLines(bytes, place: place, upTo: Self.bytesMax)
            let (documents, unreadable) = FirestoreDocument.all(in: value, named: name)
            guard documents.count <= FoundCommunity.countMax else {
                throw RefusedItem(
                    place: place, reason: .tooLong, message: "it holds more than \(FoundCommunity.countMax) documents")
            }
            guard !documents.isEmpty else {
                throw RefusedItem(
                    place: place, reason: .unreadable, message: "it holds no documents of a Firestore database")
            }
            if unreadable > 0 {
                refuse(place, .unreadable, "\(unreadable) of its entries have no path in the database")
            }
            for document in documents {
                add(document, place: "\(place): \(document.path.joined(separator: "/"))")
            }
        } catch {
            found.refused.append(error)
        }
        try found.checkCount()
    }

    private mutating func add(_ document: FirestoreDocument, place: String) {
        let path = document.path
        // Collections and ids alternate. A nested document is recognised by the names of all its collections.
        switch path.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
        case ["users"]: addMember(document, place)
        case ["users", "following"]: addFollow(from: path[1], to: path[3], document, place)
        case ["users", "followers"]: addFollow(from: path[3], to: path[1], document, place)
        case ["users", "savedRecipes"]: addBookmark(document, place)
        case ["recipes"]: addRecipe(document, place)
        case ["recipes", "likes"]:
            addMark(document, place, id: Self.likeID(path[3], path[1]), .recipeLiked, by: path[3], of: .recipe(path[1]))
        case ["recipes", "comments"]: addComment(document, place, parent: nil)
        case ["recipes", "comments", "replies"]: addComment(document, place, parent: "\(path[1])/\(path[3])")
        case ["reposts"]: addRepost(document, place)
        case ["reports"]: reports.append((document, place))
        case let names: leftOut[names.joined(separator: "/*/"), default: 0] += 1
        }
    }

    /// The name of a member or a document: an id, or a path.
    private static func id(_ value: JSONValue?) -> String? {
        let words = value?.words ?? value?.members?["value"]?.words
        return words?.split(separator: "/").last.map(String.init)
    }

    /// A like in the recipe's list and one in a document below the recipe are one like.
    private static func likeID(_ member: String, _ recipe: String) -> String { "like/\(member)/\(recipe)" }

    /// The time of an act, under one of the field names that apps use.
    private static func time(
        _ fields: inout JSONFields, _ document: FirestoreDocument, _ notes: inout [String]
    ) -> Timestamp? {
        let written = fields.take("createdat", "timestamp", "savedat", "date")
        _ = fields.take("updatedat")
        return written?.instant(called: "createdAt", notes: &notes) ?? document.createTime
    }

    // MARK: Members

    private mutating func addMember(_ document: FirestoreDocument, _ place: String) {
        var fields = JSONFields(document.fields)
        _ = fields.take("id", "uid")
        var member = FoundMember(place: place, id: document.path[1])
        member.occurredAt = Self.time(&fields, document, &member.notes)
        member.username = fields.take("username", "handle")?.words
        member.name = fields.take("name", "displayname", "fullname")?.words
        member.email = fields.take("email")?.words
        member.isEmailElsewhere = member.email == nil
        member.phone = fields.take("phone", "phonenumber")?.words
        member.bio = fields.take("bio", "about")?.words
        let avatar = fields.take("profileimage", "photourl", "avatar", "avatarurl")?.pictureText
        found.readAvatar(avatar, of: &member)
        member.isBanned = fields.take("isbanned", "banned") == .bool(true)
        if fields.take("isadmin", "admin") == .bool(true) {
            member.roleNote = "isAdmin: dropped, because only members whom the import names become admins"
        }
        member.readPoints(&fields)
        if member.points == 0, let level = fields.take("level")?.words, level != "Beginner Cook" {
            member.notes.append(
                "level: «\(level.prefix(40))» dropped, because it follows from points, and there are none")
        }
        // Larder counts these itself.
        _ = fields.take(
            "level", "badges", "totalrecipesposted", "totallikesreceived", "totalcomments", "totalbookmarks")
        let untaken = fields.untaken
        if !untaken.isEmpty {
            member.notes.append(
                "\(untaken.prefix(10).joined(separator: ", ")): dropped, because a member has no such field")
        }
        found.members.append(member)
    }

    /// A follow that both members have is one follow, from the earlier time on.
    private mutating func addFollow(from: String, to: String, _ document: FirestoreDocument, _ place: String) {
        let id = "follow/\(from)/\(to)"
        guard let known = follows[id] else {
            follows[id] = found.marks.count
            return addMark(document, place, id: id, .memberFollowed, by: from, of: .member(to))
        }
        var fields = JSONFields(document.fields)
        guard let time = Self.time(&fields, document, &found.marks[known].notes) else { return }
        found.marks[known].occurredAt = min(found.marks[known].occurredAt ?? time, time)
    }

    // MARK: Recipes

    private mutating func addRecipe(_ document: FirestoreDocument, _ place: String) {
        var fields = JSONFields(document.fields)
        _ = fields.take("id")
        var notes: [String] = []
        let time = Self.time(&fields, document, &notes)
        let author = Self.id(fields.take("userid", "authorid", "uid", "author", "user"))
        // The likers are documents below the recipe, or a list; or there is only their number.
        var told = ToldCounts()
        let likes = fields.take("likes")
        if let likes, likes.items == nil { _ = told.read(likes, key: "likes", name: "likes", notes: &notes) }
        for liker in Set((likes?.items ?? []).compactMap(Self.id)).sorted() {
            found.marks.append(
                FoundMark(
                    place: place, id: Self.likeID(liker, document.path[1]), kind: .recipeLiked, actor: liker,
                    subject: .recipe(document.path[1]), occurredAt: nil))
        }
        for (key, name, value) in fields.rest where value.items == nil {
            if told.read(value, key: key, name: name, notes: &notes) { _ = fields.take(key) }
        }
        _ = fields.take("repostcount")
        let recipe = AppRecipe(fields)
        notes += recipe.notes
        let pictures = found.admitted(recipe.pictures, &notes)
        found.recipes.append(
            AuthoredRecipe(
                author: author, told: told,
                found: FoundRecipe(
                    place: place, content: recipe.content, source: found.source, id: document.path[1],
                    occurredAt: time, notes: notes, pictures: pictures)))
    }

    private mutating func addBookmark(_ document: FirestoreDocument, _ place: String) {
        let recipe = Self.id(document.fields["recipeId"]) ?? document.path[3]
        addMark(
            document, place, id: "bookmark/\(document.path[1])/\(recipe)", .recipeBookmarked, by: document.path[1],
            of: .recipe(recipe))
    }

    private mutating func addRepost(_ document: FirestoreDocument, _ place: String) {
        var fields = JSONFields(document.fields)
        guard let recipe = Self.id(fields.take("originalrecipeid", "recipeid")) else {
            return refuse(place, .unknownRecipe, "it does not name the reposted recipe")
        }
        guard let member = Self.id(fields.take("userid", "uid", "user")) else {
            return refuse(place, .unknownMember, "it does not say whose it is")
        }
        var quote = ProtoQuote()
        var fitting = Fitting()
        let text = fields.take("comment", "quote", "text")?.words ?? ""
        quote.quote = fitting.cut(fitting.clean(text, "quote"), to: ContentLimits.quote, "quote")
        addMark(
            document, place, id: "repost/\(document.path[1])", .recipeReposted, by: member, of: .recipe(recipe),
            payload: quote.quote.isEmpty ? .none : .quote(quote), notes: fitting.notes)
    }

    // MARK: Comments

    private mutating func addComment(_ document: FirestoreDocument, _ place: String, parent: String?) {
        var fields = JSONFields(document.fields)
        let (recipe, own) = (document.path[1], document.path[document.path.count - 1])
        // Replies below different comments may have equal ids.
        let id = parent.map { "\($0)/\(own)" } ?? "\(recipe)/\(own)"
        commentPlaces[own, default: []].insert(id)
        var notes: [String] = []
        let time = Self.time(&fields, document, &notes)
        found.comments.append(
            FoundComment(
                place: place, id: id, author: Self.id(fields.take("userid", "authorid", "uid")), recipe: recipe,
                parent: parent, text: fields.take("text", "comment", "content")?.words ?? "",
                occurredAt: time, notes: notes))
    }

    // MARK: Reports

    private mutating func addReport(_ document: FirestoreDocument, _ place: String) {
        var fields = JSONFields(document.fields)
        let status = fields.take("status")?.words?.lowercased() ?? "pending"
        guard status == "pending" || status == "open" else {
            return refuse(
                place, .invalid, "it is «\(status.prefix(20))», and the export does not say how it was resolved")
        }
        guard let reporter = Self.id(fields.take("reportedby", "reporterid", "userid")) else {
            return refuse(place, .unknownMember, "it does not say who reports")
        }
        let type = fields.take("type", "targettype")?.words?.lowercased() ?? ""
        let target = fields.take("targetid", "target")?.words ?? ""
        let subject: FoundMark.Subject
        switch type {
        case "recipe": subject = .recipe(target)
        case "user", "member": subject = .member(target)
        case "comment", "reply":
            // `recipe/comment`, or the comment alone.
            let ids = target.contains("/") ? [target] : commentPlaces[target] ?? []
            guard ids.count <= 1 else {
                return refuse(place, .unknownComment, "several comments are called «\(target.prefix(40))»")
            }
            subject = .comment(ids.first ?? target)
        default: return refuse(place, .invalid, "«\(type.prefix(20))» is nothing that can be reported here")
        }
        let words = fields.take("reason", "text", "note")?.words ?? ""
        let reason = Self.reason(words)
        var report = ProtoReport()
        var fitting = Fitting()
        let note = fitting.cut(fitting.clean(words, "note"), to: ContentLimits.note, "note")
        if !note.isEmpty { report.note = note }
        addMark(
            document, place, id: "report/\(document.path[1])", .reportFiled, by: reporter, of: subject,
            payload: note.isEmpty ? .none : .report(report), value: UInt8(reason.rawValue), notes: fitting.notes)
    }

    /// The reason of a report. Reasons are free text in the export, which is kept as the report's note.
    private static func reason(_ text: String) -> ProtoReportReason.Value {
        let words = text.lowercased()
        let stems: [(ProtoReportReason.Value, [String])] = [
            (.spam, ["spam", "advert", "scam"]), (.copyright, ["copyright", "stolen", "plagiar"]),
            (.unsafe, ["unsafe", "danger", "poison", "allerg"]),
            (.offensive, ["offens", "abus", "harass", "hate", "insult", "inappropriate", "nud"]),
        ]
        return stems.first { _, stems in stems.contains { words.contains($0) } }?.0 ?? .other
    }

    private mutating func refuse(_ place: String, _ reason: ImportRefusal, _ message: String) {
        found.refused.append(RefusedItem(place: place, reason: reason, message: message))
    }

    private mutating func addMark(
        _ document: FirestoreDocument, _ place: String, id: String, _ kind: EventKind, by actor: String,
        of subject: FoundMark.Subject, payload: Payload = .none, value: UInt8 = 0, notes: [String] = []
    ) {
        var fields = JSONFields(document.fields)
        var notes = notes
        let time = Self.time(&fields, document, &notes)
        found.marks.append(
            FoundMark(
                place: place, id: id, kind: kind, actor: actor, subject: subject,
                occurredAt: time, payload: payload, value: value, notes: notes))
    }
}
