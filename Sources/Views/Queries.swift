package import Events
package import Layout
package import Projections

/// Questions to one state of the views. Each view adds its own in `XQueries.swift`.
package struct Queries {
    package let snapshot: ViewSnapshot
    package let views: AllViews
    /// The instant that bans' `until` are compared with: now, or the as-of time.
    package let now: Timestamp
    /// The newest up to the views' position.
    package let rules: Rules
    /// Resolves `external:` names: the log's origins are its state, not a view.
    package let position: (Origin) -> Position?

    package init(
        snapshot: ViewSnapshot, views: AllViews, now: Timestamp, position: @escaping (Origin) -> Position?
    ) {
        self.snapshot = snapshot
        self.views = views
        self.now = now
        rules = snapshot.get(views.standings.rules, StandingsView.onlyKey)?.rules ?? .standard
        self.position = position
    }
}

/// Where a page begins and how long it is.
package struct Page: Hashable, Sendable {
    /// 0 = all.
    package var limit: Int
    /// The opaque cursor of the page before; nil: the beginning.
    package var after: String?

    package init(limit: Int = 20, after: String? = nil) {
        self.limit = limit
        self.after = after
    }

    /// The largest number of items to collect; one more tells whether there is a next page.
    package var count: Int { limit == 0 ? Int.max : limit }
}

/// An opaque cursor: the key of the last item of a page, in URL-safe base64 without padding.
package enum Cursor {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func encode(_ key: Key) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in key.bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    package static func decode(_ text: String) throws(Refusal) -> Key {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else {
                throw Refusal(.invalid, "«\(text)» is no cursor: pass on the next of the page before", field: "after")
            }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        guard bytes.count <= Key.bytesMax else {
            throw Refusal(.invalid, "the cursor is too long: pass on the next of the page before", field: "after")
        }
        return Key(bytes)
    }
}
