import ArgumentParser
import Communities
import Events
import LarderAPI

struct ParseFormat: CommunityFormat {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Import the community of an app on Parse, from its exported classes.",
        discussion: """
            Each file holds a class and is called after it: _User.json, Recipe.json, Post.json, Comment.json, Favorites.json, \
            _Join:favorites:_User.json and the like. Members are registered with usernames that are as near to theirs as can be; \
            favourites become bookmarks. Points, and counts of likes and votes without names, are carried over. A member with a \
            bcrypt hash in _User.json logs in with the old password. A recipe without an author is posted as the member of --as, \
            or refused.
            """)
    static let examples = [
        Example("import parse export/", "a folder with a file for each class"),
        Example(
            "import parse _User.json Recipe.json --source spice --errors report.txt", "two classes of one of two apps"),
        Example("import parse export/ --admin cy", "the member becomes admin here: the export alone makes no admin"),
        Example("import parse export/ --dry-run", "what would become of it"),
    ]
    static let source = "parse"
    static let endings = ["json"]
    static let bytesMax = ParseExport.bytesMax

    private var export: ParseExport

    init(source: String) { export = ParseExport(source: source) }

    mutating func add(_ file: ImportFile) throws(Refusal) {
        try export.add(file.bytes, name: file.name, place: file.place)
    }

    func community() -> FoundCommunity { export.community() }
}

struct FirestoreFormat: CommunityFormat {
    static let configuration = CommandConfiguration(
        commandName: "firestore", abstract: "Import the community of an app on Firestore, laid out as CookLoop's is.",
        discussion: """
            The import reads users with following, followers and savedRecipes; recipes with likes, comments and replies; \
            reposts; and reports. It accepts answers of the REST API, with a type around each value, and exporters' files \
            with a tree of collections. Saved recipes become bookmarks. Points, and counts of likes without names, are carried \
            over. With --passwords, members log in with their old passwords. A recipe without an author is posted as the member \
            of --as, or refused.
            """)
    static let examples = [
        Example("import firestore backup.json", "a database in one file"),
        Example("import firestore backup.json --source cookloop --dry-run", "what would become of it"),
        Example(
            "import firestore backup.json --passwords users.json --hash-parameters hash.txt",
            "with the passwords of its users"),
    ]
    static let source = "firestore"
    static let endings = ["json", "ndjson"]
    static let bytesMax = FirestoreExport.bytesMax

    private var export: FirestoreExport

    init(source: String) { export = FirestoreExport(source: source) }

    mutating func add(_ extras: FirebaseFiles) throws(Refusal) { export.users = try extras.users() }

    mutating func add(_ file: ImportFile) throws(Refusal) {
        try export.add(file.bytes, name: file.name, place: file.place)
    }

    func community() -> FoundCommunity { export.community() }
}
