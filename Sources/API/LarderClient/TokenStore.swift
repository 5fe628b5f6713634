import Foundation

/// The token of a session, or of an app's key, and the service that issued it.
public struct StoredToken: Codable, Hashable, Sendable {
    /// The URL of the service. The client sends the token to no other one.
    public var service: String
    public var token: String
    /// The member's id, such as `m17`; `nil` for a key.
    public var member: String?
    public var username: String?
    /// RFC 3339; every use of the session moves it on.
    public var expiresAt: String?
    /// What the next log-in on this device sends, so that strangers who guess passwords do not lock it out.
    public var device: String?

    public init(
        service: String, token: String, member: String? = nil, username: String? = nil, expiresAt: String? = nil,
        device: String? = nil
    ) {
        self.service = service
        self.token = token
        self.member = member
        self.username = username
        self.expiresAt = expiresAt
        self.device = device
    }
}

/// Keeps a client's token: in memory, in a file, in the system's key chain.
public protocol TokenStore: Sendable {
    /// The token; `nil`: there is none.
    func load() async throws -> StoredToken?
    /// Replaces the token; `nil` removes it.
    func save(_ token: StoredToken?) async throws
}

/// Keeps the token as long as the program runs.
public actor MemoryTokenStore: TokenStore {
    private var token: StoredToken?

    public init(_ token: StoredToken? = nil) { self.token = token }

    public func load() -> StoredToken? { token }
    public func save(_ token: StoredToken?) { self.token = token }
}

/// Keeps the token in a file that only its owner may read (mode 0600). It refuses a file that others may read.
public actor FileTokenStore: TokenStore {
    private static let bytesMax = 64 << 10
    private let path: String

    /// The folder must exist.
    public init(path: String) { self.path = path }

    public func load() throws -> StoredToken? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be read: check its permissions")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw failure("can be read by others: make it private (mode 0600), and log in again")
        }
        guard status.st_size <= Self.bytesMax, let bytes = FileManager.default.contents(atPath: path) else {
            throw failure("cannot be read: check its permissions")
        }
        do { return try JSONDecoder().decode(StoredToken.self, from: bytes) } catch {
            throw failure("holds no token: remove it, and log in again")
        }
    }

    /// The file is replaced as a whole.
    public func save(_ token: StoredToken?) throws {
        guard let token else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw failure("cannot be removed: check its folder")
            }
            return
        }
        let draft = "\(path).\(UUID().uuidString)"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be written: check its folder") }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: JSONEncoder().encode(token))
            try file.synchronize()
            try file.close()
        } catch {
            _ = unsafe unlink(draft)
            throw failure("cannot be written: check the disk")
        }
        guard unsafe rename(draft, path) == 0 else {
            _ = unsafe unlink(draft)
            throw failure("cannot be replaced: check its folder")
        }
    }

    private func failure(_ what: String) -> LarderFailure {
        LarderFailure(.tokenStore, "the token file \(path) \(what)")
    }
}
