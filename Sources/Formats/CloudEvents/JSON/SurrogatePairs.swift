/// The escapes by which JSON writes a character beyond U+FFFF: `\\ud842\\udfb7` is U+20BB7.
enum SurrogatePairs {
    /// A JSON text with these characters themselves in place of their escapes. O(length).
    ///
    /// Why: the decoder of swift-protobuf 1.x joins the halves by «or» where it must add, and so reads every such character of
    /// an even plane as another one.
    static func replaced(in json: [UInt8]) -> [UInt8] {
        guard json.contains(.backslash) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count)
        var index = 0
        while index < json.count {
            guard json[index] == .backslash else {
                result.append(json[index])
                index += 1
                continue
            }
            if let high = unit(json, at: index), (0xD800...0xDBFF).contains(high), let low = unit(json, at: index + 6),
                (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                index += 12
            } else {
                // Another escape: its second byte may be a backslash that begins none.
                result.append(contentsOf: json[index..<min(index + 2, json.count)])
                index += 2
            }
        }
        return result
    }

    /// The code of the escape `\\uXXXX` at `place`; `nil`: there is none.
    private static func unit(_ json: [UInt8], at place: Int) -> UInt32? {
        guard place + 6 <= json.count, json[place] == .backslash, json[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for byte in json[(place + 2)..<(place + 6)] {
            guard let digit = byte.hexadecimalDigit else { return nil }
            value = value << 4 | digit
        }
        return value
    }
}
