import ArgumentParser
import Foundation
import LarderAPI

/// The options that every command takes.
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

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The member who acts or asks (else $LARDER_AS).", valueName: "@name"), completion: .members)
    var actor: String?

    @Flag(help: "Answer with one JSON document.")
    var json = false

    @Flag(help: "Write a table as CSV with a header line.")
    var csv = false

    @Flag(help: "Write a header line above columns separated by tabs.")
    var header = false

    @Option(help: ArgumentHelp("Only these columns of a table, such as id,title.", valueName: "names"))
    var columns: String?

    // A negative number is parsed here and refused later, with a reason.
    @Option(
        name: .customLong("limit"), parsing: .unconditional,
        help: ArgumentHelp("How many items a list has, 0 = all (else 20).", valueName: "n"))
    var saidLimit: Int?
    var limit: Int {
        get { saidLimit ?? 20 }
        set { saidLimit = newValue }
    }

    @Option(help: ArgumentHelp("The next page: the cursor that the page before ended with.", valueName: "cursor"))
    var after: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("This page of a list, counted from 1.", valueName: "n"))
    var page: Int?

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

    @Flag(help: "Believe a clock that is more than a day ahead of the last event.")
    var acceptClock = false

    @Flag(help: "No progress, notes, warnings or confirmations. Refusals are still reported.")
    var quiet = false

    @Flag(help: "No colours.")
    var noColor = false

    @Flag(help: "On a terminal, no pager ($PAGER) for long answers.")
    var noPager = false

    @Flag(help: "On a terminal, dates instead of how long ago.")
    var absolute = false

    /// The options that take a value, and those that do not, as they are written.
    static let valueNames: Set<String> = [
        "--data", "--server", "--as", "--limit", "--after", "--page", "--at-least", "--as-of", "--columns",
        "--master-key-file",
    ]
    static let flagNames: Set<String> = [
        "--json", "--csv", "--header", "--quiet", "--no-color", "--no-pager", "--absolute",
        "--accept-clock",
    ]

    /// The environment variables that commands read, for the manual.
    static let environment: KeyValuePairs = [
        "LARDER_DATA": "The data directory, unless --data names one.",
        "LARDER_SERVER":
            "A service's address or a context's name, unless --server or --data names a place.",
        "LARDER_TOKEN":
            "The token for a service: a session's or an app's key. It replaces the stored one.",
        "XDG_CONFIG_HOME": "The folder of larder/contexts.json, which stores tokens (else ~/.config).",
        "LARDER_AS": "The member who acts or asks, unless --as names one.",
        "LARDER_MASTER_KEY_FILE": "A file with the key that protects the vault: 32 random bytes, for its owner alone.",
        "LARDER_MASTER_KEY": "The master key itself, in base64 or hexadecimal.",
        "LARDER_MAP_SIZE":
            "The most that the log, and each file folded from it, may hold, such as 64G (else 1T, or less if address space is scarce).",
        "LARDER_CONFIG": "A file with the settings of serve, unless --config names one.",
        "LARDER_SERVE_ADDRESS":
            "The --address of serve. Every other setting has a variable too, such as LARDER_SERVE_LOG_LEVEL for --log-level; larder config lists them.",
        "LARDER_PROGRESS": "json: long work says how far it is by lines of JSON on standard error, for programs.",
        "THEMEALDB_KEY": "The key for TheMealDB (else its public test key). With it, serve offers TheMealDB's recipes.",
        "EDAMAM_APP_ID": "The application's id for Edamam.",
        "EDAMAM_APP_KEY": "The application's key for Edamam.",
        "EDAMAM_ACCOUNT_USER": "The user for whom the program asks Edamam, if the plan counts users.",
        "PAGER": "On a terminal, the command that shows an answer longer than the screen.",
        "NO_COLOR": "If it is set, there are no colours.",
        "COLUMNS": "The width of lines if the terminal does not report it.",
    ]
}
