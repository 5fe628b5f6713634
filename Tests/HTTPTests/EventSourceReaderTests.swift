import Testing

/// The reader of the other tests follows the standard: it dispatches what a browser would dispatch.
@Suite struct EventSourceReaderTests {
    typealias Event = EventSourceReader.Event

    struct Fixture: CustomTestStringConvertible, Sendable {
        var bytes: String
        var events: [Event]
        var lastID = ""
        var retry: Int?

        var testDescription: String { bytes.debugDescription }
    }

    @Test(
        "event streams are read by the standard, wherever the bytes are cut",
        arguments: [
            Fixture(bytes: "data: salt\n\n", events: [Event(type: "message", data: "salt", lastID: "")]),
            Fixture(
                bytes: "data: salt\ndata\ndata:pepper\n\n",
                events: [Event(type: "message", data: "salt\n\npepper", lastID: "")]),
            Fixture(bytes: "data:  two spaces\n\n", events: [Event(type: "message", data: " two spaces", lastID: "")]),
            Fixture(
                bytes: "\u{FEFF}data: a\r\rdata: b\r\n\r\ndata: c\n\n",
                events: [
                    Event(type: "message", data: "a", lastID: ""), Event(type: "message", data: "b", lastID: ""),
                    Event(type: "message", data: "c", lastID: ""),
                ]),
            Fixture(
                bytes: ": nothing\nid: 7\nevent: recipe.posted\ndata: {}\n\nevent: next\ndata: {}\n\n",
                events: [
                    Event(type: "recipe.posted", data: "{}", lastID: "7"), Event(type: "next", data: "{}", lastID: "7"),
                ], lastID: "7"),
            // Without data nothing is dispatched, but the mark moves, and the name does not stay.
            Fixture(
                bytes: "event: lost\nid: 8\n\ndata: x\n\n", events: [Event(type: "message", data: "x", lastID: "8")],
                lastID: "8"),
            // Nor does a frame count that was cut off.
            Fixture(bytes: "id: 1\n\nid: 2\ndata: half\n", events: [], lastID: "1"),
            Fixture(bytes: "id: 3\n\nid\n\n", events: [], lastID: ""),
            Fixture(bytes: "id: 3\n\nid: 4\u{0}\n\n", events: [], lastID: "3"),
            Fixture(bytes: "retry: 2000\nretry: soon\nretry:\nunknown: field\n1f\n\n", events: [], retry: 2000),
        ])
    func itReadsWhatTheStandardReads(_ fixture: Fixture) {
        let bytes = Array(fixture.bytes.utf8)
        for cut in 0...bytes.count {
            var reader = EventSourceReader()
            reader.read(bytes[..<cut])
            reader.read(bytes[cut...])
            #expect(reader.events == fixture.events && reader.lastID == fixture.lastID)
            #expect(reader.reconnectionTime == fixture.retry)
        }
    }
}
