package import Events

/// An input, read a chunk at a time.
///
/// Formats are pure: the edge that opens a file or a pipe implements this protocol. The command line has `FileBytes`.
package protocol ByteSource: AnyObject {
    /// The name in messages: the path, or `standard input`.
    var name: String { get }
    /// Whether `read` would wait for input.
    var isWaiting: Bool { get }

    /// Replaces `chunk` with the next bytes; empty at the end.
    func read(into chunk: inout [UInt8]) throws(Refusal)
}

/// An input whose bytes can also be read at any place.
package protocol ByteFile: ByteSource {
    /// `false` for a pipe or a terminal, of which `bytes(at:count:)` cannot be asked.
    var isSeekable: Bool { get }

    /// The bytes from `offset`, independently of `read`; fewer than `count` at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(Refusal) -> [UInt8]
}

/// An input that is in memory: one chunk.
package final class HeldBytes: ByteSource {
    package let name: String
    private var bytes: [UInt8]

    package init(_ bytes: [UInt8], name: String) {
        (self.bytes, self.name) = (bytes, name)
    }

    package var isWaiting: Bool { false }

    package func read(into chunk: inout [UInt8]) {
        chunk = bytes
        bytes = []
    }
}

/// A cursor over the bytes of a source, of which memory holds one chunk. It skips a byte order mark at the beginning.
package struct ByteChunks {
    /// `nil` if `bytes` are all of the input.
    private let source: (any ByteSource)?
    /// The current chunk; empty before the first and after the last.
    package private(set) var bytes: [UInt8] = []
    /// The next byte's place in `bytes`.
    package var index = 0
    package private(set) var isAtEnd = false
    /// The place of `bytes` in the source.
    package private(set) var start: Int64 = 0

    package init(_ source: any ByteSource) { self.source = source }

    /// A cursor over bytes from the middle of a source, which begin with no byte order mark.
    package init(held bytes: [UInt8]) {
        source = nil
        self.bytes = bytes
        isAtEnd = true
    }

    /// The next byte's place in the source.
    @inlinable package var offset: Int64 { start + Int64(index) }

    /// The next byte, without stepping over it; `nil` at the end.
    @inlinable
    package mutating func peek() throws(Refusal) -> UInt8? {
        // A chunk may be nothing but a byte order mark.
        while index == bytes.count {
            try refill()
            if bytes.isEmpty { return nil }
        }
        return bytes[index]
    }

    /// Steps to the next chunk.
    package mutating func refill() throws(Refusal) {
        start += Int64(bytes.count)
        index = 0
        guard !isAtEnd, let source else {
            bytes = []
            return
        }
        try source.read(into: &bytes)
        isAtEnd = bytes.isEmpty
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Ends the input here.
    package mutating func stop() {
        isAtEnd = true
        index = bytes.count
    }
}
