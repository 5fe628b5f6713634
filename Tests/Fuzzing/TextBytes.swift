import Events
import Foundation
import Layout
import TestSupport
import Views

@testable import CloudEvents
@testable import Communities

/// Texts that are handed in.
enum TextBytes {
    private static let history = HistoryGenerator.history(seed: 3, count: 120)

    // MARK: CSV

    static var csvFiles: [[UInt8]] {
        [
            "Name,Text\r\na,b\r\n\"q\"\"q\",\"two\nlines\"\r\n\r\n,\n", "\u{FEFF}x;y\n1;2\n", "a\n\"open",
            "a\n\"b\"c,d\ne,f\n",
            "id,list\n1,\"['a', \"\"it's\"\"]\"\n",
        ].map { Array($0.utf8) }
    }

    static func csv(_ bytes: [UInt8]) throws(Finding) {
        let reader = CSVReader(HeldBytes(bytes, name: "a file"))
        var line = 0
        while let row = try? reader.next() {
            switch row {
            case .record(let record):
                let start = Int(record.offset)
                try expect(
                    start >= 0 && start + record.byteCount <= bytes.count && record.line > line,
                    "a record lies outside of its file")
                line = record.line
                let again = CSVReader.record(in: Array(bytes[start..<start + record.byteCount]))
                try expect(again?.fields == record.fields, "a record reads otherwise by itself: \(record.fields)")
            case .damaged(_, let damaged):
                try expect(damaged > line, "damage is reported for line \(damaged) after line \(line)")
                line = damaged
            }
        }
    }

    static var literals: [[UInt8]] {
        [#"['a', "it's", 'x\'y', '\x41\u00e9\U0001F35E']"#, "[]", "['a',]", #"["\\\n\t"]"#].map { Array($0.utf8) }
    }

    static func pythonLiteral(_ bytes: [UInt8]) throws(Finding) {
        guard let strings = try? PythonLiteral.strings(String(decoding: bytes, as: UTF8.self)) else { return }
        let written = strings.map { "'\($0.unicodeScalars.map(escaped).joined())'" }.joined(separator: ", ")
        try expect((try? PythonLiteral.strings("[\(written)]")) == strings, "a list is read as another: \(strings)")
    }

    /// As Python's `repr` writes it.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\", "'": "\\\(scalar)"
        case "\n": "\\n"
        case "\r": "\\r"
        default: String(scalar)
        }
    }

    // MARK: JSON

    static var documents: [[UInt8]] {
        [
            #"{"a":[1,-2.5e3,true,null,"\u00e9\ud83c\udf5e\n"],"b":{"c":{}}}"#, #""x""#, "[[[[]]]]", "0",
        ].map { Array($0.utf8) }
    }

    static func json(_ bytes: [UInt8]) throws(Finding) {
        guard let value = try? JSONValue(bytes) else { return }
        // What is taken is JSON to others, too; they know no numbers of any size.
        let isReadable = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        let hasNumber = bytes.contains { (0x30...0x39).contains($0) }
        try expect(isReadable || hasNumber, "what is no JSON is taken")
        try checkStrings(value)
    }

    private static func checkStrings(_ value: JSONValue) throws(Finding) {
        switch value {
        case .string(let text):
            var written: [UInt8] = []
            written.append(json: text)
            try expect((try? JSONValue(written)) == value, "a string is written as another: \(text)")
        case .array(let items): for item in items { try checkStrings(item) }
        case .object(let members, _): for item in members.values { try checkStrings(item) }
        case .null, .bool, .number: break
        }
    }

    // MARK: CloudEvents

    private static var lines: [[UInt8]] {
        var names = NamesAlongTheLog { _ in nil }
        let writer = CloudEventWriter(.portable, logID: { _ in "7" })
        return history.compactMap { record in
            names.fold(record)
            return record.kind.isSubmittable ? writer.line(record, names: names) : nil
        }
    }

    static var submissions: [[UInt8]] {
        let lines = lines
        let batch = [UInt8(ascii: "[")] + lines.prefix(4).joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        return [Array(lines.prefix(6).joined(separator: [0x0A])), batch] + lines
    }

    static func cloudEvents(_ bytes: [UInt8]) throws(Finding) {
        let reader = EventLines(HeldBytes(bytes, name: "a file"))
        var number = 0
        while let line = try? reader.next() {
            try expect(line.number >= number, "line \(line.number) follows line \(number)")
            number = line.number
            switch line.command {
            case .success(let command):
                try expect(command.origin != nil, "a command comes from nowhere")
                try expect(command.kind.isSubmittable, "\(command.kind.name) is taken from a stranger")
            case .failure(let refusal): try expect(!refusal.message.isEmpty, "a refusal says nothing")
            }
        }
    }

    /// The kind's number among all, then `data`.
    static var data: [[UInt8]] {
        history.compactMap { record in
            EventData.json(of: record, isLocal: true).map {
                [UInt8(EventKind.allCases.firstIndex(of: record.kind) ?? 0)] + $0
            }
        }
    }

    static func eventData(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let kind = EventKind.allCases[Int(first) % EventKind.allCases.count]
        guard let (payload, value) = try? CloudEventReader.data(kind, json: Array(bytes.dropFirst())) else { return }
        if case .rules(let message) = payload {
            let rules = Rules(message)
            try expect(Rules(rules.message) == rules, "rules are read as others")
        }
        let record = Record(
            header: .fuzzed(kind, value: value),
            body: .open(payload: payload, origin: nil))
        guard let written = EventData.json(of: record, isLocal: true) else { return }
        let again = try? CloudEventReader.data(kind, json: written)
        try expect(
            again?.payload.storedBytes == payload.storedBytes && again?.value == value,
            "\(kind.name) is written as another: \(String(decoding: written, as: UTF8.self))")
    }

    // MARK: Words

    static var phrases: [[UInt8]] {
        [
            "2026-02-28T23:59:59.123456Z", "2024-02-29T00:00:00+05:30", "0829-01-01T00:00:00Z", "2026-W53", "@cook",
            "r12",
            "m7", "external:demo:recipe/1", "AX__________f_mzFw", "Łukasz_9", "recipe.posted",
        ].map { Array($0.utf8) }
    }

    static func words(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Timestamp(rfc3339: text) {
            try expect(Timestamp(rfc3339: time.rfc3339) == time, "\(text) is written as \(time.rfc3339)")
        }
        if let week = Week(text) { try expect(Week("\(week)") == week, "\(text) is written as \(week)") }
        if let key = try? Cursor.decode(text) {
            try expect(Cursor.encode(key) == text, "«\(text)» is another cursor's other spelling")
        }
        let folded = Username.folded(text)
        try expect(Username.folded(folded) == folded, "«\(text)» folds further than «\(folded)»")
        _ = (Reference(text), EventKind(name: text), Username.isWellFormed(text))
    }
}
