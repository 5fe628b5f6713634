/// The escapes by which JSON writes a character beyond U+FFFF: `\ud842\udfb7` is U+20BB7.
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
            if let high = unit(json, at: index), let low = unit(json, at: index + 6),
                let scalar = Unicode.Scalar(high: high, low: low)
            {
                result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                index += 12
                continue
            }
            // Another escape is stepped over as a whole: its second byte may be a backslash that begins none.
            let next = min(index + (json[index] == .backslash ? 2 : 1), json.count)
            result.append(contentsOf: json[index..<next])
            index = next
        }
        return result
    }

    /// The code unit of the escape `\uXXXX` at `place`; `nil`: there is none.
    private static func unit(_ json: [UInt8], at place: Int) -> UInt32? {
        guard place + 6 <= json.count, json[place] == .backslash, json[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return json.codeUnit(at: place + 2)
    }
}
