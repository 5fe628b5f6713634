import Foundation
import SwiftProtobuf
import Testing

@testable import EventLog
@testable import Events

@Suite struct StoredBodyTests {
    /// Bodies are written by hand, and read by protobuf.
    @Test(arguments: [0, 1, 127, 128, 20_000], [nil, "", "x", String(repeating: "ö", count: 120)])
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
        #expect(StoredBody.plain(payload: payload, origin: origin) == expected)
    }
}
