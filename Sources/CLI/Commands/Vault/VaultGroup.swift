import ArgumentParser
import Community
import EventLog
import Events

struct VaultGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "The keys that open what members wrote, and the master key that may protect them.",
        subcommands: [ShowVault.self, ProtectVault.self, RotateMasterKey.self, UnprotectVault.self])
    static let examples = [
        Example("vault status", "whether a master key protects it"),
        Example("vault protect --master-key-file kitchen.master", "from now on nothing opens without that key"),
    ]
}

extension Invocation {
    fileprivate func answer(vault log: EventLog) throws {
        let status = try log.vaultStatus()
        try output.answer(status) {
            let signing = status.signingKeyProtected.map { $0 ? "protected" : "not protected" }
            return output.terminal.list([
                "format": "\(status.format)", "keys": status.protected ? "protected" : "not protected",
                "signing key": signing,
            ])
        }
    }
}

struct ShowVault: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Whether a master key protects the vault.")
    static let examples = [Example("vault status", "what is protected")]

    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        try invocation.withCommunity { try invocation.answer(vault: $0.log) }
    }
}

struct ProtectVault: Verb {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Wrap all keys under the master key that is given.",
        discussion: """
            From then on every command needs it: --master-key-file FILE, $LARDER_MASTER_KEY_FILE or $LARDER_MASTER_KEY. \
            Without the key nothing that was ever written can be read. Run the command again to finish an interrupted change.
            """)
    static let examples = [
        Example("vault protect --master-key-file kitchen.master", "a file of 32 random bytes, in base64 or as they are")
    ]

    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let key = try EventLog.requiredMasterKey()
        try invocation.withCommunity { community in
            try community.log.rewriteVault(under: key)
            try invocation.answer(vault: community.log)
        }
    }
}

struct RotateMasterKey: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Wrap all keys under another master key than until now.")
    static let examples = [
        Example(
            "vault rotate --master-key-file kitchen.master --new-master-key-file next.master",
            "from then on next.master is needed")
    ]

    @Option(help: ArgumentHelp("The key from now on.", valueName: "file"), completion: .file())
    var newMasterKeyFile: String
    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        let key = try MasterKey(file: newMasterKeyFile)
        try invocation.withCommunity { community in
            try community.log.requireProtectedVault()
            try community.log.rewriteVault(under: key)
            try invocation.answer(vault: community.log)
        }
    }
}

struct UnprotectVault: Verb {
    static let configuration = CommandConfiguration(
        commandName: "unprotect", abstract: "Store all keys as they are, so that no master key is needed.")
    static let examples = [
        Example("vault unprotect --master-key-file kitchen.master", "the last time that it is needed")
    ]

    @OptionGroup var options: GlobalOptions

    var columns: [String] { Terminal.listColumns }

    func execute(_ invocation: Invocation) throws {
        try invocation.withCommunity { community in
            try community.log.rewriteVault(under: nil)
            try invocation.answer(vault: community.log)
        }
    }
}
