import Accounts
import CloudEvents
package import Events
import Foundation
import Recipes

/// The users of Firebase Authentication, as `firebase auth:export` writes them: the e-mails with which they log in, and
/// hashes of their passwords.
package struct FirebaseUsers: Sendable {
    /// The largest file of users, in bytes.
    package static let bytesMax = 32 << 20

    private var users: [(id: String, fields: JSONValue, place: String)] = []
    private var refused: [RefusedItem] = []
    private let parameters: FirebaseParameters

    /// Refuses a file that is not an export of users, and one with more than `FoundCommunity.countMax`.
    ///
    /// `place`: the file's name in the report. `parameters`: those of the project, without which no hash can be compared.
    package init(_ bytes: [UInt8], place: String, parameters: FirebaseHashParameters) throws(Refusal) {
        self.parameters = parameters.value
        let rows: [JSONValue]
        do throws(RefusedItem) {
            let document = try JSONValue.document(bytes, place: place, upTo: Self.bytesMax)
            guard let items = document.members?["users"]?.items ?? document.items else {
                throw RefusedItem(
                    place: place, reason: .unreadable, message: "it has no list «users», as Firebase exports it in JSON"
                )
            }
            rows = items
        } catch {
            throw Refusal(.invalid, "\(error.place): \(error.message)")
        }
        guard rows.count <= FoundCommunity.countMax else {
            throw Refusal(.invalid, "\(place) holds more than \(FoundCommunity.countMax) users")
        }
        var seen: Set<String> = []
        for (index, row) in rows.enumerated() {
            let place = "\(place): row \(index + 1)"
            guard let id = (row.members?["localId"] ?? row.members?["uid"])?.words else {
                refuse(place, .unreadable, "it is not a user with a localId")
                continue
            }
            guard seen.insert(id).inserted else {
                refuse(place, .invalid, "another user has the id «\(id.prefix(40))»")
                continue
            }
            users.append((id, row, place))
        }
    }

    private mutating func refuse(_ place: String, _ reason: ImportRefusal, _ message: String) {
        refused.append(RefusedItem(place: place, reason: reason, message: message))
    }

    /// Gives the members their passwords, and their e-mails where their documents have none. Reports each user and each member
    /// for whom that is not possible.
    func complete(_ found: inout FoundCommunity) {
        found.refused += refused
        let indices = Dictionary(
            found.members.indices.map { (found.members[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var rest = Set(indices.keys)
        for (id, row, place) in users {
            guard let index = indices[id] else {
                found.refused.append(
                    RefusedItem(
                        place: place, reason: .unknownMember,
                        message: "user «\(id.prefix(40))» is not among the members"))
                continue
            }
            rest.remove(id)
            if found.members[index].email == nil { found.members[index].email = row.members?["email"]?.words }
            found.members[index].password = password(row, place, &found)
        }
        for index in found.members.indices where rest.remove(found.members[index].id) != nil {
            found.noteNoPassword(at: found.members[index].place, because: "Firebase has no such user")
        }
    }

    private func password(_ row: JSONValue, _ place: String, _ found: inout FoundCommunity) -> ImportedHash? {
        let fields = row.members ?? [:]
        guard fields["disabled"] != .bool(true) else {
            found.noteNoPassword(at: place, because: "the account is disabled in Firebase")
            return nil
        }
        guard let hash = fields["passwordHash"]?.words else {
            let providers = (fields["providerUserInfo"]?.items ?? []).compactMap { $0.members?["providerId"]?.words }
            let others = providers.isEmpty ? "" : ", and the user logs in with \(providers[0].prefix(40))"
            found.noteNoPassword(at: place, because: "Firebase has none\(others)")
            return nil
        }
        let salt = fields["salt"]?.words ?? ""
        return found.password(at: place) { () throws(Refusal) in
            guard let hash = hash.base64Bytes, let salt = salt.base64Bytes else {
                throw Refusal(.invalid, "its hash or its salt is not base64")
            }
            return .firebaseScrypt(try FirebaseScrypt(hash: hash, salt: salt, parameters: parameters))
        }
    }
}

/// The hash parameters of a Firebase project, as its console shows them, or as JSON.
package struct FirebaseHashParameters: Sendable {
    /// The largest file, in bytes.
    package static let bytesMax = 1 << 16
    private static let algorithm = "SCRYPT"

    let value: FirebaseParameters

    /// Refuses, with `invalid`, a text that lacks one of the parameters, and bounds that `FirebaseParameters` refuses. `place`:
    /// the file's name in messages.
    package init(_ bytes: [UInt8], place: String) throws(Refusal) {
        guard bytes.count <= Self.bytesMax else {
            throw Refusal(.invalid, "\(place) is longer than \(Self.bytesMax) bytes")
        }
        var fields = JSONFields(Self.members(bytes))
        if let algorithm = fields.take("algorithm", "hashalgorithm")?.words, algorithm.uppercased() != Self.algorithm {
            throw Refusal(
                .invalid,
                "\(place): the algorithm is «\(algorithm.prefix(40))», and only \(Self.algorithm) is supported")
        }
        guard let key = fields.take("base64signerkey", "signerkey")?.words?.base64Bytes,
            let separator = (fields.take("base64saltseparator", "saltseparator")?.words ?? "").base64Bytes,
            let rounds = fields.take("rounds")?.words.flatMap({ Int($0) }),
            let cost = fields.take("memcost", "memorycost")?.words.flatMap({ Int($0) })
        else {
            throw Refusal(
                .invalid,
                "\(place) lacks one of base64_signer_key, base64_salt_separator, rounds and mem_cost: the Firebase console shows them under Authentication, Users, Password hash parameters"
            )
        }
        do throws(Refusal) {
            value = try FirebaseParameters(
                signerKey: key, saltSeparator: separator, rounds: rounds, memoryCost: cost)
        } catch {
            throw Refusal(error.code, "\(place): \(error.message)")
        }
    }

    /// An object of JSON, or the console's lines of a name, a colon, a value and a comma.
    private static func members(_ bytes: [UInt8]) -> [String: JSONValue] {
        if let members = (try? JSONValue(JSONValue.withoutMark(bytes)))?.members {
            let outer = members["signIn"]?.members ?? members
            return (outer["hash_config"] ?? outer["hashConfig"])?.members ?? outer
        }
        var members: [String: JSONValue] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let marks = CharacterSet(charactersIn: "\",;'").union(.whitespaces)
            members[String(parts[0])] = .string(parts[1].trimmingCharacters(in: marks))
        }
        return members
    }
}
