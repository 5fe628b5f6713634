import Foundation
import LarderAPI
import TestSupport
import Testing

/// The fields that refusals name are fields of the request that was sent.
@Suite(.serialized) struct RefusedFieldTests {
    /// A request with a mistake, and the name that the client gave to it.
    private struct Mistake {
        var path: String
        var body: Data?
        /// The names of properties that the client made up.
        var ownNames: Set<String> = ["x"]
    }

    /// Values of all types of JSON. At most one of them fits a property.
    private static var values: [Any] {
        ["nonsense", "", 1_000_000_000_000, true, NSNull(), [1], [String: Any](), ["x": 1]]
    }
    /// The headers that any request may carry.
    private static let headers: Set = ["content-type", "x-csrf-token"]
    /// The names that an event has for what other requests name in another way.
    private static let eventNames = ["actor", "subject", "cause", "data"]

    private let contract: ContractFile

    init() throws { contract = try ContractFile() }

    @Test("a refusal names a parameter, a header or a property of the request, for every mistake in every operation")
    func everyMistake() async throws {
        try await withCounter { counter in
            let world = try await World(counter)
            var fields: [String: Set<String>] = [:]
            let usernames = ["zebulon", "eli", "ada"]
            var tokens: [String: String] = [:]
            for username in usernames { tokens[username] = try await counter.logIn(username) }
            let operations = API.all.filter { $0.method == .post && $0.name != API.submitEvents.name }
            let asked = Tier.share(of: operations, oneIn: 3)
            for operation in asked {
                let promised = try #require(contract.operation("POST", operation.path.text), "\(operation.name)")
                let known = try names(of: promised).union(Self.headers)
                let mistakes = try mistakes(in: operation, promised, world)
                for (username, mistake) in usernames.flatMap({ name in mistakes.map { (name, $0) } }) {
                    let answer = try await counter.ask(
                        "POST", mistake.path, bytes: mistake.body, as: tokens[username])
                    guard answer.status >= 400 else { continue }
                    let body = mistake.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
                    let place = "\(operation.name) by \(username): \(mistake.path) \(body): \(answer.text)"
                    let allowed = known.union(mistake.ownNames)
                    if let field = answer.json["field"] as? String {
                        #expect(allowed.contains(field), "\(place)")
                        fields[operation.name, default: []].insert(field)
                    }
                    let detail = answer.json["detail"] as? String ?? ""
                    let words = Set(detail.split { !$0.isLetter }.map(String.init))
                    #expect(words.isDisjoint(with: Set(Self.eventNames).subtracting(allowed)), "\(place)")
                }
            }
            for (name, field) in [
                ("rateRecipe", "stars"), ("rateRecipe", "recipe"), ("reportRecipe", "reason"), ("likeRecipe", "recipe"),
                ("followMember", "member"), ("postComment", "text"), ("replyToComment", "comment"),
                ("addToCookbook", "recipe"), ("addToCookbook", "cookbook"), ("readNotifications", "upTo"),
                ("forkRecipe", "recipe"), ("checkItem", "item"), ("resolveReport", "report"),
                ("deleteRepost", "repost"),
            ] where asked.contains(where: { $0.name == name }) {
                #expect(fields[name]?.contains(field) == true, "\(name) never names \(field): \(fields[name] ?? [])")
            }
        }
    }

    @Test("a refusal names a parameter of the question, for every wrong value") func everyQuestion() async throws {
        try await withCounter { counter in
            let world = try await World(counter)
            let ada = try await counter.logIn("ada")
            var found: Set<String> = []
            for operation in API.all where operation.isQuestion {
                let known = Set(operation.queryNames + operation.path.names)
                let exchange = try #require(Exchange.all[operation.name])
                let target = try #require(world.targets(of: operation, exchange)?.first, "\(operation.name)")
                let path = target.prefix { $0 != "?" }
                for (name, value) in operation.queryNames.flatMap({ name in
                    ["", "!!", "99999", "2001-01-01T00:00:00Z", "@nobody1"].map { (name, $0) }
                }) where name != "atLeast" {
                    let answer = try await counter.ask("GET", "\(path)?\(name)=\(value)", as: ada)
                    guard answer.status >= 400, let field = answer.json["field"] as? String else { continue }
                    #expect(known.contains(field), "\(path)?\(name)=\(value): \(answer.text)")
                    found.insert(field)
                }
            }
            #expect(found.isSuperset(of: ["asOf", "likedBy", "q", "week", "author", "limit"]), "\(found)")
        }
    }

    @Test("an event is refused by the names of its own fields") func events() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for (members, field) in [
                (#""type":"larder.recipe.liked","subject":"r999""#, "subject"),
                (#""type":"larder.recipe.posted","data":{}"#, "data"),
                (#""type":"larder.recipe.liked","subject":"r2","data":[]"#, "data"),
                (#""type":"larder.recipe.posted","cause":"r999","data":{"title":"x","steps":[{"text":"a"}]}"#, "cause"),
                (#""type":"larder.member.banned","subject":"@ada""#, "actor"),
            ] {
                let answer = try await counter.post(
                    "/events", #"{"specversion":"1.0","source":"app","id":"1",\#(members)}"#, as: ada,
                    headers: ["Content-Type": "application/cloudevents+json"])
                #expect(answer.json["field"] as? String == field, "\(members): \(answer.text)")
            }
        }
    }

    // MARK: Mistakes

    private func mistakes(
        in operation: any AnyOperation, _ promised: [String: Any], _ world: World
    ) throws -> [Mistake] {
        let exchange = try #require(Exchange.all[operation.name])
        let target = try #require(world.targets(of: operation, exchange)?.first, "\(operation.name)")
        let body = exchange.body.map { Data($0.utf8) }
        var mistakes: [Mistake] = []
        if promised["requestBody"] != nil {
            mistakes = [Mistake(path: target, body: Data("{}".utf8)), Mistake(path: target)]
        }
        for name in operation.path.names {
            // Nothing, no id at all, and the ids of things of every other kind.
            let others = ["rye", "comment", "repost", "report", "item", "private book"].map { world[$0] }
            let numbers = others.map { String($0.dropFirst()) }
            for id in ["r99999", "@nobody1", "99999", "!!", "m1", "external:a:b"] + others + numbers {
                var places = try #require(operation.path.values(in: target))
                places[name] = id
                mistakes.append(Mistake(path: operation.path.path(with: places), body: body))
            }
        }
        let properties = try properties(of: promised)
        guard !properties.isEmpty else { return mistakes }
        // An example that is no object is a mistake by itself.
        let example = try body.map { try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) }
        let object = example as? [String: Any] ?? [:]
        for (name, schema) in properties {
            mistakes += try Self.mistakes(named: name, in: object).map { Mistake(path: target, body: $0) }
            for part in try self.properties(ofSchema: schema).keys {
                let own = object[name] as? [String: Any] ?? [:]
                mistakes += try Self.changes(of: part, in: own).map { changed in
                    Mistake(
                        path: target,
                        body: try JSONSerialization.data(withJSONObject: object.merging([name: changed]) { $1 }))
                }
            }
        }
        for name in ["subject", "colour"] {
            mistakes.append(
                Mistake(
                    path: target, body: try JSONSerialization.data(withJSONObject: object.merging([name: 1]) { $1 }),
                    ownNames: [name]))
        }
        return mistakes
    }

    private static func mistakes(named name: String, in object: [String: Any]) throws -> [Data] {
        try changes(of: name, in: object).map { try JSONSerialization.data(withJSONObject: $0) }
    }

    /// The object without that property, and with it of every type.
    private static func changes(of name: String, in object: [String: Any]) -> [[String: Any]] {
        [object.filter { $0.key != name }] + values.map { object.merging([name: $0]) { $1 } }
    }

    // MARK: Names

    /// All names that a request of the operation can carry: parameters, headers, and properties at any depth.
    private func names(of operation: [String: Any]) throws -> Set<String> {
        let parameters = try (operation["parameters"] as? [[String: Any]] ?? []).map(contract.resolved)
        var names = Set(parameters.compactMap { $0["name"] as? String }.flatMap { [$0, $0.lowercased()] })
        func add(_ properties: [String: [String: Any]]) throws {
            for (name, schema) in properties where names.insert(name).inserted {
                try add(try self.properties(ofSchema: schema))
            }
        }
        try add(try properties(of: operation))
        return names
    }

    private func properties(of operation: [String: Any]) throws -> [String: [String: Any]] {
        let body = try (operation["requestBody"] as? [String: Any]).map(contract.resolved)
        let content = body?["content"] as? [String: [String: Any]]
        return try (content?["application/json"]?["schema"] as? [String: Any]).map(properties(ofSchema:)) ?? [:]
    }

    private func properties(ofSchema schema: [String: Any]) throws -> [String: [String: Any]] {
        let schema = try contract.resolved(schema)
        var properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for key in ["allOf", "oneOf", "anyOf"] {
            for part in schema[key] as? [[String: Any]] ?? [] {
                properties.merge(try self.properties(ofSchema: part)) { $1 }
            }
        }
        if let items = schema["items"] as? [String: Any] {
            properties.merge(try self.properties(ofSchema: items)) { $1 }
        }
        return properties
    }
}
