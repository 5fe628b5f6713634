import ArgumentParser
import Foundation
import LarderAPI

/// What every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The data directory (else $LARDER_DATA, else ./larder-data).", valueName: "dir"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A running service in place of a directory (else $LARDER_SERVER, else the context in use).",
            valueName: "url|context"))
    var server: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("Who acts or looks (else $LARDER_AS).", valueName: "@name"))
    var actor: String?

    @Flag(help: "Answer with one JSON document.")
    var json = false

    // A number below zero is a number, too: what is wrong with it is said later.
    @Option(parsing: .unconditional, help: ArgumentHelp("How many items a list has, 0 = all.", valueName: "n"))
    var limit = 20

    @Option(help: ArgumentHelp("The next page: the cursor that the page before ended with.", valueName: "cursor"))
    var after: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait until the log has reached this position.", valueName: "position"))
    var atLeast: UInt64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Answer a question as it was answered at this position, or at this time.", valueName: "position|time"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "The key that protects the vault (else $LARDER_MASTER_KEY_FILE, $LARDER_MASTER_KEY).", valueName: "file"),
        completion: .file())
    var masterKeyFile: String?

    @Flag(help: "No progress, notes, warnings or confirmations.")
    var quiet = false

    @Flag(help: "No colours.")
    var noColor = false

    @Flag(help: "On a terminal, dates instead of how long ago.")
    var absolute = false

    /// The options that take a value, and those that do not, as they are written.
    static let valueNames: Set<String> = [
        "--data", "--server", "--as", "--limit", "--after", "--at-least", "--as-of", "--master-key-file",
    ]
    static let flagNames: Set<String> = ["--json", "--quiet", "--no-color", "--absolute"]

    /// What else a command is told, for the manual.
    static let environment: KeyValuePairs = [
        "LARDER_DATA": "The data directory, where --data does not say it.",
        "LARDER_SERVER":
            "The service that is asked, or a context's name, where neither --server nor --data says a place.",
        "LARDER_TOKEN":
            "With which a service is asked in place of what logging in has kept: a session's token, or an app's key.",
        "XDG_CONFIG_HOME": "Where larder/contexts.json is kept with what logging in has given (else ~/.config).",
        "LARDER_AS": "Who acts or looks, where --as does not say it.",
        "LARDER_MASTER_KEY_FILE": "A file with the key that protects the vault: 32 random bytes, for its owner alone.",
        "LARDER_MASTER_KEY": "That key itself, in base64 or hexadecimal.",
        "LARDER_MAP_SIZE":
            "The most that the log, and each file folded from it, may hold: 64G. 1T where nothing is said; less where address space is scarce.",
        "LARDER_CONFIG": "A file with the settings of serve, where --config does not name it.",
        "LARDER_SERVE_ADDRESS":
            "What --address of serve would say; likewise all other settings, which larder config lists: LARDER_SERVE_LOG_LEVEL for --log-level.",
        "THEMEALDB_KEY": "The key with which TheMealDB is asked (else the one that everybody may try it with).",
        "EDAMAM_APP_ID": "The application's name with which Edamam is asked.",
        "EDAMAM_APP_KEY": "The key that goes with it.",
        "EDAMAM_ACCOUNT_USER": "For whom Edamam is asked, where its plan counts users.",
        "NO_COLOR": "If it is set, there are no colours.",
        "COLUMNS": "How wide lines may be where the terminal does not say it.",
    ]
}
