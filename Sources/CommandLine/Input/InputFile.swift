import Events
import Interchange

/// A whole file, or standard input for `-`.
enum InputFile {
    /// Far above the largest payload.
    static let bytesMax = 4 << 20

    static func bytes(of path: String) throws(Refusal) -> [UInt8] {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        var chunk: [UInt8] = []
        while true {
            try source.read(into: &chunk)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= bytesMax else {
                throw Refusal(.invalid, "\(source.name) is longer than \(bytesMax) bytes")
            }
        }
    }
}
