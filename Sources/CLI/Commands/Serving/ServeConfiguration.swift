import ArgumentParser
import Events
import Foundation
import HTTP
import LarderAPI
import Operations
import Recipes
import Yams

/// The settings of the service and their origins. A flag wins over the environment, the environment over the file, and the file
/// over the defaults.
///
/// swift-configuration reads such sources, too; but it does not report unknown names of a file, and a setting that is
/// written wrongly must not be taken for one that was made.
struct ServeConfiguration {
    enum Origin: Hashable {
        case flag
        case environment(String)
        case file(String)
        case standard

        var text: String {
            switch self {
            case .flag: "flag"
            case .environment(let variable): "$\(variable)"
            case .file(let path): path
            case .standard: "standard"
            }
        }
    }

    private(set) var settings = ServiceSettings()
    /// The origins by the names of settings. A setting without an entry has its default.
    private(set) var origins: [String: Origin] = [:]

    /// `environment` returns a variable; `nil`: it is unset or empty. Refuses with `usage`, and names the source of the wrong value.
    init(
        _ options: ServeOptions, dataDirectory: String, environment: (String) -> String? = Invocation.environment,
        variables: some Sequence<String> = ProcessInfo.processInfo.environment.keys
    ) throws(Refusal) {
        try Self.checkNames(variables)
        let (path, isNamed) = Self.file(options, dataDirectory, environment)
        let filed = try Self.settings(in: path, mayBeAbsent: !isNamed)
        let flagged = options.said
        for setting in ServeSetting.all {
            if let said = flagged[setting.name] {
                try take(setting, said, .flag)
            } else if let text = environment(setting.variable) {
                let said =
                    setting.isList ? text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [text]
                try take(setting, said, .environment(setting.variable))
            } else if let said = filed[setting.name] {
                try take(setting, said, .file(path))
            }
        }
        try checkTLS()
        try addServices(environment)
    }

    /// Variables that tools of this repository read, and hand on to the service that they start.
    private static let toolVariables: Set<String> = [
        "LARDER_BINARY", "LARDER_DOCUMENTATION", "LARDER_LONG_TESTS", "LARDER_PEERS", "LARDER_SANITIZER",
        "LARDER_SCRATCH", "LARDER_SEED", "LARDER_SHARED_DATA", "LARDER_WRITE_GOLDEN",
    ]

    /// Refuses a variable of this program's prefix that no setting reads: it was meant as one.
    private static func checkNames(_ variables: some Sequence<String>) throws(Refusal) {
        let known = Set(GlobalOptions.environment.map(\.key) + ServeSetting.all.map(\.variable))
        for name in variables.sorted()
        where name.hasPrefix("LARDER_") && !known.contains(name) && !toolVariables.contains(name) {
            let near = NearestNames(to: name, among: known).question
            throw Refusal(
                .usage, "$\(name) is not a setting: unset it\(near.isEmpty ? "; larder config lists all" : near)")
        }
    }

    /// The community's name and contact, as its service would say them.
    static func introduction(of dataDirectory: String) throws -> (name: String, contact: String?) {
        let settings = try ServeConfiguration(try ServeOptions.parse([]), dataDirectory: dataDirectory).settings
        return (settings.name, settings.contact)
    }

    /// The settings as people read them.
    var described: [ConfigurationAnswer.Setting] {
        ServeSetting.all.map { setting in
            var answer = ConfigurationAnswer.Setting(
                name: setting.name, values: setting.show(settings), origin: "standard")
            switch origin(of: setting) {
            case .flag: answer.origin = "flag"
            case .environment(let variable): (answer.origin, answer.variable) = ("environment", variable)
            case .file(let path): (answer.origin, answer.file) = ("file", path)
            case .standard: break
            }
            return answer
        }
    }

    func origin(of setting: ServeSetting) -> Origin { origins[setting.name] ?? .standard }

    private mutating func take(_ setting: ServeSetting, _ said: [String], _ origin: Origin) throws(Refusal) {
        do throws(Refusal) { try setting.read(&settings, said) } catch {
            guard origin != .flag else { throw error }
            var refusal = error
            refusal.message = "\(origin.text): \(error.message)"
            throw refusal
        }
        origins[setting.name] = origin
    }

    private mutating func checkTLS() throws(Refusal) {
        guard let files = settings.tls else { return }
        for (name, file, other) in [
            ("tls-key", files.key, "tls-certificate"), ("tls-certificate", files.certificate, "tls-key"),
        ] where file.isEmpty {
            throw Refusal(.usage, "\(other) requires \(name)", field: name)
        }
        // Browsers then send cookies by TLS only.
        settings.isBehindTLS = true
    }

    /// Adds the services that are named, or else each whose key is set. A key that is set in part is a mistake. The keys come
    /// from the environment alone, where neither a list of processes nor a file of settings shows them.
    private mutating func addServices(_ environment: (String) -> String?) throws(Refusal) {
        for service in RecipeServices.all {
            let missing = service.requiredVariables.filter { environment($0) == nil }
            let isNamed = settings.external.sources.map { $0.contains(service.source) }
            guard isNamed ?? (missing.count < service.requiredVariables.count) else { continue }
            if let variable = missing.first {
                throw Refusal(
                    .usage, "\(service.name) requires a key: put yours into $\(variable), or set external to none",
                    field: "external")
            }
            let named = settings.external.bases[service.source]
            let base = if let named { named } else { try ServiceBase(service.standardBase) }
            settings.external.services.append(try service.init(base: base, environment: environment))
        }
    }

    // MARK: The file

    private static func file(
        _ options: ServeOptions, _ dataDirectory: String, _ environment: (String) -> String?
    ) -> (path: String, isNamed: Bool) {
        if let named = options.file ?? environment("LARDER_CONFIG") { return (named, true) }
        return ("\(dataDirectory)/serve.yaml", false)
    }

    /// A mapping of names to values or lists of values.
    private static func settings(in path: String, mayBeAbsent: Bool) throws(Refusal) -> [String: [String]] {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(filePath: path)) } catch {
            if mayBeAbsent, !FileManager.default.fileExists(atPath: path) { return [:] }
            throw Refusal(.usage, "\(path) cannot be read: name a file of settings with --config", field: "config")
        }
        guard bytes.count <= 1 << 20, let text = String(bytes: bytes, encoding: .utf8) else {
            throw Refusal(
                .usage, "\(path) is not a file of settings: write YAML, such as address: 0.0.0.0:8080", field: "config")
        }
        let node: Node?
        do { node = try Yams.compose(yaml: text) } catch {
            let line = (error as? YamlError).flatMap(Self.line).map { ", line \($0)" } ?? ""
            throw Refusal(.usage, "\(path)\(line): that is not YAML", field: "config")
        }
        guard let node, node != .scalar(Node.Scalar("")) else { return [:] }
        guard case .mapping(let mapping) = node else {
            throw Refusal(
                .usage, "\(path) holds no settings: write one a line, such as address: 0.0.0.0:8080", field: "config")
        }
        var settings: [String: [String]] = [:]
        for (key, value) in mapping {
            do throws(Refusal) {
                let setting = try Word.choose(
                    key.scalar?.string ?? "?", ServeSetting.all.map { ($0.name, $0) }, field: "config", noun: "setting")
                settings[setting.name] = try values(of: value, setting)
            } catch {
                let line = key.mark.map { ", line \($0.line)" } ?? ""
                throw Refusal(error.code, "\(path)\(line): \(error.message)", field: "config")
            }
        }
        return settings
    }

    private static func line(of error: YamlError) -> Int? {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        case .duplicatedKeysInMapping(_, let context): context.mark.line
        default: nil
        }
    }

    private static func values(of node: Node, _ setting: ServeSetting) throws(Refusal) -> [String] {
        if case .scalar(let scalar) = node { return [scalar.string] }
        guard setting.isList, case .sequence(let sequence) = node, !sequence.isEmpty else {
            throw Refusal(
                .usage, "\(setting.name) must be \(setting.isList ? "a value, or a list of values" : "one value")")
        }
        return try sequence.map { item throws(Refusal) in
            guard let text = item.scalar?.string else {
                throw Refusal(.usage, "\(setting.name) must be a list of plain values")
            }
            return text
        }
    }
}
