import CDispatch
import EventLog
import Events
import Foundation
import LarderClient
import Operations

/// A service that somebody has given a name, and with which token it is asked.
struct ServerContext: Codable, Hashable {
    var name: String
    var server: String
    /// Who has logged in there; nil: nobody.
    var username: String?
    var token: String?
    var expiresAt: String?
}

/// The services that somebody knows by name, kept in a file that is theirs alone.
struct Contexts: Codable {
    /// The one that is asked where nothing else is said; nil: a directory.
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

    /// Refuses a name that no context has, with those that are like it.
    func named(_ name: String) throws(Refusal) -> ServerContext {
        if let context = self[name] { return context }
        let near = NearestNames(to: name, among: contexts.map(\.name)).question
        throw Refusal(
            .notFound,
            "there is no context «\(name)»\(near.isEmpty ? ": larder context add \(name) URL makes one" : near)",
            field: "name")
    }

    /// The one by which that service is known: the one in use before others.
    func context(of address: ServiceAddress) -> ServerContext? {
        let known = contexts.filter { (try? ServiceAddress(typed: $0.server)) == address }
        return known.first { $0.name == current } ?? known.first { $0.token != nil } ?? known.first
    }

    // MARK: The file

    /// Below `$XDG_CONFIG_HOME`, else below `~/.config`; nil where neither is said.
    static var path: String? {
        if let configuration = Invocation.environment("XDG_CONFIG_HOME"), configuration.hasPrefix("/") {
            return "\(configuration)/larder/contexts.json"
        }
        return Invocation.environment("HOME").map { "\($0)/.config/larder/contexts.json" }
    }

    /// None where there is no file. Refuses one that others may read: it holds what opens.
    static func load() throws(Refusal) -> Contexts {
        var status = stat()
        guard let path, unsafe stat(path, &status) == 0 else { return Contexts() }
        guard status.st_mode & 0o077 == 0 else {
            throw Refusal(
                .unavailable,
                "others may read the tokens in \(path): chmod 600 \(path), and log in anew where they may have been read"
            )
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        guard let contexts = try? JSONDecoder().decode(Contexts.self, from: bytes) else {
            throw Refusal(.invalid, "\(path) holds no contexts: mend it, or remove it and log in anew")
        }
        return contexts
    }

    /// Puts the file in place as a whole, for its owner alone.
    func save() throws {
        guard let path = Self.path else {
            throw Refusal(.unavailable, "there is no place for contexts: say HOME or XDG_CONFIG_HOME")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(.unavailable, "the folder of \(path) cannot be made: check what lies there, and the disk")
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
