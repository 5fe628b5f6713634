package import Events
import Foundation
import Layout
import SwiftProtobuf

/// An event's `data`: its payload in protobuf's JSON mapping, and the small values of the header.
enum EventData {
    /// Reads `data` of the command's kind: the payload, and the small values into `value` or `cause`.
    ///
    /// A refusal of the content as a whole has no field.
    ///
    /// `isSpelled`: the caller has checked that it is a JSON object with enum values as words (see `EnumSpelling`).
    static func read(_ data: [UInt8]?, isSpelled: Bool = false, into command: inout Command) throws(Refusal) {
        let bytes = data ?? Array("{}".utf8)
        func decode<M: SwiftProtobuf.Message>(_ type: M.Type, _ bytes: [UInt8]) throws(Refusal) -> M {
            try Self.decode(type, bytes, isSpelled: isSpelled)
        }
        switch command.kind {
        case .memberRegistered:
            var message = try decode(ProtoMemberRegistered.self, bytes)
            command.value = UInt8(truncatingIfNeeded: message.role.rawValue)
            message.clearRole()
            command.payload = message == ProtoMemberRegistered() ? .none : .registration(message)
        case .memberRoleChanged:
            let message = try decode(ProtoRoleChange.self, bytes)
            guard message.hasRole else { throw missing("role", "member, moderator or admin") }
            command.value = UInt8(truncatingIfNeeded: message.role.rawValue)
        case .memberBanned:
            var message = try decode(ProtoBan.self, bytes)
            command.value = message.voided ? EventHeader.voiding : 0
            message.clearVoided()
            command.payload = message == ProtoBan() ? .none : .ban(message)
        case .recipeRated:
            let message = try decode(ProtoRating.self, bytes)
            guard message.hasStars, (1...5).contains(message.stars) else { throw missing("stars", "1 to 5") }
            command.value = UInt8(message.stars)
        case .reportFiled:
            var message = try decode(ProtoReport.self, bytes)
            guard message.reason != .unspecified else {
                throw missing("reason", "spam, offensive, unsafe, copyright or other")
            }
            command.value = UInt8(truncatingIfNeeded: message.reason.rawValue)
            message.reason = .unspecified
            command.payload = message == ProtoReport() ? .none : .report(message)
        case .reportResolved:
            var message = try decode(ProtoResolution.self, bytes)
            guard message.outcome != .unspecified else { throw missing("outcome", "dismissed, removed or banned") }
            command.value = UInt8(truncatingIfNeeded: message.outcome.rawValue)
            message.outcome = .unspecified
            command.payload = message == ProtoResolution() ? .none : .resolution(message)
        case .cookbookRecipeMoved:
            let message = try decode(ProtoCookbookPlace.self, bytes)
            guard message.hasPlace, (1...[PlacedRecipe].cookbookMax).contains(Int(message.place)) else {
                throw missing("place", "1 to \([PlacedRecipe].cookbookMax)")
            }
            command.value = UInt8(message.place)
        case .notificationsRead, .feedSeen:
            let message = try decode(ProtoSeen.self, bytes)
            guard message.hasUpTo else { return }
            let upTo = Position(message.upTo)
            guard !upTo.isNone, upTo <= .max else { throw missing("upTo", "the number of an event") }
            let cause = Reference.position(upTo, letter: nil)
            guard command.cause == nil || command.cause == cause else {
                throw Refusal(.invalid, "upTo and cause name different events", field: "upTo")
            }
            command.cause = cause
        default:
            guard let data else { return }
            guard let shape = PayloadShape(command.kind) else {
                _ = try decode(ProtoEmpty.self, data)
                return
            }
            command.payload = try payload(shape, data, isSpelled: isSpelled)
        }
    }

    /// `data` as JSON, small values included; `nil` if it is empty.
    ///
    /// Unless `isLocal`, values that hold only in this log are omitted: numbers of events, and the role of a registration,
    /// which a submission never grants.
    static func json(of record: Record, isLocal: Bool) -> [UInt8]? {
        let value = Int(record.header.value)
        var message = message(record.kind, record.payload, value)
        switch record.kind {
        case .memberRegistered:
            if case .registration(var registration) = record.payload {
                if isLocal, value != 0 { registration.role = ProtoRole.Value(rawValue: value) ?? .member }
                message = registration
            }
        case .planSet, .planCleared:
            guard let slot = record.header.planSlot else { break }
            var plan = ProtoPlan()
            if case .plan(let stored) = record.payload { plan = stored }
            plan.day = slot.day.description
            plan.meal = ProtoMeal.Value(rawValue: value) ?? .unspecified
            message = plan
        case .notificationsRead, .feedSeen:
            if isLocal, !record.header.cause.isNone {
                var seen = ProtoSeen()
                seen.upTo = record.header.cause.value
                message = seen
            }
        default: break
        }
        guard let json = message.flatMap(json), json.count > 2 else { return nil }
        return json
    }

    /// `data` as JSON of an event that submits a command; `nil` if it is empty.
    static func json(of command: Command) -> [UInt8]? {
        guard let json = message(command.kind, command.payload, Int(command.value)).flatMap(json), json.count > 2 else {
            return nil
        }
        return json
    }

    /// A payload with its small value.
    private static func message(
        _ kind: EventKind, _ payload: Payload, _ value: Int
    ) -> (any SwiftProtobuf.Message)? {
        switch kind {
        case .memberRoleChanged:
            var change = ProtoRoleChange()
            change.role = ProtoRole.Value(rawValue: value) ?? .member
            return change
        case .memberBanned:
            var ban = ProtoBan()
            if case .ban(let stored) = payload { ban = stored }
            if value == Int(EventHeader.voiding) { ban.voided = true }
            return ban
        case .recipeRated:
            var rating = ProtoRating()
            rating.stars = UInt32(value)
            return rating
        case .reportFiled:
            var report = ProtoReport()
            if case .report(let stored) = payload { report = stored }
            report.reason = ProtoReportReason.Value(rawValue: value) ?? .unspecified
            return report
        case .reportResolved:
            var resolution = ProtoResolution()
            if case .resolution(let stored) = payload { resolution = stored }
            resolution.outcome = ProtoReportOutcome.Value(rawValue: value) ?? .unspecified
            return resolution
        case .cookbookRecipeMoved:
            var move = ProtoCookbookPlace()
            move.place = UInt32(value)
            return move
        default: return payload.message
        }
    }

    /// `nil` for a message that has no JSON: one with a number that is not finite, which no decision accepts.
    static func json(_ message: any SwiftProtobuf.Message) -> [UInt8]? {
        var options = JSONEncodingOptions()
        options.alwaysPrintInt64sAsNumbers = true
        options.useDeterministicOrdering = true
        return try? message.jsonUTF8Bytes(options: options)
    }

    private static func missing(_ field: String, _ what: String) -> Refusal {
        Refusal(.invalid, "\(field) must be \(what)", field: field)
    }

    private static func payload(
        _ shape: PayloadShape, _ bytes: [UInt8], isSpelled: Bool
    ) throws(Refusal) -> Payload {
        do {
            let payload = try shape.decode { type in
                let message = try decodeAny(type, bytes)
                if !isSpelled { try EnumSpelling.check(bytes) }
                return message
            }
            // An empty message is no payload.
            return payload == (try shape.decode { $0.init() }) ? .none : payload
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.invalid, "the content cannot be read")
        }
    }

    private static func decode<M: SwiftProtobuf.Message>(
        _ type: M.Type, _ bytes: [UInt8], isSpelled: Bool
    ) throws(Refusal) -> M {
        let message = try decodeAny(type, bytes)
        if !isSpelled { try EnumSpelling.check(bytes) }
        guard let message = message as? M else { throw Refusal(.invalid, "the content cannot be read") }
        return message
    }

    private static func decodeAny(
        _ type: any SwiftProtobuf.Message.Type, _ bytes: [UInt8]
    ) throws(Refusal) -> any SwiftProtobuf.Message {
        do {
            return try type.init(jsonUTF8Bytes: SurrogatePairs.replaced(in: bytes))
        } catch {
            // Only a refused object pays for this look.
            guard type == ProtoRecipeContent.self, let renamed = try OldSpelling.renamed(bytes) else {
                throw refusal(error, bytes, type)
            }
            return try decodeAny(type, renamed)
        }
    }

    private static func refusal(
        _ error: any Error, _ bytes: [UInt8], _ type: any SwiftProtobuf.Message.Type
    ) -> Refusal {
        switch error {
        case JSONDecodingError.unknownField(let name):
            return Refusal(.invalid, "there is no field «\(name.excerpt())» here", field: name.excerpt())
        default:
            let value = MisshapenValue(in: bytes, of: type)
            return Refusal(.invalid, value?.sentence ?? "the content cannot be read", field: value?.field)
        }
    }
}

/// Checks that enum values are words: protobuf's JSON mapping also reads their numbers.
enum EnumSpelling {
    static let fields: Set<String> = [
        "role", "reason", "outcome", "difficulty", "vegetarian", "vegan", "glutenFree", "gluten_free", "sugarFree",
        "sugar_free", "meal", "visibility",
    ]

    static func check(_ bytes: [UInt8]) throws(Refusal) {
        // The reader of the event has already refused malformed text.
        guard case .object(let members, _)? = try? JSONValue(bytes) else {
            throw Refusal(.invalid, "the content must be a JSON object")
        }
        try check(members)
        if case .object(let diet, _)? = members["diet"] { try check(diet) }
    }

    private static func check(_ members: [String: JSONValue]) throws(Refusal) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where fields.contains(name) {
            if case .number = value { throw Refusal(.invalid, "\(name) must be a word", field: name) }
        }
    }
}

extension Payload {
    /// The object of an event's `data`; empty without `data`.
    package var json: [UInt8] { message.flatMap(EventData.json) ?? Array("{}".utf8) }
}
