extension Environment {
    /// What a commit promises.
    package enum Durability: Sendable {
        /// A commit returns after LMDB's two syncs, of its pages and then of its meta page: it survives a power loss.
        case synced
        /// No sync per commit (`MDB_NOSYNC`): a commit survives the death of the process only. Discard after a power loss.
        case disposable
    }

    /// How an environment is opened.
    package struct Configuration: Sendable {
        /// The most that the data file may hold; nil: what `LARDER_MAP_SIZE` says, else `MapSize.bytesStandard`.
        package var mapSizeBytes: Int?
        /// The most named tables.
        package var tablesMax: Int
        /// The most concurrent readers of all processes; fixed by the first process that opens.
        package var readersMax: Int
        package var durability: Durability
        package var readOnly: Bool
        /// Whether slots of readers whose processes died are freed at opening.
        package var freesStaleReaders = true

        package init(
            mapSizeBytes: Int? = nil,
            tablesMax: Int = 64,
            readersMax: Int = 512,
            durability: Durability = .synced,
            readOnly: Bool = false
        ) {
            self.mapSizeBytes = mapSizeBytes
            self.tablesMax = tablesMax
            self.readersMax = readersMax
            self.durability = durability
            self.readOnly = readOnly
        }
    }

    /// A look at the whole environment.
    package struct Info: Sendable, Equatable {
        package var mapSizeBytes: Int
        package var pageSizeBytes: Int
        /// Bytes of the data file up to its last used page, free pages within included.
        package var usedBytes: Int
        /// The last committed transaction, of whatever process.
        package var lastTransactionID: UInt64
        package var readersMax: Int
        /// Reader slots that have ever been in use at once.
        package var readersUsed: Int
    }
}
