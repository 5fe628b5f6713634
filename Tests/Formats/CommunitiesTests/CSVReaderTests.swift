import CLI
import CloudEvents
import Communities
import Events
import FormatsSupport
import Testing

@Suite struct CSVReaderTests {
    private func rows(_ bytes: some Sequence<UInt8>) throws -> [CSVRow] {
        let file = try TemporaryFile(bytes)
        return try rows(file)
    }

    private func rows(_ file: TemporaryFile) throws -> [CSVRow] {
        let reader = CSVReader(try file.source())
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private func fields(_ text: String) throws -> [[String]] {
        try rows(text.utf8).map { row in
            guard case .record(let record) = row else {
                Issue.record("damaged: \(row)")
                return []
            }
            return record.fields
        }
    }

    @Test("CSV quotes and all line ends are read") func readsQuotesAndLineEnds() throws {
        #expect(
            try fields("a,b\r\n\"x\ny\",\"say \"\"hi\"\"\"\n,\n") == [["a", "b"], ["x\ny", "say \"hi\""], ["", ""]])
        #expect(try fields("a\rb,c") == [["a\rb", "c"]])
        #expect(try fields("\"a\r\nb\",c\r\n\"d\"\r\n") == [["a\r\nb", "c"], ["d"]])
    }

    @Test("empty CSV lines and the byte order mark are skipped") func skipsEmptyLinesAndTheByteOrderMark() throws {
        #expect(try fields("\u{FEFF}a,b\n\r\n\n\nc,d\n\n") == [["a", "b"], ["c", "d"]])
        #expect(try fields("\u{FEFF}").isEmpty)
        #expect(try fields("") == [])
        // A quoted nothing is a field.
        #expect(try fields("\"\"\n") == [[""]])
    }

    @Test("a CSV record knows its first line and can be read again at its offset")
    func tellsWhereARecordBegins() throws {
        let file = try TemporaryFile("a\n\n\"x\ny\",1\r\nz,2")
        let reader = CSVReader(try file.source())
        var lines: [Int] = []
        let source = try file.source()
        while case .record(let record)? = try reader.next() {
            lines.append(record.line)
            let again = CSVReader.record(in: try source.bytes(at: record.offset, count: record.byteCount))
            #expect(again?.fields == record.fields)
        }
        #expect(lines == [1, 3, 5])
    }

    @Test("a damaged CSV record does not harm the records after it") func damageConcernsOneRecordOnly() throws {
        let invalid = Array("a,".utf8) + [0xFF] + Array("\nb,1\n".utf8)
        #expect(try rows(invalid).first == .damaged(.invalidUTF8, line: 1))
        #expect(try rows(invalid).count == 2)
        let nul = Array("a,\0\nb,1\n".utf8)
        #expect(try rows(nul).first == .damaged(.nul, line: 1))
        #expect(try rows("a,\"b\"c,\"\nd,1\n".utf8).first == .damaged(.strayQuote, line: 1))
        #expect(try rows("a,\"b\"c,\"\nd,1\n".utf8).count == 2)
        #expect(try rows("a,1\nb,\"x\n".utf8).last == .damaged(.unclosedQuote, line: 2))
    }

    @Test("a CSV line of a hundred megabytes is refused, and the next one is read")
    func skipsALineOfAHundredMegabytes() throws {
        let file = try TemporaryFile(first: "a,1\n", longLine: 100 << 20, last: "b,2\n")
        let rows = try rows(file)
        #expect(rows.count == 3)
        #expect(rows[1] == .damaged(.tooLong, line: 2))
        guard case .record(let last) = rows[2] else {
            Issue.record("the last row is damaged")
            return
        }
        #expect(last.fields == ["b", "2"] && last.line == 3)
    }

    @Test("a CSV record of millions of commas is refused as too long") func aRecordOfCommasIsBoundedToo() throws {
        let rows = try rows(Array(repeating: UInt8(ascii: ","), count: 3 << 20) + Array("\na".utf8))
        #expect(rows.first == .damaged(.tooLong, line: 1))
        #expect(rows.count == 2)
    }

    @Test("an absent file is refused as not found") func refusesAnAbsentFile() {
        let refusal = #expect(throws: Refusal.self) { try FileBytes(path: "/nonexistent/file.csv") }
        #expect(refusal?.code == .notFound)
    }
}

@Suite struct PythonLiteralTests {
    @Test("Python lists of strings are read with quotes and escapes") func readsLists() throws {
        #expect(
            try PythonLiteral.strings(#"['a', "it's", 'x\'y', "say \"hi\""]"#) == ["a", "it's", "x'y", "say \"hi\""])
        #expect(try PythonLiteral.strings(#"['\\\n\t\xe9é\U0001F355']"#) == ["\\\n\té\u{E9}\u{1F355}"])
        #expect(try PythonLiteral.strings(" [ ] ") == [])
        #expect(try PythonLiteral.strings("['a',]") == ["a"])
    }

    @Test(
        "text that is no Python list of strings is refused",
        arguments: [
            "", "[", "['a'", "['a' 'b']", "[a]", "[1]", "'a'", "['a'] x", "['a\n']", "['\\ud800']", "['\\q']",
            "['\\x0']",
            "[,]", "['a',,]", "['\\x00']", "[['a']]", "['a\\",
        ])
    func refusesAnythingElse(_ text: String) {
        #expect(throws: PythonLiteral.Malformed.self) { try PythonLiteral.strings(text) }
    }
}
