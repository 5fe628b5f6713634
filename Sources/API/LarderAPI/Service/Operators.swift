/// What operators look after: views, backups and settings.
extension API {
    public static let views: Operation<NoInput, ViewsAnswer> = Operation(
        "views", .get, "/views", "How far the views are, with their fingerprints. For admins.", access: .admin)
    public static let backups: Operation<NoInput, BackupsAnswer> = Operation(
        "backups", .get, "/backups", "The backups in the folder that the operator has named. For admins.",
        access: .admin)
    public static let configuration: Operation<NoInput, ConfigurationAnswer> = Operation(
        "configuration", .get, "/configuration", "The service's settings, and where each one comes from. For admins.",
        access: .admin)

    static let operatorOperations: [any AnyOperation] = [views, backups, configuration]
}

/// How far the views are.
public struct ViewsAnswer: Codable, Hashable, Sendable {
    public struct View: Codable, Hashable, Sendable {
        public var name: String
        public var version: UInt32
        public var rows: Int
        public var fingerprint: String

        public init(name: String, version: UInt32, rows: Int, fingerprint: String) {
            (self.name, self.version, self.rows, self.fingerprint) = (name, version, rows, fingerprint)
        }
    }

    /// Views of an earlier position that are kept for the next question about it.
    public struct Kept: Codable, Hashable, Sendable {
        public var position: UInt64
        public var bytes: Int
        public var usedAt: String

        public init(position: UInt64, bytes: Int, usedAt: String) {
            (self.position, self.bytes, self.usedAt) = (position, bytes, usedAt)
        }
    }

    /// The last event of the log.
    public var head: UInt64
    /// The last event that the views have folded.
    public var position: UInt64
    public var lag: UInt64
    /// How often the views were rebuilt.
    public var generation: Int
    public var views: [View]
    /// By position; absent if there are none.
    public var asOf: [Kept]?

    public init(
        head: UInt64, position: UInt64, lag: UInt64, generation: Int, views: [View], asOf: [Kept]? = nil
    ) {
        self.head = head
        self.position = position
        self.lag = lag
        self.generation = generation
        self.views = views
        self.asOf = asOf
    }
}

/// The backups in the operator's folder.
public struct BackupsAnswer: Codable, Hashable, Sendable {
    public struct Backup: Codable, Hashable, Sendable {
        /// The folder's name.
        public var name: String
        /// The last event that it holds; absent if it cannot be read.
        public var position: UInt64?
        /// When it was begun, and when it last grew.
        public var began: String?
        public var taken: String?
        public var bytes: Int?
        public var images: Int?
        /// Why it cannot be read.
        public var damage: String?

        public init(
            name: String, position: UInt64? = nil, began: String? = nil, taken: String? = nil, bytes: Int? = nil,
            images: Int? = nil, damage: String? = nil
        ) {
            self.name = name
            self.position = position
            self.began = began
            self.taken = taken
            self.bytes = bytes
            self.images = images
            self.damage = damage
        }
    }

    /// The last event of the log.
    public var position: UInt64
    /// Whether the operator has named a folder for backups. Without one the service makes none.
    public var isSetUp: Bool
    /// The newest first.
    public var backups: [Backup]

    public init(position: UInt64, isSetUp: Bool, backups: [Backup]) {
        self.position = position
        self.isSetUp = isSetUp
        self.backups = backups
    }
}

/// The settings of the service.
public struct ConfigurationAnswer: Codable, Hashable, Sendable {
    public struct Setting: Codable, Hashable, Sendable {
        public var name: String
        public var values: [String]
        /// `flag`, `environment`, `file` or `standard`.
        public var origin: String
        /// The variable of the environment that sets it.
        public var variable: String?
        /// The file that sets it.
        public var file: String?

        public init(name: String, values: [String], origin: String, variable: String? = nil, file: String? = nil) {
            self.name = name
            self.values = values
            self.origin = origin
            self.variable = variable
            self.file = file
        }
    }

    public var settings: [Setting]

    public init(settings: [Setting]) {
        self.settings = settings
    }
}
