import Accounts
import CloudEvents
package import Events
import Recipes

/// The files of a Parse export, one for each class, read together.
///
/// A file is named after its class (`_User.json`, `Recipe.json`, `_Join:favorites:_User.json`) and holds `{"results": […]}`, a
/// list, or a line for each object, as `mongoexport` writes them; or one file holds all classes by their names.
package struct ParseExport {
    /// The largest file, in bytes.
    package static let bytesMax = 32 << 20

    private var found: FoundCommunity
    /// Objects that other objects contain, the first of each id. They are used if no file has them.
    private var embedded: [EmbeddedKey: Embedded] = [:]
    private var embeddedOrder: [EmbeddedKey] = []
    /// By comment: the recipe that lists it.
    private var recipeOfComment: [String: String] = [:]

    private struct EmbeddedKey: Hashable {
        var holds: ParseClass
        var id: String
    }

    private struct Embedded {
        var members: [String: JSONValue]
        var place: String
    }

    package init(source: String) { found = FoundCommunity(source: source) }

    /// The community of all files.
    package func community() -> FoundCommunity {
        var all = self
        let users = Set(found.members.map(\.id))
        let recipes = Set(found.recipes.compactMap(\.found.id))
        let comments = Set(found.comments.map(\.id))
        // Objects embedded in these are read after them.
        var next = 0
        while next < all.embeddedOrder.count {
            let key = all.embeddedOrder[next]
            next += 1
            guard let object = all.embedded[key] else { continue }
            switch key.holds {
            case .users where !users.contains(key.id), .recipes where !recipes.contains(key.id),
                .comments where !comments.contains(key.id):
                all.add(object.members, of: key.holds, place: object.place)
            default: break
            }
        }
        for index in all.found.comments.indices where all.found.comments[index].recipe == nil {
            all.found.comments[index].recipe = all.recipeOfComment[all.found.comments[index].id]
        }
        return all.found
    }

    // MARK: Files

    /// `name`: the file's name without folder and extension. `place`: its name in the report.
    package mutating func add(_ bytes: [UInt8], name: String, place: String) throws(Refusal) {
        do throws(RefusedItem) {
            let document = try JSONValue.documentOrLines(bytes, place: place, upTo: Self.bytesMax)
            if let rows = document.items {
                add(rows, className: name, place: place)
            } else if let members = document.members {
                add(members, name: name, place: place)
            } else {
                throw Self.unknown(place)
            }
        } catch {
            found.refused.append(error)
        }
        try found.checkCount()
    }

    private mutating func add(_ members: [String: JSONValue], name: String, place: String) {
        if let rows = members["results"]?.items {
            return add(rows, className: members["className"]?.words ?? name, place: place)
        }
        if members["objectId"] != nil || members["_id"] != nil {
            return add([.object(members)], className: name, place: place)
        }
        var hasClasses = false
        for (className, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let rows = value.items ?? value.members?["results"]?.items else { continue }
            hasClasses = true
            add(rows, className: className, place: "\(place): \(className)")
        }
        if !hasClasses { found.refused.append(Self.unknown(place)) }
    }

    private static func unknown(_ place: String) -> RefusedItem {
        RefusedItem(place: place, reason: .unreadable, message: "it holds no objects of a Parse app")
    }

    private mutating func add(_ rows: [JSONValue], className: String, place: String) {
        guard let holds = ParseClass(className) else {
            found.leftOut.append(
                ImportRun.Line(
                    place: place, word: ImportRun.Line.leftOut,
                    message:
                        "«\(className.prefix(60))» is not a class that members, recipes or what is done with them are "
                        + "kept in: \(rows.count) objects"))
            return
        }
        guard rows.count <= FoundCommunity.countMax else {
            let message = "it holds \(rows.count) objects, more than \(FoundCommunity.countMax)"
            found.refused.append(RefusedItem(place: place, reason: .tooLong, message: message))
            return
        }
        for (index, row) in rows.enumerated() {
            let place = "\(place): row \(index + 1)"
            guard let members = row.members else {
                found.refused.append(RefusedItem(place: place, reason: .unreadable, message: "it is not a JSON object"))
                continue
            }
            add(members, of: holds, place: place)
        }
    }

    private mutating func add(_ members: [String: JSONValue], of holds: ParseClass, place: String) {
        switch holds {
        case .users: addUser(ParseRow(members, place: place))
        case .recipes: addRecipe(ParseRow(members, place: place))
        case .comments: addComment(ParseRow(members, place: place))
        case .ratings: addRating(ParseRow(members, place: place))
        case .follows: addFollow(ParseRow(members, place: place))
        case .marks(let mark): addMark(mark, ParseRow(members, place: place))
        case .join(let key, let owner): addJoin(ParseRow(members, place: place), key: key, owner: owner)
        }
        for (_, value) in members.sorted(by: { $0.key < $1.key }) {
            for inner in value.items ?? [value] { remember(inner, place: place) }
        }
    }

    /// Keeps an object that is embedded in place of a pointer.
    private mutating func remember(_ value: JSONValue, place: String) {
        guard let members = value.members, members["__type"] == .string("Object"),
            let holds = members["className"]?.words.flatMap({ ParseClass($0) }), let id = members["objectId"]?.words
        else { return }
        let key = EmbeddedKey(holds: holds, id: id)
        guard embedded[key] == nil else { return }
        embedded[key] = Embedded(members: members, place: "\(place): \(id)")
        embeddedOrder.append(key)
    }

    // MARK: Members

    private mutating func addUser(_ given: ParseRow) {
        var row = given
        // The app decides what is public of an account. Its access list is ignored.
        _ = row.isPublic()
        var member = FoundMember(place: row.place, id: row.id, occurredAt: row.createdAt)
        member.username = row.words("username")
        guard row.hasID || member.username != nil else {
            found.refused.append(
                RefusedItem(place: row.place, reason: .invalid, message: "it has neither an id nor a username"))
            return
        }
        member.name = row.words("name", "displayname", "fullname", "realname")
        member.email = row.words("email")
        member.phone = row.words("phonenumber", "phone")
        member.bio = row.words("bio", "about", "aboutme")
        let avatar = row.file("profileimage", "avatar", "profilepicture", "profilepic", "image", "photo")
        member.isBanned = row.fields.take("isbanned", "banned") == .bool(true)
        let isAdmin = row.fields.take("isadmin", "admin")
        let role = row.words("role")?.lowercased() ?? "user"
        if isAdmin == .bool(true) || !["user", "member"].contains(role) {
            member.roleNote = "role: dropped, because only members whom the import names become admins"
        }
        for (other, isFollower) in [("following", true), ("follows", true), ("followers", false)] {
            for pointer in row.pointers(other) {
                let (from, to) = isFollower ? (row.id, pointer.id) : (pointer.id, row.id)
                addFollow(from: from, to: to, place: row.place)
            }
        }
        for (key, _, value) in row.fields.rest {
            guard let mark = ParseClass.Mark(key), value.items != nil else { continue }
            for pointer in row.pointers(key) { add(mark, by: row.id, of: pointer.id, place: row.place) }
        }
        member.readPoints(&row.fields)
        noteUntaken(&row, "member")
        member.notes += row.notes
        if let hash = row.passwordHash {
            member.password = found.password(at: row.place) { () throws(Refusal) in try ImportedHash(bcrypt: hash) }
        } else if !row.providers.isEmpty {
            let names = row.providers.prefix(3).map { $0.prefix(40) }.joined(separator: ", ")
            found.noteNoPassword(at: row.place, because: "the user logs in with \(names) at the source")
        }
        found.readAvatar(avatar, of: &member)
        found.members.append(member)
    }

    private func noteUntaken(_ row: inout ParseRow, _ what: String) {
        let untaken = row.fields.untaken
        guard !untaken.isEmpty else { return }
        row.note("\(untaken.prefix(10).joined(separator: ", ")): dropped, because a \(what) has no such field")
    }

    // MARK: Recipes

    private mutating func addRecipe(_ given: ParseRow) {
        var row = given
        guard row.isPublic() else { return refusePrivate(row) }
        let author = row.pointer("author", "user", "owner", "creator", "createdby", "poster", "chef")
        _ = row.fields.take("profileimage")
        var told = ToldCounts()
        var toldNotes: [String] = []
        let comments = row.fields.take("comments")
        for value in comments?.items ?? [] { addComment(value, of: row) }
        if let comments, comments.items == nil {
            _ = told.read(comments, key: "comments", name: "comments", notes: &toldNotes)
        }
        for (key, name, value) in row.fields.rest {
            if value.items == nil, told.read(value, key: key, name: name, notes: &toldNotes) {
                _ = row.fields.take(key)
            } else if let mark = ParseClass.Mark(key) {
                if value.items != nil {
                    for pointer in row.pointers(key) { add(mark, by: pointer.id, of: row.id, place: row.place) }
                } else if let count = row.words(key), count != "0" {
                    row.note("\(name): \(count.prefix(20)) dropped, because the export does not say whose they are")
                }
            } else if key.hasSuffix("count"), let count = row.words(key), count != "0" {
                row.note("\(name): \(count.prefix(20)) dropped, because it is counted here")
            }
        }
        let recipe = AppRecipe(row.fields)
        var notes = row.notes + toldNotes + recipe.notes
        let pictures = found.admitted(recipe.pictures, &notes)
        found.recipes.append(
            AuthoredRecipe(
                author: author?.id, told: told,
                found: FoundRecipe(
                    place: row.place, content: recipe.content, source: found.source, id: row.id,
                    occurredAt: row.createdAt, notes: notes, pictures: pictures)))
    }

    private mutating func refusePrivate(_ row: ParseRow) {
        found.refused.append(
            RefusedItem(
                place: row.place, reason: .notPublic, message: "its access list does not let everybody read it"))
    }

    // MARK: Comments

    /// Reads an entry of a recipe's list of comments: a pointer, or the comment itself.
    private mutating func addComment(_ value: JSONValue, of recipe: ParseRow) {
        if let pointer = ParseRow.pointer(value) { recipeOfComment[pointer.id] = recipe.id }
        guard let members = value.members, members["__type"] == nil else { return }
        let row = ParseRow(members, place: "\(recipe.place): comment")
        recipeOfComment[row.id] = recipe.id
        addComment(row)
    }

    private mutating func addComment(_ given: ParseRow) {
        var row = given
        guard row.isPublic() else { return refusePrivate(row) }
        var comment = FoundComment(place: row.place, id: row.id, text: "", occurredAt: row.createdAt)
        comment.author = row.pointer("author", "user", "owner", "createdby")?.id
        comment.recipe = row.pointer("post", "recipe", "streampost", "parentpost")?.id
        comment.parent = row.pointer("parent", "parentcomment", "replyto", "inreplyto")?.id
        comment.text = row.words("text", "comment", "content", "body", "message") ?? ""
        noteUntaken(&row, "comment")
        comment.notes = row.notes
        found.comments.append(comment)
    }

    // MARK: Marks

    private mutating func addMark(_ mark: ParseClass.Mark, _ given: ParseRow) {
        var row = given
        // Private marks stay private.
        guard mark.kind == .recipeBookmarked || row.isPublic() else { return refusePrivate(row) }
        guard let ends = ends(&row) else { return }
        found.marks.append(
            FoundMark(
                place: row.place, id: "\(mark.rawValue)/\(row.id)", kind: mark.kind, actor: ends.member,
                subject: .recipe(ends.recipe), occurredAt: row.createdAt, notes: row.notes))
    }

    private mutating func add(_ mark: ParseClass.Mark, by member: String, of recipe: String, place: String) {
        found.marks.append(
            FoundMark(
                place: place, id: "\(mark.rawValue)/\(member)/\(recipe)", kind: mark.kind, actor: member,
                subject: .recipe(recipe)))
    }

    /// The member and the recipe of a mark; `nil`, with a refusal, if one of them is missing.
    private mutating func ends(_ row: inout ParseRow) -> (member: String, recipe: String)? {
        let member = row.pointer("user", "author", "owner", "from", "createdby")
        let recipe = row.pointer("recipe", "post", "streampost", "to")
        if let member, let recipe { return (member.id, recipe.id) }
        let message = member == nil ? "it does not say who did it" : "it does not say to which recipe"
        found.refused.append(
            RefusedItem(
                place: row.place, reason: member == nil ? .unknownMember : .unknownRecipe, message: message))
        return nil
    }

    private mutating func addRating(_ given: ParseRow) {
        var row = given
        guard row.isPublic() else { return refusePrivate(row) }
        guard let ends = ends(&row) else { return }
        let rating = row.fields.take("rating", "stars", "value", "score")?.words
        let text = row.words("text", "review", "comment", "content", "body")
        if let stars = rating.flatMap({ Double($0) }).flatMap({ UInt8(exactly: $0) }), (1...5).contains(stars) {
            found.marks.append(
                FoundMark(
                    place: row.place, id: "rating/\(row.id)", kind: .recipeRated, actor: ends.member,
                    subject: .recipe(ends.recipe), occurredAt: row.createdAt, value: stars, notes: row.notes))
        } else {
            let message =
                rating.map { "rating «\($0.prefix(20))» is not a whole number from 1 to 5" } ?? "it has no rating"
            found.refused.append(RefusedItem(place: row.place, reason: .invalid, message: message))
        }
        guard let text else { return }
        found.comments.append(
            FoundComment(
                place: row.place, id: "rating/\(row.id)", author: ends.member, recipe: ends.recipe, text: text,
                occurredAt: row.createdAt))
    }

    private mutating func addFollow(_ given: ParseRow) {
        var row = given
        guard row.isPublic() else { return refusePrivate(row) }
        let from = row.pointer("from", "follower", "user", "fromuser")
        let to = row.pointer("to", "followed", "following", "followee", "touser", "target")
        guard let from, let to else {
            found.refused.append(
                RefusedItem(place: row.place, reason: .unknownMember, message: "it does not say who follows whom"))
            return
        }
        found.marks.append(
            FoundMark(
                place: row.place, id: "follow/\(row.id)", kind: .memberFollowed, actor: from.id,
                subject: .member(to.id), occurredAt: row.createdAt, notes: row.notes))
    }

    private mutating func addFollow(from: String, to: String, place: String) {
        found.marks.append(
            FoundMark(
                place: place, id: "follow/\(from)/\(to)", kind: .memberFollowed, actor: from, subject: .member(to)))
    }

    private mutating func addJoin(_ given: ParseRow, key: String, owner: String) {
        var row = given
        guard let owning = row.words("owningid"), let related = row.words("relatedid") else {
            found.refused.append(
                RefusedItem(place: row.place, reason: .unreadable, message: "it has no owningId and relatedId"))
            return
        }
        switch (ParseClass(owner), key, ParseClass.Mark(key)) {
        case (.users?, "following", _), (.users?, "follows", _): addFollow(from: owning, to: related, place: row.place)
        case (.users?, "followers", _): addFollow(from: related, to: owning, place: row.place)
        case (.users?, _, let mark?): add(mark, by: owning, of: related, place: row.place)
        case (.recipes?, _, let mark?): add(mark, by: related, of: owning, place: row.place)
        case (.recipes?, "comments", _): recipeOfComment[related] = owning
        default:
            found.refused.append(
                RefusedItem(
                    place: row.place, reason: .invalid, message: "relation «\(key)» of \(owner) is not known here"))
        }
    }
}
