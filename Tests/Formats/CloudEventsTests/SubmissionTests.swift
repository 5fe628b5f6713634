import CLI
import CloudEvents
import Events
import FormatsSupport
import Foundation
import Layout
import TestSupport
import Testing

private func liked(_ id: String) -> String {
    #"{"specversion":"1.0","type":"larder.recipe.liked","source":"app","id":"\#(id)","actor":"@bo","subject":"r2"}"#
}

/// Accepts everything but what is named in `refused`.
private final class FakeService {
    var batches: [[String]] = []
    private let refused: Set<String>

    init(refusing refused: Set<String> = []) { self.refused = refused }

    func begin(_ commands: [Command]) -> BatchesUnderway<[EventLine]>.Answer {
        batches.append(commands.compactMap(\.origin?.id))
        let results = commands.map { command -> Result<Outcome, Refusal> in
            if refused.contains(command.origin?.id ?? "") { return .failure(Refusal(.notFound, "there is no r2")) }
            return .success(Outcome(position: Position(7), changed: true, kind: command.kind))
        }
        return { results }
    }
}

@Suite struct SubmissionTests {
    private func lines(_ file: TemporaryFile) throws -> [EventLine] {
        let reader = EventLines(try file.source())
        var lines: [EventLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    private func summary(_ text: String) throws -> [String] {
        try summary(Array(text.utf8))
    }

    private func summary(_ bytes: [UInt8]) throws -> [String] {
        try lines(try TemporaryFile(bytes)).map { line in
            switch line.command {
            case .success(let command): "\(line.number) \(command.origin?.id ?? "")"
            case .failure(let refusal): "\(line.number) \(refusal.code.rawValue)"
            }
        }
    }

    @Test("events are read line by line, past blank and broken lines, with their numbers") func readsLines() throws {
        #expect(try summary("\u{FEFF}\n  \n\(liked("a"))\r\n\n\(liked("b"))") == ["3 a", "5 b"])
        #expect(try summary("") == [])
        #expect(try summary("\n\n") == [])
        #expect(try summary("{\n\(liked("b"))\n") == ["1 invalid", "2 b"])
        #expect(try summary([0x7B, 0xFF, 0x7D, 0x0A] + Array(liked("b").utf8)) == ["1 invalid", "2 b"])
    }

    @Test("a JSON array is read as a batch, and a broken batch ends with a refusal") func readsABatch() throws {
        #expect(try summary("\n [\(liked("a")),\n\(liked("b"))]\n") == ["1 a", "2 b"])
        #expect(try summary("[]") == [])
        #expect(try summary("[ ]\nx") == ["1 invalid"])
        #expect(try summary("[\(liked("a"))] \(liked("b"))") == ["1 a", "2 invalid"])
        #expect(try summary(#"[{"x":"],["},7,\#(liked("c")),]"#) == ["1 invalid", "2 invalid", "3 c", "4 invalid"])
        #expect(try summary("[\(liked("a")),\(liked("b").dropLast())") == ["1 a", "2 invalid"])
        #expect(try summary(String(repeating: "[", count: 100_000)) == ["1 invalid"])
        #expect(try summary("[[[\n\(liked("a"))\n") == ["1 invalid", "2 a"])
    }

    @Test("a line of a hundred megabytes is skipped, and the next line is read")
    func aLineOfAHundredMegabytesIsSkipped() throws {
        let file = try TemporaryFile(first: liked("a") + "\n", longLine: 100 << 20, last: liked("b"))
        let lines = try lines(file)
        #expect(lines.map(\.number) == [1, 2, 3])
        #expect(lines[1].bytes.isEmpty && (try? lines[1].command.get()) == nil)
        #expect(throws: Never.self) { try lines[2].command.get() }
    }

    @Test("a line has at most 1 MiB", arguments: [0, 1])
    func theLongestLine(beyond: Int) throws {
        let head = String(liked("long").dropLast()) + #","padding":""#
        let line = head + String(repeating: "x", count: (1 << 20) - head.utf8.count - 2 + beyond) + "\"}"
        #expect(line.utf8.count == (1 << 20) + beyond)
        #expect(try summary("\(line)\n\(liked("b"))") == [beyond == 0 ? "1 long" : "1 invalid", "2 b"])
    }

    @Test("events are submitted in order, and the report counts what was refused")
    func submitsInOrderAndCounts() throws {
        let file = try TemporaryFile(([liked("a"), "x", liked("b"), liked("c")]).joined(separator: "\n"))
        let service = FakeService(refusing: ["b"])
        var errors: [String] = []
        let result = try Submission().run(
            EventLines(try file.source()), begin: service.begin,
            errors: { number, bytes, refusal in
                errors.append("\(number) \(bytes.count) \(refusal.code.rawValue)")
            })
        #expect(service.batches == [["a", "b", "c"]])
        #expect(result.report.read == 4 && result.report.appendedByKind == ["recipe.liked": 2])
        #expect(result.report.refused == ["invalid": 1, "not-found": 1] && result.report.position == Position(7))
        #expect(errors == ["2 1 invalid", "3 \(liked("b").utf8.count) not-found"])
    }

    @Test("a strict submission stops at the first refusal", arguments: [["a"], ["x"]])
    func strictStopsAtTheFirstRefusal(_ refused: [String]) throws {
        let second = refused == ["x"] ? "x" : liked("b")
        let file = try TemporaryFile([liked("0"), second, liked("c")].joined(separator: "\n"))
        let service = FakeService(refusing: ["b"])
        let result = try Submission(isStrict: true).run(
            EventLines(try file.source()), begin: service.begin)
        #expect(service.batches.joined().contains("0") && !service.batches.joined().contains("c"))
        #expect(result.stopped != nil && result.report.stoppedAt == 2 && result.report.read == 2)
    }

    @Test(
        "every event of a real site's import is read and appended",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func readsAWholeSite() throws {
        let unpacking = Process()
        unpacking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unpacking.arguments = ["gzip", "-dc", SharedData.url("stackexchange-beer/events.ndjson.gz").path]
        let pipe = Pipe()
        unpacking.standardOutput = pipe
        try unpacking.run()
        let lines = EventLines(
            FileBytes(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "events"))
        let service = FakeService()
        let result = try Submission().run(lines, begin: service.begin)
        unpacking.waitUntilExit()
        #expect(result.report.read == 17_576 && result.report.refused.isEmpty && result.report.appended == 17_576)
    }

    /// «A command whose origin is known is answered (…) before anything else is looked at (…); otherwise `conflict`.»
    @Test("an unreadable event is a conflict if its origin is known, else invalid")
    func whatCannotBeReadUnderAKnownOriginIsAConflict() throws {
        func unreadable(_ id: String) -> String {
            #"{"specversion":"1.0","type":"larder.recipe.liked","source":"app","id":"\#(id)","data":{"stars":5}}"#
        }
        let file = try TemporaryFile(Array("\(unreadable("known"))\n\(unreadable("new"))\n".utf8))
        let result = try Submission().run(
            EventLines(try file.source()), begin: FakeService().begin,
            isKnown: { $0 == Origin(source: "app", id: "known") })
        #expect(result.report.refused == ["conflict": 1, "invalid": 1])
    }

    @Test("a registration from outside that asks for a role is forbidden") func makesPlainMembersOnly() throws {
        let json =
            #"{"specversion":"1.0","type":"larder.member.registered","source":"s","id":"1","#
            + #""data":{"username":"eve","name":"Eve","role":"admin"}}"#
        let file = try TemporaryFile(json)
        let service = FakeService()
        let result = try Submission().run(EventLines(try file.source()), begin: service.begin)
        #expect(service.batches.isEmpty && result.report.refused == ["forbidden": 1])
    }
}

private struct FakeNames: NameResolver {
    func username(of member: MemberID) -> String? { member.value < 5 ? "cook\(member.value)" : nil }
    func origin(at position: Position) -> Origin? {
        position.value == 12 ? Origin(source: "a:b", id: "12:x") : nil
    }
    func entityType(at position: Position) -> EntityType? {
        switch position.value {
        case 12: .recipe
        case 20, 21: .comment
        default: nil
        }
    }
}

@Suite struct CloudEventWriterTests {
    private let time = Timestamp(seconds: 1_700_000_000)

    private func record(
        _ kind: EventKind, subject: UInt64 = 0, cause: UInt64 = 0, value: UInt8 = 0, payload: Payload = .none,
        origin: Origin? = nil
    ) -> Record {
        Record(
            header: EventHeader(
                position: Position(40), kind: kind, recordedAt: time, occurredAt: time, actor: MemberID(3),
                subject: Position(subject), cause: Position(cause), value: value),
            body: .open(payload: payload, origin: origin))
    }

    private func text(_ style: CloudEventWriter.Style, _ record: Record) -> String {
        String(decoding: CloudEventWriter(style, logID: { _ in "abc" }).line(record, names: FakeNames()), as: UTF8.self)
    }

    @Test("a portable line names its actor and subject and leaves out local positions") func writesPortableLines() {
        #expect(
            text(.portable, record(.recipeRated, subject: 12, cause: 9, value: 4))
                == #"{"specversion":"1.0","type":"larder.recipe.rated","source":"larder/abc","id":"40","#
                + #""time":"2023-11-14T22:13:20Z","actor":"@cook3","subject":"external:a%3Ab:12:x","#
                + #""datacontenttype":"application/json","dataschema":"larder:recipe.rated:1","data":{"stars":4}}"#)
    }

    private static let spam = {
        var ban = ProtoBan()
        ban.reason = "spam"
        return ban
    }()

    @Test("a ban says whether it voids the member's marks") func writesVoidingBans() {
        let ban = Payload.ban(Self.spam)
        for (value, data) in [(UInt8(0), #"{"reason":"spam"}"#), (1, #"{"reason":"spam","voided":true}"#)] {
            #expect(text(.portable, record(.memberBanned, subject: 12, value: value, payload: ban)).contains(data))
        }
        #expect(text(.portable, record(.memberBanned, subject: 12, value: 1)).contains(#""data":{"voided":true}"#))
    }

    @Test("a local line carries sequence, cause and local references") func writesLocalLines() {
        let line = text(.local, record(.notificationsRead, cause: 21))
        #expect(line.contains(#""sequence":"40""#) && line.contains(#""cause":"c21""#))
        #expect(line.contains(#""data":{"upTo":21}"#))
        #expect(text(.local, record(.memberFollowed, subject: 9)).contains(#""subject":"9""#))
        #expect(text(.local, record(.memberFollowed, subject: 4)).contains(#""subject":"@cook4""#))
    }

    @Test("a registration's role is in local lines and never in portable ones") func aRegistrationsRoleStaysAtHome() {
        var registration = ProtoMemberRegistered()
        registration.username = "ada"
        let record = record(.memberRegistered, subject: 40, value: 2, payload: .registration(registration))
        #expect(text(.local, record).contains(#""role":"admin""#))
        #expect(!text(.portable, record).contains("role") && !text(.portable, record).contains("actor"))
    }

    @Test("every written event reads back as the same command") func whatIsWrittenReadsBack() throws {
        var comment = ProtoText()
        comment.text = "say \"hi\"\n\u{1}\u{1F355}"
        var content = ProtoRecipeContent()
        content.title = "Soup"
        content.difficulty = .easy
        content.diet.glutenFree = .yes
        var report = ProtoReport()
        report.note = "n"
        let records = [
            record(
                .commentPosted, subject: 12, cause: 20, payload: .text(comment), origin: Origin(source: "s", id: "i")),
            record(.recipePosted, subject: 40, payload: .recipe(content)),
            record(.reportFiled, subject: 20, value: 2, payload: .report(report)),
            record(.reportResolved, subject: 30, value: 1), record(.memberRoleChanged, subject: 3, value: 1),
            record(.recipeLiked, subject: 12), record(.feedSeen, cause: 20),
        ]
        for record in records {
            let line = CloudEventWriter(.portable, logID: { _ in "abc" }).line(record, names: FakeNames())
            let command = try CloudEventReader.command(json: line)
            #expect(command.kind == record.kind && command.payload == record.payload)
            #expect(command.value == record.header.value && command.occurredAt == time)
            #expect(command.actor == .username("cook3"))
            #expect(command.origin == record.origin ?? Origin(source: "larder/abc", id: "40"))
            #expect((command.subject == nil) == [0, 40].contains(record.header.subject.value))
            #expect((command.cause != nil) == !record.header.cause.isNone)
        }
    }

    @Test("usernames and origins along the log are those of the moment") func namesAreThoseOfTheirMoment() {
        var names = NamesAlongTheLog { $0 == Position(41) ? Origin(source: "s", id: "a like") : nil }
        var registration = ProtoMemberRegistered()
        registration.username = "ada"
        var registered = record(.memberRegistered, payload: .registration(registration))
        registered.header.position = Position(3)
        registered.header.actor = MemberID(3)
        names.fold(registered)
        #expect(names.username(of: MemberID(3)) == "ada")
        var change = ProtoMemberProfileChanged()
        change.username = "eve"
        names.fold(record(.memberProfileChanged, payload: .profileChange(change)))
        #expect(names.username(of: MemberID(3)) == "eve")
        names.fold(record(.recipePosted, subject: 40, origin: Origin(source: "s", id: "i")))
        #expect(names.entityType(at: Position(40)) == .recipe && names.origin(at: Position(40))?.id == "i")
        #expect(names.origin(at: Position(41))?.id == "a like" && names.origin(at: Position(42)) == nil)
        names.fold(record(.memberDeleted, subject: 3))
        #expect(names.username(of: MemberID(3)) == nil)
    }
}
