import Community
import EventLog
import Events
import LarderAPI
import Operations

/// A refusal as the line that people read and, with `--json`, the document that programs read.
struct RefusalOutput: Encodable {
    var error: RefusalDocument

    init(_ refusal: Refusal) { error = RefusalDocument(refusal.worded) }

    /// `larder: <code>: <sentence>`.
    var line: String { "larder: \(error.code): \(error.message.asOneLine)\n" }

    func write(asJSON: Bool) {
        StandardStream.writeError(line)
        if asJSON, let document = try? JSONDocument.text(self) { StandardStream.writeError(document + "\n") }
    }
}

extension Remedy {
    /// The remedy that follows the facts on the command line.
    var ending: String {
        switch self {
        case .beginCommunity(let directory):
            ": begin one with larder --data \(directory) init, or name another with --data"
        case .nameDirectory: ": name another with --data"
        case .nameEmptyDirectory: ": name an absent or empty directory with --data"
        case .restoreLogOrNameDirectory: ": restore the log from a backup, or name another directory with --data"
        case .nameEmptyPlaceOrReplace:
            ": name an absent or empty folder with --to, or say --replace, which moves aside what is there"
        case .copyLog: ": larder backup FOLDER and larder restore FOLDER --to COPY --at POSITION make a copy"
        case .branch(let directory): ": larder branch --data \(directory) makes it a log of its own"
        case .restoreNewestOrBranch:
            ": put back the newest copy of the log, or let larder branch make this one a log of its own"
        case .finishBackup: ": name the folder of one backup, or finish this one with larder backup"
        case .nameBackup: ": name its folder, or a deleted thing to restore by its id, such as r12"
        case .compactLog:
            ". larder log export --verbatim and log import --verbatim make a log of it without free pages; LARDER_MAP_SIZE allows more"
        case .acceptClock: ", or say --accept-clock if it is right"
        case .protectVault: ": larder vault protect"
        case .nameMasterKeyFile:
            ": name a file with 32 random bytes, in base64, with --master-key-file or in \(MasterKey.fileVariable)"
        case .giveMasterKey(let isAnother):
            ": give \(isAnother ? "that" : "it") with --master-key-file, or in \(MasterKey.fileVariable) or \(MasterKey.variable)"
        case .repairState: ". larder doctor --repair state folds them again from the log"
        case .repairTree(let isLogSuspect, let orRestore):
            (orRestore ? ": restore the log from a backup; or " : isLogSuspect ? ": " : ". ")
                + "larder doctor --repair tree rebuilds it from the log"
                + (isLogSuspect ? ", if the log is to be believed" : "")
        case .verifyAndRepairTree:
            ": larder audit verify --full says more. larder doctor --repair tree rebuilds it from the log"
        case .repairFile: ": larder doctor --repair rebuilds it from the log"
        case .finishErasure: ": larder doctor --repair state removes what is left"
        case .removeLeftovers: ". larder doctor --repair removes them"
        case .rebuildViews: ": larder views rebuild builds the views and the index again from the log"
        case .compactViews: ". larder views rebuild writes them without free pages; LARDER_MAP_SIZE allows more"
        case .freeSpace: ": free some space and try again"
        case .nameActor: ": name a member with --as"
        case .nameEventFile: ": name a file with its bytes with --event"
        case .giveGrowthProof(let old, let new):
            ": give as a third file what larder audit prove --from \(old) --to \(new) printed where the log is"
        case .nameLargerSize: ": leave the size out, or name a larger one"
        case .searchElsewhere: ": ask larder search itself"
        }
    }
}

extension Refusal {
    /// The refusal with its remedy in the command line's words.
    var worded: Refusal {
        var refusal = self
        refusal.message += remedy?.ending ?? ""
        refusal.remedy = nil
        return refusal
    }
}

extension Finding {
    /// The finding with its remedy in the command line's words.
    var worded: Finding {
        var finding = self
        finding.message += remedy?.ending ?? ""
        finding.remedy = nil
        return finding
    }
}

extension Repair {
    /// The repair with its remedy in the command line's words.
    var worded: Repair {
        var repair = self
        repair.message += remedy?.ending ?? ""
        repair.remedy = nil
        return repair
    }
}
