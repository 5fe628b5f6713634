import Events
import Fetching
import HTTP
import Logging
import Operations
import Recipes

/// A setting of the service: its name, its reader and its text form.
struct ServeSetting: Sendable {
    let name: String
    /// Whether the setting may be given several times.
    var isList = false
    /// Applies the given values. Refuses invalid values.
    let read: @Sendable (inout ServiceSettings, [String]) throws(Refusal) -> Void
    let show: @Sendable (ServiceSettings) -> [String]

    /// The name of the setting's environment variable.
    var variable: String { "LARDER_SERVE_" + name.uppercased().replacing("-", with: "_") }

    static let all: [ServeSetting] = [
        ServeSetting(name: "address", read: readAddress) { settings in
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            return ["\(host):\(settings.port)"]
        },
        ServeSetting(name: "tls-certificate") { settings, said throws(Refusal) in
            settings.tls = TLSFiles(certificate: try file(said, "tls-certificate"), key: settings.tls?.key ?? "")
        } show: {
            [$0.tls?.certificate].compactMap(\.self)
        },
        ServeSetting(name: "tls-key") { settings, said throws(Refusal) in
            settings.tls = TLSFiles(certificate: settings.tls?.certificate ?? "", key: try file(said, "tls-key"))
        } show: {
            [$0.tls?.key].compactMap(\.self)
        },
        ServeSetting(name: "behind-tls") { settings, said throws(Refusal) in
            settings.isBehindTLS = try Word.choose(said[0], ["true": true, "false": false], field: "behind-tls")
        } show: {
            ["\($0.isBehindTLS)"]
        },
        ServeSetting(name: "trusted-proxy", isList: true) { settings, said throws(Refusal) in
            settings.trustedProxies = try said.map { text throws(Refusal) in
                guard let prefix = NetworkPrefix(text) else {
                    throw Refusal(
                        .usage, "«\(text)» is not an address: write 192.0.2.1, or 192.0.2.0/24", field: "trusted-proxy")
                }
                return prefix
            }
        } show: {
            $0.trustedProxies.map(\.description)
        },
        ServeSetting(name: "origin", isList: true) { settings, said throws(Refusal) in
            for origin in said where origin.wholeMatch(of: /https?:\/\/[^\/?#\s]+/) == nil {
                throw Refusal(.usage, "«\(origin)» is not an origin: write https://kitchen.example", field: "origin")
            }
            settings.origins = said
        } show: {
            $0.origins
        },
        ServeSetting(name: "web") { settings, said throws(Refusal) in
            settings.hasWeb = try Word.choose(said[0], ["true": true, "false": false], field: "web")
        } show: {
            ["\($0.hasWeb)"]
        },
        ServeSetting(name: "name") { settings, said throws(Refusal) in
            guard (1...60).contains(said[0].unicodeScalars.count), said[0].utf8.count <= 240 else {
                throw Refusal(.usage, "a community's name has 1 to 60 characters", field: "name")
            }
            settings.name = said[0]
        } show: {
            [$0.name]
        },
        ServeSetting(name: "contact") { settings, said throws(Refusal) in
            let text = said[0]
            guard text.utf8.count <= 200,
                text.wholeMatch(of: /[!-?A-~]+@[!-?A-~]+/) != nil || text.wholeMatch(of: /https:\/\/[!-~]+/) != nil
            else {
                throw Refusal(
                    .usage,
                    "«\(text)» is not a contact: write cooks@kitchen.example, or https://kitchen.example/contact",
                    field: "contact")
            }
            settings.contact = text
        } show: {
            $0.contact.map { [$0] } ?? []
        },
        ServeSetting(name: "backup-directory") { settings, said throws(Refusal) in
            settings.backupDirectory = try file(said, "backup-directory", "folder")
        } show: {
            $0.backupDirectory.map { [$0] } ?? []
        },
        number("max-connections", 1...65_536, \.connectionsMax),
        ServeSetting(name: "rate-limit", isList: true, read: readLimits) { settings in
            guard let limits = settings.limits else { return ["none"] }
            return RateKind.allCases.map { kind in
                "\(kind.rawValue)=\(limits.limits[kind].map { "\(text($0))" } ?? "none")"
            }
        },
        ServeSetting(name: "external", isList: true, read: readExternal) { settings in
            let services = settings.external.services
            return services.isEmpty ? ["none"] : services.map { type(of: $0).source }
        },
        ServeSetting(name: "external-url", isList: true, read: readExternalURLs) { settings in
            settings.external.bases.map { "\($0.key)=\($0.value.text)" }.sorted()
        },
        ServeSetting(name: "external-private") { settings, said throws(Refusal) in
            settings.external.allowsPrivate = try Word.choose(
                said[0], ["true": true, "false": false], field: "external-private")
        } show: {
            ["\($0.external.allowsPrivate)"]
        },
        number("idle-seconds", 1...86_400, \.idleSeconds),
        number("body-seconds", 1...3_600, \.bodySeconds),
        number("heartbeat-seconds", 1...3_600, \.heartbeatSeconds),
        number("job-after-seconds", 0...3_600, \.jobAfterSeconds),
        ServeSetting(name: "log-level") { settings, said throws(Refusal) in
            settings.logLevel = try Word.choose(
                said[0], [("info", .info), ("notice", .notice), ("warning", .warning), ("error", .error)],
                field: "log-level", noun: "level")
        } show: {
            [$0.logLevel.rawValue]
        },
        ServeSetting(name: "log-format") { settings, said throws(Refusal) in
            settings.logFormat = try Word.choose(
                said[0], ["text": .text, "json": .json], field: "log-format")
        } show: {
            [$0.logFormat.rawValue]
        },
    ]

    private static func number(
        _ name: String, _ range: ClosedRange<Int>, _ place: any WritableKeyPath<ServiceSettings, Int> & Sendable
    ) -> ServeSetting {
        ServeSetting(name: name) { settings, said throws(Refusal) in
            guard let number = Int(said[0]), range.contains(number) else {
                throw Refusal(
                    .usage, "\(name) is \(range.lowerBound) to \(range.upperBound), not «\(said[0])»", field: name)
            }
            settings[keyPath: place] = number
        } show: {
            ["\($0[keyPath: place])"]
        }
    }

    private static func file(_ said: [String], _ name: String, _ noun: String = "file") throws(Refusal) -> String {
        guard !said[0].isEmpty else { throw Refusal(.usage, "\(name) names no \(noun)", field: name) }
        return said[0]
    }

    private static func readAddress(_ settings: inout ServiceSettings, _ said: [String]) throws(Refusal) {
        let text = said[0]
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw Refusal(.usage, "«\(text)» is not an address: write host:port", field: "address")
        }
        let host = String(text[..<colon])
        settings.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard !settings.host.isEmpty else {
            throw Refusal(.usage, "«\(text)» names no host: write host:port", field: "address")
        }
        settings.port = Int(port)
    }

    /// `none`, or kinds that differ from the standard: `posts=60/60`, `questions=none`.
    private static func readLimits(_ settings: inout ServiceSettings, _ said: [String]) throws(Refusal) {
        if said == ["none"] {
            settings.limits = nil
            return
        }
        var limits = RateLimits.standard
        for text in said {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let kind = try Word.choose(
                String(parts[0]), RateKind.allCases.map { ($0.rawValue, $0) }, field: "rate-limit", noun: "kind")
            if parts.count == 2, parts[1] == "none" {
                limits.limits[kind] = nil
                continue
            }
            let rate = parts.count == 2 ? parts[1] : ""
            let isHourly = rate.hasSuffix("h")
            let numbers = (isHourly ? rate.dropLast() : rate).split(separator: "/").map { Int($0) }
            guard numbers.count == 2, let burst = numbers[0], let often = numbers[1],
                (1...1_000_000).contains(burst), (1...1_000_000).contains(often)
            else {
                throw Refusal(
                    .usage,
                    "«\(text)» is not a limit: write \(kind.rawValue)=30/60 (at once, and a minute), =30/60h (an hour), or =none",
                    field: "rate-limit")
            }
            limits.limits[kind] = RateLimit(burst: burst, perHour: isHourly ? often : often * 60)
        }
        settings.limits = limits
    }

    private static func text(_ limit: RateLimit) -> String {
        let (minutes, rest) = limit.perHour.quotientAndRemainder(dividingBy: 60)
        return "\(limit.burst)/\(rest == 0 ? "\(minutes)" : "\(limit.perHour)h")"
    }

    // MARK: Other services

    private static let sources = RecipeServices.all.map { ($0.source, $0) }

    /// `none`, or names of services. The services themselves need keys, which `ServeConfiguration` adds.
    private static func readExternal(_ settings: inout ServiceSettings, _ said: [String]) throws(Refusal) {
        if said == ["none"] {
            settings.external.sources = []
            return
        }
        settings.external.sources = try said.map { name throws(Refusal) in
            try Word.choose(name, sources, field: "external", noun: "service").source
        }
    }

    /// `themealdb=https://www.themealdb.com/api/json/v2`.
    private static func readExternalURLs(_ settings: inout ServiceSettings, _ said: [String]) throws(Refusal) {
        for text in said {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw Refusal(
                    .usage, "a service's URL must follow its name: write themealdb=https://…", field: "external-url")
            }
            let service = try Word.choose(parts[0], sources, field: "external-url", noun: "service")
            do throws(Refusal) { settings.external.bases[service.source] = try ServiceBase(parts[1]) } catch {
                throw Refusal(error.code, error.message, field: "external-url")
            }
        }
    }
}
