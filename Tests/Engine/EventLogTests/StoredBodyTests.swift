import Foundation
import Layout
import SwiftProtobuf
import Testing

@testable import EventLog
@testable import Events

@Suite struct StoredBodyTests {
    /// Bodies are written by hand, and read by protobuf.
    @Test(
        "stored bodies are the bytes that protobuf writes",
        arguments: [0, 1, 127, 128, 20_000], [nil, "", "x", String(repeating: "ö", count: 120)])
    func theBytesAreThoseOfProtobuf(_ payloadCount: Int, _ text: String?) throws {
        let payload = [UInt8](repeating: 0xAB, count: payloadCount)
        var origin: ProtoOrigin?
        if let text {
            var made = ProtoOrigin()
            made.source = text
            made.id = text + "1"
            made.asWritten = Data(repeating: 1, count: 16)
            made.asResolved = text.isEmpty ? Data() : Data(repeating: 2, count: 16)
            origin = made
        }
        var body = ProtoStoredBody()
        body.payload = Data(payload)
        if let origin { body.origin = origin }
        let expected: [UInt8] = try body.serializedBytes()
        let stored = origin.map {
            StoredOrigin(
                source: $0.source, id: $0.id, asWritten: Array($0.asWritten), asResolved: Array($0.asResolved))
        }
        let words = StoredWords(payload: payload, origin: stored)
        #expect(words.bytes == expected)
        #expect(Array(words.bytes[words.payload]) == payload)
        #expect(words.origin == stored)
        // Read back, they are the same parts.
        let read = try StoredWords(bytes: expected)
        #expect(Array(read.bytes[read.payload]) == payload)
        #expect(read.origin == stored)
    }
}
