import CloudEvents
import Events

/// A whole file, or standard input for `-`.
enum InputFile {
    /// Far above the largest payload.
    static let bytesMax = 4 << 20

    static func bytes(of path: String) throws(Refusal) -> [UInt8] {
        let bytes = try bytes(of: path, upTo: bytesMax + 1)
        guard bytes.count <= bytesMax else {
            let name = path == "-" ? "standard input" : path
            throw Refusal(.invalid, "\(name) is longer than \(bytesMax) bytes")
        }
        return bytes
    }

    /// The beginning of what is longer than `most`: whoever must know whether it is all asks for one byte more.
    static func bytes(of path: String, upTo most: Int) throws(Refusal) -> [UInt8] {
        let source = try FileBytes(path: path)
        var bytes: [UInt8] = []
        var chunk: [UInt8] = []
        while bytes.count < most {
            try source.read(into: &chunk)
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        return Array(bytes.prefix(most))
    }
}
