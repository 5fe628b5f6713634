import CDispatch
import EventLog
import Events
import Foundation
import LarderClient
import Operations

/// A service under a name that the user has given it, with the token of a session.
struct ServerContext: Codable, Hashable {
    var name: String
    var server: String
    /// The member whose session it is; `nil`: the user is not logged in there.
    var username: String?
    var token: String?
    var expiresAt: String?
    /// What the next log-in sends, so that strangers who guess passwords do not lock the user out here.
    var device: String?
}

/// The services that a user has named, in a file that only the user can read.
struct Contexts: Codable {
    /// The context in use, which commands ask unless an option names another place; `nil`: they use a directory.
    var current: String?
    var contexts: [ServerContext] = []

    subscript(name: String) -> ServerContext? {
        get { contexts.first { $0.name == name } }
        set {
            contexts.removeAll { $0.name == name }
            if let newValue { contexts.append(newValue) }
            contexts.sort { $0.name < $1.name }
        }
    }

    /// Refuses an unknown name, with the names that are like it.
    func named(_ name: String) throws(Refusal) -> ServerContext {
        if let context = self[name] { return context }
        let near = NearestNames(to: name, among: contexts.map(\.name)).question
        throw Refusal(
            .notFound,
            "there is no context «\(name)»\(near.isEmpty ? ": larder context add \(name) URL makes one" : near)",
            field: "name")
    }

    /// A context of that service: the one in use before others, and one with a token before one without.
    func context(of address: ServiceAddress) -> ServerContext? {
        // A context whose URL was damaged by hand names no service.
        let known = contexts.filter { (try? ServiceAddress(typed: $0.server)) == address }
        return known.first { $0.name == current } ?? known.first { $0.token != nil } ?? known.first
    }

    // MARK: The file

    /// Below `$XDG_CONFIG_HOME`, or else below `~/.config`; `nil`: the environment has neither XDG_CONFIG_HOME nor HOME.
    static var path: String? {
        if let configuration = Invocation.environment("XDG_CONFIG_HOME"), configuration.hasPrefix("/") {
            return "\(configuration)/larder/contexts.json"
        }
        return Invocation.environment("HOME").map { "\($0)/.config/larder/contexts.json" }
    }

    /// No contexts if there is no file. Refuses a file that other users may read, because it has tokens.
    static func load() throws(Refusal) -> Contexts {
        var status = stat()
        guard let path, unsafe stat(path, &status) == 0 else { return Contexts() }
        guard status.st_mode & 0o077 == 0 else {
            throw Refusal(
                .unavailable,
                "other users may read the tokens in \(path): chmod 600 \(path), then log out and log in where they may have been read"
            )
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        do { return try JSONDecoder().decode(Contexts.self, from: bytes) } catch {
            throw Refusal(.invalid, "\(path) holds no contexts: repair it, or remove it and log in again")
        }
    }

    /// Replaces the file as a whole. Only its owner can read it.
    func save() throws {
        guard let path = Self.path else {
            throw Refusal(.unavailable, "there is no place for contexts: set HOME or XDG_CONFIG_HOME")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(.unavailable, "the folder of \(path) cannot be created: check what lies there, and the disk")
        }
        let file = try WholeFile(path: path, permissions: 0o600)
        try file.write(Array(try JSONDocument.text(self).utf8) + [0x0A])
        try file.finish()
    }

    /// Changes what the file holds.
    static func change<R>(_ body: (inout Contexts) throws -> R) throws -> R {
        var contexts = try load()
        let result = try body(&contexts)
        try contexts.save()
        return result
    }
}
