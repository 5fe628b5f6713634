/// Why a command was not carried out: a code, the facts in a sentence, the offending field if there is one, and the
/// remedy, which each edge puts into its own words.
package struct Refusal: Error, Hashable, Sendable {
    /// The codes of refusals. Programs depend on them, so none is renamed.
    package struct Code: Hashable, Sendable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let invalid = Code(rawValue: "invalid")
        package static let notFound = Code(rawValue: "not-found")
        package static let gone = Code(rawValue: "gone")
        package static let forbidden = Code(rawValue: "forbidden")
        package static let banned = Code(rawValue: "banned")
        package static let conflict = Code(rawValue: "conflict")
        package static let overloaded = Code(rawValue: "overloaded")
        package static let unavailable = Code(rawValue: "unavailable")
        /// The command line or its environment was wrong.
        package static let usage = Code(rawValue: "usage")
        /// Stored bytes differ from what was written.
        package static let damaged = Code(rawValue: "damaged")
        /// A claim does not hold.
        package static let verificationFailed = Code(rawValue: "verification-failed")
        package static let failed = Code(rawValue: "failed")

        /// The caller must log in first.
        package static let unauthenticated = Code(rawValue: "unauthenticated")
        /// Too many attempts failed: the caller must wait.
        package static let locked = Code(rawValue: "locked")
        /// The caller has sent too many requests in too short a time.
        package static let limited = Code(rawValue: "limited")

        /// The request is larger than the limit.
        package static let tooLarge = Code(rawValue: "too-large")
        /// The edited representation is not the present one, or the requested position is not reached yet.
        package static let stale = Code(rawValue: "stale")
        package static let notAllowed = Code(rawValue: "not-allowed")
        package static let unsupported = Code(rawValue: "unsupported")
    }

    package var code: Code
    package var message: String
    package var field: String?
    package var remedy: Remedy?
    /// When it was deleted, for `gone`; `nil`: not known.
    package var at: Timestamp?
    /// Whether the disk, or the map of a file, is full: the same act succeeds when there is room.
    package var lacksRoom = false

    package init(_ code: Code, _ message: String, field: String? = nil, remedy: Remedy? = nil) {
        self.code = code
        self.message = message
        self.field = field
        self.remedy = remedy
    }
}

extension StringProtocol {
    /// The beginning of a text from outside, for a message: so many Unicode scalars. `prefix` would count characters, and one
    /// character can be a megabyte long.
    package func excerpt(_ countMax: Int = 80) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(countMax)))
    }
}

/// What to do about a refusal or a finding. Each edge has its own words for it: the command line names commands and
/// options, and the service says what its clients can do.
package enum Remedy: Hashable, Sendable {
    // MARK: Which directory

    /// Begin a community in that directory, or name another one.
    case beginCommunity(directory: String)
    case nameDirectory
    case nameEmptyDirectory
    case restoreLogOrNameDirectory
    /// Name an absent or empty place, or replace what is there.
    case nameEmptyPlaceOrReplace

    // MARK: Copies and backups

    /// Make a copy of the log as it was at an earlier position.
    case copyLog
    /// Make the copy in that directory a log of its own.
    case branch(directory: String)
    /// Put back the newest copy of the log, or make this one a log of its own.
    case restoreNewestOrBranch
    case finishBackup
    /// Name the folder of a backup, or a deleted entity to restore.
    case nameBackup
    /// Copy the log without its free pages, or allow a larger file.
    case compactLog

    // MARK: Time

    /// Say that the clock is right, although it is far ahead of the last event.
    case acceptClock

    // MARK: Keys

    case protectVault
    /// Name the file of the master key, which must be given.
    case nameMasterKeyFile
    /// Give the master key that protects the vault. `isAnother`: not the one that was given.
    case giveMasterKey(isAnother: Bool)

    // MARK: Repairs

    /// Fold the state again from the log.
    case repairState
    /// Rebuild the tree from the log. `isLogSuspect`: if the log is to be believed. `orRestore`: or restore the log.
    case repairTree(isLogSuspect: Bool = false, orRestore: Bool = false)
    /// Verify the whole tree, and rebuild it from the log.
    case verifyAndRepairTree
    /// Rebuild a file with damaged pages from the log.
    case repairFile
    /// Remove what an account deletion has not removed yet.
    case finishErasure
    /// Remove the files of interrupted work.
    case removeLeftovers
    /// Rebuild the views and the search index from the log.
    case rebuildViews
    /// Rebuild the views without free pages, or allow a larger file.
    case compactViews
    case freeSpace

    // MARK: Arguments

    /// Name the member who acts.
    case nameActor
    /// Name the file with the event that a proof is about.
    case nameEventFile
    /// Give the proof that the log grew from one head to the other.
    case giveGrowthProof(old: UInt64, new: UInt64)
    /// Name a larger size of the log, or none.
    case nameLargerSize
    /// Search by the operation for it, which has the index.
    case searchElsewhere
}
